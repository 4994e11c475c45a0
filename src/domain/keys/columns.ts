/** Guesses which column of a table, or which field of a list of objects, contains the keys. */
import type { KeySource } from './keySource.ts';

/** A column of a table, or a field of the objects in a list. */
export interface Column {
  /** Starts at 0. Fields are in the order in which they first appear. */
  readonly index: number;
  /** The cell of the header, or a letter as in spreadsheets if there is none. For a field, its name. */
  readonly name: string;
  /** Up to three values. */
  readonly samples: readonly string[];
  /** True if the name suggests keys, or if the values don't repeat. */
  readonly looksLikeKeys: boolean;
}

export interface Guess {
  /** The form of the text, with the column that most likely contains the keys. */
  readonly source: KeySource;
  /** The columns to choose from. Empty for plain lines and for lists of keys. */
  readonly columns: readonly Column[];
  /**
   * The same guess, with the first line as the name of the only column. The user must decide between the two guesses, because
   * the first line may also be a key.
   */
  readonly withHeader?: Guess;
}

export type TextRow = readonly string[];

const MAX_SAMPLES = 3;

/** `best` is the index of the most likely column, or 0 if there are no columns. */
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

/** `label` distinguishes columns with the same name. */
function describeColumn(rows: readonly TextRow[], index: number, header: string, label: string): ScoredColumn {
  const cells = rows.map((row) => row[index] ?? '');
  const values = cells.filter((cell) => cell !== '');
  const distinct = values.length === 0 ? 0 : new Set(values).size / cells.length;
  const isDistinct = distinct > 0.9 && values.every((value) => !/\s/.test(value));
  // If most values repeat, even a column named "account" only groups the rows, and does not contain their keys.
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

/** Returns the name of a column as in spreadsheets: A, B, … Z, AA, … */
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

/** Words in the names of columns that often occur in tables with keys but don't contain the keys. */
const NON_KEY_WORDS: ReadonlySet<string> = new Set(
  'comment count country created date description index name note notes owner plan region source status tag tags time title type updated value'.split(
    ' ',
  ),
);

/** Returns 0 if the name does not suggest keys. "account_id" scores higher than "id", and "id" higher than "account". */
export function keyNameScore(name: string): number {
  const scores = wordsOf(name)
    .map((word) => (Object.hasOwn(SCORES, word) ? SCORES[word]! : 0))
    .toSorted((one, other) => other - one);
  return (scores[0] ?? 0) + (scores[1] ?? 0) / 10;
}

/** True if the text is a common name of a column. */
export function isColumnName(cell: string): boolean {
  return keyNameScore(cell) > 0 || wordsOf(cell).some((word) => NON_KEY_WORDS.has(word));
}

/**
 * Splits a name into words: `accountId`, `account_id`, `Account ID` and `accountid` all give the same two words. Returns none
 * if the text can't be a name.
 */
function wordsOf(name: string): readonly string[] {
  // Exports of MongoDB and Firestore have names such as _id.$oid.
  const plain = name.replaceAll('$', '');
  if (plain.length > 60 || /[^\p{L}\s_.-]/u.test(plain)) return [];
  return plain
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .flatMap((word) => word.replace(/^(account|user|customer|member)(id|ids|key|keys)$/, '$1 $2').split(' '));
}
