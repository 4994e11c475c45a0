/**
 * Describes the page as plain data (`h`). `patch` applies it to the document in place: an element with the same key keeps its
 * focus, its scroll position and its open folds. Text always becomes a text node, never markup.
 */
import { visibleParts } from './visibleText.ts';

export type Child = VNode | string;

export interface VNode {
  readonly tag: string;
  /** `key` identifies the element among its siblings. Without `key`, the position identifies the element. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
  /** Style properties. They are set by the CSSOM, because the page's policy forbids style attributes. */
  readonly style: Readonly<Record<string, string>>;
  /** Undefined = other code fills this element. */
  readonly children: readonly Child[] | undefined;
}

/** Creates an element. Undefined attributes and children are left out. */
export function h(
  tag: string,
  attributes: VNode['attributes'],
  children: readonly (Child | undefined)[] = [],
  style: VNode['style'] = {},
): VNode {
  return { tag, attributes, style, children: children.filter((child) => child !== undefined) };
}

/** The maximum number of hidden characters of one text that get an element each. Many elements would make the page slow. */
const MAX_MARKED = 1000;

/**
 * Returns text of the service. Invisible characters, and those that change the direction of the text, are shown as their numbers.
 */
export function readable(text: string): readonly Child[] {
  const parts = visibleParts(text, 'lines');
  if (parts.length > 2 * MAX_MARKED) return [parts.map((part) => (part.isHidden ? `[${part.text}]` : part.text)).join('')];
  return parts.map((part) => (part.isHidden ? h('span', { class: 'hidden-char' }, [part.text]) : part.text));
}

const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS: ReadonlySet<string> = new Set(['svg', 'path']);
/** The data that each node was last created from. */
const renderedFrom = new WeakMap<Node, VNode>();

/**
 * Updates the children of `parent` to match `children`. Restores the focus if moving an element removed it, but takes no focus
 * from a question of the editor.
 */
export function patch(parent: Element, children: readonly Child[]): void {
  const focused = document.activeElement;
  patchChildren(parent, children);
  if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected && document.hasFocus())
    focused.focus({ preventScroll: true });
}

function patchChildren(parent: Element, children: readonly Child[]): void {
  const known = new Map([...parent.childNodes].map((node, index) => [identityOf(renderedFrom.get(node), index), node as Node]));
  const nodes = children.map((child, index) => {
    const name = identityOf(child, index);
    const old = known.get(name);
    const node = typeof child === 'string' ? patchText(old, child) : patchElement(old, child);
    if (node === old) known.delete(name);
    return node;
  });
  for (const stale of known.values()) parent.removeChild(stale);
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

/** Returns the identity of a child. A position can't be equal to a key, because it starts with a character that no key has. */
const identityOf = (source: Child | undefined, index: number): string =>
  (typeof source === 'object' ? source.attributes['key'] : undefined) ?? `\u0000${index}`;

function patchText(old: Node | undefined, text: string): Node {
  if (!(old instanceof Text)) return document.createTextNode(text);
  if (old.data !== text) old.data = text;
  return old;
}

function patchElement(old: Node | undefined, source: VNode): Element {
  const before = old && renderedFrom.get(old);
  if (old instanceof Element && before === source) return old;
  const { tag, attributes, style, children } = source;
  const isSame = old instanceof Element && before?.tag === tag;
  const element = isSame ? old : SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  const previous = isSame ? before.attributes : {};
  for (const name of new Set([...Object.keys(previous), ...Object.keys(attributes)])) {
    const value = attributes[name];
    if (name === 'key' || value === previous[name]) continue;
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  if (element instanceof HTMLElement) for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
  renderedFrom.set(element, source);
  if (children !== undefined) patchChildren(element, children);
  return element;
}
