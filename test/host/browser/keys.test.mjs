/**
 * Several API keys of one connection: what each is known to be able to do, which one an action is done with, and as what they
 * stand in the Accounts menu. Another extension that asks for them learns their names, and opens nothing.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findApiKey } from '../../canary/keyForms.mjs';
import { addApiKey, addConnection, useApiKey } from '../driver/connecting.mjs';
import { packSecondExtension } from '../driver/secondExtension.mjs';
import { startService, untilQuiet } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

let service;
before(async () => {
  service = await startService('keys');
});
after(() => service?.stop());

/** As far as the question how the keys of accounts.txt go. */
async function upload(workbench, environment, segment = 'beta-accounts') {
  await workbench.openFile('accounts.txt');
  await workbench.command('Flag Admin: Upload Keys from Current File…');
  await workbench.quickInput.choosePlace(segment, environment, 'Storefront');
}

/** The API keys whose names came with the changes that the service received. */
const writers = () => service.calls.filter(({ method }) => method !== 'GET').map(({ keyName }) => keyName);

/** What the second extension wrote, as text. */
async function reportOf(workbench, name) {
  const file = path.join(workbench.folder, `${name}.json`);
  for (const start = Date.now(); Date.now() - start < 20_000; await sleep(50)) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (isWhole(text)) return text;
  }
  throw new Error(`the second extension wrote no ${name}.json`);
}

