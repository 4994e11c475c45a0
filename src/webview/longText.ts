/** A text that may be of any length: its beginning, or what of it changes, and the whole of it in a fold. */
import type { LinePart } from './lineMarks.ts';
import { fillTemplate, type Numbers } from './numbers.ts';
import type { ReviewWords } from './protocol.ts';
import { h, readable, type Child, type VNode } from './vnode.ts';

/** Characters from which on a text is folded, and how many of them stand before the fold. */
const LONG = 1000;
const BEGINNING = 200;
/** A heading is larger, and only names what is below it. */
const LONG_HEADING = 250;
/** Characters of a long line that are shown on either side of what changes in it. */
const CONTEXT = 80;

export interface FoldContext {
  readonly words: ReviewWords;
  readonly numbers: Numbers;
  /** The folds that are open, by name. */
  readonly openFolds: ReadonlySet<string>;
}

/** `name` is the fold's on this page. */
export function foldedText(text: string, name: string, around: FoldContext): readonly Child[] {
  if (text.length < LONG) return readable(text);
  return [h('span', { key: 'beginning' }, beginningOf(text)), fold(text.length, readable(text), name, around)];
}

/** The text of a heading, and what stands below the heading: the whole of it, if it is long. */
export function foldedHeading(text: string, name: string, around: FoldContext): readonly [readonly Child[], VNode | undefined] {
  if (text.length < LONG_HEADING) return [readable(text), undefined];
  return [beginningOf(text), fold(text.length, readable(text), name, around)];
}

const beginningOf = (text: string): readonly Child[] => [...readable(text.slice(0, cutAt(text, BEGINNING))), '…'];

/** A line of the diff with its changed words marked. Of a long one they are shown with a little on either side. */
export function foldedParts(parts: readonly LinePart[], name: string, around: FoldContext): readonly Child[] {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const whole = renderMarked(parts);
  if (length < LONG) return whole;
  const marked = parts.findIndex(({ isChanged }) => isChanged);
  const short = parts.map(({ text, isChanged }, index): LinePart => {
    const limit = isChanged || marked === -1 ? BEGINNING : CONTEXT;
    if (text.length <= limit) return { isChanged, text };
    const isBefore = index < marked;
    return { isChanged, text: isBefore ? `…${text.slice(-cutFromEnd(text, limit))}` : `${text.slice(0, cutAt(text, limit))}…` };
  });
  return [h('span', { key: 'beginning' }, renderMarked(short)), fold(length, whole, name, around)];
}

const renderMarked = (parts: readonly LinePart[]): readonly Child[] =>
  parts.flatMap(({ text, isChanged }) => (isChanged ? [h('span', { class: 'word' }, readable(text))] : readable(text)));

function fold(length: number, whole: readonly Child[], name: string, { words, numbers, openFolds }: FoldContext): VNode {
  const title = fillTemplate(words.showAll, { count: numbers.count(length) });
  const attributes = { key: 'fold', class: 'fold', 'data-fold': name, open: openFolds.has(name) ? '' : undefined };
  return h('details', attributes, [h('summary', {}, [title]), h('div', { key: 'all' }, whole)]);
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** So many characters, or one fewer where that would cut one in two. */
const cutAt = (text: string, count: number): number => (isFirstHalf(text.charCodeAt(count - 1)) ? count - 1 : count);
const cutFromEnd = (text: string, count: number): number =>
  isFirstHalf(text.charCodeAt(text.length - count - 1)) ? count - 1 : count;
