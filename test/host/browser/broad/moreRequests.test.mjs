/** Change requests by hand, what is seldom done: narrowed by a filter, opened by a typed link, rejected, and found again after a reload. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addApiKey, addConnection, useApiKey } from '../../driver/connecting.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const FLAG = ['Storefront', 'production', 'Flags', 'checkout-redesign'];

let service;
before(async () => {
  service = await startService('moreRequests');
});
after(() => service?.stop());

const openRequests = async () => (await service.call('release-key', 'GET', '/changeRequests?limit=100')).data;
/** Somebody else kills the flag, and publishes that. */
async function killCheckout() {
  const { objects } = await service.call('submitter-key', 'GET', '/workspaces');
  const workspace = objects.find(({ name }) => name === 'Storefront');
  const environments = await service.call('submitter-key', 'GET', `/environments/ws/${workspace.id}`);
  const { id } = environments.find(({ name }) => name === 'production');
  const body = { flag: { name: 'checkout-redesign' }, operationType: 'KILL', title: 'Kill', comment: 'c', approvers: [] };
  const request = await service.call('submitter-key', 'POST', `/changeRequests/ws/${workspace.id}/environments/${id}`, body);
  await service.call('release-key', 'PUT', `/changeRequests/${request.id}`, { status: 'APPROVED', comment: 'yes' });
}

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

/** Waits for a row that is open, and that nobody opens here: the editor draws the row first, and opens it once it has its children. */
async function showsOpen(tree, text) {
  const isOpen = async () =>
    (await tree.rows()).some(({ label, description, isExpanded }) => `${label} ${description}` === text && isExpanded);
  for (let tries = 0; !(await isOpen()); tries += 1) {
    assert.ok(tries < 200, `${text} is not open`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

story('moreRequests', {}, (step) => {
  step('groups them by who has to do something', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await addApiKey(workbench, service, 'release-key');
    await workbench.notifications.clear();
    await workbench.requests.expand('All open');
    await workbench.requests.row('All open', 'Remove ended trials');
    await shows(workbench.requests, 'All open 9');
  });

  step('keeps open what was opened, over another view and a reload', async (workbench) => {
    await showsOpen(workbench.requests, 'All open 9');
    await workbench.command('View: Show Explorer');
    await workbench.openSideBar();
    await showsOpen(workbench.requests, 'All open 9');
    await workbench.reload();
    await workbench.openSideBar();
    await showsOpen(workbench.requests, 'All open 9');
    await workbench.screenshot('after-reload');
  });

  step('narrows them by a filter, which is said above them, and shows all again', async (workbench) => {
    await workbench.command('Flag Admin: Filter Change Requests…');
    await workbench.screenshot('filter');
    await workbench.quickInput.choose('Segments');
    await workbench.requests.pane.getByText('Only Segments').waitFor();
    await workbench.requests.row('All open', 'Remove ended trials');
    await shows(workbench.requests, 'All open 3', 'New search');
    await workbench.screenshot('filtered');
    await workbench.command('Flag Admin: Show All Change Requests');
    await workbench.requests.row('All open', 'New search: 10 % to 25 %, and the wholesale buyers');
    await workbench.requests.pane.getByText('Only Segments').waitFor({ state: 'hidden' });
  });

  step('says where only the filter hides them, and shows all with a click on that', async (workbench) => {
    await workbench.command('Flag Admin: Filter Change Requests…');
    await workbench.quickInput.choose('Text…');
    await workbench.quickInput.row('Text…').waitFor({ state: 'hidden' });
    await workbench.quickInput.answer('no such words');
    await workbench.requests.row('All open', 'No loaded row matches the filter');
    await workbench.screenshot('hidden-by-filter');
    await workbench.requests.click('All open', 'Show all (9 hidden)');
    await workbench.requests.row('All open', 'New search: 10 % to 25 %, and the wholesale buyers');
    await workbench.requests.pane.getByText('Only “no such words”').waitFor({ state: 'hidden' });
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
    await killCheckout();
    await useApiKey(workbench, 'submitter-key');
    await workbench.command('Flag Admin: Refresh');
    await workbench.tree.menu(FLAG, 'Restore Flag…');
    await workbench.quickInput.waitForText('Its rules apply again. Why?');
    await workbench.quickInput.answer('Payments work again.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.quickInput.submit();
    await workbench.notifications.waitFor('is submitted');
    await useApiKey(workbench, 'release-key');
    await workbench.closeEditors();
    await workbench.command('Flag Admin: Review Change Request…');
    await workbench.quickInput.choose('production · Restore checkout-redesign');
    const review = await workbench.webview('checkout-redesign · production');
    await review.getByRole('heading', { name: 'Restore checkout-redesign' }).waitFor();
    await review.getByRole('button', { name: 'Reject…' }).click();
    await workbench.quickInput.waitForText('Comment: why?');
    await workbench.screenshot('reject');
    await workbench.quickInput.answer('Wait for the mend.');
    await workbench.notifications.waitFor('is now “Rejected”. Nothing was changed.');
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
