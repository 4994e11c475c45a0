/** Which column of a table, or which field of a list of objects, most likely holds the keys. */
import type { KeySource } from './keySource.ts';

/** A column of a table, or a field of the objects in a list. */
export interface Column {
  /** From 0; of fields, in the order in which they first appear. */
  readonly index: number;
  /** The cell of the header, or a letter as in spreadsheets where there is none; the name of a field. */
  readonly name: string;
  /** Up to three values. */
  readonly samples: readonly string[];
  /** By its name, or because no value repeats. */
  readonly looksLikeKeys: boolean;
}

/** `columns` is empty where there is nothing to choose from: plain lines, and lists of keys. `source` has the best of them. */
export interface Guess {
  readonly source: KeySource;
  readonly columns: readonly Column[];
  /**
   * The same with the first line as the name of the only column. It may be a key as well, and nothing but its look says that it
   * is a name: only the user can tell.
   */
  readonly withHeader?: Guess;
}

export type TextRow = readonly string[];

const MAX_SAMPLES = 3;

/** `best` is the index of the likeliest; 0 if there are none. */
export function describeColumns(
  names: TextRow | undefined,
  rows: readonly TextRow[],
): { readonly columns: readonly Column[]; readonly best: number } {
  const width = Math.max(names?.length ?? 0, ...rows.map((row) => row.length));
  const isTwice = (name: string): boolean => names !== undefined && names.indexOf(name) !== names.lastIndexOf(name);
  const columns = Array.from({ length: width }, (_, index) => {
    const name = names?.[index] ?? '';
    return describeColumn(rows, index, name, name !== '' && isTwice(name) ? `${name} (${letterOf(index)})` : name);
  });
  const best = columns.toSorted((one, other) => other.score - one.score)[0];
  return { columns: columns.map(({ column }) => column), best: best?.column.index ?? 0 };
}

interface ScoredColumn {
  readonly column: Column;
  readonly score: number;
}

/** `label` tells apart columns of one name. */
function describeColumn(rows: readonly TextRow[], index: number, header: string, label: string): ScoredColumn {
  const cells = rows.map((row) => row[index] ?? '');
  const values = cells.filter((cell) => cell !== '');
  const distinct = values.length === 0 ? 0 : new Set(values).size / cells.length;
  const isDistinct = distinct > 0.9 && values.every((value) => !/\s/.test(value));
  // Where most values repeat, a column such as "account" says whose row it is, and holds no keys.
  const byName = distinct >= 0.5 || cells.length === 0 ? keyNameScore(header) : 0;
  return {
    column: {
      index,
      name: label || letterOf(index),
      samples: [...new Set(values)].slice(0, MAX_SAMPLES),
      looksLikeKeys: byName > 0 || isDistinct,
    },
    score: byName * 10 + distinct + (isDistinct ? 1 : 0),
  };
}

/** A, B, … Z, AA, … */
export function letterOf(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

const SCORES: Readonly<Record<string, number>> = {
  key: 4,
  keys: 4,
  id: 3,
  ids: 3,
  uid: 3,
  uuid: 3,
  guid: 3,
  identifier: 3,
  account: 2,
  accounts: 2,
  user: 2,
  users: 2,
  customer: 2,
  customers: 2,
  member: 2,
  members: 2,
  email: 1,
  mail: 1,
};

/** Names of columns that often stand beside the keys. */
const OTHERS: ReadonlySet<string> = new Set(
  'comment count country created date description index name note notes owner plan region source status tag tags time title type updated value'.split(
    ' ',
  ),
);

/** 0 if it is no name for keys; "account_id" has more than "id", and "id" more than "account". */
export function keyNameScore(name: string): number {
  const scores = wordsOf(name)
    .map((word) => (Object.hasOwn(SCORES, word) ? SCORES[word]! : 0))
    .toSorted((one, other) => other - one);
  return (scores[0] ?? 0) + (scores[1] ?? 0) / 10;
}

/** True of the name of a column, whatever is in it. */
export function isColumnName(cell: string): boolean {
  return keyNameScore(cell) > 0 || wordsOf(cell).some((word) => OTHERS.has(word));
}

/** `accountId`, `account_id`, `Account ID` and `accountid` are the same two words. None for what can't be a name. */
function wordsOf(name: string): readonly string[] {
  // MongoDB's and Firestore's exports have names such as _id.$oid.
  const plain = name.replaceAll('$', '');
  if (plain.length > 60 || /[^\p{L}\s_.-]/u.test(plain)) return [];
  return plain
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .flatMap((word) => word.replace(/^(account|user|customer|member)(id|ids|key|keys)$/, '$1 $2').split(' '));
}
