/** Which column of a table is the key, and which attribute each other column is. */
import { keyNameScore } from '../keys/columns.ts';
import type { IdentityTable } from './identityTable.ts';

export interface Mapping {
  readonly keyColumn: number;
  /** Columns that are not among them are left out. No id stands twice. */
  readonly attributes: readonly { readonly column: number; readonly id: string }[];
}

const SAMPLE_ROWS = 200;

/** The column that is named most like keys and repeats least; each other one whose name is an attribute ID is that attribute. */
export function guessMapping(table: IdentityTable): Mapping {
  const scored = table.columns.map(({ name }, column) => ({ column, score: scoreOf(table, name, column) }));
  const keyColumn = scored.toSorted((one, other) => other.score - one.score)[0]?.column ?? 0;
  const attributes = columnUses(table, keyColumn).filter((use) => use.isExact);
  return { keyColumn, attributes: attributes.map(({ column, id }) => ({ column, id })) };
}

/** What a column can be. `id` is empty if it can't be an attribute; `takenBy` is then the column that has its ID, if one has. */
export interface ColumnUse {
  readonly column: number;
  readonly id: string;
  /** The column's own name is the ID. Otherwise the name has to be changed, which the person decides. */
  readonly isExact: boolean;
  readonly takenBy?: number;
}

/** All columns but that of the keys, in their order. A name that is an ID as it stands comes before one that would have to be changed. */
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
 * An attribute id that a name suggests: a letter, then letters, digits, `-` and `_`, which is what the live service takes.
 * Empty if the name has none of it.
 */
export function attributeIdFrom(name: string): string {
  return name
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z]+|_+$/g, '');
}

/** Where most values repeat, a column such as "account" says whose row it is, and holds no keys. */
function scoreOf({ rows }: IdentityTable, name: string, column: number): number {
  const values = rows.slice(0, SAMPLE_ROWS).flatMap(({ cells }) => cells[column]?.trim() || []);
  if (values.length === 0) return 0;
  const distinct = new Set(values).size / values.length;
  return (distinct >= 0.5 ? keyNameScore(name) * 10 : 0) + distinct;
}
