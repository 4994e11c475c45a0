/** Drafts of definitions outlast the killed extension host, and two real windows with one draft overwrite nothing of each other unseen. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addConnection } from '../driver/connecting.mjs';
import { save } from '../driver/documents.mjs';
import { killExtensionHost } from '../driver/extensionHost.mjs';
import { startService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

const FLAG = ['Storefront', 'development', 'Flags', 'checkout-redesign'];
const TAB = 'checkout-redesign.yaml';

let service;
let second;
before(async () => {
  service = await startService('drafts');
});
after(() => service?.stop());

const firstLine = ({ page }, text) =>
  page.locator('.editor-instance .view-line').first().getByText(text, { exact: true }).waitFor();

/** Writes the first line anew, which is a comment. */
async function write(workbench, text) {
  const { page } = workbench;
  await page.bringToFront();
  for (const key of ['1', 'Home']) await page.keyboard.press(`ControlOrMeta+${key}`);
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(text);
  await firstLine(workbench, text);
  await page.locator('.tab.dirty').waitFor();
}

// Else the editor in the browser saves by itself what is typed.
story('drafts', { settings: { 'files.autoSave': 'off' } }, (step) => {
  step('keeps a draft, and what is typed over it, though the extension host is killed', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
    await workbench.tree.click(...FLAG);
    await workbench.tab(TAB).waitFor();
    await firstLine(workbench, '# checkout-redesign in Storefront / development, for traffic of type account.');
    await write(workbench, '# saved');
    await save(workbench);
    await write(workbench, '# typed');
    assert.equal(killExtensionHost(workbench), 1);
    await workbench.reload();
    await workbench.tree.row('Storefront');
    await firstLine(workbench, '# typed');
    await workbench.page.keyboard.press('ControlOrMeta+1');
    await save(workbench);
    assert.deepEqual(await workbench.notifications.texts(), []);
    await workbench.screenshot('after-the-kill');
  });

  step('shows another window’s draft where nothing is typed', async (workbench) => {
    second = await workbench.openSecond('second');
    await second.openSideBar();
    await second.tree.click(...FLAG);
    await firstLine(second, '# typed');
    await write(workbench, '# first');
    await save(workbench);
    await firstLine(second, '# first');
  });

  step('overwrites nothing unseen where something is, and lets the person decide', async (workbench) => {
    await write(second, '# mine!');
    await write(workbench, '# other');
    await save(workbench);
    await second.page.bringToFront();
    await second.page.keyboard.press('ControlOrMeta+S');
    await second.notifications.waitFor('Yours is in the editor, not saved.');
    await second.page.getByText('Not saved: another window has saved its own draft').first().waitFor();
    await second.screenshot('refused');
    // To compare is not to decide: what the comparison reads is not what mine was written over.
    await second.notifications.press('Yours is in the editor', 'Compare');
    await second.page.locator('.monaco-diff-editor').getByText('# other', { exact: true }).waitFor();
    await second.notifications.waitFor('Yours is in the editor, not saved.');
    await second.page.keyboard.press('ControlOrMeta+S');
    await second.page.waitForTimeout(1_000);
    await second.screenshot('compared');
    await firstLine(workbench, '# other');
    await second.notifications.press('Yours is in the editor', 'Save Mine');
    await second.page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
    await firstLine(workbench, '# mine!');
    await second.screenshot('decided');
    await second.command('View: Close Editor');
  });

  step('has one message for both', async (workbench) => {
    const box = ({ page }) => page.locator('.scm-editor');
    await second.openSideBar('Source Control');
    await box(second).click();
    await second.page.keyboard.type('Less of it');
    await workbench.page.bringToFront();
    await workbench.openSideBar('Source Control');
    await box(workbench).getByText('Less of it').waitFor();
    await workbench.screenshot('message');
    await workbench.openSideBar();
  });

  step('is live again in one window where the other discards it', async (workbench) => {
    await workbench.command('Flag Admin: Discard Draft…');
    await workbench.dialog.waitFor('Discard the draft of checkout-redesign');
    await workbench.dialog.press('Discard Draft');
    await firstLine(second, '# checkout-redesign in Storefront / development, for traffic of type account.');
    assert.equal(service.calls.filter(({ method }) => method !== 'GET').length, 0);
  });

  leavesNoApiKey(step);
});
