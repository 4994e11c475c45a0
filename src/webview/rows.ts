/**
 * Groups the rows of a section, with consecutive unchanged rows as folds. Caches the drawn node of each row that did not change
 * since the previous view. Pure.
 */
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
 * Groups rows. Each changed row is a group of its own. Consecutive unchanged rows become a fold in the same position, so that
 * the order of evaluation remains readable. The key of a group is unique and stays the same after an update.
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

/** Returns the same node for an equal row of the next view, so that `patch` skips it. */
export interface RowCache {
  /** `place` is unique on the page. `setting` contains everything else that the node depends on. */
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
