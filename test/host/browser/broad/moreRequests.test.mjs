/**
 * Tests less frequent tasks with change requests: a review that is still open after a reload, a filter, and a review that is
 * opened by a typed link.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addApiKey, addConnection } from '../../driver/connecting.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

let service;
before(async () => {
  service = await startService('moreRequests');
});
after(() => service?.stop());

const openRequests = async () => (await service.call('release-key', 'GET', '/changeRequests?limit=100')).data;
/** Waits for a row with this label and description, and until no row begins with something else. */
async function shows(tree, text, without = '\n') {
  let rows = [];
  for (let tries = 0; tries < 200; tries += 1) {
    rows = (await tree.rows()).map(({ label, description }) => `${label} ${description}`.trim());
    if (rows.includes(text) && !rows.some((row) => row.startsWith(without))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`no ${text}, or a ${without}, among:\n${rows.join('\n')}`);
}

/** Waits for an expanded row. The editor draws the row first, and expands it when it has its children. */
async function showsOpen(tree, text) {
  const isOpen = async () =>
    (await tree.rows()).some(({ label, description, isExpanded }) => `${label} ${description}` === text && isExpanded);
  for (let tries = 0; !(await isOpen()); tries += 1) {
    assert.ok(tries < 200, `${text} is not open`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

story('moreRequests', {}, (step) => {
  step('groups change requests by the person who has to act', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await addApiKey(workbench, service, 'release-key');
    await workbench.notifications.clear();
    await workbench.requests.expand('All open');
    await workbench.requests.row('All open', 'Remove ended trials');
    await shows(workbench.requests, 'All open 9');
  });

  step('keeps rows expanded after a switch of the view, and after a reload', async (workbench) => {
    await showsOpen(workbench.requests, 'All open 9');
    await workbench.command('View: Show Explorer');
    await workbench.openSideBar();
    await showsOpen(workbench.requests, 'All open 9');
    await workbench.reload();
    await workbench.openSideBar();
    await showsOpen(workbench.requests, 'All open 9');
    await workbench.screenshot('after-reload');
  });

  step('filters the requests, shows the filter above them, and shows all again', async (workbench) => {
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

  step('opens a review by a link that is typed into the list of requests', async (workbench) => {
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

  leavesNoApiKey(step);
});
