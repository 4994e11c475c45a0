/**
 * The review panel's entry, in the page that `editor/review/panelPage.ts` writes. It says `ready` once it listens; what was posted
 * before that is lost.
 */
import { ageFor, agesIn, withAges } from './ages.ts';
import { countsText, fillKeyLists, searchId } from './keys.ts';
import { numbersFor } from './numbers.ts';
import { firstState, nextState } from './panelState.ts';
import type { FromWebview, ReviewView, ToWebview } from './protocol.ts';
import { headingId, renderPage } from './renderPage.ts';
import { createRowCache } from './rows.ts';
import { patch } from './vnode.ts';

/** Groups of rows that one slice draws. */
const ROWS_AT_ONCE = 200;
/** Milliseconds: how long scrolling pauses before its place is kept, and typing before the counts are read out. */
const SAVE_AFTER = 300;
const ANNOUNCE_AFTER = 400;
/** Milliseconds between two looks whether an age reads differently by now. */
const AGE_AFTER = 5_000;

/** What is kept over a reload and while the panel is hidden. The keys are not: they may be 100,000, and the editor sends them again. */
interface Saved {
  readonly view: ReviewView;
  readonly openFolds: readonly string[];
  readonly search: string;
  /** How far the page was scrolled, in pixels. */
  readonly scroll: number;
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
  const cache = createRowCache();
  let state = firstState(saved?.view, saved?.search);
  let limit = ROWS_AT_ONCE;
  /** Where the page was scrolled to before it was hidden; undefined once it is there again, or its user has moved. */
  let wantedScroll = saved?.scroll;
  let [slice, scrolled, typed]: (number | undefined)[] = [];

  const send = (message: FromWebview): void => editor.postMessage(message);

  const save = (): void => {
    const { view, search } = state;
    if (view === undefined) return;
    const scroll = wantedScroll ?? window.scrollY;
    editor.setState({ view, openFolds: [...openFolds], search: search.text, scroll } satisfies Saved);
  };

  const agedView = (): ReviewView | undefined => state.view && withAges(state.view, (at) => ageOf(at, Date.now()));
  let drawn: ReviewView | undefined;

  const draw = (): void => {
    const focused = document.activeElement;
    drawn = agedView();
    patch(page, renderPage({ ...state, view: drawn }, { numbers, openFolds, limit, cache }, document.title));
    fillKeyLists(state.lists, state.search.text);
    if (focused !== null && focused !== document.body && !focused.isConnected) document.getElementById(headingId)?.focus();
    if (wantedScroll !== undefined && document.documentElement.scrollHeight >= wantedScroll + window.innerHeight) {
      window.scrollTo({ top: wantedScroll, behavior: 'instant' });
      wantedScroll = undefined;
    }
    // Thousands of rows are drawn in slices: the first ones, and the buttons, are there at once.
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
    draw();
    if (data.type === 'view') save();
  });

  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-press]') : null;
    const pressed = button?.getAttribute('data-press');
    if (button?.getAttribute('aria-disabled') === 'true') return;
    const steps = [state.failure, ...(state.view?.notices ?? [])].flatMap((notice) => notice?.steps ?? []);
    const id = [...(state.view?.actions ?? []), ...steps].find((step) => step.id === pressed)?.id;
    if (id !== undefined) send({ type: 'action', id });
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

  /** `toggle` does not bubble. */
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
  for (const moved of ['wheel', 'keydown', 'pointerdown'])
    window.addEventListener(moved, () => (wantedScroll = undefined), { passive: true });

  setInterval(() => {
    const now = agedView();
    if (now && drawn && agesIn(now) !== agesIn(drawn)) draw();
  }, AGE_AFTER);

  restoreFocus(() => document.getElementById(headingId));
  try {
    draw();
  } catch {
    // Another version has kept something else: the editor sends what is to be shown.
    state = firstState(undefined);
    draw();
  }
  send({ type: 'ready' });
}

/**
 * The browser forgets what had the focus in a page when the focus goes to another one, and a question of the editor stands
 * in another one: gives it back as soon as the page has it again; to `fallback` where that element is gone meanwhile.
 */
function restoreFocus(fallback: () => HTMLElement | null): void {
  let last: HTMLElement | undefined;
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  document.addEventListener('focusout', () => {
    // A click beside everything takes the focus away as well, and then it is meant.
    setTimeout(() => {
      if (document.hasFocus() && isNowhere()) last = undefined;
    });
  });
  window.addEventListener('focus', () => {
    if (last !== undefined && isNowhere()) (last.isConnected ? last : fallback())?.focus({ preventScroll: true });
  });
}
