/** The bar of buttons with what is going on, and under it what each button does or why it can't be pressed. */
import { icon } from './icons.ts';
import { failureId } from './renderNotices.ts';
import type { PanelState } from './panelState.ts';
import type { Action } from './protocol.ts';
import { h, say } from './sketch.ts';
import type { Child, Sketch } from './sketch.ts';

/** The element that says what is going on; actions that wait for it point at it. */
const statusId = 'status';

/** The bar stays in the page without a view: its status is a live region. */
export function renderBar(state: PanelState): Sketch {
  const actions = state.view?.actions ?? [];
  const group = (name: 'buttons' | 'tools', label: string | undefined): Sketch | undefined => {
    const inIt = actions.filter(({ isTool }) => isTool === (name === 'tools'));
    if (inIt.length === 0) {
      return undefined;
    }
    const attributes = { class: name, role: 'group', 'aria-label': label };
    return h(
      'div',
      attributes,
      inIt.map((action) => renderButton(action, state)),
      { key: name },
    );
  };
  const status: Child[] =
    state.busy === undefined ? [] : [h('span', { class: 'spinner', 'aria-hidden': 'true' }, []), h('span', {}, say(state.busy))];
  return h(
    'div',
    { class: 'bar' },
    [
      group('buttons', state.view?.words.actions),
      group('tools', state.view?.words.tools),
      h('div', { id: statusId, class: 'status', role: 'status' }, status, { key: statusId }),
    ],
    { key: 'bar' },
  );
}

/** Whether a press of the button is passed on. A view kept over a reload may only be asked for anew. */
function canPress(action: Action, { busy, isFresh }: PanelState): boolean {
  return action.isEnabled && busy === undefined && (isFresh || action.id === 'refresh');
}

/** A button that can't be pressed keeps its place in the tab order, so that its reason can be read. */
function renderButton(action: Action, state: PanelState): Sketch {
  const isOff = !canPress(action, state);
  const describedBy = [
    action.reason === '' ? undefined : reasonId(action),
    state.busy === undefined ? undefined : statusId,
    isOff && state.failure !== undefined ? failureId : undefined,
  ];
  return h(
    'button',
    {
      type: 'button',
      class: action.isPrimary ? 'button' : 'button secondary',
      'data-press': action.id,
      'aria-disabled': isOff ? 'true' : undefined,
      'aria-describedby': describedBy.filter((id) => id !== undefined).join(' ') || undefined,
    },
    say(action.label),
    { key: action.id },
  );
}

/** `undefined` if no action has anything to say. */
export function renderReasons(actions: readonly Action[]): Sketch | undefined {
  const reasons = actions.filter((action) => action.reason !== '');
  if (reasons.length === 0) {
    return undefined;
  }
  const items = reasons.map((action) =>
    h(
      'li',
      { class: 'reason' },
      [
        icon(action.isEnabled ? 'info' : 'blocked'),
        h('p', {}, [h('strong', {}, say(action.label)), ' ', h('span', { id: reasonId(action) }, say(action.reason))]),
      ],
      { key: action.id },
    ),
  );
  return h('ul', { class: 'reasons' }, items, { key: 'reasons' });
}

function reasonId(action: Action): string {
  return `reason-${action.id}`;
}
