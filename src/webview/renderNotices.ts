/** What must not be overlooked: notices of the view, and the failure of what was last tried. */
import { icon } from './icons.ts';
import type { PanelState } from './panelState.ts';
import type { ActionId } from './protocol.ts';
import { h, say } from './sketch.ts';
import type { Sketch } from './sketch.ts';

/** Always in the page, if empty: a live region must be there before it speaks. */
export function renderNotices({ view, busy }: PanelState): Sketch {
  const items = (view?.notices ?? []).map(({ text, tone, steps }) =>
    h(
      'li',
      { class: `notice tone-${tone}` },
      [icon(tone), h('p', {}, say(text)), ...steps.map(({ id, label }) => renderStep(id, label, busy))],
      { key: `${tone} ${text}` },
    ),
  );
  return h('div', { class: 'notices', 'aria-live': 'polite' }, items.length === 0 ? [] : [h('ul', {}, items, { key: 'list' })], {
    key: 'notices',
  });
}

/** The element that says what failed; actions that can't be pressed because of it point at it. */
export const failureId = 'failure-message';

/** Always in the page too. The same failure a second time is a new element, so that it is announced again. */
export function renderFailure({ failure, busy }: PanelState): Sketch {
  const shown = failure && [
    h(
      'div',
      { class: `notice tone-${failure.tone}` },
      [
        icon(failure.tone),
        h('p', { id: failureId }, say(failure.message)),
        failure.step && renderStep(failure.step.id, failure.step.label, busy),
        failure.retry === '' ? undefined : renderStep('retry', failure.retry, busy),
      ],
      { key: `failure ${failure.serial}` },
    ),
  ];
  return h('div', { class: 'failure', role: 'alert' }, shown ?? [], { key: 'failure' });
}

function renderStep(press: ActionId | 'retry', label: string, busy: string | undefined): Sketch {
  const isDisabled = busy === undefined ? undefined : 'true';
  const attributes = { type: 'button', class: 'button secondary', 'data-press': press, 'aria-disabled': isDisabled };
  return h('button', attributes, say(label), { key: `step ${press}` });
}
