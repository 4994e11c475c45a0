/** Stores values, and tables of values, under names, so that they survive a restart of the editor. */

/** Storage that the caller provides, for example a Memento of the editor. */
export interface Store {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The first columns of a row are its key: texts such as an origin and an id. */
export interface Table<Row extends readonly unknown[]> {
  /** Returns the rows that begin with these columns, in the order in which they were added. */
  rows(...start: readonly string[]): readonly Row[];
  /** Returns the row with this key. Fast, however many rows there are. */
  find(...key: readonly string[]): Row | undefined;
  /** Adds rows at the end, and removes earlier rows with the same keys. */
  put(...rows: readonly Row[]): Promise<void>;
  /** Removes the rows that begin with one of these lists of columns, in one write. */
  remove(...starts: readonly (readonly string[])[]): Promise<void>;
  /** Replaces each row that begins with these columns, in its place and in one write. Undefined removes the row. */
  replace(start: readonly string[], change: (row: Row) => Row | undefined): Promise<void>;
}

/** The rows of each stored list, by their keys. A write stores a new list, so an index never becomes outdated. */
const rowIndexes = new WeakMap<readonly unknown[], ReadonlyMap<string, unknown>>();

/**
 * Opens the table that is stored under `name`. All tables with the same name have the same rows. If there are more than
 * `maxRows` rows, or more than `maxCharacters` of JSON, the oldest rows are removed, because the editor always writes the whole
 * table.
 */
export function openTable<Row extends readonly unknown[]>(
  store: Store,
  name: string,
  {
    keyColumns,
    maxRows,
    maxCharacters,
  }: { readonly keyColumns: number; readonly maxRows: number; readonly maxCharacters?: number },
): Table<Row> {
  const all = (): readonly Row[] => store.get<readonly Row[]>(name) ?? [];
  const keyOf = (row: Row): string => JSON.stringify(row.slice(0, keyColumns));
  const startsWith = (row: Row, start: readonly string[]): boolean => start.every((text, column) => row[column] === text);
  function fitting(rows: readonly Row[]): readonly Row[] {
    if (maxCharacters === undefined) return rows;
    let total = 0;
    const newest = rows.toReversed();
    const end = newest.findIndex((row) => (total += JSON.stringify(row).length) > maxCharacters);
    return (end < 0 ? newest : newest.slice(0, end)).toReversed();
  }
  return {
    find(...key) {
      const rows = all();
      const byKey = rowIndexes.get(rows) ?? new Map(rows.map((row) => [keyOf(row), row]));
      rowIndexes.set(rows, byKey);
      return byKey.get(JSON.stringify(key)) as Row | undefined;
    },
    rows: (...start) => all().filter((row) => startsWith(row, start)),
    async put(...rows) {
      if (rows.length === 0) return;
      const put = new Map(rows.map((row) => [keyOf(row), row]));
      const others = all().filter((row) => !put.has(keyOf(row)));
      await store.update(name, fitting([...others, ...put.values()].slice(-maxRows)));
    },
    async remove(...starts) {
      const before = all();
      const others = before.filter((row) => !starts.some((start) => startsWith(row, start)));
      if (others.length < before.length) await store.update(name, others);
    },
    async replace(start, change) {
      const before = all();
      if (!before.some((row) => startsWith(row, start))) return;
      const after = before.map((row) => (startsWith(row, start) ? change(row) : row));
      await store.update(
        name,
        after.filter((row) => row !== undefined),
      );
    },
  };
}
