/** A window whose user does not trust the folder: everything can be looked at, and nothing can be changed. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addConnection } from '../driver/connecting.mjs';
import { startService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

const RESTRICTED = 'This window is in restricted mode, where Flag Admin only shows things.';
const SEGMENT = ['Storefront', 'production', 'Segments', 'beta-accounts'];

let service;
before(async () => {
  service = await startService('untrusted');
});
after(() => service?.stop());

const changes = () => service.calls.filter(({ method }) => method !== 'GET');

story('untrusted', { asksForTrust: true }, (step) => {
  step('is restricted until the user says that they trust the folder', async (workbench) => {
    await workbench.statusBar('Restricted Mode').waitFor();
    await workbench.openSideBar();
    await workbench.screenshot('restricted');
  });

  step('takes a connection, and browses', async (workbench) => {
    await addConnection(workbench, service, { name: 'Shop', keyName: 'release-key' });
    await workbench.notifications.clear();
    await workbench.tree.click(...SEGMENT, '8 keys');
    await workbench.tab('beta-accounts – Storefront, production.txt').waitFor();
    await workbench.screenshot('browsing');
  });

  step('refuses an upload, and says what to do', async (workbench) => {
    await workbench.openFile('accounts.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.notifications.waitFor(RESTRICTED);
    await workbench.screenshot('upload-refused');
    await workbench.notifications.clear();
    await workbench.tree.press(SEGMENT, 'Upload Keys');
    await workbench.notifications.waitFor(RESTRICTED);
    await workbench.notifications.clear();
  });

  step('refuses an approval, and shows the review', async (workbench) => {
    await workbench.tree.click('Storefront', 'Open Change Requests (7)', 'Add this month’s VIP accounts');
    const review = await workbench.webview('vip-accounts · production');
    await review.getByRole('button', { name: 'Approve…' }).click();
    await workbench.notifications.waitFor(RESTRICTED);
    await workbench.screenshot('approval-refused');
    assert.deepEqual(changes(), []);
  });

  step('may approve once the folder is trusted', async (workbench) => {
    await workbench.notifications.press(RESTRICTED, 'Manage Trust');
    await workbench.tab('Workspace Trust').waitFor();
    await workbench.screenshot('manage-trust');
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.statusBar('Restricted Mode').waitFor({ state: 'hidden' });
    const review = await workbench.webview('vip-accounts · production');
    await review.getByRole('button', { name: 'Approve…' }).click();
    await workbench.quickInput.waitForText('publishes at once');
    await workbench.screenshot('trusted');
    await workbench.quickInput.cancel();
  });

  leavesNoApiKey(step);
});
