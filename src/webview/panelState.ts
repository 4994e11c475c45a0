/** The state of the panel, and how each message changes it. Pure. */
import type { KeySearch } from './keys.ts';
import type { KeyList, Notice, ReviewView, ToWebview } from './protocol.ts';

export interface PanelState {
  readonly view: ReviewView | undefined;
  readonly lists: readonly KeyList[];
  readonly search: KeySearch;
  /** What the panel is doing, as a sentence. Undefined = nothing. While the panel is busy, no action can be pressed. */
  readonly busy: string | undefined;
  readonly failure: Notice | undefined;
  /** The number of failures so far. It distinguishes a repeated failure from the first one, so that it is announced again. */
  readonly failures: number;
  /**
   * False after a failure, and while the view is one that was saved before a reload: the user can then read the view, but not
   * act on it.
   */
  readonly isFresh: boolean;
}

/** Returns the state before the first message. `view` and `search` were saved before a reload. */
export function initialState(view: ReviewView | undefined, search = ''): PanelState {
  const nothing = { lists: [], busy: undefined, failure: undefined, isFresh: false, failures: 0 };
  return { ...nothing, view, search: { text: search, announced: '' } };
}

/**
 * Returns the state after a message. A view and a failure both end the busy state. A failure remains until the next view, so
 * that its button keeps the focus during a retry. The stored keys belong to the current view, so a view with a different id
 * removes them. Only the editor sends messages, so only their `type` is checked.
 */
export function nextState(state: PanelState, message: ToWebview): PanelState {
  switch (message.type) {
    case 'view': {
      const lists = message.view.id === state.view?.id ? state.lists : [];
      return { ...state, view: message.view, lists, busy: undefined, failure: undefined, isFresh: true };
    }
    case 'refill':
      return { ...initialState(undefined), failures: state.failures };
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
