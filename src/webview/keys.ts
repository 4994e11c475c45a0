/** The keys of a segment request: one search over the lists of what is added, removed and left as it is. */
import { createKeyListBox } from './keyListBox.ts';
import type { KeyListBox } from './keyListBox.ts';
import { findKeys, isSameList } from './keySearch.ts';
import { fillTemplate } from './numbers.ts';
import type { Numbers } from './numbers.ts';
import type { KeyList, ReviewWords } from './protocol.ts';

export interface KeyPanel {
  readonly element: HTMLElement;
  /** Shows the lists in the order given. A list that is shown already keeps its place, scroll position and fold. */
  show(lists: readonly KeyList[], words: ReviewWords, numbers: Numbers): void;
}

export interface KeyPanelStart {
  readonly search: string;
  isOpen(fold: string): boolean;
  /** The user changed what is searched for. */
  onSearch(search: string): void;
}

/** Keys that don't change are folded; the others stand open. */
interface ListView {
  readonly element: HTMLElement;
  readonly title: HTMLElement;
  readonly count: HTMLElement;
  readonly box: KeyListBox;
  found: { readonly keys: readonly string[]; readonly search: string; readonly all: readonly string[] } | undefined;
}

/** How long typing pauses before the counts are read out, in milliseconds. */
const announceAfter = 400;

export function createKeyPanel(start: KeyPanelStart): KeyPanel {
  const element = create('div', 'keys');
  const search = create('input', 'search');
  search.type = 'search';
  search.spellcheck = false;
  search.autocomplete = 'off';
  search.value = start.search;
  const announced = create('p', 'unseen');
  announced.setAttribute('role', 'status');
  const listViews = new Map<KeyList['id'], ListView>();
  let shown: { lists: readonly KeyList[]; words: ReviewWords; numbers: Numbers } | undefined;
  let timer = 0;

  const draw = (): string => {
    const counts = (shown?.lists ?? []).map((list) => {
      const { words, numbers } = shown as NonNullable<typeof shown>;
      const view = listViews.get(list.id) ?? createListView(list.id, start.isOpen(foldOf(list.id)));
      listViews.set(list.id, view);
      if (view.found?.search !== search.value || !isSameList(view.found.all, list.keys)) {
        view.found = { keys: findKeys(list.keys, search.value), search: search.value, all: list.keys };
      }
      const count = fillTemplate(words.keysShown, {
        shown: numbers.count(view.found.keys.length),
        all: numbers.count(list.keys.length),
      });
      setText(view.title, list.title);
      setText(view.count, count);
      view.element.dataset['change'] = list.change;
      view.box.show(view.found.keys, list.title);
      return `${list.title}: ${count}`;
    });
    return counts.join('; ');
  };

  search.addEventListener('input', () => {
    const text = draw();
    start.onSearch(search.value);
    clearTimeout(timer);
    timer = setTimeout(() => setText(announced, text), announceAfter);
  });

  return {
    element,
    show(lists, words, numbers) {
      if (shown?.lists === lists && shown.words === words) {
        return;
      }
      shown = { lists, words, numbers };
      search.placeholder = words.searchKeys;
      search.setAttribute('aria-label', words.searchKeys);
      for (const [id, view] of listViews) {
        if (!lists.some((list) => list.id === id)) {
          view.element.remove();
          listViews.delete(id);
        }
      }
      draw();
      const wanted = lists.length === 0 ? [] : [search, announced, ...lists.map(({ id }) => listViews.get(id)?.element)];
      place(
        element,
        wanted.filter((node) => node !== undefined),
      );
    },
  };
}

function createListView(id: KeyList['id'], isOpen: boolean): ListView {
  const box = createKeyListBox(`keys-${id}`);
  const title = create('h2', '');
  const count = create('span', 'key-count');
  const isFolded = id === 'unchanged';
  const element = create(isFolded ? 'details' : 'section', 'key-list');
  const head = create(isFolded ? 'summary' : 'div', 'key-head');
  head.append(title, count);
  if (element instanceof HTMLDetailsElement) {
    element.dataset['fold'] = foldOf(id);
    element.open = isOpen;
  } else {
    title.id = `keys-${id}-title`;
    element.setAttribute('aria-labelledby', title.id);
  }
  element.append(head, box.element);
  return { element, title, count, box, found: undefined };
}

/** The name under which an open fold of keys is remembered. */
function foldOf(id: KeyList['id']): string {
  return `keys ${id}`;
}

/** Puts the nodes into the parent in this order and moves none that is in its place. */
function place(parent: HTMLElement, nodes: readonly HTMLElement[]): void {
  for (const node of Array.from(parent.children)) {
    if (!nodes.some((wanted) => wanted === node)) {
      node.remove();
    }
  }
  let next = parent.firstElementChild;
  for (const node of nodes) {
    if (node === next) {
      next = next.nextElementSibling;
    } else {
      parent.insertBefore(node, next);
    }
  }
}

function create<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
