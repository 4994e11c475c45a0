/** Tests keys from several cursors, from several files of the Explorer, and from a drop; and the report beside the file. */
import assert from 'node:assert/strict';
import { addConnection } from '../../driver/connecting.mjs';
import { useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const files = {
  'several.txt': 'acct-1\nacct-2\n\nacct-4\nacct-2\n acct-6\nacct-7\n',
  'monday.csv': 'account_id,plan\nacct-711,team\nacct-712,free\n',
  'tuesday.csv': 'account_id,plan\nacct-712,team\nacct-713,free\n',
  'drop.txt': 'acct-801\nacct-802\n',
};

const service = useService('sources');

/** Answers the question for the segment the first time. Later, the same segment is offered first. */
async function chooseTarget({ quickInput }) {
  await quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
}

const uploaded = (workbench, words) => workbench.notifications.waitFor(words);
const editors = (workbench) => workbench.page.locator('.editor-instance .monaco-editor');
/** Waits until an editor has the focus, which it gets back shortly after a question has closed. */
const inFocus = (workbench) => workbench.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
/** Returns the visible text of an editor. */
const textIn = async (editor) => (await editor.locator('.view-lines').innerText()).replaceAll('\u00A0', ' ');

story('sources', { file: 'several.txt', files }, (step) => {
  step('connects', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  step('uploads the selections of several cursors', async (workbench) => {
    const { page, quickInput } = workbench;
    await editors(workbench)
      .first()
      .click({ position: { x: 200, y: 10 } });
    await page.keyboard.press('ControlOrMeta+Home');
    for (let line = 1; line < 4; line += 1) await page.keyboard.press('ArrowDown');
    for (let cursors = 2; cursors < 4; cursors += 1) {
      await workbench.command('Add Cursor Below');
      await workbench.statusBar(`${cursors} selections`).waitFor();
    }
    await inFocus(workbench);
    await page.keyboard.press('Shift+End');
    await workbench.statusBar('characters selected').waitFor();
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await chooseTarget(workbench);
    await quickInput.waitForText('From the selection in several.txt');
    await quickInput.waitForText('1 trimmed (line 6)');
    await quickInput.row('Upload 3 keys').waitFor();
    await quickInput.cancel();
  });

  step('shows the report beside the file, and the question stays open', async (workbench) => {
    const { page, quickInput } = workbench;
    await inFocus(workbench);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Home');
    await workbench.statusBar('Ln 1, Col 1').waitFor();
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await chooseTarget(workbench);
    await quickInput.waitForText('1 repeated (line 5), 1 blank (line 3), 1 trimmed (line 6)');
    await quickInput.choose('Show what was found');
    await workbench.tab('several.txt – found.txt').waitFor();
    await quickInput.row('Upload 5 keys').waitFor();
    await editors(workbench).last().locator('.view-line', { hasText: 'several.txt:5' }).first().waitFor();
    const report = await textIn(editors(workbench).last());
    assert.match(report, /several\.txt:5 +acct-2 +is also in several\.txt:2/);
    // The question is answered while the report is still open.
    await editors(workbench)
      .last()
      .click({ position: { x: 100, y: 300 } });
    await quickInput.row('Upload 5 keys').waitFor();
    await quickInput.choose('Upload 5 keys');
    await uploaded(workbench, 'beta-accounts in Storefront / development now contains');
    await workbench.notifications.clear();
  });

  step('leads from the report to the line of the file', async (workbench) => {
    const { page } = workbench;
    const link = editors(workbench).last().locator('.detected-link', { hasText: 'several.txt:5' }).first();
    // The editor redraws a link under the pointer, so the test clicks its position instead of its element.
    const { x, y, width, height } = await link.boundingBox();
    await page.keyboard.down('ControlOrMeta');
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.up('ControlOrMeta');
    await workbench.statusBar('Ln 5, Col 1').waitFor();
    await page.keyboard.press('Escape');
    await workbench.closeEditors();
  });

  step('uploads several files of the Explorer as one list', async (workbench) => {
    const { page, quickInput } = workbench;
    await workbench.openSideBar('Explorer');
    const row = (name) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await row('monday.csv').click();
    await row('tuesday.csv').click({ modifiers: ['ControlOrMeta'] });
    await row('tuesday.csv').click({ button: 'right' });
    const submenu = page.locator('.monaco-menu .action-item', { hasText: 'Flag Admin' }).first();
    await submenu.waitFor();
    await page.waitForTimeout(300); // a menu ignores clicks in its first tenth of a second
    await submenu.hover();
    const entry = page.locator('.monaco-menu .action-item', { hasText: 'Upload Keys from Current File…' }).last();
    await entry.waitFor();
    await page.waitForTimeout(300);
    await entry.click();
    await quickInput.choose('account_id');
    await quickInput.choose('beta-accounts');
    await quickInput.waitForText('From 2 files');
    await quickInput.waitForText('1 repeated');
    await quickInput.choose('Upload 3 keys');
    await uploaded(workbench, 'now contains');
    await workbench.notifications.clear();
    await workbench.closeEditors();
  });

  step('uploads a file that is dropped on a segment', async (workbench) => {
    await workbench.openFile('drop.txt');
    await workbench.openSideBar();
    const node = await workbench.tree.row('Storefront', 'development', 'Segments', 'beta-accounts');
    await workbench.tab('drop.txt').dragTo(node);
    await workbench.quickInput.waitForText('From drop.txt');
    await workbench.quickInput.choose('Upload 2 keys');
    await uploaded(workbench, 'now contains');
    await workbench.notifications.clear();
    const heading = await workbench.tree.row('Storefront', 'development', 'Segments');
    await workbench.tab('drop.txt').dragTo(heading);
    await workbench.notifications.waitFor(
      'Nothing is uploaded. To add keys to a segment, drop a file with keys on the row of that segment.',
    );
    await workbench.notifications.clear();
    await workbench.closeEditors();
  });

  leavesNoApiKey(step);
});
