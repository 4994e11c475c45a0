/**
 * Tests two services side by side: the user switches between them, makes one read-only, shares them as a file without secrets,
 * removes one, and imports it again.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addConnection, answerForApiKey } from '../../driver/connecting.mjs';
import { untilNoMoreCalls, useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const FILE = 'flag-admin-connections.json';
const READ_ONLY = 'The connection “Laboratory” is read-only: nothing is changed through it.';

const shop = useService('shop');
const lab = useService('lab');

const changes = ({ calls }) => calls.filter(({ method }) => method !== 'GET');

story('two-connections', {}, (step) => {
  step('adds two connections, and switches between them', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, shop, { name: 'Shop' });
    await addConnection(workbench, lab, { name: 'Laboratory', keyName: 'release-key' });
    await workbench.notifications.clear();
    await workbench.tree.row('Storefront', 'production');
    await untilNoMoreCalls(lab);
    await workbench.command('Flag Admin: Switch Connection…');
    assert.deepEqual(await workbench.quickInput.labels(), ['Shop', 'Laboratory']);
    await workbench.quickInput.choose('Shop');
    await workbench.statusBar('Shop · submitter-key').waitFor();
    lab.calls.length = 0;
    await workbench.tree.row('Storefront', 'production');
    assert.deepEqual(lab.calls, []);
  });

  step('makes one connection read-only, which is shown everywhere', async (workbench) => {
    await workbench.command('Flag Admin: Switch Connection…');
    await workbench.quickInput.choose('Laboratory');
    await workbench.statusBar('Laboratory · release-key').waitFor();
    await workbench.command('Flag Admin: Edit Connection…');
    await workbench.quickInput.choose('Laboratory');
    await workbench.quickInput.choose('Make read-only');
    await workbench.notifications.waitFor('“Laboratory” is read-only now.');
    await workbench.statusBar('Laboratory · release-key · read-only').waitFor();
    await workbench.notifications.clear();
    const said = workbench.page.getByText('is read-only: nothing is changed through it.');
    await workbench.hoverUntil(workbench.statusBar('Laboratory'), said);
  });

  step('refuses an upload and an approval through the read-only connection, with a message', async (workbench) => {
    await workbench.openFile('accounts.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.notifications.waitFor(READ_ONLY);
    await workbench.notifications.clear();
    await workbench.tree.click('Storefront', 'Open Change Requests (7)', 'Add this month’s VIP accounts');
    const review = await workbench.webview('vip-accounts · production');
    await review.getByText(READ_ONLY).first().waitFor();
    for (const name of ['Approve…', 'Withdraw…']) assert.equal(await review.getByRole('button', { name }).count(), 0);
    assert.deepEqual(changes(lab), []);
  });

  step('exports both connections, without a secret', async (workbench) => {
    await workbench.command('Flag Admin: Export Connections…');
    await workbench.quickInput.waitForTitle('Export Connections');
    await workbench.quickInput.waitForFolder(/flag-admin-connections\.json$/);
    await workbench.quickInput.accept();
    await workbench.notifications.waitFor('but no API keys');
    await workbench.notifications.press('but no API keys', 'Open');
    await workbench.tab(FILE).waitFor();
    const { connections } = JSON.parse(readFileSync(path.join(workbench.folder, FILE), 'utf8'));
    assert.deepEqual(connections, [
      { name: 'Shop', baseUrl: shop.baseUrl, word: 'flag', isReadOnly: false },
      { name: 'Laboratory', baseUrl: lab.baseUrl, word: 'flag', isReadOnly: true },
    ]);
    await workbench.notifications.clear();
  });

  step('removes one connection with its API key', async (workbench) => {
    await workbench.canary.untilStored(2);
    await workbench.command('Flag Admin: Remove Connection…');
    await workbench.quickInput.choose('Laboratory');
    assert.match(
      await workbench.dialog.waitFor(),
      /Remove the connection “Laboratory”\?[^]*also removed from this editor: release-key/,
    );
    await workbench.dialog.press('Remove');
    await workbench.notifications.waitFor('None of its API keys is left in this editor');
    await workbench.canary.untilStored(1);
    await workbench.notifications.clear();
    await workbench.sideBar.getByRole('button', { name: 'Switch Connection…' }).waitFor();
  });

  step('imports it after showing the content of the file, and asks for its API key once', async (workbench) => {
    lab.calls.length = 0;
    await workbench.command('Flag Admin: Import Connections…');
    await workbench.quickInput.waitForTitle('Import Connections');
    // The dialog lists the open folder. A typed path is resolved when Enter is pressed.
    await workbench.quickInput.choose(FILE);
    const shown = await workbench.dialog.waitFor('Import from ');
    assert.ok(shown.includes(`Laboratory: ${lab.baseUrl}, word for a flag: “flag”, read-only`), shown);
    await workbench.dialog.press('Import');
    await workbench.quickInput.waitForText('Admin API key');
    assert.deepEqual(lab.calls, []);
    await answerForApiKey(workbench, lab, 'release-key', { isFirst: true });
    await workbench.statusBar('Laboratory · release-key · read-only').waitFor();
    await workbench.tree.row('Storefront', 'production');
    await workbench.notifications.clear();
  });

  step('asks for no API key again after a reload', async (workbench) => {
    await workbench.reload();
    await workbench.openSideBar();
    await workbench.statusBar('Laboratory · release-key · read-only').waitFor();
    await workbench.tree.row('Storefront', 'production');
    assert.deepEqual(await workbench.notifications.texts(), []);
  });

  leavesNoApiKey(step);
});
