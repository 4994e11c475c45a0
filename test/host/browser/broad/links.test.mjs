/**
 * Opens links in windows in which the extension has not started, with and without a connection. Copies a link from a row of a list,
 * and opens it by pasting it. All windows are remote.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { inReview } from '../../driver/keyboard.mjs';
import { colleaguesIn, startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const TITLE = 'Kill the recommendation engine';
const FLAG = 'checkout-redesign';
const KEYS = { flag: 'ctrl+alt+1', request: 'ctrl+alt+2' };

let service;
after(() => service?.stop());

/**
 * Starts the service, and returns key bindings that open links in the same way as the editor does. `code-oss` is its scheme.
 */
async function startWithKeys() {
  service = await startService('links');
  const { workspace, environment } = await colleaguesIn(service, 'production');
  const { data } = await service.call('release-key', 'GET', '/changeRequests?limit=100');
  const { id } = data.find(({ title }) => title === TITLE);
  const links = {
    flag: { kind: 'flag', workspace, environment, name: FLAG },
    request: { kind: 'changeRequest', id },
  };
  const keys = Object.entries(links).map(([name, fields]) => ({
    key: KEYS[name],
    command: 'vscode.open',
    args: `code-oss://flag-admin.flag-admin/open?${new URLSearchParams({ origin: service.baseUrl, ...fields })}`,
  }));
  return { keys };
}

/** Returns what started the extension in each window, from the logs of the editor. */
function activationsOf({ dataDir }) {
  const logs = globSync('data/logs/**/remoteexthost.log', { cwd: dataDir });
  const text = logs.map((file) => readFileSync(path.join(dataDir, file), 'utf8')).join('\n');
  const found = text.matchAll(/_doActivateExtension flag-admin\.flag-admin, .*activationEvent: '(\w+)/g);
  return Array.from(found, ([, event]) => event);
}

story('links', startWithKeys, (step) => {
  /** Presses the key until the link has opened something, because a window that starts ignores keys. */
  const follow = async ({ page }, key, shown) => {
    for (let tries = 0; ; tries += 1) {
      await page.keyboard.press(key.replace('ctrl+alt', 'Control+Alt'));
      try {
        return await shown.waitFor({ timeout: 15_000 });
      } catch (error) {
        if (tries === 3) throw error;
      }
    }
  };
  const press = async ({ quickInput }, title, button) => {
    const row = quickInput.rows.filter({ hasText: title }).first();
    await row.hover();
    await row.getByRole('button', { name: button }).click();
  };

  step('offers a connection if a link starts the extension, and sends nothing before', async (workbench) => {
    const { notifications, quickInput } = workbench;
    const sentence = `This link leads to ${service.baseUrl}, and you have no connection to it.`;
    await follow(workbench, KEYS.flag, notifications.with(sentence));
    assert.deepEqual(activationsOf(workbench), ['onUri']);
    await notifications.press(sentence, 'Add Connection…');
    await quickInput.waitForText('URL or host of the admin service');
    assert.equal(await quickInput.field.inputValue(), service.baseUrl);
    assert.deepEqual(service.calls, []);
    await quickInput.accept();
    await quickInput.waitForText('Admin API key. It is kept');
    await workbench.enterApiKey(service.apiKeys['release-key']);
    await notifications.waitFor(`Connected to ${new URL(service.baseUrl).host}.`);
    await notifications.clear();
  });

  step('opens the flag of the link in the same window', async (workbench) => {
    await follow(workbench, KEYS.flag, workbench.activeTab(`${FLAG}.yaml`));
    assert.equal(workbench.page.context().pages().length, 1);
  });

  step('opens the change request of a link that starts the extension', async (workbench) => {
    const second = await workbench.openSecond('cold');
    await follow(second, KEYS.request, second.activeTab('recommendation-engine'));
    await inReview(second.page).getByRole('heading', { name: TITLE }).waitFor();
    assert.deepEqual(activationsOf(second), ['onUri', 'onUri']);
    await second.page.close();
  });

  step('copies the link of a row while the list stays open, and reveals the row', async (workbench) => {
    await workbench.command('Flag Admin: Find…');
    await workbench.quickInput.type(TITLE);
    await press(workbench, TITLE, 'Copy Link');
    await workbench.notifications.waitFor('The link is copied');
    const link = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /^vscode:\/\/flag-admin\.flag-admin\/open\?origin=.*&kind=changeRequest&id=/);
    await press(workbench, TITLE, 'Reveal in Tree');
    await workbench.quickInput.field.waitFor({ state: 'hidden' });
    await workbench.sideBar.locator('.monaco-list-row.selected', { hasText: TITLE }).waitFor();
    await workbench.notifications.clear();
  });

  step('opens the copied link if it is pasted, although its scheme is that of the desktop editor', async (workbench) => {
    await workbench.command('Flag Admin: Review Change Request…');
    await workbench.quickInput.field.waitFor();
    await workbench.page.keyboard.press('ControlOrMeta+V');
    await workbench.quickInput.choose('Open the link');
    await inReview(workbench.page).getByRole('heading', { name: TITLE }).waitFor();
  });

  leavesNoApiKey(step);
});
