/** Reads the messages of the workbench: notifications in the corner, and modal dialogs. */

import { KEYS } from './settings.mjs';

/** The default time to wait for a message, in milliseconds. */
const LIMIT = 30_000;
/** Milliseconds after which the list is searched, too, because it may contain a message that the corner does not show. */
const LOOK_AFTER = 2_000;

export class Notifications {
  #page;

  constructor(page) {
    this.#page = page;
    /** All that are shown. */
    this.all = page.locator('.notifications-toasts .notification-list-item');
  }

  /** Records the messages on all pages from now on, because the editor hides a notification after ten seconds. */
  async record() {
    await this.#page.context().addInitScript(recordInPage);
  }

  /** Returns the notification with this text. */
  with(text) {
    return this.all.filter({ hasText: text }).first();
  }

  /**
   * Waits for a notification and returns its whole text. It is shown, or has disappeared and was not waited for yet.
   * @param {string | RegExp} text  a string is compared without regard to case
   * @param {{timeout?: number}} [options]  in milliseconds
   */
  async waitFor(text, { timeout = LIMIT } = {}) {
    const take = (wanted) => globalThis.notifications?.take(wanted);
    const end = performance.now() + timeout;
    let lookAt = performance.now() + LOOK_AFTER;
    for (;;) {
      // Without a time limit of its own, because on a busy machine its answer would come too late each time.
      const said = await this.#page.evaluate(take, wantedBy(text)).catch(() => undefined); // the window is reloaded
      if (said) return said;
      const now = performance.now();
      const isLate = now > end;
      const isInList = isLate || (now > lookAt && (await this.#hasMoreInList()));
      const listed = isInList ? await this.#inList(text) : undefined;
      if (listed !== undefined) return listed;
      if (isLate) throw new Error(`No notification says “${text}”. There are: ${(await this.texts()).join(' | ') || 'none'}`);
      if (now > lookAt) lookAt = performance.now() + LOOK_AFTER;
      await this.#page.waitForTimeout(100);
    }
  }

  /**
   * Returns true if the list may contain a message that is not in the corner: it is open, or its bell has a dot. Opening the list
   * hides the progress in the corner.
   */
  async #hasMoreInList() {
    if (await this.#isListOpen()) return true;
    const isInCorner = await this.all.locator('.monaco-progress-container.active').count();
    return isInCorner === 0 && (await this.#page.locator('[id="status.notifications"] .codicon-bell-dot').count()) > 0;
  }

  /**
   * Presses a button of the notification with this text. If it is not in the corner, opens the list of all, as a person does.
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

  /** Returns the messages in the list of all, while it is open. */
  get #listed() {
    return this.#page.locator('.notifications-center.visible .notification-list-item');
  }

  /**
   * Returns the message with this text that is in the list of all and never was in the corner. Undefined = none. The editor shows
   * a message only there if the list is open, or if three others appeared within 0.8 seconds.
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

  /** While the list is open, no message appears in the corner. */
  async #hideList() {
    await this.#page.locator('.notifications-center .codicon-notifications-hide').click({ timeout: 5_000 });
  }

  /** Returns the texts of all shown messages. */
  async texts() {
    return this.all.locator('.notification-list-item-message').allInnerTexts();
  }

  /** Closes all shown messages once none of them shows progress, because closing would cancel it. */
  async clear() {
    await this.all.locator('.monaco-progress-container.active').waitFor({ state: 'detached', timeout: 20_000 });
    for (const limit = Date.now() + 20_000; (await this.all.count()) > 0 && Date.now() < limit;) {
      await this.#page.keyboard.press(KEYS.clearNotifications);
      await this.all
        .first()
        .waitFor({ state: 'detached', timeout: 1_000 })
        .catch(() => undefined); // another message has appeared
    }
    await this.#page.evaluate(() => globalThis.notifications.clear());
  }
}

const wantedBy = (text) => (text instanceof RegExp ? { pattern: text.source, flags: text.flags } : { part: text });

/**
 * Runs in each frame, before any other code. Records the messages, newest last, until they are cleared. Of progress, records only
 * the latest text.
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
    /** Returns the text of the wanted message, if there is one. */
    take(wanted) {
      const { shown, kept } = among(wanted);
      const gone = kept.findLast(({ isWaitedFor }) => !isWaitedFor)?.sentence;
      for (const one of kept) one.isWaitedFor = true;
      return shown ? shown.querySelector('.notification-list-item-message').innerText : gone;
    },
    /** Returns the number of messages that appeared in the corner. */
    count(wanted) {
      return among(wanted).kept.length;
    },
    /** Returns true if it is in the corner now. */
    isShown(wanted) {
      return among(wanted).shown !== undefined;
    },
    clear() {
      came = [];
    },
  };
}

export class Dialog {
  constructor(page) {
    /** The box itself. */
    this.box = page.locator('.monaco-dialog-box');
  }

  /** Waits for a dialog and returns its message and detail. */
  async waitFor(text) {
    const box = text === undefined ? this.box : this.box.filter({ hasText: text });
    await box.waitFor();
    return box.locator('.dialog-message-container').innerText();
  }

  async press(button) {
    await this.box.getByRole('button', { name: button, exact: true }).click();
    await this.box.waitFor({ state: 'hidden' });
  }
}
