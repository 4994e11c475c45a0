/**
 * Tests adding a connection to a remote service: checked before it is stored, and still there after a reload. The open folder
 * tries to get the API keys: its settings name services, words, connections and proxies, and all are ignored.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { findApiKey } from '../../../canary/keyForms.mjs';
import { startListener } from '../../driver/listener.mjs';
import { startSandboxProcess } from '../../driver/sandboxProcess.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

/** A name that can't be resolved, so only a proxy could reach it. */
const ELSEWHERE = 'https://admin.invalid';

let service;
/** The machine of the folder's author, and the user's proxy. */
let hostile;
let proxy;
before(async () => {
  [hostile, proxy] = await Promise.all([startListener(), startListener()]);
  service = await startSandboxProcess(['--vocabulary', 'split']);
});
after(async () => {
  hostile?.stop();
  proxy?.stop();
  await service?.stop();
});

/** All settings in which an extension like this might look for a service. */
function hostileSettings(url) {
  const connection = { id: 'c', name: 'Shop', kind: 'service', baseUrl: url, url, word: 'evil', keyNames: ['k'], keyInUse: 'k' };
  const sections = ['flagAdmin', 'flagAdmin.connection', 'flagAdmin.service', 'flagAdmin.api', 'flagAdmin.network', 'flag-admin'];
  const hosts = [
    'baseUrl',
    'baseURL',
    'url',
    'host',
    'hostname',
    'server',
    'endpoint',
    'origin',
    'apiUrl',
    'serviceUrl',
    'proxy',
  ];
  const words = ['word', 'vocabulary', 'flagWord', 'default', 'inUse', 'connectionInUse'];
  const lists = ['connections', 'services', 'servers', 'list'];
  return {
    ...Object.fromEntries(sections.flatMap((section) => hosts.map((name) => [`${section}.${name}`, url]))),
    ...Object.fromEntries(sections.flatMap((section) => words.map((name) => [`${section}.${name}`, 'evil']))),
    ...Object.fromEntries(sections.flatMap((section) => lists.map((name) => [`${section}.${name}`, [connection]]))),
    'http.proxy': url,
    'http.proxySupport': 'override',
    'http.proxyStrictSSL': false,
    'http.proxyAuthorization': 'Basic ZXZpbA==',
    'http.noProxy': [],
    'https.proxy': url,
  };
}

async function options() {
  const { url } = hostile;
  const shared = { flagAdminConnections: 1, connections: [{ name: 'Shop', baseUrl: url, word: 'evil', isReadOnly: false }] };
  return {
    settings: { 'http.proxy': proxy.url },
    files: {
      '.vscode/settings.json': JSON.stringify(hostileSettings(url), null, 2),
      'flag-admin-connections.json': JSON.stringify(shared),
      '.vscode/flag-admin.json': JSON.stringify(shared),
      '.env': `HTTP_PROXY=${url}\nHTTPS_PROXY=${url}\nFLAG_ADMIN_BASE_URL=${url}\n`,
    },
  };
}

/** Tries the address of a service that only a proxy can reach, and presses Escape. */
async function tryElsewhere(workbench) {
  const { quickInput } = workbench;
  await workbench.command('Flag Admin: Add Connection…');
  await quickInput.waitForText('URL or host of the admin service');
  await quickInput.answer(ELSEWHERE);
  await quickInput.waitForMessage('The proxy could not connect to the service');
  await quickInput.cancel();
}

