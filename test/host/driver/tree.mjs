/** A tree in the side bar. Nodes are named by the labels on the way to them: `tree.click('Storefront', 'production')`. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} TreeRow
 * @property {string} id  of the row's element
 * @property {number} index  its place in the whole tree
 * @property {number} level  1 at the top
 * @property {string} label
 * @property {string} description
 * @property {boolean | undefined} isExpanded  undefined for a node that can't be expanded
 */

const LOOKED_FOR_LOST_CLICKS_MILLISECONDS = 12_000;

export class Tree {
  #page;
  #countLostClicks;

  /**
   * @param {string} view  its title
   * @param {() => number} countLostClicks  returns the number of clicks so far that the editor received and ignored
   */
  constructor(page, view, countLostClicks) {
    this.#page = page;
    this.#countLostClicks = countLostClicks;
    /** The view with its title bar. */
    this.pane = page.locator('.sidebar .pane', { has: page.locator(`.pane-header[aria-label^="${view}"]`) });
    /** The element that contains the rows, for other assertions. */
    this.body = this.pane.locator('.customview-tree');
  }

  /** Returns the visible rows. */
  async rows() {
    const rows = await this.body.locator('.monaco-list-rows > .monaco-list-row').evaluateAll((elements) =>
      elements.map((element) => {
        const text = (selector) => element.querySelector(selector)?.textContent ?? '';
        const expanded = element.getAttribute('aria-expanded');
        return {
          id: element.id,
          index: Number(element.dataset.index),
          level: Number(element.getAttribute('aria-level')),
          label: text('.label-name'),
          description: text('.label-description'),
          isExpanded: expanded === null ? undefined : expanded === 'true',
        };
      }),
    );
    return rows.toSorted((a, b) => a.index - b.index);
  }

  /**
   * Waits for a node. Expands its ancestors, and scrolls if needed.
   * @param {...string} labels  from the top
   * @returns {Promise<import('playwright-core').Locator>} its row
   */
  async row(...labels) {
    const limit = Date.now() + 30_000;
    for (;;) {
      // Repeated, because a tree that is read again may have collapsed its nodes.
      if (labels.length > 1) await this.expand(...labels.slice(0, -1));
      const found = await this.#look(labels, 2500);
      if (found) return this.#page.locator(`[id="${found.id}"]`);
      if (Date.now() > limit) throw await this.#missing(labels);
    }
  }

  async click(...labels) {
    const lost = this.#countLostClicks();
    await this.#clickLabel(labels);
    void this.#clickAgain(labels, lost).catch(() => undefined); // the story then reports what is missing
  }

  /**
   * If a row is redrawn during a click, the editor loses the click and reports that only in its log. A person would click again.
   */
  async #clickAgain(labels, lost) {
    const limit = Date.now() + LOOKED_FOR_LOST_CLICKS_MILLISECONDS;
    while (Date.now() < limit && !this.#page.isClosed()) {
      if (this.#countLostClicks() > lost) return this.#clickLabel(labels);
      await sleep(200, undefined, { ref: false });
    }
  }

