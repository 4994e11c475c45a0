/** Reads, edits and saves the document in the editor like a person. */
import assert from 'node:assert/strict';

/** Returns the text of the active document. Uses only the keyboard, because a click could hit something above it. */
export async function textOf({ page }) {
  const nothing = 'nothing is copied yet';
  await page.evaluate((text) => navigator.clipboard.writeText(text), nothing);
  for (let tries = 0; tries < 100; tries += 1) {
    // Repeated, because a closing view returns the focus late, and not always to the editor. A panel would copy its own rows.
    await page.keyboard.press('ControlOrMeta+1');
    if (!(await isEditing(page))) continue;
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('ControlOrMeta+Home');
    // If nothing is selected yet, the editor copies one line.
    if (text !== nothing && text.trimEnd().includes('\n')) return text;
    await page.waitForTimeout(100);
  }
  throw new Error('The editor copied nothing.');
}

/**
 * Returns the text as soon as it is as expected. After opening, undo or discard, the editor shows the earlier text for a moment.
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
 * The editor of this file or definition. Its tab and breadcrumbs appear before its text. Until then, the editor shows the text of
 * the previous file.
 * @param {...string} way  its last names, such as `production`, `checkout-redesign.yaml`
 */
export function editorOf(page, ...way) {
  const end = `/${way.map(encodeURIComponent).join('/')}`;
  const editor = `.editor-instance .monaco-editor:is([data-uri$="${end}"], [data-uri*="${end}?"])`;
  return page.locator(`${editor} >> visible=true`).first();
}

/**
 * Opens the definition of a flag from the tree, and waits until it has the focus. Even if its document is already open, the
 * editor takes the focus a little later and closes whatever opened meanwhile, such as the list of commands.
 */
export async function openDefinition({ page, tree }, workspace, environment, flag, kind = 'yaml') {
  await tree.click(workspace, environment, 'Flags', flag);
  await editorOf(page, workspace, environment, `${flag}.${kind}`).and(page.locator('.focused')).waitFor();
}

/** Replaces the whole text by pasting. */
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
    // The editor pastes with a delay, and not at all if the cursor moves meanwhile.
    await selected.waitFor({ state: 'hidden', timeout: 4_000 }).catch(() => undefined);
    if ((await textOf(workbench)) === after) return;
  }
  throw new Error('The editor did not paste.');
}

/** The editor ignores commands while it is still processing typed text. A person would repeat the command. */
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
 * Moves the cursor to a line and a column, both counted from 1. A column after the end means the end. Letters that are typed
 * before the field appears go into the document. A key that is pressed before the editor has the focus again is lost.
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

/** Selects the first occurrence of a text in the document. */
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

/** Waits until the editor has the focus again. A key that is pressed before is lost. */
const untilEditing = ({ page }, options) => page.locator('.editor-instance .monaco-editor.focused').first().waitFor(options);

const isEditing = async (page) =>
  untilEditing({ page }, { timeout: 1_000 }).then(
    () => true,
    () => false,
  );

/** Replaces the value of a top-level field, and the text after it. */
export const replaceLine = (workbench, field, by) =>
  rewrite(workbench, (text) => text.replace(new RegExp(`^${field}:.*$`, 'm'), by));

/** Saves, and waits until no document is unsaved. */
export async function save({ page }) {
  await page.keyboard.press('ControlOrMeta+S');
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
}

export const lens = ({ page }, text) => page.locator('.codelens-decoration', { hasText: text });
