/** The life of change requests by hand: found, submitted, killed, rejected, approved, taken back, told of; by one person and another. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addApiKey, addConnection, useApiKey } from '../driver/connecting.mjs';
import { startService, untilQuiet } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

const FLAG = ['Storefront', 'production', 'Flags', 'checkout-redesign'];
const ROOT = '/internal/api/v2';

let service;
before(async () => {
  service = await startService('changeRequests');
});
after(() => service?.stop());

/** Somebody else at the service, with an API key that this editor does not have in use. */
async function call(keyName, method, where, body) {
  const response = await fetch(service.baseUrl + ROOT + where, {
    method,
    headers: { authorization: `Bearer ${service.apiKeys[keyName]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${where}: ${response.status}`);
  return response.json();
}
const openRequests = async () => (await call('release-key', 'GET', '/changeRequests?limit=100')).data;
const idOf = async (title) => (await openRequests()).find((request) => request.title === title)?.id;
/** Waits for a row by its label and what stands beside it, and until no row begins with something else. */
async function shows(tree, text, without = '\n') {
  let rows = [];
  for (let tries = 0; tries < 200; tries += 1) {
    rows = (await tree.rows()).map(({ label, description }) => `${label} ${description}`.trim());
    if (rows.includes(text) && !rows.some((row) => row.startsWith(without))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`no ${text}, or a ${without}, among:\n${rows.join('\n')}`);
}

story('changeRequests', {}, (step) => {
  step('says what it is for where there is no connection', async (workbench) => {
    await workbench.openSideBar();
    await workbench.requests.pane.getByText('Change requests that wait for you appear here').waitFor();
    await workbench.screenshot('welcome');
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  step('groups them by who has to do something', async (workbench) => {
    await workbench.requests.row('Submitted by me');
    await workbench.requests.expand('All open');
    await workbench.requests.row('All open', 'Remove ended trials');
    await shows(workbench.requests, 'All open 9');
    await workbench.screenshot('groups');
  });

  step('keeps open what was opened, over another view and a reload', async (workbench) => {
    const isOpen = async () => (await workbench.requests.rows()).find(({ label }) => label === 'All open')?.isExpanded;
    assert.equal(await isOpen(), true);
    await workbench.command('View: Show Explorer');
    await workbench.openSideBar();
    await shows(workbench.requests, 'All open 9');
    assert.equal(await isOpen(), true);
    await workbench.reload();
    await workbench.openSideBar();
    await shows(workbench.requests, 'All open 9');
    assert.equal(await isOpen(), true);
    await workbench.screenshot('after-reload');
  });

  step('narrows them by a filter, which is said above them, and shows all again', async (workbench) => {
    await workbench.command('Flag Admin: Filter Change Requests…');
    await workbench.screenshot('filter');
    await workbench.quickInput.choose('Segments only');
    await workbench.requests.pane.getByText('Only segments').waitFor();
    await workbench.requests.row('All open', 'Remove ended trials');
    await shows(workbench.requests, 'All open 3', 'New search');
    await workbench.screenshot('filtered');
    await workbench.command('Flag Admin: Show All Change Requests');
    await workbench.requests.row('All open', 'New search: 10 % to 25 %, and the wholesale buyers');
    await workbench.requests.pane.getByText('Only segments').waitFor({ state: 'hidden' });
  });

  step('says where only the filter hides them, and shows all with a click on that', async (workbench) => {
    await workbench.command('Flag Admin: Filter Change Requests…');
    await workbench.quickInput.choose('Text…');
    await workbench.quickInput.row('Text…').waitFor({ state: 'hidden' });
    await workbench.quickInput.answer('no such words');
    await workbench.requests.row('All open', 'Nothing matches the filter');
    await workbench.screenshot('hidden-by-filter');
    await workbench.requests.click('All open', 'Show all (9 hidden)');
    await workbench.requests.row('All open', 'New search: 10 % to 25 %, and the wholesale buyers');
    await workbench.requests.pane.getByText('Only “no such words”').waitFor({ state: 'hidden' });
  });

  step('submits a removal with a rollout status, keeps a draft at an Escape, and goes on with it', async (workbench) => {
    await workbench.command('Flag Admin: Submit Change Request…');
    await workbench.quickInput.choose('Change a flag in an environment…');
    await workbench.quickInput.choosePlace('checkout-redesign', 'production', 'Storefront');
    await workbench.quickInput.row('Remove the definition').waitFor();
    await workbench.screenshot('operations');
    await workbench.quickInput.choose('Remove the definition');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.quickInput.press('Back');
    await workbench.quickInput.choose('Remove the definition');
    await workbench.quickInput.fill('Title', 'Checkout: not served any more');
    await workbench.quickInput.choose('Rollout status: Ramping');
    await workbench.screenshot('rollout-status');
    await workbench.quickInput.choose('Removed from code');
    await workbench.quickInput.row('Rollout status: Removed from code').waitFor();
    await workbench.quickInput.cancel();
    await workbench.command('Flag Admin: Submit Change Request…');
    await workbench.quickInput.row('production · Checkout: not served any more').waitFor();
    await workbench.screenshot('draft');
    await workbench.quickInput.choose('production · Checkout: not served any more');
    await workbench.quickInput.row('Rollout status: Removed from code').waitFor();
    await workbench.quickInput.fill('Comment', 'The code is gone.');
    await workbench.quickInput.choose('Approvers: none are named');
    await workbench.quickInput.answer('tom@example');
    await workbench.quickInput.waitForMessage('is no e-mail address');
    await workbench.quickInput.press('Back');
    await workbench.quickInput.row('Approvers: tom@example').waitFor();
    await workbench.screenshot('wrong-approver');
    await workbench.quickInput.submit();
    await workbench.quickInput.waitForText('E-mail addresses, separated by commas');
    await workbench.quickInput.answer('tom@example.com');
    await workbench.quickInput.row('Approvers: tom@example.com').waitFor();
    await workbench.screenshot('last-step');
  });

  step(
    'shows the exact call, gives it as curl without the API key, and leaves out approvers that are refused',
    async (workbench) => {
      await workbench.quickInput.press('Copy as curl, without the API key');
      await workbench.notifications.waitFor('none is in it');
      const curl = await workbench.page.evaluate(() => navigator.clipboard.readText());
      assert.match(curl, /^curl -X POST 'http:/);
      assert.match(curl, /Bearer \$FLAG_ADMIN_API_KEY/);
      await workbench.quickInput.press('Show the exact call');
      await workbench.tab('Checkout: not served any more – the exact call.txt').waitFor();
      await workbench.screenshot('exact-call');
      await workbench.quickInput.submit();
      await workbench.dialog.waitFor('Submit without a list of approvers?');
      await workbench.screenshot('approvers-refused');
      await workbench.dialog.press('Submit Without');
      await workbench.notifications.waitFor('is submitted');
      await workbench.screenshot('submitted');
      assert.equal((await openRequests()).filter(({ title }) => title === 'Checkout: not served any more').length, 1);
      await workbench.notifications.clear();
      await workbench.requests.expand('Submitted by me');
      await workbench.requests.row('Submitted by me', 'Checkout: not served any more');
    },
  );

  step('says once that somebody else rejected it', async (workbench) => {
    const id = await idOf('Checkout: not served any more');
    // It is seen open before it is decided.
    const calls = service.calls.length;
    await workbench.command('Flag Admin: Refresh');
    for (let tries = 0; service.calls.length === calls && tries < 200; tries += 1) await workbench.page.waitForTimeout(100);
    await untilQuiet(service);
    await call('release-key', 'PUT', `/changeRequests/${id}`, { status: 'REJECTED', comment: 'Still in use.' });
    await workbench.command('Flag Admin: Refresh');
    await workbench.notifications.waitFor('Rejected by release-key: “Checkout: not served any more”');
    await workbench.screenshot('rejected-elsewhere');
    await workbench.notifications.press('Rejected by', 'Review');
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByText('Still in use.').first().waitFor();
    await workbench.screenshot('rejected-review');
    await workbench.notifications.clear();
  });

  step('kills a flag: two questions, and as a request that says who can approve it', async (workbench) => {
    await workbench.command('Flag Admin: Kill Flag…');
    await workbench.quickInput.row('checkout-redesign').waitFor();
    await workbench.quickInput.type('checkout');
    await workbench.quickInput.rows.filter({ hasText: 'new-search' }).first().waitFor({ state: 'hidden' });
    // Whatever is typed, production stays above the others: Enter takes no environment that asks for no name.
    const first = workbench.quickInput.rows.first();
    await first.filter({ hasText: 'production · Storefront' }).waitFor();
    await workbench.screenshot('kill-which');
    await workbench.quickInput.take(first);
    await workbench.quickInput.waitForText('Why? It is kept');
    await workbench.screenshot('kill');
    await workbench.quickInput.answer('Payments fail.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.screenshot('kill-last-step');
    await workbench.quickInput.submit();
    await workbench.notifications.waitFor('until it is approved by: release-key');
    await workbench.notifications.clear();
  });

  step('counts on the badge what waits for the other API key, and points it out before that', async (workbench) => {
    await workbench.requests.row('Waiting for me');
    await workbench.requests.expand('Waiting for me');
    await addApiKey(workbench, service, 'release-key');
    await workbench.notifications.clear();
    await workbench.requests.row('Waiting for me', 'Kill checkout-redesign');
    await workbench.activity('Flag Admin').locator('.badge-content').filter({ hasText: /\d/ }).waitFor();
    await workbench.screenshot('badge');
  });

  step('approves the kill, and the views follow', async (workbench) => {
    await workbench.closeEditors();
    await workbench.requests.click('Waiting for me', 'Kill checkout-redesign');
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByRole('heading', { name: 'Kill checkout-redesign' }).waitFor();
    await workbench.screenshot('kill-review');
    await review.getByRole('button', { name: 'Approve…' }).click();
    await workbench.quickInput.waitForText('publishes at once');
    await workbench.quickInput.answer('Go.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.notifications.waitFor('and published');
    await review.getByText('Published').first().waitFor();
    await workbench.notifications.clear();
    await workbench.requests.expand('Published');
    await workbench.requests.row('Published', 'Kill checkout-redesign');
    await workbench.screenshot('kill-published');
  });

  step('proposes the inverse of what was published', async (workbench) => {
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByRole('button', { name: 'Propose the Inverse…' }).click();
    await workbench.quickInput.submitRow.waitFor();
    await workbench.screenshot('inverse');
    await workbench.quickInput.submit();
    await workbench.notifications.waitFor('“Take back: Kill checkout-redesign” is submitted');
    await workbench.notifications.clear();
  });

  step('exports the history, and opens a review by a link', async (workbench) => {
    await workbench.closeEditors();
    const id = (await call('release-key', 'GET', '/changeRequests?status=PUBLISHED')).data.find(
      ({ title }) => title === 'Kill checkout-redesign',
    )?.id;
    assert.ok(id);
    await workbench.command('Flag Admin: Review Change Request…');
    await workbench.quickInput.choose('By its id, or a link to it…');
    await workbench.quickInput.waitForText('Paste the id');
    await workbench.quickInput.answer('beta-accounts');
    await workbench.quickInput.waitForMessage('There is no id in it');
    await workbench.screenshot('by-id');
    await workbench.quickInput.answer(`https://app.example.com/org/1/change-requests/${id}?tab=history`);
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByRole('heading', { name: 'Kill checkout-redesign' }).waitFor();
    await review.getByRole('button', { name: 'Export History…' }).click();
    await workbench.quickInput.row('Copy as Markdown').waitFor();
    await workbench.screenshot('history');
    await workbench.quickInput.choose('Copy as Markdown');
    await workbench.notifications.waitFor('copied as Markdown');
    const text = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^### Kill checkout-redesign\n/);
    assert.match(text, /> Payments fail\./);
    await workbench.notifications.clear();
  });

  step('opens a review by a link that is typed where others are chosen from', async (workbench) => {
    const { id, title } = (await openRequests())[0];
    await workbench.closeEditors();
    await workbench.command('Flag Admin: Review Change Request…');
    await workbench.quickInput.rows.filter({ hasText: title }).first().waitFor();
    await workbench.screenshot('choose-request');
    await workbench.quickInput.type(`https://app.example.com/org/1/change-requests/${id}`);
    await workbench.quickInput.row(`Open ${id}`).waitFor();
    await workbench.screenshot('typed-link');
    await workbench.quickInput.take(workbench.quickInput.row(`Open ${id}`));
    await workbench.page.getByRole('tab', { selected: true }).filter({ hasText: ' · ' }).first().waitFor();
    await workbench.screenshot('opened-by-typed-link');
  });

  step('rejects with the other API key, with a comment', async (workbench) => {
    await useApiKey(workbench, 'submitter-key');
    const { id } = (await openRequests()).find(({ title }) => title === 'Take back: Kill checkout-redesign');
    await call('release-key', 'PUT', `/changeRequests/${id}`, { status: 'WITHDRAWN', comment: 'not needed' });
    await workbench.tree.menu(FLAG, 'Restore Flag…');
    await workbench.quickInput.waitForText('Its rules apply again. Why?');
    await workbench.quickInput.answer('Payments work again.');
    await workbench.quickInput.row('Try it directly all the same').waitFor();
    await workbench.screenshot('request-or-directly');
    await workbench.quickInput.choose('Submit it as a change request');
    await workbench.quickInput.submit();
    await workbench.notifications.waitFor('is submitted');
    await useApiKey(workbench, 'release-key');
    await workbench.closeEditors();
    await workbench.command('Flag Admin: Review Change Request…');
    await workbench.quickInput.choose('production · Restore checkout-redesign');
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByRole('heading', { name: 'Restore checkout-redesign' }).waitFor();
    await review.getByRole('button', { name: 'Reject…' }).click();
    await workbench.quickInput.waitForText('why is it rejected?');
    await workbench.screenshot('reject');
    await workbench.quickInput.answer('Wait for the mend.');
    await workbench.notifications.waitFor('is rejected. Nothing was changed.');
    await review.getByText('rejected it').waitFor();
    await workbench.screenshot('rejected');
    await workbench.notifications.clear();
  });

  step('has the filter and the groups again after a reload', async (workbench) => {
    await workbench.reload();
    await workbench.openSideBar();
    await workbench.requests.expand('Rejected');
    await workbench.requests.row('Rejected', 'Restore checkout-redesign');
    await workbench.screenshot('after-reload');
  });

  leavesNoApiKey(step);
});
