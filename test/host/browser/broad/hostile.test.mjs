/**
 * Tests an untrusted folder, in which the user can look at everything and change nothing; and hostile names and texts of a
 * service, which are shown as text in the tree, the messages and the review.
 */
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { addApiKey, addConnection } from '../../driver/connecting.mjs';
import { colleaguesIn, useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const RESTRICTED = 'This window is in restricted mode, so Flag Admin can’t change anything.';
const SEGMENT = ['Storefront', 'production', 'Segments', 'beta-accounts'];
const IMAGE = '<img src=x onerror="window.top.isHostile=true">';
const SCRIPT = '</script><script>window.top.isHostile=true</script>';
const LINK = '[Sign in](command:workbench.action.closeWindow)';
const ICONS = '$(pass) Checked by security $(zap)';
const TITLE = `${SCRIPT} ${ICONS} ${LINK} \u202Egpj.exe`;
const KEYS = [IMAGE, SCRIPT, 'line\u2028separator', '\u202Eturned'];

const service = useService('hostile');
before(async () => {
  const { workspace, environment, submit } = await colleaguesIn(service, 'production');
  const call = (...request) => service.call('submitter-key', 'POST', ...request);
  await call(`/segments/ws/${workspace}/trafficTypes/account`, { name: IMAGE, description: SCRIPT });
  await call(`/segments/${environment}/${encodeURIComponent(IMAGE)}`);
  const segment = { name: IMAGE, keys: KEYS };
  await submit({ segment, operationType: 'CREATE', title: TITLE, comment: `${IMAGE}${LINK}`, rolloutStatus: undefined });
});

const changes = () => service.calls.filter(({ method }) => method !== 'GET');

/** Runs in a frame. */
const readHostile = () => [
  document.querySelectorAll('img[src="x"], a[href^="command:workbench.action.closeWindow"]').length,
  [...document.scripts].filter((script) => script.textContent.includes('isHostile')).length,
  globalThis.isHostile === true,
];

/** No frame contains an element from a name, and no script in a name has run. */
async function isText(workbench) {
  for (const frame of workbench.page.frames()) {
    const found = await frame.evaluate(readHostile).catch((error) => {
      // A frame that disappears meanwhile shows nothing, and its effects would be visible in the others.
      if (!frame.isDetached()) throw error;
    });
    if (found) assert.deepEqual(found, [0, 0, false], frame.url());
  }
}

story('hostile', { asksForTrust: true }, (step) => {
  step('is restricted until the user says that they trust the folder', async (workbench) => {
    await workbench.statusBar('Restricted Mode').waitFor();
    await workbench.openSideBar();
  });

  step('allows a connection, and shows the trees', async (workbench) => {
    await addConnection(workbench, service, { name: 'Shop', keyName: 'release-key' });
    await workbench.notifications.clear();
    await workbench.tree.click(...SEGMENT, '8 keys');
    await workbench.tab('beta-accounts – Storefront, production.txt').waitFor();
  });

  step('refuses an upload, and names the next step', async (workbench) => {
    await workbench.openFile('accounts.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.notifications.waitFor(RESTRICTED);
    await workbench.notifications.clear();
    await workbench.tree.press(SEGMENT, 'Upload Keys');
    await workbench.notifications.waitFor(RESTRICTED);
    await workbench.notifications.clear();
  });

  step('refuses an approval, and shows the review', async (workbench) => {
    await workbench.tree.click('Storefront', 'Open Change Requests (8)', 'Add this month’s VIP accounts');
    const review = await workbench.webview('vip-accounts · production');
    await review.getByRole('button', { name: 'Approve…' }).click();
    await workbench.notifications.waitFor(RESTRICTED);
    assert.deepEqual(changes(), []);
  });

  step('allows an approval once the folder is trusted', async (workbench) => {
    await workbench.notifications.press(RESTRICTED, 'Manage Trust');
    await workbench.tab('Workspace Trust').waitFor();
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.statusBar('Restricted Mode').waitFor({ state: 'hidden' });
    const review = await workbench.webview('vip-accounts · production');
    await review.getByRole('button', { name: 'Approve…' }).click();
    await workbench.quickInput.waitForText('publishes the change at once');
    await workbench.quickInput.cancel();
  });

  step('shows names with markup in the tree as plain text', async (workbench) => {
    await workbench.tree.row('Storefront', 'production', 'Segments', IMAGE);
    await isText(workbench);
  });

  step('shows such names in the review as plain text', async (workbench) => {
    await workbench.command('Flag Admin: Review Change Request…');
    const row = workbench.quickInput.rows.filter({ hasText: '</script>' }).first();
    // The row's own icon is of a different kind. Icons in the title appear as text.
    assert.equal(await row.locator('.codicon-pass, .codicon-zap').count(), 0);
    assert.match((await row.textContent()).replaceAll('\u200b', ''), /\$\(pass\) Checked by security/);
    await row.click();
    const review = await workbench.webview(`${IMAGE} · production`);
    await review.getByText(SCRIPT, { exact: false }).first().waitFor();
    await review.getByText(IMAGE, { exact: true }).first().waitFor();
    await isText(workbench);
  });

  step('shows such names in a message as plain text, without a link', async (workbench) => {
    await addApiKey(workbench, service, 'submitter-key');
    const review = await workbench.webview(`${IMAGE} · production`);
    await review.getByRole('button', { name: 'Withdraw…' }).click();
    // The identity is not known, because nothing was submitted here with this API key.
    assert.match(await workbench.dialog.waitFor(), /An API key of an approver can withdraw only its own change requests\./);
    await workbench.dialog.press('Withdraw');
    await workbench.quickInput.waitForText('Enter the reason as a comment');
    await workbench.quickInput.answer(LINK);
    await workbench.notifications.waitFor('is now “Withdrawn”. Nothing was changed.');
    await isText(workbench);
  });

  leavesNoApiKey(step);
});
