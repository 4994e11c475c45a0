/**
 * Brings sketches into the page and changes what is already there in place: an element found again by its key keeps its
 * focus, its scroll position and what the user opened. Text only ever becomes text nodes.
 */
import type { Child, Sketch } from './sketch.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const svgTags = new Set(['svg', 'path']);
const drawn = new WeakMap<Node, Sketch>();

/** Makes the children of `parent` those described. Gives the focus back where moving an element took it away. */
export function patch(parent: Element, children: readonly Child[]): void {
  const focused = document.activeElement;
  patchChildren(parent, children);
  if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

function patchChildren(parent: Element, children: readonly Child[]): void {
  const known = new Map<string, Node>();
  for (const [index, node] of [...parent.childNodes].entries()) {
    known.set(nameOf(drawn.get(node), index), node);
  }
  const nodes = children.map((child, index) => {
    const name = nameOf(typeof child === 'string' ? undefined : child, index);
    const old = known.get(name);
    const node = typeof child === 'string' ? patchText(old, child) : patchElement(old, child);
    if (node === old) {
      known.delete(name);
    }
    return node;
  });
  for (const stale of known.values()) {
    parent.removeChild(stale);
  }
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) {
      next = next.nextSibling;
    } else {
      parent.insertBefore(node, next);
    }
  }
}

/** Keys and positions don't meet: a position starts with a character no key of ours has. */
function nameOf(sketch: Sketch | undefined, index: number): string {
  return sketch?.key ?? `\u0000${index}`;
}

function patchText(old: Node | undefined, text: string): Node {
  if (!(old instanceof Text)) {
    return document.createTextNode(text);
  }
  if (old.data !== text) {
    old.data = text;
  }
  return old;
}

function patchElement(old: Node | undefined, sketch: Sketch): Element {
  const before = old && drawn.get(old);
  if (old instanceof Element && before === sketch) {
    return old;
  }
  const isSame = old instanceof Element && before?.tag === sketch.tag;
  const element = isSame ? old : createElement(sketch);
  const attributes = isSame ? before.attributes : {};
  for (const name of Object.keys(attributes)) {
    if (sketch.attributes[name] === undefined) {
      element.removeAttribute(name);
    }
  }
  for (const [name, value] of Object.entries(sketch.attributes)) {
    if (value !== undefined && value !== attributes[name]) {
      element.setAttribute(name, value);
    }
  }
  if (element instanceof HTMLElement) {
    for (const [name, value] of Object.entries(sketch.style)) {
      element.style.setProperty(name, value);
    }
  }
  drawn.set(element, sketch);
  if (sketch.children !== undefined) {
    patchChildren(element, sketch.children);
  }
  return element;
}

function createElement(sketch: Sketch): Element {
  const element = svgTags.has(sketch.tag)
    ? document.createElementNS(svgNamespace, sketch.tag)
    : document.createElement(sketch.tag);
  for (const [name, value] of Object.entries(sketch.initial)) {
    if (value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  return element;
}
