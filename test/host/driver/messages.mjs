/** What the workbench says: notifications in the corner, and dialogs that stand in the way. */

import { KEYS } from './settings.mjs';

/** Milliseconds that a message is waited for, if nothing else is said. */
const LIMIT = 30_000;
/** Milliseconds after which it may be in the list alone. */
const LOOK_AFTER = 2_000;

export class Notifications {
  #page;

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.#page = page;
    /** All that are shown. */
    this.all = page.locator('.notifications-toasts .notification-list-item');
  }

  /** Keeps what is said on any page from now on: the editor takes a notification away after ten seconds. */
  async record() {
    await this.#page.context().addInitScript(recordInPage);
  }

  /** The one with this text. @param {string | RegExp} text */
  with(text) {
    return this.all.filter({ hasText: text }).first();
  }

  /**
   * Waits for it, and gives its whole sentence: of one that is shown, or that went by itself and was not waited for yet.
   * @param {string | RegExp} text  without regard to case where it is no pattern
   * @param {{timeout?: number}} [options]  in milliseconds
   */
  async waitFor(text, { timeout = LIMIT } = {}) {
    const take = (wanted) => globalThis.notifications.take(wanted);
    const end = performance.now() + timeout;
    for (;;) {
      const left = Math.max(end - performance.now(), 1);
      try {
        const options = { polling: 100, timeout: Math.min(left, LOOK_AFTER) };
        const said = await this.#page.waitForFunction(take, wantedBy(text), options);
        return await said.jsonValue();
      } catch (error) {
        const isLate = left <= LOOK_AFTER;
        const listed = isLate || (await this.#hasMoreInList()) ? await this.#inList(text) : undefined;
        if (listed !== undefined) return listed;
        if (!isLate) continue;
        const texts = await this.texts();
        throw new Error(`No notification says “${text}”. There are: ${texts.join(' | ') || 'none'}`, { cause: error });
      }
    }
  }

  /**
   * Whether the list may have one that is not in the corner: it is open, or its bell has a dot, as after each that came since it was
   * last open. To open it takes away what shows progress in the corner.
   */
  async #hasMoreInList() {
    if (await this.#isListOpen()) return true;
    const isInCorner = await this.all.locator('.monaco-progress-container.active').count();
    return isInCorner === 0 && (await this.#page.locator('[id="status.notifications"] .codicon-bell-dot').count()) > 0;
  }

  /**
   * Presses a button of the one with this text; in the list of all, as a person does, where it is not in the corner.
   * @param {string | RegExp} text
   * @param {string} button
   */
  async press(text, button) {
    const buttonOf = (one) => one.getByRole('button', { name: button, exact: true });
    const listed = this.#listed.filter({ hasText: text }).first();
    for (let tries = 0; ; tries += 1) {
      try {
        await buttonOf(this.with(text)).click({ timeout: 5_000 });
        return;
      } catch (error) {
        if (tries === 3) throw error;
      }
      if (await this.#page.evaluate((wanted) => globalThis.notifications.isShown(wanted), wantedBy(text))) continue;
      await this.#page.locator('[id="status.notifications"] a').click();
      await buttonOf(listed).click();
      await this.#page
        .locator('.notifications-center.visible')
        .waitFor({ state: 'hidden', timeout: 1_000 })
        .catch(() => this.#hideList());
      return;
    }
  }

  /** Those in the list of all, while it is open. */
  get #listed() {
    return this.#page.locator('.notifications-center.visible .notification-list-item');
  }

  /**
   * The sentence of the one with this text that is in the list of all and never was in the corner; undefined if there is none. The
   * editor shows there alone what comes while the list is open, and what comes after three others within 0.8 seconds.
   */
  async #inList(text) {
    const inCorner = await this.#page.evaluate((wanted) => globalThis.notifications.count(wanted), wantedBy(text));
    try {
      if (!(await this.#isListOpen())) await this.#page.locator('[id="status.notifications"] a').click({ timeout: 5_000 });
      const all = this.#listed.filter({ hasText: text });
      const one = all.first();
      await one.waitFor({ timeout: 2_000 });
      if ((await all.count()) <= inCorner) return undefined;
      return await one.locator('.notification-list-item-message').innerText({ timeout: 2_000 });
    } catch {
      return undefined;
    } finally {
      await this.#hideList().catch(() => undefined);
    }
  }

  async #isListOpen() {
    return (await this.#page.locator('.notifications-center.visible').count()) > 0;
  }

  /** None comes to the corner while it is open. */
  async #hideList() {
    await this.#page.locator('.notifications-center .codicon-notifications-hide').click({ timeout: 5_000 });
  }

  /** The sentences of all that are shown. */
  async texts() {
    return this.all.locator('.notification-list-item-message').allInnerTexts();
  }

  /** Closes all that are shown, once none of them shows progress: that would be cancelled. */
  async clear() {
    await this.all.locator('.monaco-progress-container.active').waitFor({ state: 'detached', timeout: 20_000 });
    for (const limit = Date.now() + 20_000; (await this.all.count()) > 0 && Date.now() < limit;) {
      await this.#page.keyboard.press(KEYS.clearNotifications);
      await this.all
        .first()
        .waitFor({ state: 'detached', timeout: 1_000 })
        .catch(() => undefined); // another has come
    }
    await this.#page.evaluate(() => globalThis.notifications.clear());
  }
}

const wantedBy = (text) => (text instanceof RegExp ? { pattern: text.source, flags: text.flags } : { part: text });

/**
 * Runs in each frame, before anything else. Keeps those that came, newest last, until they are cleared away; of progress, only
 * what is shown.
 */
function recordInPage() {
  if (globalThis.top !== globalThis) return;
  let came = [];
  let before = new Set();
  const items = () => [...document.querySelectorAll('.notifications-toasts .notification-list-item')];
  const textOf = (item) => item.textContent.replace(/\s+/g, ' ');
  const look = () => {
    for (const item of items()) {
      if (before.has(textOf(item)) || item.querySelector('.monaco-progress-container.active')) continue;
      const sentence = item.querySelector('.notification-list-item-message')?.textContent ?? '';
      came.push({ text: textOf(item), sentence, isWaitedFor: false });
    }
    before = new Set(items().map(textOf));
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });

  const among = ({ pattern, flags, part }) => {
    const isWanted = (text) =>
      pattern === undefined ? text.toLowerCase().includes(part.toLowerCase()) : new RegExp(pattern, flags).test(text);
    const shown = items().find((item) => item.checkVisibility() && isWanted(textOf(item)));
    return { shown, kept: came.filter(({ text }) => isWanted(text)) };
  };
  globalThis.notifications = {
    /** The sentence of the one that is wanted, if there is one. */
    take(wanted) {
      const { shown, kept } = among(wanted);
      const gone = kept.findLast(({ isWaitedFor }) => !isWaitedFor)?.sentence;
      for (const one of kept) one.isWaitedFor = true;
      return shown ? shown.querySelector('.notification-list-item-message').innerText : gone;
    },
    /** How many came to the corner. */
    count(wanted) {
      return among(wanted).kept.length;
    },
    /** Whether it is in the corner now. */
    isShown(wanted) {
      return among(wanted).shown !== undefined;
    },
    clear() {
      came = [];
    },
  };
}

export class Dialog {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    /** The box itself. */
    this.box = page.locator('.monaco-dialog-box');
  }

  /** Waits for it, and gives its sentence and detail. @param {string | RegExp} [text] */
  async waitFor(text) {
    const box = text === undefined ? this.box : this.box.filter({ hasText: text });
    await box.waitFor();
    return box.locator('.dialog-message-container').innerText();
  }

  /** @param {string} button */
  async press(button) {
    await this.box.getByRole('button', { name: button, exact: true }).click();
    await this.box.waitFor({ state: 'hidden' });
  }
}
