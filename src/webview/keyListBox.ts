/** One list of keys: a listbox that draws only the rows in sight, so that 100,000 scroll as ten do. */
import { visibleParts } from './visibleText.ts';
import { rowAfterKey, rowsInSight, scrollToRow } from './windowing.ts';
import type { Viewport } from './windowing.ts';

export interface KeyListBox {
  readonly element: HTMLElement;
  /** Shows these keys; keeps the scroll position if the list is the same, else starts at the top. */
  show(keys: readonly string[], label: string): void;
}

/** `id` is the page-wide id of the listbox; its rows' ids begin with it. */
export function createKeyListBox(id: string): KeyListBox {
  const element = document.createElement('div');
  element.className = 'key-box';
  element.id = id;
  element.tabIndex = 0;
  element.setAttribute('role', 'listbox');
  const tall = document.createElement('div');
  tall.className = 'key-space';
  tall.setAttribute('role', 'presentation');
  element.append(tall);

  let keys: readonly string[] = [];
  let active = 0;
  let rowHeight = 0;
  let isDrawing = false;

  const viewport = (): Viewport => ({
    scrollTop: element.scrollTop,
    height: element.clientHeight,
    rowHeight,
    count: keys.length,
  });

  const draw = (): void => {
    isDrawing = false;
    const { first, end } = rowsInSight(viewport());
    while (tall.childElementCount > end - first) {
      tall.lastElementChild?.remove();
    }
    while (tall.childElementCount < end - first) {
      tall.append(createRow());
    }
    for (const [place, row] of [...tall.children].entries()) {
      drawRow(row as HTMLElement, first + place);
    }
    if (active >= first && active < end) {
      element.setAttribute('aria-activedescendant', rowId(active));
    } else {
      element.removeAttribute('aria-activedescendant');
    }
  };

  const rowId = (index: number): string => `${id}-${index}`;

  const drawRow = (row: HTMLElement, index: number): void => {
    const key = keys[index] ?? '';
    row.style.top = `${index * rowHeight}px`;
    row.style.height = `${rowHeight}px`;
    row.setAttribute('aria-selected', String(index === active));
    if (row.id === rowId(index) && row.dataset['key'] === key && row.ariaSetSize === String(keys.length)) {
      return;
    }
    row.id = rowId(index);
    row.dataset['key'] = key;
    row.setAttribute('aria-posinset', String(index + 1));
    row.setAttribute('aria-setsize', String(keys.length));
    row.replaceChildren(...visibleParts(key, 'oneLine').map(({ text, isHidden }) => (isHidden ? hiddenCharacter(text) : text)));
  };

  /** The row's height follows the theme's font size; the space behind the rows gives the scroll bar its length. */
  const layOut = (): void => {
    rowHeight = Math.round(Number.parseFloat(getComputedStyle(element).lineHeight)) || 20;
    tall.style.height = `${keys.length * rowHeight}px`;
    draw();
  };

  const drawSoon = (): void => {
    if (!isDrawing) {
      isDrawing = true;
      requestAnimationFrame(draw);
    }
  };

  const goTo = (index: number): void => {
    active = index;
    element.scrollTop = scrollToRow(index, viewport());
    draw();
  };

  element.addEventListener('scroll', drawSoon, { passive: true });
  element.addEventListener('keydown', (event) => {
    const target = event.altKey || event.ctrlKey || event.metaKey ? undefined : rowAfterKey(event.key, active, viewport());
    if (target !== undefined) {
      event.preventDefault();
      goTo(target);
    }
  });
  element.addEventListener('click', (event) => {
    const row = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    if (row !== null) {
      active = Number(row.getAttribute('aria-posinset')) - 1;
      draw();
    }
  });
  new ResizeObserver(layOut).observe(element);

  return {
    element,
    show(next, label) {
      element.setAttribute('aria-label', label);
      element.hidden = next.length === 0;
      if (next !== keys) {
        keys = next;
        active = 0;
        element.scrollTop = 0;
      }
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
