/** What must not be overlooked: notices of the view, and the failure of what was last tried. */
import { icon } from './icons.ts';
import type { PanelState } from './panelState.ts';
import type { ReviewView } from './protocol.ts';
import { h, say } from './sketch.ts';
import type { Sketch } from './sketch.ts';

/** Always in the page, if empty: a live region must be there before it speaks. */
export function renderNotices(notices: ReviewView['notices']): Sketch {
  const items = notices.map(({ text, tone }) =>
    h('li', { class: `notice tone-${tone}` }, [icon(tone), h('p', {}, say(text))], { key: `${tone} ${text}` }),
  );
  return h('div', { class: 'notices', 'aria-live': 'polite' }, items.length === 0 ? [] : [h('ul', {}, items, { key: 'list' })], {
    key: 'notices',
  });
}

/** Always in the page too. The same failure a second time is a new element, so that it is announced again. */
export function renderFailure({ failure, busy }: PanelState): Sketch {
  const shown = failure && [
    h(
      'div',
      { class: 'notice tone-danger' },
      [
        icon('danger'),
        h('p', {}, say(failure.message)),
        h(
          'button',
          {
            type: 'button',
            class: 'button secondary',
            'data-press': 'retry',
            'aria-disabled': busy === undefined ? undefined : 'true',
          },
          say(failure.retry),
        ),
      ],
      { key: `failure ${failure.serial}` },
    ),
  ];
  return h('div', { class: 'failure', role: 'alert' }, shown ?? [], { key: 'failure' });
}
