/** How what is offered is set into a text: in which style, in the place of what, and what has to come with it. */
import { nodeAt, type LocatedNode, type Span } from './located.ts';
import type { Place } from './place.ts';
import type { ValueShape } from './shapes.ts';
import type { Style } from './template.ts';
import { lineEnd, lineStart } from './textEdits.ts';

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
