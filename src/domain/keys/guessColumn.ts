/** Which column of a table, or which field of a list of objects, most likely holds the keys. */
import { keyNameScore } from './columnName.ts';
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

export type Row = readonly string[];

const SAMPLES_SHOWN = 3;

/** `best` is the index of the likeliest; 0 if there are none. */
export function describeColumns(
  names: Row | undefined,
  rows: readonly Row[],
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

/** `shown` tells apart columns of one name. */
function describeColumn(rows: readonly Row[], index: number, header: string, shown: string): ScoredColumn {
  const cells = rows.map((row) => row[index] ?? '');
  const values = cells.filter((cell) => cell !== '');
  const distinct = values.length === 0 ? 0 : new Set(values).size / cells.length;
  const isDistinct = distinct > 0.9 && values.every((value) => !/\s/.test(value));
  // A name for keys counts for nothing where most values repeat: that is whom a row belongs to.
  const byName = distinct >= 0.5 || cells.length === 0 ? keyNameScore(header) : 0;
  return {
    column: {
      index,
      name: shown || letterOf(index),
      samples: [...new Set(values)].slice(0, SAMPLES_SHOWN),
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
