/** The rows of a section: runs of unchanged ones as folds, and what is drawn of each, kept while it is the same. Pure. */
import type { DiffRow } from './protocol.ts';
import type { VNode } from './vnode.ts';

export interface KeyedRow {
  readonly key: string;
  readonly row: DiffRow;
}

export interface FoldedRows {
  readonly kind: 'fold';
  readonly key: string;
  readonly rows: readonly KeyedRow[];
}

/**
 * Rows that change, one by one, and each run of unchanged rows as one fold where it stands, so that the order of evaluation
 * stays readable. Keys are unique and survive an update.
 */
export function groupRows(rows: readonly DiffRow[]): readonly (({ readonly kind: 'row' } & KeyedRow) | FoldedRows)[] {
  const counts = new Map<string, number>();
  const groups: (({ readonly kind: 'row' } & KeyedRow) | { kind: 'fold'; key: string; rows: KeyedRow[] })[] = [];
  for (const row of rows) {
    const count = (counts.get(row.title) ?? 0) + 1;
    counts.set(row.title, count);
    const key = `${count} ${row.title}`;
    const last = groups.at(-1);
    if (row.change !== 'same') groups.push({ kind: 'row', key, row });
    else if (last?.kind === 'fold') last.rows.push({ key, row });
    else groups.push({ kind: 'fold', key: `fold ${key}`, rows: [{ key, row }] });
  }
  return groups;
}

/** An equal row of the next view is the same node, which `patch` passes over. */
export interface RowCache {
  /** `place` is unique on the page; `setting` is all that the node depends on besides the row. */
  nodeOf(row: DiffRow, place: string, setting: string, draw: () => VNode): VNode;
}

export function createRowCache(): RowCache {
  const drawn = new Map<string, { readonly signature: string; readonly node: VNode }>();
  return {
    nodeOf(row, place, setting, draw) {
      const signature = `${JSON.stringify(row)}${setting}`;
      const known = drawn.get(place);
      if (known?.signature === signature) return known.node;
      const node = draw();
      drawn.set(place, { signature, node });
      return node;
    },
  };
}
