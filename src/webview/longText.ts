/** A text that may be of any length: its beginning, or what of it changes, and the whole of it in a fold. */
import type { LinePart } from './lineMarks.ts';
import { fillTemplate } from './numbers.ts';
import type { Surroundings } from './renderSection.ts';
import { h, say } from './sketch.ts';
import type { Child, Sketch } from './sketch.ts';

/** Characters from which on a text is folded, and how many of them stand before the fold. */
const longAt = 1000;
const shownOfLong = 200;
/** A heading is larger, and only names what is below it. */
const longHeadingAt = 250;
/** Characters of a long line that are shown on either side of what changes in it. */
const shownBeside = 80;

type Around = Pick<Surroundings, 'words' | 'numbers' | 'openFolds'>;

/** `name` is the fold's on this page. */
export function sayFolded(text: string, name: string, around: Around): readonly Child[] {
  if (text.length < longAt) {
    return say(text);
  }
  const beginning = [...say(text.slice(0, cutAt(text, shownOfLong))), '…'];
  return [h('span', {}, beginning, { key: 'beginning' }), foldOf(text.length, say(text), name, around)];
}

/** The text of a heading, and what stands below the heading: the whole of it, if it is long. */
export function sayHeading(text: string, name: string, around: Around): readonly [readonly Child[], Sketch | undefined] {
  if (text.length < longHeadingAt) {
    return [say(text), undefined];
  }
  return [[...say(text.slice(0, cutAt(text, shownOfLong))), '…'], foldOf(text.length, say(text), name, around)];
}

/** A line of the diff with its changed words marked. Of a long one they are shown with a little on either side. */
export function sayParts(parts: readonly LinePart[], name: string, around: Around): readonly Child[] {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const whole = sayMarked(parts);
  if (length < longAt) {
    return whole;
  }
  const marked = parts.findIndex(({ isChanged }) => isChanged);
  const short = parts.map(({ text, isChanged }, index): LinePart => {
    if (index < marked) {
      return { isChanged, text: text.length > shownBeside ? `…${text.slice(-cutFromEnd(text, shownBeside))}` : text };
    }
    const room = isChanged || marked === -1 ? shownOfLong : shownBeside;
    return { isChanged, text: text.length > room ? `${text.slice(0, cutAt(text, room))}…` : text };
  });
  return [h('span', {}, sayMarked(short), { key: 'beginning' }), foldOf(length, whole, name, around)];
}

const sayMarked = (parts: readonly LinePart[]): readonly Child[] =>
  parts.flatMap(({ text, isChanged }) => (isChanged ? [h('span', { class: 'word' }, say(text))] : say(text)));

function foldOf(length: number, whole: readonly Child[], name: string, { words, numbers, openFolds }: Around): Sketch {
  const title = fillTemplate(words.showAll, { count: numbers.count(length) });
  const children = [h('summary', {}, [title]), h('div', {}, whole, { key: 'all' })];
  const initial = { open: openFolds.has(name) ? '' : undefined };
  return h('details', { class: 'fold', 'data-fold': name }, children, { key: 'fold', initial });
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** So many characters, or one fewer where that would cut one in two. */
const cutAt = (text: string, count: number): number => (isFirstHalf(text.charCodeAt(count - 1)) ? count - 1 : count);
const cutFromEnd = (text: string, count: number): number =>
  isFirstHalf(text.charCodeAt(text.length - count - 1)) ? count - 1 : count;
