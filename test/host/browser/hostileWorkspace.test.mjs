/** A folder that wants API keys: its settings name services, words, connections and proxies. None of them is heeded. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { findApiKey } from '../../canary/keyForms.mjs';
import { addConnection } from '../driver/connecting.mjs';
import { startListener } from '../driver/listener.mjs';
import { startService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

/** A name that no resolver knows, so only a proxy could be asked for it. */
const ELSEWHERE = 'https://admin.invalid';
const API_KEY = 'canary-"elsewhere"\\%2B+/=<&\'>';

let service;
/** The machine of the folder's author, and the proxy that the user has chosen. */
let hostile;
let proxy;
before(async () => {
  [service, hostile, proxy] = await Promise.all([startService('hostile'), startListener(), startListener()]);
});
after(async () => {
  hostile?.stop();
  proxy?.stop();
  await service?.stop();
});

/** Every setting under whose name an extension like this might look for a service. */
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

/** Tries the address of a service that can be reached through a proxy only, and walks away. */
async function tryElsewhere(workbench) {
  const { quickInput } = workbench;
  await workbench.command('Flag Admin: Add Connection…');
  await quickInput.waitForText('URL or host of the admin service');
  await quickInput.answer(ELSEWHERE);
  await quickInput.waitForMessage('The proxy could not connect to the service');
  await workbench.screenshot('elsewhere');
  await quickInput.cancel();
}

story('hostile-workspace', options, (step) => {
  step('names no connection: there is none', async (workbench) => {
    await workbench.openFile('settings.json');
    await workbench.openSideBar();
    await workbench.sideBar.getByRole('button', { name: 'Add Connection…' }).waitFor();
    await workbench.screenshot('welcome');
    await workbench.command('Flag Admin: Switch Connection…');
    await workbench.notifications.waitFor('There is no connection yet.');
    await workbench.notifications.clear();
    assert.deepEqual(hostile.heard, []);
  });

  step('changes nothing about the user’s own connection', async (workbench) => {
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
    await workbench.tree.row('Storefront', 'production', 'Flags', 'checkout-redesign');
    await workbench.tree.row('Storefront', 'Open Change Requests (7)');
    await workbench.openFile('accounts.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.quickInput.choose('Storefront');
    await workbench.quickInput.choose('development');
    await workbench.quickInput.choose('beta-accounts');
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.notifications.waitFor('beta-accounts in Storefront / development now holds');
    await workbench.screenshot('uploaded');
    await workbench.notifications.clear();
    await workbench.command('Flag Admin: Switch Connection…');
    assert.deepEqual(await workbench.quickInput.labels(), ['Shop']);
    await workbench.quickInput.waitForText(service.baseUrl);
    await workbench.quickInput.cancel();
    assert.ok(service.calls.every(({ path: called }) => !called.includes('evil')));
    assert.deepEqual(hostile.heard, []);
  });

  step('has its connection after a reload, and no other', async (workbench) => {
    await workbench.reload();
    await workbench.openSideBar();
    await workbench.statusBar('Shop · submitter-key').waitFor();
    await workbench.tree.row('Storefront', 'production');
    assert.deepEqual(hostile.heard, []);
  });

  step(
    'does not come between the user and their own proxy, which hears no API key and nothing of this machine',
    async (workbench) => {
      await tryElsewhere(workbench);
      // One that is connected and has said nothing yet is about to.
      for (let tries = 0; tries < 100 && proxy.heard.includes(''); tries += 1) await workbench.page.waitForTimeout(100);
      const asked = proxy.heard.map((text) => text.split('\r\n')[0]);
      assert.deepEqual(new Set(asked), new Set(['CONNECT admin.invalid:443 HTTP/1.1']));
      assert.equal(findApiKey(proxy.heard.join('\n'), [API_KEY, ...Object.values(service.apiKeys)]), undefined);
      assert.deepEqual(hostile.heard, []);
    },
  );

  leavesNoApiKey(step);
});
