/** Which column of a table is the key, and which attribute each other column is. */
import { keyNameScore } from '../keys/columns.ts';
import type { IdentityTable } from './identityTable.ts';

export interface Mapping {
  readonly keyColumn: number;
  /** Columns that are not among them are left out. No id stands twice. */
  readonly attributes: readonly { readonly column: number; readonly id: string }[];
}

const SAMPLE_ROWS = 200;

/** The column that is named most like keys and repeats least; each other one is the attribute of its name. */
export function guessMapping(table: IdentityTable): Mapping {
  const scored = table.columns.map(({ name }, column) => ({ column, score: scoreOf(table, name, column) }));
  const keyColumn = scored.toSorted((one, other) => other.score - one.score)[0]?.column ?? 0;
  return { keyColumn, attributes: attributesOf(table, keyColumn) };
}

/** The attributes that the other columns can be. Of two columns with the same name only the first is one. */
export function attributesOf({ columns }: IdentityTable, keyColumn: number): Mapping['attributes'] {
  const taken = new Set<string>();
  return columns.flatMap(({ name }, column) => {
    const id = attributeIdFrom(name);
    if (column === keyColumn || id === '' || taken.has(id)) return [];
    taken.add(id);
    return [{ column, id }];
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
