/** A text of any length: shows its beginning, or its changed part, and the whole text in a fold (a `details` element). */
import type { LinePart } from './lineMarks.ts';
import { fillTemplate, type Numbers } from './numbers.ts';
import type { ReviewWords } from './protocol.ts';
import { h, readable, type Child, type VNode } from './vnode.ts';

/** Texts with at least this many characters are folded. */
const LONG_TEXT = 1000;
/** The number of characters of a folded text that are shown before its fold. */
const BEGINNING_LENGTH = 200;
/** Headings with at least this many characters are folded. The limit is lower, because headings have larger letters. */
const LONG_HEADING = 250;
/** The number of characters on either side of a change in a long line. */
const CONTEXT_LENGTH = 80;

export interface FoldContext {
  readonly words: ReviewWords;
  readonly numbers: Numbers;
  /** The folds that are open, by name. */
  readonly openFolds: ReadonlySet<string>;
}

/** Draws a text. `name` identifies its fold on this page. */
export function foldedText(text: string, name: string, around: FoldContext): readonly Child[] {
  if (text.length < LONG_TEXT) return readable(text);
  return [h('span', { key: 'beginning' }, beginningOf(text)), fold(text.length, readable(text), name, around)];
}

/** Returns the text of a heading, and if the text is long, a fold with the whole text to draw below the heading. */
export function foldedHeading(text: string, name: string, around: FoldContext): readonly [readonly Child[], VNode | undefined] {
  if (text.length < LONG_HEADING) return [readable(text), undefined];
  return [beginningOf(text), fold(text.length, readable(text), name, around)];
}

const beginningOf = (text: string): readonly Child[] => [...readable(text.slice(0, cutAt(text, BEGINNING_LENGTH))), '…'];

/**
 * Draws a line of the diff with its changed words marked. A long line shows only the changed words and a few characters around
 * them.
 */
export function foldedParts(parts: readonly LinePart[], name: string, around: FoldContext): readonly Child[] {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const whole = renderMarked(parts);
  if (length < LONG_TEXT) return whole;
  const marked = parts.findIndex(({ isChanged }) => isChanged);
  const short = parts.map(({ text, isChanged }, index): LinePart => {
    const limit = isChanged || marked === -1 ? BEGINNING_LENGTH : CONTEXT_LENGTH;
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

/** Returns `count`, or one less if that would split a surrogate pair. */
const cutAt = (text: string, count: number): number => (isFirstHalf(text.charCodeAt(count - 1)) ? count - 1 : count);
const cutFromEnd = (text: string, count: number): number =>
  isFirstHalf(text.charCodeAt(text.length - count - 1)) ? count - 1 : count;
