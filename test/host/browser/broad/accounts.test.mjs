/** Tests API keys in the Accounts menu. A different extension can see their names, but can't use them. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findApiKey } from '../../../canary/keyForms.mjs';
import { addApiKey, addConnection } from '../../driver/connecting.mjs';
import { packSecondExtension } from '../../driver/secondExtension.mjs';
import { useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const service = useService('accounts');

/** Returns the text that the second extension wrote. */
async function reportOf(workbench, name) {
  const file = path.join(workbench.folder, `${name}.json`);
  for (const start = Date.now(); Date.now() - start < 20_000; await sleep(50)) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (isWhole(text)) return text;
  }
  throw new Error(`the second extension wrote no ${name}.json`);
}

/** The file may also be read while it is being written. */
function isWhole(json) {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** Opens the menu until it contains this. An open menu does not update. */
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

story('accounts', withSecondExtension, (step) => {
  step('lists each API key as an account', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await addApiKey(workbench, service, 'read-only-key');
    await addApiKey(workbench, service, 'release-key');
    await workbench.notifications.clear();
    await openAccounts(workbench, 'release-key at Shop (Flag Admin)');
    await workbench.page.getByRole('menuitem', { name: 'submitter-key at Shop (Flag Admin)' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  step('gives an extension without the user’s consent the names of API keys, and no session', async (workbench) => {
    await workbench.command('Second Extension: Try Without Asking');
    const text = await reportOf(workbench, 'tried');
    const { accounts, secrets, sessionsOfAccounts, settings, environment, ...rest } = JSON.parse(text);
    const names = ['read-only-key at Shop', 'release-key at Shop', 'submitter-key at Shop'];
    assert.deepEqual(accounts.map(({ label }) => label).toSorted(), names);
    assert.deepEqual(secrets, [null, null, null]);
    assert.deepEqual(sessionsOfAccounts, [null, null, null]);
    assert.deepEqual(rest, { results: [null] });
    assert.deepEqual(Object.keys(JSON.parse(settings)).toSorted(), ['changeRequests', 'code']);
    assert.ok(environment.PATH, 'the environment of the extension host was looked at');
    assert.equal(findApiKey(text, Object.values(service.apiKeys)), undefined);
    assert.ok(!text.includes(service.baseUrl), 'not even the address');
  });

  step('asks the user before an extension gets a session', async (workbench) => {
    await workbench.command('Second Extension: Ask for a Session');
    await workbench.dialog.waitFor('Second Extension');
    await workbench.dialog.press('Cancel');
    assert.match(await reportOf(workbench, 'asked'), /Error/);
    rmSync(path.join(workbench.folder, 'asked.json'));
  });

  step('gives the extension, with the user’s consent, a session without access to the service', async (workbench) => {
    await workbench.command('Second Extension: Ask for a Session');
    await workbench.dialog.press('Allow');
    await workbench.quickInput.widget.waitFor();
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
    await workbench.page.waitForTimeout(300); // a menu ignores clicks in its first tenth of a second
    await workbench.page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await workbench.dialog.waitFor('release-key at Shop');
    await workbench.dialog.press('Sign Out');
    await workbench.notifications.waitFor('The API key “release-key” was removed.');
    await workbench.statusBar('Shop · submitter-key').waitFor();
    await workbench.canary.untilStored(2);
    await workbench.tree.row('Storefront', 'production');
    await workbench.command('Flag Admin: Use API Key…');
    assert.deepEqual(await workbench.quickInput.labels(), ['submitter-key', 'read-only-key', 'Add API Key…', 'Add Connection…']);
    await workbench.quickInput.cancel();
  });

  leavesNoApiKey(step);
});
