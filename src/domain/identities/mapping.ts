/** Decides which column of a table contains the keys, and which attribute each other column contains. */
import { keyNameScore } from '../keys/columns.ts';
import { SAMPLE_ROWS } from '../keys/guessTable.ts';
import type { IdentityTable } from './identityTable.ts';

export interface Mapping {
  readonly keyColumn: number;
  /** Other columns are left out. Each id occurs only once. */
  readonly attributes: readonly { readonly column: number; readonly id: string }[];
}

/**
 * Chooses as key the column that is named most like a key and has the fewest repeated values. Each other column whose name is
 * an attribute ID is mapped to that attribute.
 */
export function guessMapping(table: IdentityTable): Mapping {
  const scored = table.columns.map(({ name }, column) => ({ column, score: scoreOf(table, name, column) }));
  const keyColumn = scored.toSorted((one, other) => other.score - one.score)[0]?.column ?? 0;
  const attributes = columnUses(table, keyColumn).filter((use) => use.isExact);
  return { keyColumn, attributes: attributes.map(({ column, id }) => ({ column, id })) };
}

/** The possible use of a column as an attribute. */
export interface ColumnUse {
  readonly column: number;
  /** The ID of the attribute. Empty if the column can't be an attribute. */
  readonly id: string;
  /** True if the column's own name is the ID. If it is false, the ID is a suggestion that the person must accept. */
  readonly isExact: boolean;
  /** The other column that already has the same ID. */
  readonly takenBy?: number;
}

/** Returns all columns except the key, in order. If two columns suggest the same ID, the one whose name is the ID gets it. */
export function columnUses({ columns }: IdentityTable, keyColumn: number): readonly ColumnUse[] {
  const taken = new Map<string, number>();
  const ids = columns.map(({ ownName }) => attributeIdFrom(ownName));
  const isExact = (column: number): boolean => ids[column] !== '' && ids[column] === columns[column]!.ownName;
  const others = [...columns.keys()].filter((column) => column !== keyColumn);
  for (const column of others.toSorted((one, other) => Number(isExact(other)) - Number(isExact(one)))) {
    if (ids[column] !== '' && !taken.has(ids[column]!)) taken.set(ids[column]!, column);
  }
  return others.map((column) => {
    const takenBy = taken.get(ids[column]!);
    if (takenBy === column) return { column, id: ids[column]!, isExact: isExact(column) };
    return { column, id: '', isExact: false, ...(takenBy !== undefined && { takenBy }) };
  });
}

/**
 * Derives an attribute id from a name: a letter, then letters, digits, `-` and `_`, because the live service accepts only
 * these. Empty if the name contains no letters.
 */
export function attributeIdFrom(name: string): string {
  return name
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z]+|_+$/g, '');
}

/**
 * The name counts only if at least half of the values are distinct. If most values repeat, even a column named "account" only
 * groups the rows, and does not contain their keys.
 */
function scoreOf({ rows }: IdentityTable, name: string, column: number): number {
  const values = rows.slice(0, SAMPLE_ROWS).flatMap(({ cells }) => cells[column]?.trim() || []);
  if (values.length === 0) return 0;
  const distinct = new Set(values).size / values.length;
  return (distinct >= 0.5 ? keyNameScore(name) * 10 : 0) + distinct;
}
