/**
 * Tests the life of change requests in the workbench: two people find, submit, reject, approve and undo them, and are notified.
 * Then tests what each of three API keys may do, with which one an action is done, and the view of requests after a reload.
 */
import assert from 'node:assert/strict';
import { addApiKey, addConnection } from '../../driver/connecting.mjs';
import { untilNoMoreCalls, useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const service = useService('changeRequests');

const openRequests = async () => (await service.call('release-key', 'GET', '/changeRequests?limit=100')).data;
const idOf = async (title) => (await openRequests()).find((request) => request.title === title)?.id;

/** Starts an upload of accounts.txt and chooses the segment. The next question is how to send the keys. */
async function upload(workbench, environment, segment = 'beta-accounts') {
  await workbench.openFile('accounts.txt');
  await workbench.command('Flag Admin: Upload Keys from Current File…');
  await workbench.quickInput.choosePlace(segment, environment, 'Storefront');
}

/** The names of the API keys with which the service received changes. */
const writers = () => service.calls.filter(({ method }) => method !== 'GET').map(({ keyName }) => keyName);

story('changeRequests', {}, (step) => {
  step('describes the view if there is no connection', async (workbench) => {
    await workbench.openSideBar();
    await workbench.requests.pane.getByText('Change requests that wait for you appear here').waitFor();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  step('submits a removal with a rollout status, after it kept a draft at Escape and continued with it', async (workbench) => {
    await workbench.command('Flag Admin: Submit Change Request…');
    await workbench.quickInput.choose('Change a flag in an environment…');
    await workbench.quickInput.choosePlace('checkout-redesign', 'production', 'Storefront');
    await workbench.quickInput.row('Remove the definition of checkout-redesign').waitFor();
    await workbench.quickInput.choose('Remove the definition of checkout-redesign');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.quickInput.press('Back');
    await workbench.quickInput.choose('Remove the definition of checkout-redesign');
    await workbench.quickInput.fill('Title', 'Checkout: not served any more');
    await workbench.quickInput.choose('Rollout status: Ramping');
    await workbench.quickInput.choose('Removed from code');
    await workbench.quickInput.row('Rollout status: Removed from code').waitFor();
    await workbench.quickInput.cancel();
    await workbench.command('Flag Admin: Submit Change Request…');
    await workbench.quickInput.row('Checkout: not served any more').waitFor();
    await workbench.quickInput.choose('Checkout: not served any more');
    await workbench.quickInput.row('Rollout status: Removed from code').waitFor();
    await workbench.quickInput.fill('Comment', 'The code is gone.');
    await workbench.quickInput.choose('Approvers: as configured for production, if any');
    await workbench.quickInput.waitForTitle('Change request for checkout-redesign in Storefront / production: Approvers');
    await workbench.quickInput.answer('tom@example');
    await workbench.quickInput.waitForMessage('is not an e-mail address');
    await workbench.quickInput.press('Back');
    await workbench.quickInput.row('Approvers: tom@example').waitFor();
    await workbench.quickInput.submit();
    await workbench.quickInput.waitForText('E-mail addresses, separated by commas');
    await workbench.quickInput.answer('tom@example.com');
    await workbench.quickInput.row('Approvers: tom@example.com').waitFor();
  });

  step(
    'shows the exact call, gives it as curl without the API key, and leaves out approvers that are refused',
    async (workbench) => {
      await workbench.quickInput.press('Copy as curl, without the API key');
      await workbench.notifications.waitFor('The command is copied without an API key');
      const curl = await workbench.page.evaluate(() => navigator.clipboard.readText());
      assert.match(curl, /^curl -X POST 'http:/);
      assert.match(curl, /Bearer \$FLAG_ADMIN_API_KEY/);
      await workbench.quickInput.press('Show the exact call');
      await workbench.tab('Checkout: not served any more – API call.txt').waitFor();
      await workbench.quickInput.submit();
      await workbench.dialog.waitFor('Submit without a list of approvers?');
      await workbench.dialog.press('Submit Without a List of Approvers');
      await workbench.notifications.waitFor('is submitted');
      assert.equal((await openRequests()).filter(({ title }) => title === 'Checkout: not served any more').length, 1);
      await workbench.notifications.clear();
      await workbench.requests.expand('Submitted by me');
      await workbench.requests.row('Submitted by me', 'Checkout: not served any more');
    },
  );

  step('reports once that somebody else rejected the request', async (workbench) => {
    const id = await idOf('Checkout: not served any more');
    // The extension must have read the open request before its status changes.
    const calls = service.calls.length;
    await workbench.command('Flag Admin: Refresh');
    for (let tries = 0; service.calls.length === calls && tries < 200; tries += 1) await workbench.page.waitForTimeout(100);
    await untilNoMoreCalls(service);
    await service.call('release-key', 'PUT', `/changeRequests/${id}`, { status: 'REJECTED', comment: 'Still in use.' });
    await workbench.command('Flag Admin: Refresh');
    await workbench.notifications.waitFor('Rejected by release-key: “Checkout: not served any more”');
    await workbench.notifications.press('Rejected by', 'Review');
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByText('Still in use.').first().waitFor();
    await workbench.notifications.clear();
  });

  step('kills a flag with two questions, by a request whose message says who can approve it', async (workbench) => {
    await workbench.command('Flag Admin: Kill Flag…');
    await workbench.quickInput.row('checkout-redesign').waitFor();
    await workbench.quickInput.type('checkout');
    await workbench.quickInput.rows.filter({ hasText: 'new-search' }).first().waitFor({ state: 'hidden' });
    // Whatever the user types, production stays above the others, so Enter never chooses an environment without the name check.
    const first = workbench.quickInput.rows.first();
    await first.filter({ hasText: 'production · Storefront' }).waitFor();
    await workbench.quickInput.take(first);
    await workbench.quickInput.waitForText('Why do you make this change? Your answer is kept');
    await workbench.quickInput.answer('Payments fail.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.quickInput.submit();
    await workbench.notifications.waitFor('until it is approved by: release-key');
    await workbench.notifications.clear();
  });

  step('says which requests may wait for the other API key while its identity is not known', async (workbench) => {
    await workbench.requests.row('Waiting for me');
    await addApiKey(workbench, service, 'release-key');
    await workbench.notifications.clear();
    await workbench.requests.row('May wait for me');
    await workbench.requests.expand('All open');
    await workbench.requests.row('All open', 'Kill checkout-redesign');
  });

  step('approves the kill, and the views show the new state', async (workbench) => {
    await workbench.closeEditors();
    await workbench.requests.click('All open', 'Kill checkout-redesign');
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByRole('heading', { name: 'Kill checkout-redesign' }).waitFor();
    await review.getByRole('button', { name: 'Approve…' }).click();
    await workbench.quickInput.waitForText('Your approval publishes the change at once. Enter a');
    await workbench.quickInput.answer('Go.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.notifications.waitFor('and published');
    await review.getByText('Published').first().waitFor();
    await workbench.notifications.clear();
    await workbench.requests.expand('Published');
    await workbench.requests.row('Published', 'Kill checkout-redesign');
    // Now it is known who the API key is.
    await workbench.requests.row('Waiting for me');
    await workbench.activity('Flag Admin').locator('.badge-content').filter({ hasText: /\d/ }).waitFor();
  });

  step('proposes to revert the published request', async (workbench) => {
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByRole('button', { name: 'Propose to Revert This Request…' }).click();
    await workbench.quickInput.submitRow.waitFor();
    await workbench.quickInput.submit();
    await workbench.notifications.waitFor('“Revert: Kill checkout-redesign” is submitted');
    await workbench.notifications.clear();
  });

  step('exports the history, and opens a review by a link', async (workbench) => {
    await workbench.closeEditors();
    const id = (await service.call('release-key', 'GET', '/changeRequests?status=PUBLISHED')).data.find(
      ({ title }) => title === 'Kill checkout-redesign',
    )?.id;
    assert.ok(id);
    await workbench.command('Flag Admin: Review Change Request…');
    await workbench.quickInput.type(`https://app.example.com/org/1/change-requests/${id}?tab=history`);
    await workbench.quickInput.choose(`Open ${id}`);
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByRole('heading', { name: 'Kill checkout-redesign' }).waitFor();
    await review.getByRole('button', { name: 'Export History…' }).click();
    await workbench.quickInput.row('Copy as Markdown').waitFor();
    await workbench.quickInput.choose('Copy as Markdown');
    await workbench.notifications.waitFor('copied as Markdown');
    const text = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^### Kill checkout-redesign\n/);
    assert.match(text, /> Payments fail\./);
    await workbench.notifications.clear();
  });

  step('reports that the service refuses a change by a read-only key', async (workbench) => {
    await addApiKey(workbench, service, 'read-only-key');
    await workbench.notifications.clear();
    await upload(workbench, 'development');
    await workbench.quickInput.row('Upload 24 keys').waitFor();
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.notifications.waitFor('isn’t allowed to do that (403)');
    await workbench.notifications.clear();
  });

  step('offers the other keys at the next attempt, before anything is sent', async (workbench) => {
    service.calls.length = 0;
    await upload(workbench, 'development');
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.quickInput.row('Use “submitter-key” this once').waitFor();
    assert.deepEqual(writers(), []);
    await workbench.quickInput.choose('Use “submitter-key” this once');
    await workbench.notifications.waitFor('beta-accounts in Storefront / development now contains');
    assert.deepEqual(new Set(writers()), new Set(['submitter-key']));
    await workbench.statusBar('Shop · read-only-key').waitFor();
    await workbench.notifications.clear();
  });

  step('shows the known rights of each key', async (workbench) => {
    await workbench.command('Flag Admin: Use API Key…');
    const { quickInput } = workbench;
    await quickInput.waitForText('Has changed Storefront / development directly');
    await quickInput.waitForText('Has submitted in Storefront / production');
    await quickInput.waitForText('Has approved in Storefront / production');
    await quickInput.waitForText('Was not allowed to change Storefront / development (403)');
    await quickInput.cancel();
  });

  step('keeps rows expanded after a reload, and filters the requests', async (workbench) => {
    const { requests, quickInput, page } = workbench;
    const all = requests.body.locator('.monaco-list-row[aria-expanded=true]', { hasText: 'All open' });
    for (const isReloaded of [false, true]) {
      if (isReloaded) await workbench.reload();
      await workbench.openSideBar();
      await requests.row('All open');
      await all.waitFor();
    }
    await workbench.command('Flag Admin: Filter Change Requests…');
    await quickInput.choose('Segments');
    await requests.pane.getByText('Only Segments').waitFor();
    await requests.row('All open', 'Remove ended trials');
    const three = all.filter({ has: page.locator('.label-description').getByText('3', { exact: true }) });
    await three.waitFor();
    await workbench.command('Flag Admin: Show All Change Requests');
    await requests.row('All open', 'New search: 10 % to 25 %, and the wholesale buyers');
    await requests.pane.getByText('Only Segments').waitFor({ state: 'hidden' });
  });

  leavesNoApiKey(step);
});