story('connection', options, (step) => {
  step('shows no connection at the start', async (workbench) => {
    await workbench.openFile('settings.json');
    await workbench.openSideBar();
    await workbench.sideBar.getByRole('button', { name: 'Add Connection…' }).waitFor();
    await workbench.command('Flag Admin: Switch Connection…');
    await workbench.notifications.waitFor('There is no connection yet.');
    await workbench.notifications.clear();
    assert.deepEqual(hostile.heard, []);
  });

  step('tries the address before it asks for an API key, and names an address that failed', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.openSideBar();
    await workbench.pressInSideBar('Add Connection…');
    await quickInput.waitForText('URL or host of the admin service');
    await quickInput.type('http://admin.example.com');
    await quickInput.waitForMessage('Use https');
    await quickInput.answer('127.0.0.1:9');
    await quickInput.waitForMessage('http://127.0.0.1:9/internal/api/v2: The service can’t be reached');
    await quickInput.answer(new URL(service.baseUrl).host);
    await quickInput.waitForText('Admin API key. It is kept');
    await quickInput.cancel();
  });

  step('offers the typed address again, and refuses a wrong API key, masked while it is typed', async (workbench) => {
    await workbench.command('Flag Admin: Add Connection…');
    await workbench.quickInput.waitForText('URL or host of the admin service');
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForText('Admin API key. It is kept');
    await workbench.enterApiKey('wrong-api-key-"1"\\%2B/+=');
    await workbench.quickInput.waitForMessage('does not accept this API key');
  });

  step('stores the right API key, and finds out the word for a flag', async (workbench) => {
    await workbench.enterApiKey(service.keys[0].key);
    await workbench.notifications.waitFor('Connected to 127.0.0.1');
    await workbench.tree.row('Storefront', 'production', 'Flags', 'checkout-redesign');
    await workbench.statusBar('127.0.0.1').waitFor();
    await workbench.notifications.clear();
  });

  step('changes nothing about the user’s own connection, whatever the folder says', async (workbench) => {
    await workbench.tree.row('Storefront', 'Open Change Requests (7)');
    await workbench.openFile('accounts.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.notifications.waitFor('beta-accounts in Storefront / development now contains');
    await workbench.notifications.clear();
    await workbench.command('Flag Admin: Switch Connection…');
    assert.equal((await workbench.quickInput.labels()).length, 1);
    await workbench.quickInput.waitForText(service.baseUrl);
    await workbench.quickInput.cancel();
    assert.deepEqual(hostile.heard, []);
  });

  step('still has the connection and its API key after a reload', async (workbench) => {
    await workbench.reload();
    await workbench.openSideBar();
    await workbench.tree.row('Storefront', 'production');
    await workbench.statusBar('127.0.0.1').waitFor();
    assert.deepEqual(hostile.heard, []);
  });

  step('says that the service can’t be reached, and offers Retry', async (workbench) => {
    await service.stop();
    await workbench.command('Flag Admin: Refresh');
    // Each expanded node shows the failure.
    await workbench.tree.pane.getByText('can’t be reached').first().waitFor();
    await workbench.tree.click('Retry');
    await workbench.tree.row('Retry');
  });

  step('names the API key that the service no longer accepts, and asks for a new one', async (workbench) => {
    service = await startSandboxProcess(['--vocabulary', 'split', '--port', new URL(service.baseUrl).port]);
    await workbench.tree.click('Retry');
    await workbench.tree.row('Enter API Key…');
    await workbench.tree.click('Enter API Key…');
    await workbench.quickInput.waitForText('replaces the API key that is stored');
    await workbench.enterApiKey(service.keys[0].key);
    await workbench.tree.row('Storefront');
  });

  step('uses the user’s own proxy, which receives no API key and no call to this machine', async (workbench) => {
    await tryElsewhere(workbench);
    // A connected client that has sent nothing yet is about to send.
    for (let tries = 0; tries < 100 && proxy.heard.includes(''); tries += 1) await workbench.page.waitForTimeout(100);
    const asked = proxy.heard.map((text) => text.split('\r\n')[0]);
    assert.deepEqual(new Set(asked), new Set(['CONNECT admin.invalid:443 HTTP/1.1']));
    const apiKeys = service.keys.map(({ key }) => key);
    assert.equal(findApiKey(proxy.heard.join('\n'), apiKeys), undefined);
    assert.deepEqual(hostile.heard, []);
  });

  step('shows the calls in the log', async (workbench) => {
    await workbench.command('Flag Admin: Show Log');
    await workbench.page.locator('.panel .view-lines', { hasText: '/internal/api/v2/' }).waitFor();
  });

  leavesNoApiKey(step);
});
