/** What happened to the request, and what was said about it. */
import type { TimelineEntry } from './protocol.ts';
import { sayFolded } from './longText.ts';
import type { Surroundings } from './renderSection.ts';
import { h, say } from './sketch.ts';
import type { Sketch } from './sketch.ts';

/** `undefined` if nothing is known to have happened. */
export function renderTimeline(entries: readonly TimelineEntry[], around: Surroundings): Sketch | undefined {
  if (entries.length === 0) {
    return undefined;
  }
  const items = entries.map(({ who, what, when, comment }, index) =>
    h('li', { class: 'entry' }, [
      h('p', { class: 'entry-head' }, [
        h('strong', {}, [h('bdi', {}, say(who))]),
        ' ',
        h('span', {}, say(what)),
        ' ',
        h('span', { class: 'when' }, say(when)),
      ]),
      comment === '' ? undefined : h('div', { class: 'comment' }, sayFolded(comment, `comment ${index}`, around)),
    ]),
  );
  return h(
    'section',
    { class: 'section', 'aria-labelledby': 'history' },
    [h('h2', { id: 'history' }, [around.words.history]), h('ol', { class: 'timeline' }, items)],
    {
      key: 'history',
    },
  );
}