/** It is seen also while it is being written. */
function isWhole(json) {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** Opens the menu with this in it: one that is open does not follow what comes later. */
async function openAccounts(workbench, name) {
  const { page } = workbench;
  const item = page.getByRole('menuitem', { name });
  for (let tries = 0; tries < 5 && !(await item.isVisible()); tries += 1) {
    await page.keyboard.press('Escape');
    await workbench.activity('Accounts').click();
    await item.waitFor({ timeout: 4_000 }).catch(() => undefined);
  }
  await item.waitFor();
  return item;
}

const statusWith = async (token) =>
  (await fetch(`${service.baseUrl}/internal/api/v2/workspaces`, { headers: { authorization: `Bearer ${token}` } })).status;

const withSecondExtension = async () => ({ extensions: [await packSecondExtension()] });

story('keys', withSecondExtension, (step) => {
  step('has three API keys, of which nothing is known yet', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.screenshot('connected');
    await addApiKey(workbench, service, 'release-key');
    await addApiKey(workbench, service, 'read-only-key');
    await workbench.notifications.clear();
    await workbench.command('Flag Admin: Use API Key…');
    await workbench.quickInput.row('Add API Key…').waitFor();
    const labels = ['submitter-key', 'release-key', 'read-only-key', 'Add API Key…', 'Add Connection…'];
    assert.deepEqual(await workbench.quickInput.labels(), labels);
    await workbench.quickInput.waitForText('Nothing is known yet of what it may change.');
    await workbench.screenshot('nothing-tried');
    await workbench.quickInput.cancel();
  });

  step('says that the service refuses a change by a key that may only read', async (workbench) => {
    await upload(workbench, 'development');
    await workbench.quickInput.row('Upload 24 keys').waitFor();
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.notifications.waitFor('may not do that (403)');
    await workbench.screenshot('refused-by-role');
    await workbench.notifications.clear();
  });

  step('offers the other keys the next time, before anything is sent', async (workbench) => {
    service.calls.length = 0;
    await upload(workbench, 'development');
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.quickInput.row('Use “submitter-key” this once').waitFor();
    await workbench.screenshot('another-key');
    assert.deepEqual(writers(), []);
    await workbench.quickInput.choose('Use “submitter-key” this once');
    await workbench.notifications.waitFor('beta-accounts in Storefront / development now holds');
    assert.deepEqual(new Set(writers()), new Set(['submitter-key']));
    await workbench.statusBar('Shop · read-only-key').waitFor();
    await workbench.screenshot('uploaded-this-once');
    await workbench.notifications.clear();
  });

  step('approves with the other key this once, and the key in use stays', async (workbench) => {
    await useApiKey(workbench, 'submitter-key');
    await upload(workbench, 'production');
    await workbench.quickInput.choose('Submit as a change request…');
    await workbench.quickInput.fill('Title', 'Beta: sign-ups of November');
    await workbench.quickInput.fill('Comment', 'They signed up for the beta.');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.screenshot('last-step');
    await workbench.quickInput.submit();
    await workbench.notifications.press('is submitted', 'Review');
    const review = await workbench.webview('beta-accounts · production');
    await review.getByRole('button', { name: 'Approve with “release-key”…' }).waitFor();
    await workbench.notifications.clear();
    await workbench.screenshot('review');
    service.calls.length = 0;
    await review.getByRole('button', { name: 'Approve with “release-key”…' }).click();
    await workbench.quickInput.waitForText('publishes at once');
    await workbench.quickInput.answer('Checked.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.notifications.waitFor('and published');
    assert.deepEqual(writers(), ['release-key']);
    await workbench.statusBar('Shop · submitter-key').waitFor();
    await workbench.screenshot('approved-this-once');
    await workbench.notifications.clear();
  });

  step('shows what each key is known to be able to do', async (workbench) => {
    await workbench.command('Flag Admin: Use API Key…');
    const { quickInput } = workbench;
    await quickInput.waitForText('Changed Storefront / development directly');
    await quickInput.waitForText('Submitted in Storefront / production');
    await quickInput.waitForText('Approved in Storefront / production');
    await quickInput.waitForText('Was not allowed to change Storefront / development (403)');
    await workbench.screenshot('known');
    await quickInput.cancel();
  });

  step('points out the request that waits for the person', async (workbench) => {
    await workbench.command('Flag Admin: Edit Connection…');
    await workbench.quickInput.row('Your e-mail address').waitFor();
    await workbench.screenshot('edit');
    await workbench.quickInput.choose('Your e-mail address');
    await workbench.quickInput.waitForText('leave it empty to forget it');
    await workbench.quickInput.answer('tom.okafor');
    await workbench.quickInput.waitForMessage('This is no e-mail address.');
    await workbench.quickInput.answer('tom.okafor@example.com');
    await workbench.notifications.waitFor('is tom.okafor@example.com now.');
    await workbench.notifications.clear();
    const request = await workbench.tree.row('Storefront', 'Open Change Requests (7)', 'Checkout redesign for every account');
    await request.filter({ hasText: 'waits for you' }).waitFor();
    await request.hover();
    await workbench.tree.click('Storefront', 'Open Change Requests (7)', 'Checkout redesign for every account');
    await workbench.webview('checkout-redesign · staging');
    await workbench.screenshot('waits-for-you');
  });

  step('asks with a refused key once, and says so in one place', async (workbench) => {
    service.refused.add('submitter-key');
    service.calls.length = 0;
    await workbench.command('Flag Admin: Refresh');
    await workbench.tree.pane.getByText('does not accept the API key “submitter-key”').waitFor();
    // What several views have asked at once is all answered, also where one of them came late.
    await untilQuiet(service);
    const asked = service.calls.length;
    await workbench.screenshot('refused');
    // What is on the screen reads again of itself now and then; with a refused key it does not.
    await workbench.command('View: Toggle Primary Side Bar Visibility');
    await workbench.command('View: Toggle Primary Side Bar Visibility');
    await workbench.openSideBar();
    await untilQuiet(service);
    assert.equal(service.calls.length, asked);
    service.refused.clear();
    await workbench.command('Flag Admin: Refresh');
    await workbench.tree.row('Storefront');
    const review = await workbench.webview('checkout-redesign · staging');
    await review.getByText('does not accept the API key').first().waitFor({ state: 'hidden' });
    await workbench.screenshot('accepted-again');
  });

  step('lists each API key as an account', async (workbench) => {
    await useApiKey(workbench, 'release-key');
    await openAccounts(workbench, 'release-key at Shop (Flag Admin)');
    await workbench.page.getByRole('menuitem', { name: 'submitter-key at Shop (Flag Admin)' }).waitFor();
    await workbench.screenshot('accounts');
    await workbench.page.keyboard.press('Escape');
  });

  step('gives no session to an extension that nobody let in, and nothing but names', async (workbench) => {
    await workbench.command('Second Extension: Try Without Asking');
    const text = await reportOf(workbench, 'tried');
    const { accounts, secrets, sessionsOfAccounts, settings, environment, ...rest } = JSON.parse(text);
    const names = ['read-only-key at Shop', 'release-key at Shop', 'submitter-key at Shop'];
    assert.deepEqual(accounts.map(({ label }) => label).toSorted(), names);
    assert.deepEqual(secrets, [null, null, null]);
    assert.deepEqual(sessionsOfAccounts, [null, null, null]);
    assert.deepEqual(rest, { results: [null] });
    assert.deepEqual(JSON.parse(settings), {}); // there are none
    assert.ok(environment.PATH, 'the environment of the extension host was looked at');
    assert.equal(findApiKey(text, Object.values(service.apiKeys)), undefined);
    assert.ok(!text.includes(service.baseUrl), 'not even the address');
  });

  step('asks the user before an extension gets a session', async (workbench) => {
    await workbench.command('Second Extension: Ask for a Session');
    await workbench.dialog.waitFor('Second Extension');
    await workbench.screenshot('consent');
    await workbench.dialog.press('Cancel');
    assert.match(await reportOf(workbench, 'asked'), /Error/);
    rmSync(path.join(workbench.folder, 'asked.json'));
  });

  step('gives it, with the user’s consent, a session that opens nothing', async (workbench) => {
    await workbench.command('Second Extension: Ask for a Session');
    await workbench.dialog.press('Allow');
    await workbench.quickInput.widget.waitFor();
    await workbench.screenshot('which-account');
    await workbench.quickInput.choose('release-key at Shop');
    const text = await reportOf(workbench, 'asked');
    const { accessToken, account, scopes } = JSON.parse(text);
    assert.equal(account.label, 'release-key at Shop');
    assert.deepEqual(scopes, []);
    assert.match(accessToken, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    assert.equal(findApiKey(text, Object.values(service.apiKeys)), undefined);
    assert.equal(await statusWith(service.apiKeys['release-key']), 200);
    assert.equal(await statusWith(accessToken), 401);
    assert.equal(await statusWith(account.id), 401);
  });

  step('signs out of an API key, and forgets it', async (workbench) => {
    await workbench.canary.untilStored(3);
    const account = await openAccounts(workbench, 'release-key at Shop (Flag Admin)');
    await workbench.hoverUntil(account, workbench.page.getByRole('menuitem', { name: 'Sign Out' }));
    await workbench.screenshot('sign-out', { isPointerKept: true });
    await workbench.page.waitForTimeout(300); // a menu takes no pointer in the first tenth of a second
    await workbench.page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await workbench.dialog.waitFor('release-key at Shop');
    await workbench.screenshot('sign-out-question');
    await workbench.dialog.press('Sign Out');
    await workbench.notifications.waitFor('The API key “release-key” was removed.');
    await workbench.statusBar('Shop · submitter-key').waitFor();
    await workbench.canary.untilStored(2);
    await workbench.tree.row('Storefront', 'production');
    await workbench.screenshot('signed-out');
    await workbench.command('Flag Admin: Use API Key…');
    assert.deepEqual(await workbench.quickInput.labels(), ['submitter-key', 'read-only-key', 'Add API Key…', 'Add Connection…']);
    await workbench.quickInput.cancel();
  });

  leavesNoApiKey(step);
});
