/** The keys of a segment request: one search over the lists of added, removed and unchanged keys. */
import { createKeyListBox, type KeyListBox } from './keyListBox.ts';
import { fillTemplate, type Numbers } from './numbers.ts';
import type { KeyList, ReviewWords } from './protocol.ts';
import type { RenderContext } from './renderSection.ts';
import { h, readable, type VNode } from './vnode.ts';

export interface KeySearch {
  readonly text: string;
  /** The numbers of keys found, as a text that a screen reader reads out after a pause in typing. */
  readonly announced: string;
}

export const searchId = 'search';

/**
 * Returns the keys that contain the text, ignoring case, in their order. An empty text returns the list itself. Spaces around
 * the text are ignored, because pasted text often has them.
 */
export function searchKeys(keys: readonly string[], text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return keys;
  const last = searches.get(keys);
  if (last?.wanted === wanted) return last.found;
  const found = keys.filter((key) => key.toLowerCase().includes(wanted));
  searches.set(keys, { wanted, found });
  return found;
}

/** The last search in each list, stored because a list may contain 100,000 keys and is drawn more than once. */
const searches = new WeakMap<readonly string[], { readonly wanted: string; readonly found: readonly string[] }>();

/** Draws the lists. The list of unchanged keys is in a closed fold; the other lists are open. `fillKeyLists` adds the keys. */
export function renderKeys(lists: readonly KeyList[], search: KeySearch, page: RenderContext): VNode | undefined {
  if (lists.length === 0) return undefined;
  const { words, numbers, openFolds } = page;
  const sections = lists.map((list) => {
    const { id, title, change } = list;
    const name = `keys ${id}`;
    const count = h('span', { class: 'key-count' }, [countText(list, search.text, words, numbers)]);
    const heading = h('h2', { id: `keys-${id}-title` }, readable(title));
    const box = {
      ...h('div', { key: 'box', id: boxId(id), class: 'key-box', tabindex: '0', role: 'listbox' }),
      children: undefined,
    };
    const shared = { key: id, class: 'key-list', 'data-change': change };
    return id === 'unchanged'
      ? h('details', { ...shared, 'data-fold': name, open: openFolds.has(name) ? '' : undefined }, [
          h('summary', { class: 'key-head' }, [heading, count]),
          box,
        ])
      : h('section', { ...shared, 'aria-labelledby': `keys-${id}-title` }, [
          h('div', { class: 'key-head' }, [heading, count]),
          box,
        ]);
  });
  const label = { placeholder: words.searchKeys, 'aria-label': words.searchKeys };
  const field = { type: 'search', spellcheck: 'false', autocomplete: 'off', value: search.text, ...label };
  return h('div', { key: 'keys', class: 'keys' }, [
    h('input', { key: searchId, id: searchId, class: 'search', ...field }),
    h('p', { key: 'announced', class: 'unseen', role: 'status' }, [search.announced]),
    ...sections,
  ]);
}

/** Returns the text to read out: "Keys that would be added: 3 of 25; …". */
export function countsText(lists: readonly KeyList[], search: string, words: ReviewWords, numbers: Numbers): string {
  return lists.map((list) => `${list.title}: ${countText(list, search, words, numbers)}`).join('; ');
}

function countText({ keys }: KeyList, search: string, words: ReviewWords, numbers: Numbers): string {
  return fillTemplate(words.keysShown, {
    shown: numbers.count(searchKeys(keys, search).length),
    all: numbers.count(keys.length),
  });
}

const boxId = (id: KeyList['id']): string => `keys-${id}`;
const boxes = new WeakMap<HTMLElement, KeyListBox>();

/**
 * Adds the keys to the lists. Called after `patch`, which does not touch the content of these lists. A list with the same keys
 * keeps its scroll position.
 */
export function fillKeyLists(lists: readonly KeyList[], search: string): void {
  for (const { id, keys, title } of lists) {
    const element = document.getElementById(boxId(id));
    if (element === null) continue;
    const box = boxes.get(element) ?? createKeyListBox(element);
    boxes.set(element, box);
    box.show(searchKeys(keys, search), title);
  }
}
