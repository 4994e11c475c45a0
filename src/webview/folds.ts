/** Folds rows that don't change, where they stand, so that the order of evaluation stays readable. Pure. */
import type { Row } from './protocol.ts';

export interface KeyedRow {
  readonly key: string;
  readonly row: Row;
}

export interface FoldedRows {
  readonly kind: 'fold';
  readonly key: string;
  readonly rows: readonly KeyedRow[];
}

export type RowGroup = ({ readonly kind: 'row' } & KeyedRow) | FoldedRows;

/** Rows that change, one by one, and each run of unchanged rows as one fold. Keys are unique and survive an update. */
export function groupRows(rows: readonly Row[]): readonly RowGroup[] {
  const seen = new Map<string, number>();
  const groups: RowGroup[] = [];
  let run: KeyedRow[] = [];
  const endRun = (): void => {
    const first = run[0];
    if (first !== undefined) {
      groups.push({ kind: 'fold', key: `fold ${first.key}`, rows: run });
      run = [];
    }
  };
  for (const row of rows) {
    const count = (seen.get(row.title) ?? 0) + 1;
    seen.set(row.title, count);
    const key = `${count} ${row.title}`;
    if (row.change === 'same') {
      run.push({ key, row });
    } else {
      endRun();
      groups.push({ kind: 'row', key, row });
    }
  }
  endRun();
  return groups;
}
