/** The time that the page takes from a message of the editor to its paint. */
import { launchBrowser } from '../host/driver/chromium.mjs';
import { openReviewPage } from './reviewPage.mjs';

/** Starts a browser to draw in. `close()` it. */
export async function startDrawing() {
  const browser = await launchBrowser();
  return {
    /**
     * Milliseconds, in a page of its own.
     * @param {string} html
     * @param {readonly object[]} messages
     * @param {{repeat?: boolean, rows?: number}} [how]  `repeat` draws it twice, and gives the time of the second; `rows` waits
     *   until there are so many, as they come in slices
     */
    async measure(html, messages, { repeat = false, rows = 0 } = {}) {
      const page = await openReviewPage(browser, html);
      try {
        const times = await page.page.evaluate(draw, { messages, rows, count: repeat ? 2 : 1 });
        return times.at(-1);
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

/** Runs in the page. */
async function draw({ messages, rows, count }) {
  const painted = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', done);
        port1.start();
        port2.postMessage('');
      });
    });
  const times = [];
  for (let round = 0; round < count; round += 1) {
    const data = structuredClone(messages);
    await painted();
    const start = performance.now();
    for (const message of data) globalThis.dispatchEvent(new MessageEvent('message', { data: message }));
    do await painted();
    while (document.querySelectorAll('.row').length < rows);
    times.push(performance.now() - start);
  }
  return times;
}
