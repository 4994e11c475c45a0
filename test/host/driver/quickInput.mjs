/** The quick input at the top of the window: command palette, choices and questions. */

/** Only one is open at a time. Each method waits for it. */
export class QuickInput {
  #page;

  constructor(page) {
    this.#page = page;
    /** The whole box, for other assertions. */
    this.widget = page.locator('.quick-input-widget');
    /** Its text field. */
    this.field = this.widget.locator('.quick-input-box input, .quick-input-box textarea').first();
    /** The visible rows of a choice. */
    this.rows = this.widget.locator('.quick-input-list .monaco-list-row');
  }

  /** Waits for the step with this title. */
  async waitForTitle(title) {
    await this.widget.locator('.quick-input-title', { hasText: title }).waitFor();
  }

  /** The title of the step. */
  title() {
    return this.widget.locator('.quick-input-title').innerText();
  }

  /** Waits until the box shows this text, for example as a prompt or a validation message. A placeholder does not count. */
  async waitForText(text) {
    await this.widget.filter({ hasText: text }).waitFor();
  }

  /** Waits for the line below the field, which contains the prompt or the error, and returns it. */
  async waitForMessage(text) {
    const message = this.widget.locator('.quick-input-message', { hasText: text });
    await message.waitFor();
    return message.innerText();
  }

  /** Replaces the text in the field, without Enter. */
  async type(text) {
    await this.field.waitFor();
    await this.field.fill(text);
  }

  /** Answers a text question: types, and presses Enter. */
  async answer(text) {
    // If a list were still open, the text would filter it.
    await this.widget.locator('.quick-input-list').waitFor({ state: 'hidden' });
    await this.type(text);
    await this.accept();
  }

  /** Presses Enter. */
  async accept() {
    await this.field.press('Enter');
  }

  /** Presses Enter once the row has the focus. @param {import('playwright-core').Locator} row  one of `rows` */
  async take(row) {
    await row.and(this.#page.locator('.focused')).waitFor();
    await this.accept();
  }

  /** The row with exactly this label. */
  row(label) {
    return this.rows.filter({ has: this.#page.locator('.label-name').getByText(label, { exact: true }) }).first();
  }

  /**
   * Chooses the row with exactly this label, or the first row whose label matches a pattern. Types the label first if the list
   * is too long to show the row.
   */
  async choose(label) {
    const row = this.row(label);
    const isShown = await row.waitFor({ timeout: 6_000 }).then(
      () => true,
      () => false,
    );
    if (!isShown) await this.type(label);
    await this.#click(row);
  }

  /** Returns a row of a list of places: `placeRow('beta-accounts', 'production', 'Storefront')`. */
  placeRow(label, ...where) {
    // A row has a note after the place if the user chose it before for this file.
    const said = this.#page.locator('.label-description').getByText(new RegExp(`^${RegExp.escape(where.join(' · '))}( – |$)`));
    return this.rows.filter({ has: this.#page.locator('.label-name').getByText(label, { exact: true }) }).filter({ has: said });
  }

  /** Types the name and the place into a list of places, and chooses the row. */
  async choosePlace(label, ...where) {
    await this.placeRow(label, ...where)
      .or(this.rows.first())
      .first()
      .waitFor();
    const text = [label, ...where].join(' ');
    await this.type(text);
    // The row moves up once the others are filtered out. A click may hit the row that is then in its old position.
    const row = this.placeRow(label, ...where);
    const isFirst = await row
      .and(this.#page.locator('.focused'))
      .waitFor({ timeout: 6_000 })
      .then(
        () => true,
        () => false,
      );
    if (isFirst) return this.accept();
    // The text may have been typed into the previous question.
    if (!(await row.isVisible())) await this.type(text);
    return this.#click(row);
  }

  /** Returns the row that submits the confirmation list of a change request. */
  get submitRow() {
    return this.rows.filter({ hasText: /^(Submit|Make the draft live)[^:]*: / }).first();
  }

  /** Fills in a field of that confirmation list, such as `Title`, and returns to the confirmation list. */
  async fill(field, text) {
    await this.submitRow.waitFor();
    await this.#click(this.rows.filter({ hasText: `${field}: ` }).first());
    await this.submitRow.waitFor({ state: 'hidden' });
    await this.answer(text);
    await this.submitRow.waitFor();
  }

  /** Presses Enter on that confirmation list. Its first row, which submits it, is already selected. */
  async submit() {
    await this.take(this.submitRow);
  }

  /** The hover of a row under the pointer would cover the row and receive the click. */
  async #click(target) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await target.click({ timeout: 4_000 });
      } catch (error) {
        if (tries === 4) throw error;
        await this.#page.mouse.move(2, 798);
      }
    }
  }

  /** Ticks or unticks the row in a choice of many. */
  async tick(label) {
    await this.#click(this.row(label).getByRole('checkbox').or(this.row(label).locator('.monaco-checkbox')).first());
  }

  /** Returns the labels of the visible rows, from top to bottom. */
  async labels() {
    await this.rows.first().waitFor();
    const read = () => this.rows.locator('.quick-input-list-row:first-child .label-name').allInnerTexts();
    let labels = await read();
    // The list may still be loading.
    for (let same = 0; same < 3;) {
      await this.#page.waitForTimeout(100);
      const now = await read();
      same = now.join('\n') === labels.join('\n') ? same + 1 : 0;
      labels = now;
    }
    return labels;
  }

  /** Presses a button in its title bar or beside the field, such as `Back`. */
  async press(name) {
    await this.#click(this.widget.getByRole('button', { name }).first());
  }

  /** Presses Escape. */
  async cancel() {
    await this.field.press('Escape');
    await this.waitUntilClosed();
  }

  /** Waits until the file dialog has read its folder and suggests a name. */
  async waitForFolder(name) {
    await this.rows.first().waitFor();
    for (let tries = 0; !name.test(await this.field.inputValue()); tries += 1) {
      if (tries === 200) throw new Error(`${name} is not suggested`);
      await this.#page.waitForTimeout(100);
    }
  }

  /** Waits until no question is open. */
  async waitUntilClosed() {
    await this.widget.waitFor({ state: 'hidden' });
  }
}
