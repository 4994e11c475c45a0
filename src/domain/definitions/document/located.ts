/** A definition's text as a tree that knows where everything stands, and changes to it. Made by `operations/definitions/text`. */

/** UTF-16 offsets into the text, as the editor counts; `end` is the first that is no longer part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** Something in the text, without comments; its span is empty at the place where a value would stand if none does. */
export type LocatedNode = { readonly span: Span } & (
  | { readonly kind: 'text'; readonly value: string }
  // `written`: without quotes and tag. Where the service wants a text that is what it is given, so that `0x1f` and `true` may be names.
  | { readonly kind: 'number'; readonly value: number; readonly written?: string }
  | { readonly kind: 'bool'; readonly value: boolean; readonly written?: string }
  // `isWritten` false = there is nothing where a value would stand.
  | { readonly kind: 'null'; readonly isWritten: boolean }
  // In the order of the text; a name may come twice, which is a problem. `isFlow` = in brackets.
  | { readonly kind: 'map'; readonly isFlow: boolean; readonly fields: readonly LocatedField[] }
  | { readonly kind: 'list'; readonly isFlow: boolean; readonly items: readonly LocatedNode[] }
  // No value of JSON: an alias of YAML, or something nested too deeply. A syntax problem says so.
  | { readonly kind: 'other' }
);

export type LocatedMap = LocatedNode & { readonly kind: 'map' };
export type LocatedNumber = LocatedNode & { readonly kind: 'number' };

export interface LocatedField {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: LocatedNode;
}

/** From the top: names of fields, and indexes that count from 0. */
export type Path = readonly (string | number)[];

/** The value of a field, the last one where a name comes twice. */
export function fieldIn(node: LocatedNode | undefined, name: string): LocatedField | undefined {
  return node?.kind === 'map' ? node.fields.findLast((field) => field.name === name) : undefined;
}

export function nodeAt(root: LocatedNode | undefined, path: Path): LocatedNode | undefined {
  let node = root;
  for (const step of path) {
    if (typeof step === 'string') node = fieldIn(node, step)?.value;
    else node = node?.kind === 'list' ? node.items[step] : undefined;
  }
  return node;
}

/** The name of a field, or a scalar. */
export interface LocatedPart {
  readonly path: Path;
  readonly span: Span;
  readonly text: string | undefined;
  /** Undefined for a name. */
  readonly scalar: LocatedNode | undefined;
  /** The maps and lists that it is in, the inner one first. */
  readonly around: readonly Extract<LocatedNode, { readonly isFlow: boolean }>[];
}

/** In the order of the text. */
export function* partsOf(
  node: LocatedNode,
  path: Path = [],
  around: LocatedPart['around'] = [],
): Generator<LocatedPart, undefined> {
  if (node.kind === 'map') {
    for (const { name, nameSpan, value } of node.fields) {
      yield { path: [...path, name], span: nameSpan, text: name, scalar: undefined, around: [node, ...around] };
      yield* partsOf(value, [...path, name], [node, ...around]);
    }
  } else if (node.kind === 'list') {
    for (const [index, item] of node.items.entries()) yield* partsOf(item, [...path, index], [node, ...around]);
  } else yield { path, span: node.span, text: writtenText(node), scalar: node, around };
}

/** The text of a scalar where a text is wanted; undefined where it has none. */
export function writtenText(node: LocatedNode | undefined): string | undefined {
  if (node?.kind === 'text') return node.value;
  return node?.kind === 'number' || node?.kind === 'bool' ? node.written : undefined;
}

export function itemsOf(node: LocatedNode | undefined): readonly LocatedNode[] {
  return node?.kind === 'list' ? node.items : [];
}

/** Where the line of this place begins. */
export function lineStart(text: string, place: number): number {
  // From -1 it would be looked for at 0.
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

/** Where the line of this place ends, before the mark that ends it. */
export function lineEnd(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  if (end === -1) return text.length;
  return end > place && text[end - 1] === '\r' ? end - 1 : end;
}

/** Within the text, without the white space at its end, and of one character at least where there is one. */
export function visibleSpan(text: string, { start, end }: Span): Span {
  const from = Math.min(start, text.length);
  const written = text.slice(from, end).trimEnd();
  if (written !== '') return { start: from, end: from + written.length };
  // White space alone is the problem if it is no line's end.
  const [blank] = /^[ \t]*/.exec(text.slice(from, end))!;
  if (blank !== '') return { start: from, end: from + blank.length };
  const last = Math.max(0, text.slice(0, from + 1).trimEnd().length - 1);
  return { start: last, end: Math.min(last + 1, text.length) };
}
