/** A definition's text as a tree that knows where everything stands, and changes to it. Made by `operations/definitionText`. */

/** UTF-16 offsets into the text, as the editor counts; `end` is the first that is no longer part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

interface Located {
  /** Of what is written, without comments; empty at the place where a value would stand if none does. */
  readonly span: Span;
}

export interface LocatedText extends Located {
  readonly kind: 'text';
  readonly value: string;
}

/**
 * `written`: the text of a scalar of YAML without quotes and tag. Where the service wants a text that is what it is given,
 * so that `0x1f` and `true` may be names.
 */
export interface LocatedNumber extends Located {
  readonly kind: 'number';
  readonly value: number;
  readonly written?: string;
}

export interface LocatedBool extends Located {
  readonly kind: 'bool';
  readonly value: boolean;
  readonly written?: string;
}

/** `isWritten` false = there is nothing where a value would stand. */
export interface LocatedNull extends Located {
  readonly kind: 'null';
  readonly isWritten: boolean;
}

/** `isFlow` = in brackets. */
export interface LocatedMap extends Located {
  readonly kind: 'map';
  readonly isFlow: boolean;
  /** In the order of the text; a name may come twice, which is a problem. */
  readonly fields: readonly LocatedField[];
}

export interface LocatedField {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: LocatedNode;
}

export interface LocatedList extends Located {
  readonly kind: 'list';
  readonly isFlow: boolean;
  readonly items: readonly LocatedNode[];
}

/** What stands there is no value of JSON: an alias of YAML, or something nested too deeply. A syntax problem says so. */
export interface LocatedOther extends Located {
  readonly kind: 'other';
}

export type LocatedNode = LocatedText | LocatedNumber | LocatedBool | LocatedNull | LocatedMap | LocatedList | LocatedOther;

/** From the top: names of fields, and indexes that count from 0. */
export type Path = readonly (string | number)[];

/** The value of a field, the last one where a name comes twice. */
export function fieldIn(node: LocatedNode | undefined, name: string): LocatedField | undefined {
  return node?.kind === 'map' ? node.fields.findLast((field) => field.name === name) : undefined;
}

/** What stands at the path; undefined where nothing does. */
export function nodeAt(root: LocatedNode | undefined, path: Path): LocatedNode | undefined {
  let node = root;
  for (const step of path) {
    if (typeof step === 'string') node = fieldIn(node, step)?.value;
    else node = node?.kind === 'list' ? node.items[step] : undefined;
  }
  return node;
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

/** Where the next line begins; the text's end where there is none. */
export function nextLine(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end + 1;
}

/** The line end that the text has. */
export const lineMark = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
