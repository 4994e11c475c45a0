/** Measures the time from a click to what it opens: the first row of a tree, a review, or an empty webview. */
import { addConnection } from '../host/driver/connecting.mjs';
import { packEmptyWebview } from '../host/driver/secondExtension.mjs';
import { startService } from '../host/driver/service.mjs';
import { openWorkbench } from '../host/driver/workbench.mjs';

const REQUEST = ['Storefront', 'Open Change Requests (7)', 'New search: 10 % to 25 %, and the wholesale buyers'];

/** The clicked element, the first row of its tree, and the title of the opened editor. */
const PLACES = {
  ours: {
    container: 'Flag Admin',
    firstRow: 'Storefront',
    title: 'new-search · production',
    row: async ({ tree }) => tree.row(...REQUEST),
  },
  empty: {
    container: 'Empty Webview',
    firstRow: 'Open it',
    title: 'Empty',
    row: async ({ page }) => page.locator('.sidebar .monaco-list-row', { hasText: 'Open it' }),
  },
};

/** Starts a workbench with both extensions. Call `close()` at the end. */
export async function startOpening() {
  const service = await startService('bench');
  const workbench = await openWorkbench({ name: 'bench', extensions: [await packEmptyWebview()] });
  const { page } = workbench;
  await page.context().addInitScript(noteWhenShown);
  await workbench.openSideBar();
  await addConnection(workbench, service, { name: 'Bench' });
  await workbench.notifications.clear();
  return {
    /** Returns milliseconds until it is painted, in a window that has not used the extension. */
    async firstRow(kind) {
      const { container, firstRow } = PLACES[kind];
      const other = PLACES[kind === 'ours' ? 'empty' : 'ours'];
      // The window restores the open view and activates its extension.
      await workbench.openSideBar('Explorer');
      await workbench.reload();
      // The row of the other extension proves that the extension host runs, so its start does not count.
      await workbench.openSideBar(other.container);
      await page.locator('.sidebar .monaco-list-row', { hasText: other.firstRow }).waitFor();
      const shown = page.evaluate(untilRowShown, firstRow);
      await workbench.activity(container).click();
      return shown;
    },
    /** Returns milliseconds until it is painted. */
    async panel(kind) {
      const { container, title, row } = PLACES[kind];
      await workbench.openSideBar(container);
      const target = await row(workbench);
      await page.evaluate(() => {
        addEventListener('pointerdown', () => (globalThis.pressedAt = Date.now()), { capture: true, once: true });
      });
      await target.click();
      await workbench.tab(title).waitFor();
      const outer = page.locator('iframe.webview.ready >> visible=true').contentFrame();
      const shownAt = await outer.locator('html').evaluate(() => new Promise((done) => globalThis.whenShown(done)));
      const pressedAt = await page.evaluate(() => globalThis.pressedAt);
      await workbench.command('View: Close Editor');
      await workbench.tab(title).waitFor({ state: 'detached' });
      return shownAt - pressedAt;
    },
    async close() {
      await workbench.close();
      await service.stop();
    },
  };
}

/** Runs in the page. Returns the milliseconds from the next click to a row of the side bar that begins with this text. */
function untilRowShown(text) {
  return new Promise((done) => {
    const look = (start) => {
      const rows = [...document.querySelectorAll('.sidebar .monaco-list-row')];
      if (!rows.some((row) => row.textContent.startsWith(text))) return requestAnimationFrame(() => look(start));
      return requestAnimationFrame(() => done(performance.now() - start));
    };
    addEventListener('pointerdown', () => look(performance.now()), { capture: true, once: true });
  });
}

/** Runs in each frame from its start. In a webview, it reads the inner frame into which VS Code writes the page. */
function noteWhenShown() {
  let shownAt;
  const waiting = [];
  globalThis.whenShown = (done) => (shownAt === undefined ? waiting.push(done) : done(shownAt));
  const look = () => {
    if (!document.querySelector('#active-frame')?.contentDocument?.querySelector('.section')) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      shownAt = Date.now();
      for (const done of waiting) done(shownAt);
    });
    port1.start();
    return port2.postMessage('');
  };
  requestAnimationFrame(look);
}
