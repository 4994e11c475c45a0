/** Finds rows of a table again after its file was changed. */
import type { IdentityRow } from './identitiesFrom.ts';
import type { IdentityTable, TableRow } from './identityTable.ts';
import type { Mapping } from './mapping.ts';

/** The rows of a table, and which of its columns holds the keys. */
export interface KeyedRows {
  readonly rows: readonly TableRow[];
  readonly keyColumn: number;
}

export interface RowsAgain {
  /** As they are now. */
  readonly rows: readonly TableRow[];
  /** Rows whose key was corrected. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** Keys of the rows that are gone. */
  readonly missing: readonly string[];
}

/**
 * `wanted` are rows of `before`, by their lines and keys: a JSON list may have several rows in a line. A row is found by its key; if several rows have one key, by its place
 * among them. Rows whose keys are gone are paired with rows of new keys if as many of both stand between the same two other rows:
 * their keys were corrected. Otherwise they are missing, so that no other row is taken for one of them.
 */
export function rowsAgain(wanted: readonly Pick<IdentityRow, 'line' | 'key'>[], before: KeyedRows, now: KeyedRows): RowsAgain {
  const [old, current] = [namedRows(before), namedRows(now)];
  const [gone, added] = [gapsOf(old, current), gapsOf(current, old)];
  const pairs = new Map<string, Named>();
  for (const [gap, names] of gone) {
    const others = added.get(gap) ?? [];
    if (others.length === names.length) names.forEach((name, index) => pairs.set(name, current.get(others[index]!)!));
  }
  const marks = new Set(wanted.map(({ line, key }) => `${line} ${key}`));
  // Of two rows with one key in one line, the first was sent.
  const those = [...old].filter(([, { row, key }]) => marks.delete(`${row.line} ${key}`));
  const found = those.map(([name, { key }]) => ({ key, same: current.get(name), other: pairs.get(name) }));
  return {
    rows: found.flatMap(({ same, other }) => (same ?? other)?.row ?? []),
    renamed: found.flatMap(({ key, same, other }) => (!same && other ? [{ from: key, to: other.key }] : [])),
    missing: found.flatMap(({ key, same, other }) => (same || other ? [] : [key])),
  };
}

/**
 * The columns of a table that was read anew: `mapping` holds in `before`. Undefined if the keys can't be found: the header is
 * another, or no object has the field any more. A field that no object has any more is left out.
 */
export function mappingAgain(mapping: Mapping, before: IdentityTable, now: IdentityTable): Mapping | undefined {
  const names = ({ columns }: IdentityTable): readonly string[] => columns.map(({ name }) => name);
  const [old, current] = [names(before), names(now)];
  if (before.form.format === 'csv') return JSON.stringify(old) === JSON.stringify(current) ? mapping : undefined;
  // Fields have the order in which they come first. Two of one name are told apart by it.
  const columnOf = (column: number): number | undefined => {
    const name = old[column]!;
    const nth = old.slice(0, column).filter((other) => other === name).length;
    return current.flatMap((other, index) => (other === name ? [index] : []))[nth];
  };
  const keyColumn = columnOf(mapping.keyColumn);
  const attributes = mapping.attributes.flatMap(({ column, id }) => {
    const again = columnOf(column);
    return again === undefined ? [] : [{ column: again, id }];
  });
  return keyColumn === undefined ? undefined : { keyColumn, attributes };
}

interface Named {
  readonly key: string;
  readonly row: TableRow;
}

/** By key, and place among the rows with that key. */
function namedRows({ rows, keyColumn }: KeyedRows): ReadonlyMap<string, Named> {
  const counts = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const key = (row.cells[keyColumn] ?? '').trim();
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return [JSON.stringify([key, count]), { key, row }];
    }),
  );
}

/** The names that `others` lacks, in their order, by the two rows of both tables that they stand between. */
function gapsOf(all: ReadonlyMap<string, Named>, others: ReadonlyMap<string, Named>): ReadonlyMap<string, readonly string[]> {
  const gaps = new Map<string, string[]>();
  let above = '';
  let gap: string[] = [];
  const close = (below: string): void => {
    if (gap.length > 0) gaps.set(JSON.stringify([above, below]), gap);
    [above, gap] = [below, []];
  };
  for (const name of all.keys()) {
    if (others.has(name)) close(name);
    else gap.push(name);
  }
  close('');
  return gaps;
}
