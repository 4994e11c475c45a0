/** What the panel shows, and how each message changes it. Pure. */
import type { KeySearch } from './keys.ts';
import type { KeyList, Notice, ReviewView, ToWebview } from './protocol.ts';

export interface PanelState {
  readonly view: ReviewView | undefined;
  readonly lists: readonly KeyList[];
  readonly search: KeySearch;
  /** What is going on, in words; no action can be pressed meanwhile. */
  readonly busy: string | undefined;
  readonly failure: Notice | undefined;
  /** How many there were: tells a failure from the same one a second time, so that it is announced again. */
  readonly failures: number;
  /** False while the view is the one kept over a reload, and after a failure: it may be read, but not acted upon. */
  readonly isFresh: boolean;
}

/** The state before the first message; `view` and `search` are what was kept over a reload. */
export function firstState(view: ReviewView | undefined, search = ''): PanelState {
  const nothing = { lists: [], busy: undefined, failure: undefined, isFresh: false, failures: 0 };
  return { ...nothing, view, search: { text: search, announced: '' } };
}

/**
 * A view and a failure both end being busy. A failure stays until the next view, so that its button keeps the focus while
 * it is tried again. Keys go with the view they followed: a view of another request drops them. The editor is the one sender of
 * messages, so their `type` is all that is checked.
 */
export function nextState(state: PanelState, message: ToWebview): PanelState {
  switch (message.type) {
    case 'view': {
      const lists = message.view.id === state.view?.id ? state.lists : [];
      return { ...state, view: message.view, lists, busy: undefined, failure: undefined, isFresh: true };
    }
    case 'keys':
      return { ...state, lists: message.lists };
    case 'busy':
      return { ...state, busy: message.message };
    case 'failure':
      return { ...state, busy: undefined, failure: message, failures: state.failures + 1, isFresh: false };
    default:
      message satisfies never;
      return state;
  }
}
