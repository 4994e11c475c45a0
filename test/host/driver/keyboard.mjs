/** Uses the workbench only by keyboard. */

import { editorOf } from './documents.mjs';

/** Runs a command from the palette. */
export async function run({ page, quickInput }, title) {
  for (let attempt = 0; ; attempt += 1) {
    await page.keyboard.press('F1');
    try {
      const timeout = Math.min(2_000 * (attempt + 1), 8_000);
      await quickInput.field.and(page.locator(':focus')).waitFor({ timeout });
      await page.keyboard.type(title);
      await quickInput.row(title).waitFor({ timeout });
      // Enter chooses the row in focus, which may belong to a similar command.
      const taken = inFocus(quickInput, page, quickInput.row(title));
      for (let steps = 0; steps < 20 && !(await taken.isVisible()); steps += 1) {
        await page.keyboard.press('ArrowDown');
        await page.waitForTimeout(60);
      }
      await taken.waitFor({ timeout });
      await page.keyboard.press('Enter');
      return;
    } catch (error) {
      // Just after the start, the palette does not know the extension's commands.
      if (attempt === 8) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** Returns a row of a question while it has the focus. */
const inFocus = (quickInput, page, row) => row.and(quickInput.rows).and(page.locator('.focused'));

/**
 * Waits until the question has the focus. When the palette closes, a webview in front gets the focus back, perhaps only after the
 * next question has appeared. Then a person must move the focus as well.
 */
export async function untilFocused({ page, quickInput }) {
  const focused = quickInput.field.and(page.locator(':focus'));
  await quickInput.field.waitFor();
  await focused.waitFor({ timeout: 3_000 }).catch(() => quickInput.field.focus());
  await focused.waitFor();
}

/** Types into the current field. On a busy machine, the editor may empty the field of a new question after the first letters. */
export async function typeInto(workbench, text) {
  const { page, quickInput } = workbench;
  for (let tries = 0; tries < 5 && (tries === 0 || (await quickInput.field.inputValue()) !== text); tries += 1) {
    await untilFocused(workbench);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  }
}

/** Types the answer to the current question, and continues. */
export async function answer(workbench, question, text) {
  await workbench.quickInput.waitForText(question);
  await typeInto(workbench, text);
  await workbench.page.keyboard.press('Enter');
}

/** Accepts the text in the question. */
export async function accept(workbench, question) {
  await workbench.quickInput.waitForText(question);
  await untilFocused(workbench);
  await workbench.page.keyboard.press('Enter');
}

/** Chooses a place by typing its name, environment and workspace. */
export async function choosePlace(workbench, label, ...where) {
  const { page, quickInput } = workbench;
  const text = [label, ...where].join(' ');
  await quickInput.rows.first().waitFor();
  await typeInto(workbench, text);
  await inFocus(quickInput, page, quickInput.placeRow(label, ...where)).waitFor();
  await page.keyboard.press('Enter');
}

/** Fills in a field of the confirmation list of a change request, such as `Title`, and returns to the confirmation list. */
export async function fill(workbench, field, text) {
  const { page, quickInput } = workbench;
  await quickInput.submitRow.waitFor();
  await untilFocused(workbench);
  const row = quickInput.rows.filter({ hasText: `${field}: ` }).first();
  for (let steps = 0; steps < 8 && !(await inFocus(quickInput, page, row).isVisible()); steps += 1) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(60);
  }
  await inFocus(quickInput, page, row).waitFor();
  await page.keyboard.press('Enter');
  await quickInput.submitRow.waitFor({ state: 'hidden' });
  await typeInto(workbench, text);
  await page.keyboard.press('Enter');
  await quickInput.submitRow.waitFor();
}

/** Presses Enter on that confirmation list. Its first row, which submits it, is already selected. */
export async function submit(workbench) {
  const { page, quickInput } = workbench;
  await untilFocused(workbench);
  await inFocus(quickInput, page, quickInput.submitRow).waitFor();
  await page.keyboard.press('Enter');
}

/** Chooses a row by typing a part of it, and waits until the question has closed, because the next one may have the same row. */
export async function choose(workbench, text) {
  const { page, quickInput } = workbench;
  const { field, rows } = quickInput;
  await rows.filter({ hasText: text }).first().waitFor();
  await typeInto(workbench, text);
  await page.waitForTimeout(300); // the list is sorted again after the last letter
  const row = (await quickInput.row(text).count()) > 0 ? quickInput.row(text) : rows.filter({ hasText: text });
  await inFocus(quickInput, page, row).first().waitFor();
  await page.keyboard.press('Enter');
  const isGone = async () => !(await field.isVisible()) || (await field.inputValue().catch(() => '')) !== text;
  for (let tries = 0; !(await isGone()); tries += 1) {
    if (tries === 400) throw new Error(`“${text}” was not taken`);
    await page.waitForTimeout(50);
  }
}

/** Opens a file of the folder by name. */
export async function openFile(workbench, name) {
  const { page, quickInput } = workbench;
  await run(workbench, 'Go to File...');
  await untilFocused(workbench);
  await page.keyboard.type(name);
  await inFocus(quickInput, page, quickInput.row(name)).waitFor();
  await page.keyboard.press('Enter');
  await workbench.activeTab(name).waitFor();
  await editorOf(page, name).waitFor();
}

/** Returns the text that a screen reader reads for the focused row of a tree. Empty if no row has the focus. */
export const focusedRow = (page) =>
  page.evaluate(() => {
    const list = document.activeElement?.closest('.monaco-list');
    const id = list?.getAttribute('aria-activedescendant');
    return (id && document.getElementById(id)?.getAttribute('aria-label')) || '';
  });

/**
 * Presses a key until the row in focus begins with this text. Rows that are still being read appear below, so it waits for them.
 */
export async function arrowTo(page, label, key = 'ArrowDown') {
  const passed = [];
  for (const limit = Date.now() + 40_000; Date.now() < limit;) {
    const now = await focusedRow(page);
    if (now.startsWith(label)) return passed;
    passed.push(now);
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
  }
  throw new Error(`“${label}” was not reached; there was: ${passed.join(' | ')}`);
}

/** Expands the row in focus, and waits for its children. */
export async function unfold(page) {
  const level = () =>
    page.evaluate(() => {
      const list = document.activeElement?.closest('.monaco-list');
      const row = document.getElementById(list?.getAttribute('aria-activedescendant') ?? '');
      return Number(row?.getAttribute('aria-level'));
    });
  const before = await level();
  // While the tree is redrawn, no row has the focus.
  const isBelow = async () => (await level()) > before;
  for (let tries = 0; tries < 100 && !(await isBelow()); tries += 1) {
    // The first key expands the row. The next one moves to its children once they are read.
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(100);
  }
  if (!(await isBelow())) throw new Error(`Nothing is below “${await focusedRow(page)}”`);
}

/** Returns the page of the review or comparison that is in front. */
export const inReview = (page) =>
  page.locator('iframe.webview.ready >> visible=true').contentFrame().locator('#active-frame').contentFrame();

/**
 * The shortest time that a person needs to return to a page. A webview reports four times a second whether it has the focus. A
 * program that returns earlier gets the focus on the frame around the page instead of in the page.
 */
export const waitBeforeReturn = (page) => page.waitForTimeout(700);

/** Presses Enter on a button of the review that opens a question. */
export async function askInReview(page) {
  await page.keyboard.press('Enter');
  await waitBeforeReturn(page);
}

/** Returns the text of the focused element in the review. */
export const focusedText = (page) => inReview(page).locator(':focus').innerText();

/** Presses Tab in the review until this element has the focus. A review gets the focus a little after it appears. */
export async function tabTo(page, text, key = 'Tab') {
  await page.waitForFunction(() => document.activeElement?.localName === 'iframe');
  const passed = [];
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press(key);
    const now = await focusedText(page).catch(() => '');
    passed.push(now);
    if (now === text) return passed;
  }
  throw new Error(`"${text}" was not reached; there was: ${passed.join(' | ')}`);
}

/** Moves down the rows of a question until the row in focus has this text. */
export async function moveDownTo({ page, quickInput }, label) {
  await untilFocused({ page, quickInput });
  const focused = quickInput.rows.and(page.locator('.focused')).first();
  for (let step = 0; step < 30; step += 1) {
    const now = (await focused.count()) > 0 ? await focused.getAttribute('aria-label') : '';
    if (now?.includes(label)) return;
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(60);
  }
  throw new Error(`“${label}” was not reached`);
}

/** Presses the first button of the latest notification. */
export const acceptNotification = (workbench) => run(workbench, 'Notifications: Accept Notification Primary Action');
