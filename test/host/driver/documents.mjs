/** The document in the editor: read, written and saved as by a person. */
import assert from 'node:assert/strict';

/** The text of the active document. The keyboard alone: a click could hit what stands above it. */
export async function textOf({ page }) {
  const nothing = 'nothing is copied yet';
  await page.evaluate((text) => navigator.clipboard.writeText(text), nothing);
  for (let tries = 0; tries < 100; tries += 1) {
    // Each time: what is closing gives the focus back late, and not always to the editor.
    await page.keyboard.press('ControlOrMeta+1');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('ControlOrMeta+Home');
    // With nothing selected yet, the editor copies the one line.
    if (text !== nothing && text.trimEnd().includes('\n')) return text;
    await page.waitForTimeout(100);
  }
  throw new Error('The editor copied nothing.');
}

/**
 * The same, once it is as expected: what was opened, undone or discarded just now is in the editor a little later, which shows
 * what it had before until then.
 * @param {import('./workbench.mjs').Workbench} workbench
 * @param {RegExp | ((text: string) => boolean)} expected
 */
export async function untilText(workbench, expected) {
  const isIt = expected instanceof RegExp ? (text) => expected.test(text) : expected;
  for (const limit = Date.now() + 20_000; ; await workbench.page.waitForTimeout(200)) {
    const text = await textOf(workbench);
    if (isIt(text)) return text;
    if (Date.now() > limit) assert.fail(`the document is not ${String(expected)}:\n${text}`);
  }
}

/**
 * The editor that shows this file or definition: its tab and the way to it stand there before its text does, and until then it
 * is that of the one before.
 * @param {import('playwright-core').Page} page
 * @param {...string} way  its last names, such as `production`, `checkout-redesign.yaml`
 */
export function editorOf(page, ...way) {
  const end = `/${way.map(encodeURIComponent).join('/')}`;
  const editor = `.editor-instance .monaco-editor:is([data-uri$="${end}"], [data-uri*="${end}?"])`;
  return page.locator(`${editor} >> visible=true`).first();
}

/**
 * Opens the definition of a flag from the tree, and waits until it has the focus: also where its document is there already, the
 * editor takes the focus a little later, and closes what is opened meanwhile, such as the list of commands.
 */
export async function openDefinition({ page, tree }, workspace, environment, flag, kind = 'yaml') {
  await tree.click(workspace, environment, 'Flags', flag);
  await editorOf(page, workspace, environment, `${flag}.${kind}`).and(page.locator('.focused')).waitFor();
}

/** Writes another text in the place of all of it, as somebody who pastes. */
export async function rewrite(workbench, change) {
  const { page } = workbench;
  const before = await textOf(workbench);
  const after = change(before);
  assert.notEqual(after, before);
  const selected = page.locator('.statusbar-item', { hasText: /Ln \d+, Col \d+ \(\d+ selected\)/ });
  for (let tries = 0; tries < 5; tries += 1) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), after);
    await page.keyboard.press('ControlOrMeta+A');
    await selected.waitFor({ timeout: 4_000 }).catch(() => undefined);
    await page.keyboard.press('ControlOrMeta+V');
    // The editor pastes in its own time, and not at all where the cursor goes elsewhere meanwhile.
    await selected.waitFor({ state: 'hidden', timeout: 4_000 }).catch(() => undefined);
    if ((await textOf(workbench)) === after) return;
  }
  throw new Error('The editor did not paste.');
}

/** The editor drops what is asked of it while it still takes over what was typed: a person asks again. */
export async function pressUntil(page, keys, shown) {
  for (let tries = 0; ; tries += 1) {
    for (const key of [keys].flat()) await page.keyboard.press(key);
    try {
      return await shown.waitFor({ timeout: 4_000 });
    } catch (error) {
      if (tries === 4) throw error;
    }
  }
}

/**
 * Puts the cursor in a place, both counted from 1; a column behind the end is the end. Letters that come before the field
 * are the document's, and a key that comes after it while the editor has not got the focus back is nobody's.
 */
export async function goTo({ page, quickInput }, line, column) {
  await page.keyboard.press('ControlOrMeta+G');
  await quickInput.field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(`${line}:${column}`);
  await page.keyboard.press('Enter');
  await quickInput.waitUntilClosed();
  await untilEditing({ page });
  await page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ` }).waitFor();
}

/** Selects the first place of a text from the top of the document on. */
export async function find({ page }, text) {
  await page.keyboard.press('ControlOrMeta+1');
  await page.keyboard.press('ControlOrMeta+F');
  const widget = page.locator('.find-widget.visible');
  await widget.locator('.find-part :focus').waitFor();
  await page.keyboard.type(text);
  await widget.locator('.matchesCount', { hasText: / of [1-9]/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await widget.waitFor({ state: 'hidden' });
  await untilEditing({ page });
}

/** Waits until the editor has the focus, as after something that stood above it: a key that comes before is nobody's. */
export const untilEditing = ({ page }) => page.locator('.editor-instance .monaco-editor.focused').first().waitFor();

/** Writes another value, and what may stand behind it, for a field at the left. */
export const replaceLine = (workbench, field, by) =>
  rewrite(workbench, (text) => text.replace(new RegExp(`^${field}:.*$`, 'm'), by));

/** And waits until nothing is unsaved. */
export async function save({ page }) {
  await page.keyboard.press('ControlOrMeta+S');
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
}

export const lens = ({ page }, text) => page.locator('.codelens-decoration', { hasText: text });
