/** Finds rows of a table again after its file was changed. */
import type { IdentityRow } from './identitiesFrom.ts';
import type { IdentityTable, TableRow } from './identityTable.ts';
import type { Mapping } from './mapping.ts';

/** The rows of a table, and the column that contains the keys. */
export interface KeyedRows {
  readonly rows: readonly TableRow[];
  readonly keyColumn: number;
}

export interface RematchedRows {
  /** The current versions of the wanted rows that were found. */
  readonly rows: readonly TableRow[];
  /** The old and the new keys of the found rows whose key was corrected. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** The keys of rows that no longer exist. */
  readonly missing: readonly string[];
}

/**
 * Finds the current version of the `wanted` rows of `before`. Line and key identify a wanted row, because a line of JSON may
 * contain several rows. A row is found by its key; if several rows have the same key, also by its position among them. If a key
 * no longer exists, the person may have corrected it. Its row is then paired with a row that has a new key. This is done only
 * if as many keys are new as have disappeared between two neighbouring rows that still exist. Otherwise, the row counts as
 * missing, so that no unrelated row replaces it.
 */
export function rematchRows(
  wanted: readonly Pick<IdentityRow, 'line' | 'key'>[],
  before: KeyedRows,
  now: KeyedRows,
): RematchedRows {
  const [old, current] = [namedRows(before), namedRows(now)];
  const [gone, added] = [gapsOf(old, current), gapsOf(current, old)];
  const pairs = new Map<string, NamedRow>();
  for (const [gap, names] of gone) {
    const others = added.get(gap) ?? [];
    if (others.length === names.length) names.forEach((name, index) => pairs.set(name, current.get(others[index]!)!));
  }
  const marks = new Set(wanted.map(({ line, key }) => `${line} ${key}`));
  // If a line has two rows with the same key, only the first one was sent.
  const those = [...old].filter(([, { row, key }]) => marks.delete(`${row.line} ${key}`));
  const found = those.map(([name, { key }]) => ({ key, same: current.get(name), other: pairs.get(name) }));
  return {
    rows: found.flatMap(({ same, other }) => (same ?? other)?.row ?? []),
    renamed: found.flatMap(({ key, same, other }) => (!same && other ? [{ from: key, to: other.key }] : [])),
    missing: found.flatMap(({ key, same, other }) => (same || other ? [] : [key])),
  };
}

/**
 * Converts the mapping of the table `before` into a mapping of `now`, which is the same table after it was read again.
 * Undefined if the header is different, or if no object has the field with the keys. Leaves out attributes whose field no
 * object has.
 */
export function rematchMapping(mapping: Mapping, before: IdentityTable, now: IdentityTable): Mapping | undefined {
  const names = ({ columns }: IdentityTable): readonly string[] => columns.map(({ name }) => name);
  const [old, current] = [names(before), names(now)];
  if (before.form.format === 'csv') return JSON.stringify(old) === JSON.stringify(current) ? mapping : undefined;
  // Fields are in the order in which they first appear. That order also distinguishes two fields with the same name.
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

interface NamedRow {
  readonly key: string;
  readonly row: TableRow;
}

/** Returns the rows by name. The name of a row consists of its key and its position among the rows with that key. */
function namedRows({ rows, keyColumn }: KeyedRows): ReadonlyMap<string, NamedRow> {
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

/**
 * Returns the names (see `namedRows`) of the rows that `others` does not have, in order. Groups them by the nearest rows above
 * and below that both tables have.
 */
function gapsOf(
  all: ReadonlyMap<string, NamedRow>,
  others: ReadonlyMap<string, NamedRow>,
): ReadonlyMap<string, readonly string[]> {
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
