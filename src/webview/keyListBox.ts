/**
 * A list of keys: a listbox that draws only the visible rows, so that 100,000 keys scroll as fast as ten. All lengths are in
 * pixels.
 */
import { visibleParts } from './visibleText.ts';

export interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** The number of additional rows drawn beyond each edge, so that a fast scroll shows no gap. */
const OVERSCAN = 12;

/** Returns the rows to draw: `first` inclusive, `end` exclusive. Empty if the list is empty or has no layout. */
export function visibleRows({ scrollTop, height, rowHeight, count }: Viewport): { first: number; end: number } {
  if (height <= 0 || rowHeight <= 0 || count <= 0) return { first: 0, end: 0 };
  const top = Math.min(Math.max(scrollTop, 0), Math.max(count * rowHeight - height, 0));
  const first = Math.max(Math.floor(top / rowHeight) - OVERSCAN, 0);
  const end = Math.min(Math.ceil((top + height) / rowHeight) + OVERSCAN, count);
  return { first, end };
}

/** Returns the nearest scroll position at which the whole row is visible. */
export function scrollToRow(index: number, { scrollTop, height, rowHeight }: Viewport): number {
  const top = index * rowHeight;
  return top < scrollTop ? top : Math.max(scrollTop, top + rowHeight - height);
}

/** Returns the row that a keyboard key leads to from `active`. Undefined if the keyboard key has no function in a list. */
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

export interface KeyListBox {
  /** Shows these keys. If they are the same as before, the scroll position remains. Otherwise, the list starts at the top. */
  show(keys: readonly string[], label: string): void;
}

/** Creates a list in an empty element. The ids of the rows begin with the element's id. */
export function createKeyListBox(element: HTMLElement): KeyListBox {
  const space = document.createElement('div');
  space.className = 'key-space';
  space.setAttribute('role', 'presentation');
  element.append(space);

  let keys: readonly string[] = [];
  let active = 0;
  let rowHeight = 0;
  let isDrawing = false;

  const { id } = element;
  const rowId = (index: number): string => `${id}-${index}`;
  const viewport = (): Viewport => ({
    scrollTop: element.scrollTop,
    height: element.clientHeight,
    rowHeight,
    count: keys.length,
  });

  const draw = (): void => {
    isDrawing = false;
    const { first, end } = visibleRows(viewport());
    while (space.childElementCount > end - first) space.lastElementChild?.remove();
    while (space.childElementCount < end - first) space.append(createRow());
    for (const [place, row] of [...space.children].entries()) drawRow(row as HTMLElement, first + place);
    if (active >= first && active < end) element.setAttribute('aria-activedescendant', rowId(active));
    else element.removeAttribute('aria-activedescendant');
  };

  const drawRow = (row: HTMLElement, index: number): void => {
    const key = keys[index] ?? '';
    row.style.top = `${index * rowHeight}px`;
    row.style.height = `${rowHeight}px`;
    row.setAttribute('aria-selected', String(index === active));
    if (row.id === rowId(index) && row.dataset['key'] === key && row.ariaSetSize === String(keys.length)) return;
    row.id = rowId(index);
    row.dataset['key'] = key;
    row.setAttribute('aria-posinset', String(index + 1));
    row.setAttribute('aria-setsize', String(keys.length));
    row.replaceChildren(...visibleParts(key, 'oneLine').map(({ text, isHidden }) => (isHidden ? hiddenCharacter(text) : text)));
  };

  /**
   * Computes the layout. The height of a row follows the theme's font size. An element of the height of all rows gives the
   * scroll bar its length.
   */
  const layOut = (): void => {
    rowHeight = Math.round(Number.parseFloat(getComputedStyle(element).lineHeight)) || 20;
    space.style.height = `${keys.length * rowHeight}px`;
    draw();
  };

  const drawSoon = (): void => {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(draw);
  };

  element.addEventListener('scroll', drawSoon, { passive: true });
  element.addEventListener('keydown', (event) => {
    const target = event.altKey || event.ctrlKey || event.metaKey ? undefined : rowAfterKey(event.key, active, viewport());
    if (target === undefined) return;
    event.preventDefault();
    active = target;
    element.scrollTop = scrollToRow(target, viewport());
    draw();
  });
  element.addEventListener('click', (event) => {
    const row = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    if (row === null) return;
    active = Number(row.getAttribute('aria-posinset')) - 1;
    draw();
  });
  new ResizeObserver(layOut).observe(element);

  return {
    show(next, label) {
      element.setAttribute('aria-label', label);
      element.hidden = next.length === 0;
      // The list may be the same as before, because the editor sends it again each time it has read the request.
      const isSame = next.length === keys.length && next.every((key, index) => key === keys[index]);
      keys = next;
      if (!isSame) active = element.scrollTop = 0;
      layOut();
    },
  };
}

function createRow(): HTMLElement {
  const row = document.createElement('div');
  row.className = 'key';
  row.setAttribute('role', 'option');
  return row;
}

function hiddenCharacter(text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = 'hidden-char';
  span.textContent = text;
  return span;
}
