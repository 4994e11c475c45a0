/** Which rows of a long list of equally high rows are in sight, and where to scroll to. Pure; all lengths in pixels. */

export interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** Rows beyond each edge that are drawn too, so that a fast scroll does not show a gap. */
const overscan = 12;

/** The rows to draw: `first` inclusive, `end` exclusive. None if the list is empty or not laid out. */
export function rowsInSight({ scrollTop, height, rowHeight, count }: Viewport): { first: number; end: number } {
  if (height <= 0 || rowHeight <= 0 || count <= 0) {
    return { first: 0, end: 0 };
  }
  const top = Math.min(Math.max(scrollTop, 0), Math.max(count * rowHeight - height, 0));
  const first = Math.max(Math.floor(top / rowHeight) - overscan, 0);
  const end = Math.min(Math.ceil((top + height) / rowHeight) + overscan, count);
  return { first, end };
}

/** The nearest scroll position at which the row is wholly in sight. */
export function scrollToRow(index: number, { scrollTop, height, rowHeight }: Viewport): number {
  const top = index * rowHeight;
  if (top < scrollTop) {
    return top;
  }
  return Math.max(scrollTop, top + rowHeight - height);
}

/** The row that a key of the keyboard leads to, from `active`; `undefined` if the key means nothing in a list. */
export function rowAfterKey(key: string, active: number, { height, rowHeight, count }: Viewport): number | undefined {
  const page = Math.max(Math.floor(height / rowHeight) - 1, 1);
  const targets = new Map([
    ['ArrowDown', active + 1],
    ['ArrowUp', active - 1],
    ['PageDown', active + page],
    ['PageUp', active - page],
    ['Home', 0],
    ['End', count - 1],
  ]);
  const target = targets.get(key);
  return target === undefined || count === 0 ? undefined : Math.min(Math.max(target, 0), count - 1);
}