  /** If the tree was read again meanwhile, the node is in a different row. Searches again, so that no other node is clicked. */
  async #clickLabel(labels, options) {
    for (let tries = 0; ; tries += 1) {
      const label = (await this.row(...labels)).locator('.label-name').filter({ hasText: exactly(labels.at(-1)) });
      try {
        return await label.click({ ...options, timeout: 8_000 });
      } catch (error) {
        if (tries === 4) throw error;
      }
    }
  }

  /** Expands a node and all its ancestors if they are collapsed. */
  async expand(...labels) {
    for (let length = 1; length <= labels.length; length += 1) await this.#open(labels.slice(0, length));
  }

  /** A tree that is redrawn meanwhile loses the click. Repeats it until the node is expanded or its row has disappeared. */
  async #open(labels) {
    for (let tries = 0; tries < 4; tries += 1) {
      const { id, isExpanded } = await this.#find(labels);
      if (isExpanded !== false) return;
      const row = this.#page.locator(`[id="${id}"]`);
      await row
        .locator('.monaco-tl-twistie')
        .click({ timeout: 2000 })
        .catch(() => undefined);
      const opened = this.#page.locator(`[id="${id}"][aria-expanded="true"]`);
      await opened.waitFor({ state: 'attached', timeout: 2000 }).catch(() => undefined);
    }
  }

  /**
   * Presses a button in the row of a node.
   * @param {string} action  its title
   */
  async press(labels, action) {
    // Its row may belong to a different node meanwhile.
    const label = this.#page.locator('.label-name').filter({ hasText: exactly(labels.at(-1)) });
    const row = (await this.row(...labels)).filter({ has: label });
    await row.hover();
    await row
      .getByRole('button', { name: action })
      .or(row.locator(`.action-label[aria-label^="${action}"]`))
      .first()
      .click();
  }

  /** Chooses from a node's context menu. */
  async menu(labels, item) {
    await this.#clickLabel(labels, { button: 'right' });
    const entry = this.#page.locator('.monaco-menu .action-item', { has: this.#page.getByText(item, { exact: true }) }).first();
    await entry.waitFor();
    await this.#page.waitForTimeout(200); // a menu ignores clicks in its first tenth of a second
    await entry.click();
  }

  async #find(labels) {
    const found = await this.#look(labels, 30_000);
    if (!found) throw await this.#missing(labels);
    return found;
  }

  /** @returns {Promise<TreeRow | undefined>} undefined when it was not seen in that many milliseconds */
  async #look(labels, milliseconds) {
    await this.body.waitFor();
    const limit = Date.now() + milliseconds;
    /** The rows seen so far, by position. A view may be too small to show a node and all its ancestors at the same time. */
    let known = new Map();
    for (;;) {
      const seen = await this.rows();
      if (seen[0]?.index === 0) known = new Map();
      for (const row of seen) known.set(row.index, row);
      const all = [...known.values()].toSorted((a, b) => a.index - b.index);
      const found = follow(seen, labels) ?? follow(all, labels);
      if (found && seen.some(({ id }) => id === found.id)) return found;
      if (Date.now() > limit) return undefined;
      await this.#scroll(seen);
    }
  }

  async #missing(labels) {
    const rows = await this.rows();
    const sign = ({ isExpanded }) => (isExpanded === undefined ? ' ' : isExpanded ? '▾' : '▸');
    const lines = rows.map((row) => `${'  '.repeat(row.level)}${sign(row)} ${row.label}  ${row.description}`);
    return new Error(`No ${labels.join(' ▸ ')} in the tree:\n${lines.join('\n')}`);
  }

  /**
   * Scrolls down by a page, and from the end to the top. Uses the keyboard, because a hover under the pointer would receive the
   * wheel events.
   */
  async #scroll(before) {
    const places = (rows) => `${rows[0]?.index} ${rows.at(-1)?.index}`;
    await this.body.locator('.monaco-list').first().focus();
    // The first press may only move to the last visible row.
    for (let presses = 0; presses < 2; presses += 1) {
      await this.#page.keyboard.press('PageDown');
      await this.#page.waitForTimeout(150);
      if (places(await this.rows()) !== places(before)) return;
    }
    await this.#page.keyboard.press('Home');
    await this.#page.waitForTimeout(150);
  }
}

/** The row of a change request begins with its environment, if that is known. */
const exactly = (text) => new RegExp(`^(?:[^·]+ · )?${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);

/** Follows the labels down the rows. Each label is searched among the children of the previous one. */
function follow(rows, labels) {
  let from = 0;
  let found;
  for (const [depth, label] of labels.entries()) {
    const below = rows.slice(from);
    const end = depth === 0 ? below.length : below.findIndex((row) => row.level <= depth);
    const children = below.slice(0, end < 0 ? below.length : end);
    found = children.find((row) => row.level === depth + 1 && exactly(label).test(row.label));
    if (!found) return undefined;
    from = rows.indexOf(found) + 1;
  }
  return found;
}
