/**
 * The review panel's entry. The editor's page must be
 *
 *     <html lang="…"> <head> charset, CSP, <title>, <link rel="stylesheet" href="review.css"> </head>
 *     <body> <main id="root"></main> <script nonce="…" src="review.js"></script> </body>
 *
 * under `default-src 'none'; style-src ${cspSource}; script-src 'nonce-…'`: the panel needs no fonts, images, connections or
 * style attributes. It says `ready` once it listens; what was posted before that is lost.
 */
import { keepFocus } from './keepFocus.ts';
import { createKeyPanel } from './keys.ts';
import { numbersFor } from './numbers.ts';
import { firstState, nextState } from './panelState.ts';
import { parseMessage, parseSaved } from './parse.ts';
import type { Saved } from './parse.ts';
import { patch } from './patch.ts';
import type { FromWebview } from './protocol.ts';
import { createRowCache } from './rowCache.ts';
import { headingId, keysId, renderPage } from './renderPage.ts';

/** Groups of rows that one slice draws. */
const rowsAtOnce = 200;
/** How long scrolling pauses before its place is kept, in milliseconds. */
const saveAfter = 300;

const root = document.getElementById('root');
if (root === null) {
  throw new Error('The page has no element with the id "root".');
}
start(root);

function start(page: HTMLElement): void {
  const editor = acquireVsCodeApi();
  const saved = parseSaved(editor.getState());
  const numbers = numbersFor(document.documentElement.lang);
  const openFolds = new Set(saved?.openFolds);
  let search = saved?.search ?? '';
  let state = firstState(saved?.view);
  const cache = createRowCache();
  let limit = rowsAtOnce;
  /** Where the page was scrolled to before it was hidden; undefined once it is there again, or its user has moved. */
  let wantedScroll = saved?.scroll;
  const keyPanel = createKeyPanel({
    search,
    isOpen: (fold) => openFolds.has(fold),
    onSearch: (text) => {
      search = text;
      save();
    },
  });

  let slice: number | undefined;

  const send = (message: FromWebview): void => editor.postMessage(message);

  /** The keys are not kept: they may be 100,000, and the editor sends them again. */
  const save = (): void => {
    if (state.view !== undefined) {
      const scroll = wantedScroll ?? window.scrollY;
      editor.setState({ view: state.view, openFolds: [...openFolds], search, scroll } satisfies Saved);
    }
  };

  const draw = (): void => {
    const focused = document.activeElement;
    patch(page, renderPage(state, { numbers, openFolds, limit, cache }, document.title));
    const place = document.getElementById(keysId);
    if (place !== null && state.view !== undefined) {
      if (keyPanel.element.parentElement !== place) {
        place.append(keyPanel.element);
      }
      keyPanel.show(state.lists, state.view.words, numbers);
    }
    if (focused !== null && focused !== document.body && !focused.isConnected) {
      document.getElementById(headingId)?.focus();
    }
    if (wantedScroll !== undefined && document.documentElement.scrollHeight >= wantedScroll + window.innerHeight) {
      window.scrollTo({ top: wantedScroll, behavior: 'instant' });
      wantedScroll = undefined;
    }
    drawRestSoon();
  };

  /** Thousands of rows are drawn in slices: the first ones, and the buttons, are there at once. */
  const drawRestSoon = (): void => {
    const longest = Math.max(0, ...(state.view?.sections ?? []).map(({ rows }) => rows.length));
    if (limit < longest && slice === undefined) {
      slice = setTimeout(() => {
        slice = undefined;
        limit += rowsAtOnce;
        draw();
      });
    }
  };

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = parseMessage(event.data);
    if (message === undefined) {
      return;
    }
    state = nextState(state, message);
    draw();
    if (message.type === 'view') {
      save();
    }
  });

  page.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-press]') : null;
    const pressed = button?.getAttribute('data-press');
    if (button === null || pressed === null || pressed === undefined) {
      return;
    }
    if (button.getAttribute('aria-disabled') === 'true') {
      document.getElementById(`reason-${pressed}`)?.scrollIntoView({ block: 'center' });
    } else if (pressed === 'retry') {
      send({ type: 'retry' });
    } else {
      const steps = [state.failure?.step, ...(state.view?.notices.flatMap((notice) => notice.steps) ?? [])];
      const id = [...(state.view?.actions ?? []), ...steps].find((step) => step?.id === pressed)?.id;
      if (id !== undefined) {
        send({ type: 'action', id });
      }
    }
  });

  /** `toggle` does not bubble. */
  page.addEventListener(
    'toggle',
    (event) => {
      const fold = event.target;
      if (fold instanceof HTMLDetailsElement && fold.dataset['fold'] !== undefined) {
        if (fold.open) {
          openFolds.add(fold.dataset['fold']);
        } else {
          openFolds.delete(fold.dataset['fold']);
        }
        save();
        draw();
      }
    },
    true,
  );

  let scrolled = 0;
  window.addEventListener(
    'scroll',
    () => {
      clearTimeout(scrolled);
      scrolled = setTimeout(save, saveAfter);
    },
    { passive: true },
  );
  for (const moved of ['wheel', 'keydown', 'pointerdown']) {
    window.addEventListener(moved, () => (wantedScroll = undefined), { passive: true });
  }

  keepFocus(() => document.getElementById(headingId));
  draw();
  send({ type: 'ready' });
}
