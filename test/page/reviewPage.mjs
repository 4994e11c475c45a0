/**
 * The review page in a browser, without the editor: the built script and stylesheet under the page's own policy, VS Code's
 * stylesheet and theme, and a stand-in for the editor that records messages.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hostDir, root } from '../setup/places.mjs';
import { applyTheme, readThemeData } from './themes.mjs';

/** The same as in panel.ts, because the page's policy contains it. */
const PAGE_ORIGIN = 'https://review.test';
const AXE = readFileSync(path.join(hostDir, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const data = readThemeData();
export const themes = data.names;

/**
 * Sizes of the page in CSS pixels. At 200%, a window of 1280 by 800 has half of each.
 * @type {Record<string, {width: number, height: number}>}
 */
export const SIZES = {
  normal: { width: 1000, height: 800 },
  narrow: { width: 320, height: 640 },
  narrowest: { width: 200, height: 640 },
  zoomed: { width: 640, height: 400 },
};

/**
 * Opens the page as the editor creates it, without messages. Call `close()` at the end.
 * @param {Awaited<ReturnType<typeof import('../host/driver/chromium.mjs').launchBrowser>>} browser
 * @param {string} html  from the editor (page.ts)
 * @param {object} [how]
 * @param {keyof typeof SIZES} [how.size]
 * @param {string} [how.theme]
 * @param {'reduce' | 'no-preference'} [how.reducedMotion]
 * @param {unknown} [how.kept]  what the page stored before a reload
 * @param {boolean} [how.hasOwnClock]  its time stands still until the test moves it: `page.page.clock`
 */
export async function openReviewPage(
  browser,
  html,
  { size = 'normal', theme = 'dark', reducedMotion = 'reduce', kept, hasOwnClock = false } = {},
) {
  const context = await browser.newContext({ viewport: SIZES[size], reducedMotion, locale: 'en-US' });
  if (hasOwnClock) await context.clock.install();
  await context.route('**/*', (route) => answer(route, html));
  await context.addInitScript(standIn, kept);
  await context.addInitScript(AXE);
  const page = new ReviewPage(await context.newPage());
  await page.page.goto(`${PAGE_ORIGIN}/`);
  await page.theme(theme);
  await page.page.waitForFunction(() => globalThis.sent.some(({ type }) => type === 'ready'));
  return page;
}

/** Answers requests for the page's own files, and refuses all others. */
function answer(route, html) {
  const { origin, pathname } = new URL(route.request().url());
  if (origin === PAGE_ORIGIN && pathname === '/')
    return route.fulfill({ contentType: 'text/html', body: asVsCodeServesIt(html) });
  const isOwn = origin === PAGE_ORIGIN && ['/dist/review.js', '/media/review.css'].includes(pathname);
  return isOwn ? route.fulfill({ path: path.join(root, pathname) }) : route.abort();
}

/** VS Code inserts its stylesheet before the page's policy. The background of the editor shows through the page. */
function asVsCodeServesIt(html) {
  const style = `<style id="_defaultStyles">${data.rules} html { background: var(--vscode-editor-background); }</style>`;
  assert.ok(html.includes('<head>'));
  return html.replace('<head>', `<head>${style}`);
}

/** Runs in the page, before any other code. */
function standIn(kept) {
  Object.assign(globalThis, { sent: [], violations: [], state: kept });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    globalThis.violations.push(`${violatedDirective} ${blockedURI}`),
  );
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => globalThis.sent.push(message),
    getState: () => globalThis.state,
    setState: (state) => (globalThis.state = structuredClone(state)),
  });
}

class ReviewPage {
  constructor(page) {
    this.page = page;
    /**
     * Errors and warnings of the page.
     * @type {string[]}
     */
    this.errors = [];
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
  }

  /** Posts messages like the editor, and waits until they are painted. */
  async post(messages) {
    await this.page.evaluate(async (all) => {
      for (const data of all) globalThis.dispatchEvent(new MessageEvent('message', { data }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, messages);
  }

  async resize(size) {
    await this.page.setViewportSize(SIZES[size]);
  }

  async theme(name) {
    await applyTheme(this.page, data, name);
  }

  /** Unfolds everything. */
  async unfold() {
    await this.page.evaluate(async () => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
  }

  /** Returns the messages of the page to the editor. */
  async sent() {
    return this.page.evaluate(() => globalThis.sent);
  }

  /** Returns the violations of the page's policy. */
  async violations() {
    return this.page.evaluate(() => globalThis.violations);
  }

  /** Returns the faults that axe finds, one line for each element. */
  async faults() {
    return this.page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, {
        resultTypes: ['violations'],
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
    });
  }

  /** Returns elements that are outside of the page to the right, or cut off. */
  async clipped() {
    return this.page.evaluate(findClipped);
  }

  /** Takes a screenshot of the whole page, including the part below the window. */
  async screenshot(file) {
    await this.page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
  }

  async close() {
    await this.page.context().close();
  }
}

/** Runs in the page. */
function findClipped() {
  const found = [];
  const { documentElement: html } = document;
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}#${element.id} "${element.textContent.slice(0, 60)}"`;
  if (html.scrollWidth > html.clientWidth) found.push(`the page is ${html.scrollWidth} wide in ${html.clientWidth}`);
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const isInScroller = (element) => {
    for (let up = element.parentElement; up; up = up.parentElement) if (scrolls(up)) return true;
    return false;
  };
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('.unseen, svg') || !element.checkVisibility()) continue;
    const { right, left, width } = element.getBoundingClientRect();
    if (width > 0 && (right > html.clientWidth + 1 || left < -1) && !isInScroller(element))
      found.push(`out of the page: ${name(element)}`);
    const { overflowX, overflowY } = getComputedStyle(element);
    const isCut =
      (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1);
    if (isCut) found.push(`cut off: ${name(element)}`);
  }
  return found;
}
