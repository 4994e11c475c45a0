/** Copies a link from a row of a list, and reveals the row. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addConnection } from '../../driver/connecting.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const TITLE = 'Kill the recommendation engine';
let service;
before(async () => (service = await startService('links')));
after(() => service?.stop());

story('links', {}, (step) => {
  const press = async ({ quickInput }, title, button) => {
    const row = quickInput.rows.filter({ hasText: title }).first();
    await row.hover();
    await row.getByRole('button', { name: button }).click();
  };

  step('connects', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop', keyName: 'release-key' });
    await workbench.notifications.clear();
  });

  step('copies the link of a row while the list stays open, and reveals the row', async (workbench) => {
    await workbench.command('Flag Admin: Find…');
    await workbench.quickInput.type(TITLE);
    await press(workbench, TITLE, 'Copy Link');
    await workbench.notifications.waitFor('Copied the link');
    await workbench.screenshot('row');
    const link = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /^vscode:\/\/flag-admin\.flag-admin\/open\?origin=.*&kind=changeRequest&id=/);
    await press(workbench, TITLE, 'Reveal in Tree');
    await workbench.quickInput.field.waitFor({ state: 'hidden' });
    await workbench.sideBar.locator('.monaco-list-row.selected', { hasText: TITLE }).waitFor();
    await workbench.screenshot('revealed');
    await workbench.notifications.clear();
  });

  leavesNoApiKey(step);
});
