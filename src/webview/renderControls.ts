/** The failure, the notices, the bar of buttons, and the note below it. */
import { icon } from './icons.ts';
import type { PanelState } from './panelState.ts';
import type { Action, Notice, ReviewView } from './protocol.ts';
import { h, readable, type VNode } from './vnode.ts';

// The ids of the elements that describe buttons for screen readers: the current work, the failure, and the note.
const STATUS = 'status';
const FAILURE = 'failure-message';
const NOTE = 'note';

/**
 * Draws the notices. The element is always in the page, even if it is empty, because a live region must exist before its text
 * changes.
 */
export function renderNotices({ view, busy }: PanelState): VNode {
  const items = (view?.notices ?? []).map((notice) => {
    const { text, tone } = notice;
    return h('li', { key: `${tone} ${text}`, class: `notice tone-${tone}` }, renderNotice(notice, busy));
  });
  const list = items.length === 0 ? undefined : h('ul', { key: 'list' }, items);
  return h('div', { key: 'notices', class: 'notices', 'aria-live': 'polite' }, [list]);
}

/**
 * Draws the failure. As for notices, the element is always in the page. A repeated failure gets a new element inside, so that
 * it is announced again.
 */
export function renderFailure({ failure, failures, busy }: PanelState): VNode {
  const notice =
    failure &&
    h('div', { key: `failure ${failures}`, class: `notice tone-${failure.tone}` }, renderNotice(failure, busy, FAILURE));
  return h('div', { key: 'failure', class: 'failure', role: 'alert' }, [notice]);
}

function renderNotice({ text, tone, steps }: Notice, busy: string | undefined, id?: string): readonly VNode[] {
  const disabled = busy === undefined ? undefined : 'true';
  const buttons = steps.map((step) => {
    const attributes = { type: 'button', class: 'button secondary', 'data-press': step.id, 'aria-disabled': disabled };
    return h('button', { key: `step ${step.id}`, ...attributes }, readable(step.label));
  });
  return [icon(tone), h('p', { id }, readable(text)), ...buttons];
}

/** Draws the strip of the queue. Its buttons work while the panel is busy, because they decide nothing. */
export function renderQueue({ queue }: ReviewView): VNode | undefined {
  if (queue === undefined || (queue.label === '' && queue.steps.length === 0)) return undefined;
  const buttons = queue.steps.map(({ id, label }) =>
    h('button', { key: id, type: 'button', class: 'button secondary', 'data-press': id }, readable(label)),
  );
  const position = queue.label === '' ? undefined : h('strong', { key: 'position' }, readable(queue.label));
  return h('nav', { key: 'queue', class: 'queue', 'aria-label': queue.title }, [position, ...buttons]);
}

/**
 * Draws the bar of buttons. The bar is in the page even without a view, because it contains the status, which is a live region.
 */
export function renderBar(state: PanelState): VNode {
  const { view, busy } = state;
  const group = (name: 'buttons' | 'tools', label: string | undefined): VNode | undefined => {
    const actions = (view?.actions ?? []).filter(({ isTool }) => isTool === (name === 'tools'));
    if (actions.length === 0) return undefined;
    const buttons = actions.map((action) => renderButton(action, state));
    return h('div', { key: name, class: name, role: 'group', 'aria-label': label }, buttons);
  };
  const spinner = h('span', { class: 'spinner', 'aria-hidden': 'true' });
  const status = busy === undefined ? [] : [spinner, h('span', {}, readable(busy))];
  return h('div', { key: 'bar', class: 'bar' }, [
    group('buttons', view?.words.actions),
    group('tools', view?.words.tools),
    h('div', { key: STATUS, id: STATUS, class: 'status', role: 'status' }, status),
  ]);
}

/** Draws the note: what the user should know before a decision, or why no decision is possible. */
export const renderNote = ({ view }: PanelState): VNode | undefined =>
  view?.note ? h('p', { key: NOTE, id: NOTE, class: 'note' }, readable(view.note)) : undefined;

/**
 * Draws a button. While the panel is busy, no button works. With a view from before a reload, only Refresh works. A disabled
 * button remains in the tab order, so that its reason can be read.
 */
function renderButton({ id, label, isPrimary }: Action, { view, busy, isFresh, failure }: PanelState): VNode {
  const isDisabled = busy !== undefined || (!isFresh && id !== 'refresh');
  const reasons = [
    isPrimary && view?.note ? NOTE : undefined,
    busy === undefined ? undefined : STATUS,
    isDisabled && failure !== undefined ? FAILURE : undefined,
  ];
  const attributes = {
    key: id,
    type: 'button',
    class: isPrimary ? 'button' : 'button secondary',
    'data-press': id,
    'aria-disabled': isDisabled ? 'true' : undefined,
    'aria-describedby': reasons.filter((reason) => reason !== undefined).join(' ') || undefined,
  };
  return h('button', attributes, readable(label));
}
