/** Compares the rows of a table by their numbers of cells. */
import type { TableSource } from './keySource.ts';

/** A blank line is a row with one empty cell. */
export const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0]!.trim() === '';

type RowKind = 'blank' | 'header' | 'row' | 'wideRow' | 'narrowRow';

/**
 * Returns a function that takes the rows in order and returns the kind of each row. Rows with more or fewer cells than the
 * first are doubtful (RFC 4180, 2.4: each line should contain the same number of fields).
 */
export function createRowKinds({
  delimiter,
  hasHeader,
}: Pick<TableSource, 'delimiter' | 'hasHeader'>): (cells: readonly string[]) => RowKind {
  /** The number of cells in the first row. */
  let width = 0;
  /** The number of cells in the first row up to the last cell that is not empty. */
  let filled = 0;
  return (cells) => {
    const isFirst = width === 0;
    const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    // A header may consist of empty cells only.
    if (isBlank(cells) || (used === 0 && !(isFirst && hasHeader))) return 'blank';
    if (isFirst) [width, filled] = [cells.length, used];
    if (isFirst && hasHeader) return 'header';
    // Spreadsheets add empty cells after the last column. In a table with bars, an extra empty cell means that a value contains
    // a bar.
    if ((delimiter === '|' ? cells.length : used) > width) return 'wideRow';
    return cells.length < filled ? 'narrowRow' : 'row';
  };
}
