/**
 * Tests that drafts survive a killed extension host, and that two windows with one draft don't overwrite each other without a
 * question.
 */
import assert from 'node:assert/strict';
import { connect } from '../../driver/connecting.mjs';
import { save } from '../../driver/documents.mjs';
import { killExtensionHost } from '../../driver/extensionHost.mjs';
import { useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const FLAG = ['Storefront', 'development', 'Flags', 'checkout-redesign'];
const TAB = 'checkout-redesign.yaml';

const service = useService('drafts');
let second;

const lineOf = ({ page }, text) => page.locator('.editor-instance .view-line').getByText(text, { exact: true }).first();
const HEADER = '#: checkout-redesign in Storefront / development · traffic type account';

/** Replaces the last line, which is a comment. */
async function write(workbench, text) {
  const { page } = workbench;
  await page.bringToFront();
  for (const key of ['ControlOrMeta+1', 'ControlOrMeta+End', 'Shift+Home']) await page.keyboard.press(key);
  await page.keyboard.type(text);
  await lineOf(workbench, text).waitFor();
  await page.locator('.tab.dirty').waitFor();
}

// Otherwise, the editor in the browser saves automatically.
story('drafts', { settings: { 'files.autoSave': 'off' } }, (step) => {
  step('keeps a draft and its unsaved changes if the extension host is killed', async (workbench) => {
    await workbench.openSideBar();
    await connect(workbench, service);
    await workbench.notifications.clear();
    await workbench.tree.click(...FLAG);
    await workbench.tab(TAB).waitFor();
    await workbench.page.locator('.editor-instance .view-line', { hasText: HEADER }).first().waitFor();
    await write(workbench, '# saved');
    await save(workbench);
    await write(workbench, '# typed');
    assert.equal(killExtensionHost(workbench), 1);
    await workbench.reload();
    await workbench.tree.row('Storefront');
    await lineOf(workbench, '# typed').waitFor();
    await workbench.page.keyboard.press('ControlOrMeta+1');
    await save(workbench);
    assert.deepEqual(await workbench.notifications.texts(), []);
  });

  step('shows the draft of a different window if the document has no unsaved text', async (workbench) => {
    second = await workbench.openSecond('second');
    await second.openSideBar();
    await second.tree.click(...FLAG);
    await lineOf(second, '# typed').waitFor();
    await write(workbench, '# first');
    await save(workbench);
    await lineOf(second, '# first').waitFor();
  });

  // The two texts have the same length. By their real sizes, VS Code would take them for the same text.
  step('asks before a save overwrites the draft of a different window, and shows the differences', async (workbench) => {
    const { page, notifications } = second;
    await write(second, '# mine!');
    await write(workbench, '# other');
    await save(workbench);
    await page.bringToFront();
    await page.keyboard.press('ControlOrMeta+S');
    await notifications.waitFor('The content of the file is newer');
    await notifications.press('The content of the file is newer', 'Compare');
    await page.locator('.monaco-diff-editor').getByText('# other', { exact: true }).first().waitFor();
    await lineOf(workbench, '# other').waitFor();
    await page.getByRole('button', { name: 'Use your changes and overwrite file contents' }).click();
    await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
    await lineOf(workbench, '# mine!').waitFor();
  });

  step('also notices a different draft after a reload with unsaved text, and can use that draft', async (workbench) => {
    const { page, notifications } = second;
    await write(second, '# again');
    await write(workbench, '# third');
    // Waits until the editor has backed up the typed text. Then the other window saves, as if this one had crashed.
    await page.waitForTimeout(2_000);
    await save(workbench);
    await page.bringToFront();
    await second.reload();
    await second.tree.row('Storefront');
    await lineOf(second, '# again').waitFor();
    await page.keyboard.press('ControlOrMeta+1');
    await page.keyboard.press('ControlOrMeta+S');
    await notifications.waitFor('The content of the file is newer');
    await lineOf(workbench, '# third').waitFor();
    await notifications.clear();
    await second.command('File: Revert File');
    await lineOf(second, '# third').waitFor();
  });

  step('shows the live definition again if the other window discards the draft', async (workbench) => {
    const draft = second.page.locator('.editor-instance .view-line', { hasText: /^#\s(mine!|third)$/ });
    assert.equal(await draft.count(), 1);
    await workbench.command('Flag Admin: Discard Draft…');
    await workbench.dialog.waitFor('Discard the draft of checkout-redesign');
    await workbench.dialog.press('Discard Draft');
    await draft.waitFor({ state: 'detached' });
    assert.equal(service.calls.filter(({ method }) => method !== 'GET').length, 0);
  });

  leavesNoApiKey(step);
});
