/** What the workbench says: notifications in the corner, and dialogs that stand in the way. */

export class Notifications {
  #page;

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.#page = page;
    /** All that are shown. */
    this.all = page.locator('.notifications-toasts .notification-list-item');
  }

  /** The one with this text. @param {string | RegExp} text */
  with(text) {
    return this.all.filter({ hasText: text }).first();
  }

  /** Waits for it, and gives its whole sentence. @param {string | RegExp} text */
  async waitFor(text) {
    await this.with(text).waitFor();
    return this.with(text).locator('.notification-list-item-message').innerText();
  }

  /** Presses a button of the one with this text. @param {string | RegExp} text @param {string} button */
  async press(text, button) {
    await this.with(text).getByRole('button', { name: button, exact: true }).click();
  }

  /** The sentences of all that are shown. */
  async texts() {
    return this.all.locator('.notification-list-item-message').allInnerTexts();
  }

  /** Closes each that is shown. One that goes by itself meanwhile is gone as well. */
  async clear() {
    const limit = Date.now() + 20_000;
    while ((await this.all.count()) > 0 && Date.now() < limit) {
      const first = this.all.first();
      try {
        await first.hover({ timeout: 1_000 });
        await first.locator('.codicon-notifications-clear').click({ timeout: 1_000 });
      } catch {
        // It went, or has no close button while it shows progress: look again.
      }
      await this.#page.waitForTimeout(50);
    }
  }
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
