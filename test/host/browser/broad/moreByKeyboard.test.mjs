/** What the other stories without a mouse leave out: the walkthrough, keys on their way and back, a new flag, and the end of a segment. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { pressUntil, textOf } from '../../driver/documents.mjs';
import {
  accept,
  answer,
  answerConnection,
  choose,
  choosePlace,
  downTo,
  fill,
  openFile,
  run,
  submit,
  takeOffer,
} from '../../driver/keyboard.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const ROOT = '/internal/api/v2';
/** Nine parts of an upload, so that there is something to stop. */
const MANY = 90_000;
const many = Array.from({ length: MANY }, (_, index) => `acct_${(index * 7 + 100_003).toString(36)}`).join('\n');

let service;
before(async () => {
  service = await startService('more-by-keyboard');
});
after(() => service?.stop());

/** What the service has, asked as somebody else. */
async function held(where) {
  const authorization = `Bearer ${service.apiKeys['release-key']}`;
  const response = await fetch(service.baseUrl + ROOT + where, { headers: { authorization } });
  return response.ok ? response.json() : response.status;
}

/** The ids of a workspace and one of its environments. */
async function placeOf(workspace, environment) {
  const { id: workspaceId } = (await held('/workspaces')).objects.find(({ name }) => name === workspace);
  const { id: environmentId } = (await held(`/environments/ws/${workspaceId}`)).find(({ name }) => name === environment);
  return { workspaceId, environmentId };
}

async function countOf(workspace, environment, segment) {
  const { environmentId } = await placeOf(workspace, environment);
  return (await held(`/segments/${environmentId}/${segment}/keys`)).count;
}

/** What has the focus in the workbench: what a screen reader says, or its text. */
const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return (one?.getAttribute('aria-label') ?? one?.textContent ?? '').trim();
  });

/** Presses Tab until this has the focus. */
async function tabTo(page, text) {
  const passed = [];
  for (let step = 0; step < 60; step += 1) {
    const now = await focused(page);
    if (now.startsWith(text)) return;
    passed.push(now);
    await page.keyboard.press('Tab');
    await page.waitForTimeout(60);
  }
  throw new Error(`“${text}” was not reached; there was: ${passed.join(' | ')}`);
}

/** Waits until a button of the dialog has the focus. */
const inFocus = ({ page, dialog }, button) =>
  dialog.box.getByRole('button', { name: button, exact: true }).and(page.locator(':focus')).waitFor();

const ticked = (page) =>
  page
    .locator('.gettingStartedContainer .getting-started-step .codicon[aria-label$=": Completed"]')
    .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('aria-label').replace(/: .*/, '')));

const clear = (workbench) => run(workbench, 'Notifications: Clear All Notifications');

