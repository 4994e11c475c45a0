/** A text that may be of any length: its beginning, and the whole of it in a fold. */
import { fillTemplate } from './numbers.ts';
import type { Surroundings } from './renderSection.ts';
import { h, say } from './sketch.ts';
import type { Child } from './sketch.ts';

/** Characters from which on a text is folded, and how many of them stand before the fold. */
const longAt = 1000;
const shownOfLong = 200;

/** `name` is the fold's on this page. */
export function sayFolded(text: string, name: string, { words, numbers, openFolds }: Surroundings): readonly Child[] {
  if (text.length < longAt) {
    return say(text);
  }
  const title = fillTemplate(words.showAll, { count: numbers.count(text.length) });
  const fold = h(
    'details',
    { class: 'fold', 'data-fold': name },
    [h('summary', {}, [title]), h('div', {}, say(text), { key: 'all' })],
    { key: 'fold', initial: { open: openFolds.has(name) ? '' : undefined } },
  );
  return [h('span', {}, [...say(text.slice(0, shownOfLong)), '…'], { key: 'beginning' }), fold];
}
