/** A browser for the tests of one suite. It starts before them and ends after them. */
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { launchBrowser } from '../host/driver/chromium.mjs';
import { openReviewPage } from './reviewPage.mjs';

/**
 * Returns a function that opens the review page in that browser, like `openReviewPage`.
 * @param {string} [shots]  a folder for pictures, made if there is none
 */
export function usePages(shots) {
  let browser;
  before(async () => {
    if (shots) mkdirSync(shots, { recursive: true });
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  /** @type {(html: string, how?: Parameters<typeof openReviewPage>[2]) => ReturnType<typeof openReviewPage>} */
  return (html, how) => openReviewPage(browser, html, how);
}