story('more-by-keyboard', { files: { 'many.txt': many } }, (step) => {
  step('connects by the last step of the walkthrough, which is ticked then', async (workbench) => {
    const { page } = workbench;
    await page.setViewportSize({ width: 1500, height: 900 });
    // The editor lists it once the extension runs, which its view makes it do.
    await run(workbench, 'Flag Admin: Focus on Workspaces View');
    await workbench.sideBar.getByText('New here?').waitFor({ timeout: 60_000 }); // the extension starts for it
    await run(workbench, 'Welcome: Open Walkthrough...');
    await choose(workbench, 'Get Started with Flag Admin');
    await page.locator('.gettingStartedContainer').getByText('From a list of accounts to a change in production').waitFor();
    assert.deepEqual(await ticked(page), []);
    await tabTo(page, 'Connect your own service');
    await page.keyboard.press('Enter');
    // It unfolds in its own time: who is quicker has passed the place of its button already.
    await page.locator('.gettingStartedContainer').getByRole('button', { name: 'Add Connection…' }).waitFor();
    await tabTo(page, 'Add Connection…');
    await workbench.screenshot('at-the-button');
    await page.keyboard.press('Enter');
    await answerConnection(workbench, service);
    await page.locator('.codicon[aria-label="Connect your own service: Completed"]').waitFor();
    assert.ok(service.calls.some(({ keyName }) => keyName === 'submitter-key'));
    await workbench.screenshot('ticked');
    await clear(workbench);
  });

  step('turns the keys of the open file into a change request where production asks for it', async (workbench) => {
    const { quickInput, notifications } = workbench;
    await openFile(workbench, 'accounts.csv');
    await run(workbench, 'Flag Admin: Upload Keys from Current File…');
    await choose(workbench, 'account_id');
    await choosePlace(workbench, 'beta-accounts', 'production', 'Storefront');
    await choose(workbench, 'Upload 42 keys');
    await answer(workbench, 'Type “production” to go on', 'production');
    await quickInput.waitForText('production requires an approval, so nothing was changed');
    await workbench.screenshot('gated');
    await fill(workbench, 'Title', 'Beta: sign-ups of November');
    await fill(workbench, 'Comment', 'They signed up for the beta.');
    await submit(workbench);
    await notifications.waitFor('“Beta: sign-ups of November” is submitted');
    await workbench.screenshot('submitted');
    const { data } = await held('/changeRequests?limit=100');
    const request = data.find(({ title }) => title === 'Beta: sign-ups of November');
    assert.equal(request.status, 'REQUESTED');
    assert.equal(request.segment.keys.length, 42);
    assert.ok(request.segment.keys.includes('acct-10231'));
    assert.equal(await countOf('Storefront', 'production', 'beta-accounts'), 8);
    await clear(workbench);
  });

  step('stops an upload on its way', async (workbench) => {
    const { notifications } = workbench;
    await openFile(workbench, 'many.txt');
    await run(workbench, 'Flag Admin: Upload Keys from Current File…');
    await choosePlace(workbench, 'beta-accounts', 'development', 'Storefront');
    // The second part is not answered before it is stopped, however long that takes.
    await service.setFaults(['hang on PUT *upload after 1']);
    await choose(workbench, 'Upload 90,000 keys');
    await notifications.waitFor('10,000 of 90,000 keys');
    await workbench.screenshot('on-its-way');
    await takeOffer(workbench);
    const said = await notifications.waitFor('What was done stays');
    assert.match(said, /^[1-8]0,000 of 90,000 keys are sent.*\. What was done stays\.$/);
    await workbench.screenshot('cancelled');
    const count = await countOf('Storefront', 'development', 'beta-accounts');
    assert.ok(count > 12 && count < MANY, `${count}`);
    await service.setFaults([]);
  });

  step('sends the rest of it', async (workbench) => {
    const { notifications, quickInput } = workbench;
    await clear(workbench);
    await run(workbench, 'Flag Admin: Resume Upload…');
    await quickInput.rows.first().waitFor();
    await choose(workbench, 'many.txt');
    await quickInput.row('Discard it').waitFor();
    await workbench.screenshot('resume');
    await accept(workbench, 'Discard it'); // what comes first, and not that
    assert.equal(
      await notifications.waitFor('now holds'),
      'beta-accounts in Storefront / development now holds 90,012 keys, by the service’s own count (90,000 sent, 12 before).',
    );
    assert.equal(await countOf('Storefront', 'development', 'beta-accounts'), MANY + 12);
    await workbench.screenshot('resumed');
  });

  step('takes it back', async (workbench) => {
    const { notifications, quickInput } = workbench;
    await clear(workbench);
    await run(workbench, 'Flag Admin: Undo Last Upload or Removal…');
    await quickInput.rows.first().waitFor();
    await choose(workbench, 'many.txt');
    await quickInput.row('Remove 90,000 keys').waitFor();
    await choose(workbench, 'Remove 90,000 keys');
    await accept(workbench, 'Why? It is kept in the history.');
    await notifications.waitFor('now holds 12 keys, by the service’s own count (90,000 sent to be removed, 90,012 before).');
    assert.equal(await countOf('Storefront', 'development', 'beta-accounts'), 12);
    await workbench.screenshot('undone');
    await clear(workbench);
  });

  step('shows the keys of a segment', async (workbench) => {
    await run(workbench, 'Flag Admin: Show Keys');
    await choosePlace(workbench, 'pilot-merchants', 'staging', 'Payments');
    const { environmentId } = await placeOf('Payments', 'staging');
    const { keys } = await held(`/segments/${environmentId}/pilot-merchants/keys`);
    await workbench.activeTab('pilot-merchants – Payments, staging.txt').waitFor();
    await workbench.page
      .locator('.view-line', { hasText: keys.at(-1).key })
      .first()
      .waitFor(); // until then, it is another text
    await workbench.screenshot('keys');
    const shown = (await textOf(workbench)).trim().split(/\r?\n/);
    assert.deepEqual(
      shown,
      keys.map(({ key }) => key),
    );
  });

  step('makes a flag, and begins its definition', async (workbench) => {
    const { page, notifications } = workbench;
    await run(workbench, 'Flag Admin: Create Flag…');
    await choose(workbench, 'Storefront');
    await answer(workbench, 'Name of the new flag in Storefront', 'checkout-redesign');
    await workbench.quickInput.waitForMessage('There is one of this name already');
    await answer(workbench, 'Choose another name.', 'one-click');
    await choose(workbench, 'user');
    await answer(workbench, 'What is it for?', 'Buy at once');
    await notifications.waitFor('one-click is made in Storefront.');
    await workbench.screenshot('flag-made');
    const { workspaceId } = await placeOf('Storefront', 'development');
    const flag = await held(`/flags/ws/${workspaceId}/one-click`);
    assert.deepEqual([flag.description, flag.trafficType.name], ['Buy at once', 'user']);
    await takeOffer(workbench);
    await choose(workbench, 'development');
    await workbench.activeTab('one-click.yaml').waitFor();
    await pressUntil(page, 'ControlOrMeta+End', page.locator('.view-line', { hasText: 'name: one-click' }));
    await workbench.screenshot('begun');
    await clear(workbench);
  });

  step('deactivates an empty segment, and takes nothing but the name of that production', async (workbench) => {
    const { page, quickInput, notifications, dialog } = workbench;
    // The one environment that asks for no approval is production from now on.
    service.edit = (_method, path, body) =>
      path.includes('/environments/ws/') ? body.map((one) => ({ ...one, production: true })) : body;
    const { environmentId } = await placeOf('Storefront', 'development');
    const place = `/segments/${environmentId}/churn-risk-accounts/keys`;
    await run(workbench, 'Flag Admin: Deactivate Segment in Environment…');
    await choosePlace(workbench, 'churn-risk-accounts', 'development', 'production', 'Storefront');
    const asked = await dialog.waitFor('Deactivate churn-risk-accounts in Storefront / development?');
    assert.match(asked, /It contains no keys there\..* The segment stays in the workspace\./);
    await inFocus(workbench, 'Deactivate');
    await workbench.screenshot('deactivate');
    await page.keyboard.press('Enter');
    await answer(workbench, 'This changes production. Type “development” to go on.', 'production');
    await quickInput.waitForMessage('Type “development” exactly.');
    await workbench.screenshot('guard');
    assert.equal((await held(place)).count, 0);
    await answer(workbench, '” exactly.', 'development');
    await notifications.waitFor('churn-risk-accounts is not active in Storefront / development.');
    await workbench.screenshot('deactivated');
    assert.equal(await held(place), 404);
    await clear(workbench);
  });

  step('makes a segment, and deletes it with its own name and that of production', async (workbench) => {
    const { page, quickInput, notifications, dialog } = workbench;
    const { workspaceId, environmentId } = await placeOf('Payments', 'development');
    const names = async () => (await held(`/segments/ws/${workspaceId}?limit=200`)).objects.map(({ name }) => name);
    await run(workbench, 'Flag Admin: Create Segment…');
    await choose(workbench, 'Payments');
    await answer(workbench, 'Name of the new segment in Payments', 'autumn-sale');
    await choose(workbench, 'account');
    await notifications.waitFor('autumn-sale is made in Payments.');
    await takeOffer(workbench);
    await quickInput.waitForTitle('Activate autumn-sale');
    await downTo(workbench, 'development');
    await page.keyboard.press('Space');
    await quickInput.waitForText('1 Selected');
    await page.keyboard.press('Enter');
    await answer(workbench, 'This changes production. Type “development” to go on.', 'development');
    await notifications.waitFor('autumn-sale is active in Payments / development.');
    assert.equal((await held(`/segments/${environmentId}/autumn-sale/keys`)).count, 0);
    await clear(workbench);

    await run(workbench, 'Flag Admin: Delete Segment…');
    await choosePlace(workbench, 'autumn-sale', 'Payments');
    const asked = await dialog.waitFor('Delete autumn-sale from Payments');
    for (const line of ['development: 0 keys', 'staging: not active', 'This can’t be undone.'])
      assert.ok(asked.includes(line), asked);
    await inFocus(workbench, 'Delete…');
    await workbench.screenshot('delete');
    await page.keyboard.press('Enter');
    await answer(workbench, 'Type “autumn-sale”', 'autumn-sale');
    await quickInput.waitForText('This changes production. Type “development” to go on.');
    await workbench.screenshot('delete-guard');
    assert.ok((await names()).includes('autumn-sale'));
    await answer(workbench, 'Type “development”', 'development');
    await notifications.waitFor('autumn-sale is deleted from Payments and all its environments.');
    await workbench.screenshot('deleted');
    assert.ok(!(await names()).includes('autumn-sale'));
  });

  leavesNoApiKey(step);
});
