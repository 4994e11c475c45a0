/** What happened to the request, and what was said about it. */
import type { TimelineEntry } from './protocol.ts';
import { h, say } from './sketch.ts';
import type { Sketch } from './sketch.ts';

/** `undefined` if nothing is known to have happened. */
export function renderTimeline(entries: readonly TimelineEntry[], title: string): Sketch | undefined {
  if (entries.length === 0) {
    return undefined;
  }
  const items = entries.map(({ who, what, when, comment }) =>
    h('li', { class: 'entry' }, [
      h('p', { class: 'entry-head' }, [
        h('strong', {}, [h('bdi', {}, say(who))]),
        ' ',
        h('span', {}, say(what)),
        ' ',
        h('span', { class: 'when' }, say(when)),
      ]),
      comment === '' ? undefined : h('p', { class: 'comment' }, say(comment)),
    ]),
  );
  return h(
    'section',
    { class: 'section', 'aria-labelledby': 'history' },
    [h('h2', { id: 'history' }, [title]), h('ol', { class: 'timeline' }, items)],
    {
      key: 'history',
    },
  );
}
