/** Measures the time from a message of the editor to the paint of the page. */
import { launchBrowser } from '../host/driver/chromium.mjs';
import { openReviewPage } from './reviewPage.mjs';

/** Starts a browser for drawing. Call `close()` at the end. */
export async function startDrawing() {
  const browser = await launchBrowser();
  return {
    /** Returns milliseconds, measured in a new page. */
    async measure(html, messages) {
      const page = await openReviewPage(browser, html);
      try {
        return await page.page.evaluate(draw, messages);
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

/** Runs in the page. */
async function draw(messages) {
  const painted = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', done);
        port1.start();
        port2.postMessage('');
      });
    });
  await painted();
  const start = performance.now();
  for (const message of messages) globalThis.dispatchEvent(new MessageEvent('message', { data: message }));
  await painted();
  return performance.now() - start;
}
