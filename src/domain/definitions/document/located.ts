/**
 * The tree of a definition's text with the position of each part, and edits of the text. `operations/definitions/text` creates
 * the tree.
 */

/** UTF-16 offsets into the text, as the editor counts. `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** A part of the text, without comments. If a value is missing, the span is empty, at the position where the value would be. */
export type LocatedNode = { readonly span: Span } & (
  | { readonly kind: 'text'; readonly value: string }
  // `written`: the text of a scalar without quotes and tag. It is used where the service requires a text, so `0x1f` and `true`
  // may be names.
  | { readonly kind: 'number'; readonly value: number; readonly written?: string }
  | { readonly kind: 'bool'; readonly value: boolean; readonly written?: string }
  // `isWritten` false = the value is missing.
  | { readonly kind: 'null'; readonly isWritten: boolean }
  // `fields` and `items` are in the order of the text. A name may occur twice, which is a problem. `isFlow` = written in
  // brackets.
  | { readonly kind: 'map'; readonly isFlow: boolean; readonly fields: readonly LocatedField[] }
  | { readonly kind: 'list'; readonly isFlow: boolean; readonly items: readonly LocatedNode[] }
  // The value is not a JSON value: it is a YAML alias, or is nested too deeply. A syntax problem reports this.
  | { readonly kind: 'other' }
);

export type LocatedMap = LocatedNode & { readonly kind: 'map' };
export type LocatedNumber = LocatedNode & { readonly kind: 'number' };

export interface LocatedField {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: LocatedNode;
}

/** The names of fields and the indexes in lists that lead from the root to a node. */
export type Path = readonly (string | number)[];

/** Returns the field with this name. If the name occurs twice, returns the last one. */
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
  /** Undefined if the part is the name of a field. */
  readonly scalar: LocatedNode | undefined;
  /** The maps and lists around the part, the innermost first. */
  readonly around: readonly Extract<LocatedNode, { readonly isFlow: boolean }>[];
}

/** Yields the parts in the order of the text. Leaves out list items that do not contain the offset `place`. */
export function* partsOf(
  node: LocatedNode,
  place: number,
  path: Path = [],
  around: LocatedPart['around'] = [],
): Generator<LocatedPart, undefined> {
  if (node.kind === 'map') {
    for (const { name, nameSpan, value } of node.fields) {
      yield { path: [...path, name], span: nameSpan, text: name, scalar: undefined, around: [node, ...around] };
      yield* partsOf(value, place, [...path, name], [node, ...around]);
    }
  } else if (node.kind === 'list') {
    for (const [index, item] of node.items.entries())
      if (item.span.start <= place && place <= item.span.end) yield* partsOf(item, place, [...path, index], [node, ...around]);
  } else yield { path, span: node.span, text: writtenText(node), scalar: node, around };
}

/** Returns the text of a scalar in a place that requires a text. Undefined if the node can't be read as a text. */
export function writtenText(node: LocatedNode | undefined): string | undefined {
  if (node?.kind === 'text') return node.value;
  return node?.kind === 'number' || node?.kind === 'bool' ? node.written : undefined;
}

export function itemsOf(node: LocatedNode | undefined): readonly LocatedNode[] {
  return node?.kind === 'list' ? node.items : [];
}

/** Returns the start of the line that contains this position. */
export function lineStart(text: string, place: number): number {
  // lastIndexOf treats a start of -1 as 0, so it would find a line end at 0.
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

/** Returns the end of the line that contains this position, before its line end. */
export function lineEnd(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  if (end === -1) return text.length;
  return end > place && text[end - 1] === '\r' ? end - 1 : end;
}

/** Limits the span to the text and removes trailing white space. Returns at least one character if there is one. */
export function visibleSpan(text: string, { start, end }: Span): Span {
  const from = Math.min(start, text.length);
  const written = text.slice(from, end).trimEnd();
  if (written !== '') return { start: from, end: from + written.length };
  // A span of spaces and tabs is visible as it is. A line end is not visible, so returns the last visible character before it.
  const [blank] = /^[ \t]*/.exec(text.slice(from, end))!;
  if (blank !== '') return { start: from, end: from + blank.length };
  const last = Math.max(0, text.slice(0, from + 1).trimEnd().length - 1);
  return { start: last, end: Math.min(last + 1, text.length) };
}
