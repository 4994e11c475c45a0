/** The time that the workbench takes from a click in a tree to what it opens: a review, or an empty webview. */
import { packEmptyWebview } from '../host/driver/secondExtension.mjs';
import { openWorkbench } from '../host/driver/workbench.mjs';

const REQUEST = ['Storefront', 'Open Change Requests (7)', 'New search: 10 % to 25 %, and the wholesale buyers'];

/** What is clicked, and the title of what opens. */
const PLACES = {
  review: { container: 'Flag Admin', title: 'new-search · production', row: async ({ tree }) => tree.row(...REQUEST) },
  empty: {
    container: 'Empty Webview',
    title: 'Empty',
    row: async ({ page }) => page.locator('.sidebar .monaco-list-row', { hasText: 'Open it' }),
  },
};

/** Starts a workbench with both. `close()` it. */
export async function startOpening() {
  const workbench = await openWorkbench({ name: 'bench', extensions: [await packEmptyWebview()] });
  const { page } = workbench;
  await page.context().addInitScript(noteWhenShown);
  await page.evaluate(() => addEventListener('pointerdown', () => (globalThis.pressedAt = Date.now()), true));
  await workbench.openSideBar();
  await workbench.pressInSideBar('Try the Sandbox');
  await workbench.notifications.waitFor('The sandbox is running');
  await workbench.notifications.clear();
  return {
    /** Milliseconds until it is painted. @param {'review' | 'empty'} kind */
    async measure(kind) {
      const { container, title, row } = PLACES[kind];
      await workbench.openSideBar(container);
      await (await row(workbench)).click();
      await workbench.tab(title).waitFor();
      const outer = page.locator('iframe.webview.ready >> visible=true').contentFrame();
      const shownAt = await outer.locator('html').evaluate(() => new Promise((done) => globalThis.whenShown(done)));
      const pressedAt = await page.evaluate(() => globalThis.pressedAt);
      await workbench.command('View: Close Editor');
      await workbench.tab(title).waitFor({ state: 'detached' });
      return shownAt - pressedAt;
    },
    close: () => workbench.close(),
  };
}

/** Runs in every frame from its start; in that of a webview it looks into the page that VS Code writes into a frame of its own. */
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
