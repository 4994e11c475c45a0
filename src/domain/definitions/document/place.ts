/** Where somebody types in a definition's text. Found by `operations/definitionText`, in the text with `MARK` at the place. */
import { nodeAt, type LocatedNode, type Path, type Span } from './located.ts';
import { definitionShape, matcherTypeOf, shapeOfField, type ValueShape } from './shapes.ts';
import type { Style } from './snippets.ts';
import { lineEnd, lineStart } from './textEdits.ts';

/** Characters of nobody's: no text has them, and what stands around them is a word with them. */
export const MARK = '\uE1A7\uE1A8';
/** Of a text in quotes that nobody closed, the library takes the last character for the quote. */
export const isMarked = (text: string): boolean => text.includes(MARK[0]!);

export interface Place {
  /** Of the map for a name, of the field for its value, of the list for an item. */
  readonly path: Path;
  readonly at: 'name' | 'value' | 'item';
  /** What is typed so far, to both sides of the place, with its quotes; of one line. */
  readonly word: Span;
  /** In brackets. */
  readonly isFlow: boolean;
  /** On an empty line: the field above that has no value yet, and the column of its name, which is not further out. */
  readonly below?: { readonly path: Path; readonly column: number };
}

export interface FoundPlace {
  readonly place: Place;
  /** Of the text with `MARK` in it: its ranges behind the place are not those of the text. */
  readonly root: LocatedNode;
}

/** What stands at the path by the definition's shape; undefined = nobody knows. */
export function shapeAt(root: LocatedNode | undefined, path: Path): ValueShape | undefined {
  let shape: ValueShape | undefined = definitionShape;
  for (const [depth, step] of path.entries()) {
    if (typeof step === 'number') shape = shape?.kind === 'list' ? shape.item : undefined;
    else if (shape?.kind !== 'map') return undefined;
    else {
      const type = shape.of === 'matcher' ? matcherTypeOf(nodeAt(root, path.slice(0, depth))) : undefined;
      shape = shapeOfField(shape.of, step, type);
    }
  }
  return shape;
}

/** The names that the map at the path has, but for the one that is being typed. */
export function otherNames(root: LocatedNode | undefined, path: Path): ReadonlySet<string> {
  const node = nodeAt(root, path);
  return new Set(node?.kind === 'map' ? node.fields.flatMap(({ name }) => (isMarked(name) ? [] : [name])) : []);
}

/** A text, and what can be read of it while somebody types. */
export interface TypedText {
  readonly text: string;
  readonly root: LocatedNode;
}

export interface Setting {
  readonly style: Style;
  /** What is replaced; of one line. */
  readonly span: Span;
  /** How far in its lines stand beside the line's own spaces: those of an item, behind its dash. */
  readonly indent: number;
  readonly before: string;
  readonly after: string;
  /** A bracket that is typed and gives way. */
  readonly open: string;
}

/** What may stand on a line before a bracket or what is typed, so that it may go over several: dashes, a name. */
const LEAD = /^(\s*(?:- +)*)((?:"[^"]*"|[\w-]+) *:)?$/;
const CLOSED = /^ *[\]}]/;
const MOST_PASSED = 2000;

/** `shape`: of what stands there by its place. Undefined = what is offered would have no place. */
export function settingOf(document: TypedText, place: Place, shape: ValueShape): Setting | undefined {
  const { text, root } = document;
  const { at, isFlow, path, word } = place;
  const line = text.slice(lineStart(text, word.start), word.start);
  const rest = text.slice(word.end, lineEnd(text, word.end));
  const typed = text.slice(word.start, word.end);
  const head = line.trimEnd();
  const [bracket = ''] = /[[{]$/.exec(head) ?? [];
  const lead = LEAD.exec(head.slice(0, head.length - bracket.length).trimEnd());
  const [whole = '', marks = '', name] = lead ?? [];
  const spaces = /^\s*/.exec(line)![0].length;
  const isList = shape.kind === 'list';
  /** A list or a map is to begin. */
  const isWhole = at === 'value' && (isList || shape.kind === 'map');
  const closed = at !== 'value' && bracket !== '' ? CLOSED.exec(rest)?.[0] : undefined;
  const outer = nodeAt(root, path.slice(0, -1));
  const isInside = path.length > 0 && outer !== undefined && 'isFlow' in outer && outer.isFlow;
  if (name !== undefined && (isFlow ? closed !== undefined && !isInside : isWhole)) {
    const span = { start: word.start - line.length + whole.length, end: word.end + (closed?.length ?? 0) };
    const below = furtherIn(marks.length - spaces + 2, isList);
    return { ...below, span, before: `\n${below.before}`, open: isWhole ? (/^[[{]/.exec(typed) ? typed : '') : bracket };
  }
  const here = { span: word, indent: line.length - spaces, before: '', after: '', open: '' };
  if (!isFlow) {
    if (isWhole) return undefined;
    return { ...here, style: 'block', ...(at === 'name' && isList && { indent: here.indent + 2, before: '- ' }) };
  }
  const [, next] = /^ *([^])?/.exec(text.slice(word.end, word.end + MOST_PASSED))!;
  if (isWhole && /[[{]/.test(next ?? '')) return undefined;
  const after = next === undefined || /[,:\]}#\r\n]/.test(next) ? '' : ',';
  const [from, to] = !isWhole ? ['', ''] : isList ? ['[', ']'] : ['{', '}'];
  return { ...here, style: 'flow', indent: 0, before: from, after: to + after };
}

/** On an empty line: what the field above holds, whose name stands at this column. */
export function settingBelow({ text }: TypedText, { word }: Place, column: number, isList: boolean): Setting {
  return { ...furtherIn(column + 2 - (word.start - lineStart(text, word.start)), isList), span: word };
}

const furtherIn = (indent: number, isList: boolean): Omit<Setting, 'span'> => ({
  style: 'block',
  indent: indent + (isList ? 2 : 0),
  before: ' '.repeat(indent) + (isList ? '- ' : ''),
  after: '',
  open: '',
});
