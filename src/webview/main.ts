/**
 * The entry of the review panel, in the page that `editor/review/panelPage.ts` writes. Sends `ready` as soon as it listens for
 * messages, because earlier messages would be lost.
 */
import { ageFor, agesIn, withAges } from './ages.ts';
import { countsText, fillKeyLists, searchId } from './keys.ts';
import { numbersFor } from './numbers.ts';
import { initialState, nextState } from './panelState.ts';
import type { FromWebview, ReviewView, ToWebview } from './protocol.ts';
import { headingId, renderPage } from './renderPage.ts';
import { createRowCache } from './rows.ts';
import { patch } from './vnode.ts';

/** The number of row groups that one slice draws. */
const ROWS_AT_ONCE = 200;
/** Milliseconds without scrolling until the scroll position is saved. */
const SAVE_AFTER = 300;
/** Milliseconds without typing until a screen reader reads out the numbers of the keys found. */
const ANNOUNCE_AFTER = 400;
/** Milliseconds between two updates of the ages. */
const AGE_AFTER = 5_000;

/**
 * The state that is saved for a reload, and while the panel is hidden. It does not contain the keys: there may be 100,000, and
 * the editor sends them again.
 */
interface Saved {
  /** From the view, or from the message `refill` (protocol.ts). */
  readonly restore: string;
  /** This and the other fields are absent if the panel was refilled, and the view of the new request has not arrived. */
  readonly view?: ReviewView;
  readonly openFolds?: readonly string[];
  readonly search?: string;
  /** The scroll position of the page in pixels. */
  readonly scroll?: number;
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
start(root);

function start(page: HTMLElement): void {
  const editor = acquireVsCodeApi();
  const saved = editor.getState() as Saved | undefined;
  const numbers = numbersFor(document.documentElement.lang);
  const ageOf = ageFor(document.documentElement.lang);
  const openFolds = new Set(saved?.openFolds);
  let cache = createRowCache();
  let state = initialState(saved?.view, saved?.search);
  let limit = ROWS_AT_ONCE;
  /** The saved scroll position that is still to be restored. Undefined once it has been restored, or the user has scrolled. */
  let wantedScroll = saved?.scroll;
  let [slice, scrolled, typed]: (number | undefined)[] = [];

  const send = (message: FromWebview): void => editor.postMessage(message);

  const save = (): void => {
    const { view, search } = state;
    if (view === undefined) return;
    const scroll = wantedScroll ?? window.scrollY;
    const { restore } = view;
    editor.setState({ restore, view, openFolds: [...openFolds], search: search.text, scroll } satisfies Saved);
  };

  const agedView = (): ReviewView | undefined => state.view && withAges(state.view, (at) => ageOf(at, Date.now()));
  let drawn: ReviewView | undefined;
  const beginAtHeading = manageFocus(() => document.getElementById(headingId));

  const draw = (): void => {
    const focused = document.activeElement;
    drawn = agedView();
    patch(page, renderPage({ ...state, view: drawn }, { numbers, openFolds, limit, cache }, document.title));
    fillKeyLists(state.lists, state.search.text);
    // While a question of the editor is open, `focus` would take the keyboard away from it.
    if (focused !== null && focused !== document.body && !focused.isConnected && document.hasFocus())
      document.getElementById(headingId)?.focus();
    beginAtHeading();
    if (wantedScroll !== undefined && document.documentElement.scrollHeight >= wantedScroll + window.innerHeight) {
      window.scrollTo({ top: wantedScroll, behavior: 'instant' });
      wantedScroll = undefined;
    }
    // Thousands of rows are drawn in slices, so that the first rows and the buttons appear at once.
    const longest = Math.max(0, ...(state.view?.sections ?? []).map(({ rows }) => rows.length));
    if (limit >= longest || slice !== undefined) return;
    slice = setTimeout(() => {
      slice = undefined;
      limit += ROWS_AT_ONCE;
      draw();
    });
  };

  window.addEventListener('message', ({ data }: MessageEvent<ToWebview>) => {
    state = nextState(state, data);
    if (data.type === 'refill') {
      // The rows and the search of one request must not appear in the next one.
      [limit, wantedScroll, cache] = [ROWS_AT_ONCE, undefined, createRowCache()];
      openFolds.clear();
      clearTimeout(typed);
      editor.setState({ restore: data.restore } satisfies Saved);
    }
    draw();
    if (data.type === 'view') save();
    if (data.type !== 'refill') return;
    // A person who reviews several requests in a row starts each at the top. The heading gets the focus, and no button, so that
    // pressing Enter again decides nothing.
    window.scrollTo(0, 0);
    document.getElementById(headingId)?.focus();
  });

  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-press]') : null;
    const pressed = button?.getAttribute('data-press');
    if (button?.getAttribute('aria-disabled') === 'true') return;
    const steps = [state.failure, ...(state.view?.notices ?? [])].flatMap((notice) => notice?.steps ?? []);
    const id = [...(state.view?.queue?.steps ?? []), ...(state.view?.actions ?? []), ...steps].find(
      (step) => step.id === pressed,
    )?.id;
    if (id !== undefined) send({ type: 'action', id, view: state.view?.id });
  });

  // Ctrl+Enter is a keyboard shortcut of the editor, and must not also press the button that has the focus.
  page.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.preventDefault();
  });

  page.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== searchId) return;
    const search = (announced: string): void => {
      state = { ...state, search: { text: target.value, announced } };
      draw();
    };
    search(state.search.announced);
    save();
    clearTimeout(typed);
    typed = setTimeout(() => {
      const { view, lists } = state;
      if (view !== undefined) search(countsText(lists, target.value, view.words, numbers));
    }, ANNOUNCE_AFTER);
  });

  /** Captures `toggle`, because it does not bubble. */
  page.addEventListener(
    'toggle',
    ({ target }) => {
      const name = target instanceof HTMLDetailsElement ? target.dataset['fold'] : undefined;
      if (name === undefined) return;
      if ((target as HTMLDetailsElement).open) openFolds.add(name);
      else openFolds.delete(name);
      save();
      draw();
    },
    true,
  );

  const saveSoon = (): void => {
    clearTimeout(scrolled);
    scrolled = setTimeout(save, SAVE_AFTER);
  };
  window.addEventListener('scroll', saveSoon, { passive: true });
  for (const input of ['wheel', 'keydown', 'pointerdown'])
    window.addEventListener(input, () => (wantedScroll = undefined), { passive: true });

  setInterval(() => {
    const now = agedView();
    if (now && drawn && agesIn(now) !== agesIn(drawn)) draw();
  }, AGE_AFTER);

  try {
    draw();
  } catch {
    // The state was saved by a different version of the extension. Starts without it, because the editor sends the current
    // view.
    state = initialState(undefined);
    draw();
  }
  send({ type: 'ready' });
}

/**
 * Restores the focus. A question of the editor is in a different page, and the browser forgets which element of this page had
 * the focus. When the page gets the focus back, this function focuses that element again, or the heading if the element no
 * longer exists. The returned function focuses the heading if the page has the focus but no element has had it yet, so that a
 * keyboard user starts at the top.
 */
function manageFocus(heading: () => HTMLElement | null): () => void {
  let last: HTMLElement | undefined;
  let isFirst = true;
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

  document.addEventListener('focusin', ({ target }) => {
    isFirst = false;
    last = target instanceof HTMLElement ? target : undefined;
  });
  document.addEventListener('focusout', () => {
    // A click on an empty place also removes the focus. The user intends that, so no element gets the focus back later.
    setTimeout(() => {
      if (document.hasFocus() && isNowhere()) last = undefined;
    });
  });
  window.addEventListener('focus', () => {
    if ((isFirst || last !== undefined) && isNowhere()) (last?.isConnected ? last : heading())?.focus({ preventScroll: true });
  });
  return () => {
    if (isFirst && document.hasFocus() && isNowhere()) heading()?.focus({ preventScroll: true });
  };
}
