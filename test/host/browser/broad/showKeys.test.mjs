/** The keys of a full segment as a document: read to its end, broken off, read on, closed; and those of an empty one. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addConnection } from '../../driver/connecting.mjs';
import { startService, untilQuiet } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const FULL = 100_000;
const keyOf = (index) => `acct-${String(index).padStart(6, '0')}`;

let service;
before(async () => {
  service = await startService('show-keys');
  const call = async (method, place, body) => {
    const response = await fetch(`${service.baseUrl}/internal/api/v2${place}`, {
      method,
      headers: { authorization: `Bearer ${service.apiKeys['submitter-key']}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200, `${method} ${place} ${await response.clone().text()}`);
    return response.json();
  };
  const [storefront] = (await call('GET', '/workspaces')).objects;
  const development = (await call('GET', `/environments/ws/${storefront.id}`)).find(({ name }) => name === 'development');
  for (const name of ['everybody', 'nobody']) {
    await call('POST', `/segments/ws/${storefront.id}/trafficTypes/account`, { name, description: name });
    await call('POST', `/segments/${development.id}/${name}`);
  }
  for (let from = 0; from < FULL; from += 10_000) {
    const keys = Array.from({ length: 10_000 }, (_, index) => keyOf(from + index));
    await call('PUT', `/segments/${development.id}/everybody/upload`, keys);
  }
  service.calls.length = 0;
});
after(() => service?.stop());

/** Goes to the end of the text until what stands there is seen: the last key, or a note. The text may still be growing. */
async function scrollToEnd({ page }, end = page.getByText(keyOf(FULL - 1), { exact: true })) {
  const last = end.first();
  const isVisible = () =>
    last.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 60 && !(await isVisible()); tries += 1) {
    await page
      .locator('.editor-instance .monaco-editor')
      .first()
      .click({ position: { x: 200, y: 100 } });
    await page.keyboard.press('ControlOrMeta+End');
  }
  await last.waitFor();
  // The text may have grown once more since.
  await page.keyboard.press('ControlOrMeta+End');
}

story('show-keys', {}, (step) => {
  step('connects', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  step('shows the keys of a full segment, which scroll and are found', async (workbench) => {
    const { page, tree } = workbench;
    await tree.menu(['Storefront', 'development', 'Segments', 'everybody'], 'Show Keys');
    await workbench.tab('everybody – Storefront, development.txt').waitFor();
    await workbench.screenshot('first-keys');
    await scrollToEnd(workbench);
    await workbench.statusBar(`Ln ${FULL + 1}, Col 1`).waitFor();
    await workbench.screenshot('the-end');
    await page.keyboard.press('ControlOrMeta+F');
    await page.locator('.find-widget.visible .find-part :focus').waitFor();
    await page.keyboard.type(keyOf(54_321));
    await page.locator('.find-widget .matchesCount', { hasText: '1 of 1' }).waitFor();
    await page.getByText(keyOf(54_321), { exact: true }).first().waitFor();
    await workbench.screenshot('found');
    await page.keyboard.press('Escape');
    await workbench.closeEditors();
  });

  step('keeps what was read when the service refuses half way, and reads on', async (workbench) => {
    const { page, tree, notifications } = workbench;
    const reads = () => service.calls.filter(({ path: place }) => place.includes('/everybody/keys')).length;
    service.calls.length = 0;
    await tree.menu(['Storefront', 'development', 'Segments', 'everybody'], 'Show Keys');
    // The service is in this process: it answers no page between two looks.
    const limit = Date.now() + 30_000;
    while (reads() < 20 && Date.now() < limit) await new Promise((resolve) => setImmediate(resolve));
    service.refused.add('submitter-key');
    await notifications.waitFor(/of 100,000 keys were read\./);
    service.refused.clear();
    await scrollToEnd(workbench, page.getByText('Run Show Keys again to read them all.'));
    await workbench.screenshot('half-way');
    const before = reads();
    await workbench.command('Flag Admin: Refresh');
    await notifications.press('of 100,000 keys were read', 'Go On…');
    await scrollToEnd(workbench);
    await workbench.statusBar(`Ln ${FULL + 1}, Col 1`).waitFor();
    assert.ok(reads() - before < 100, 'it went on where it was');
    await notifications.clear();
  });

  step('stops reading when the document is closed', async (workbench) => {
    const { tree } = workbench;
    await workbench.closeEditors();
    const tab = workbench.tab('everybody – Storefront, development.txt');
    const reads = () => service.calls.filter(({ path: place }) => place.includes('/everybody/keys')).length;
    service.delay = 300;
    service.calls.length = 0;
    await tree.menu(['Storefront', 'development', 'Segments', 'everybody'], 'Show Keys');
    await tab.waitFor();
    await workbench.screenshot('while-reading');
    await tab.hover();
    await tab.locator('.tab-actions .action-label').first().click();
    await tab.waitFor({ state: 'hidden' });
    await untilQuiet(service);
    assert.ok(reads() < 100, `${reads()} pages`);
    service.delay = 0;
  });

  step('says kindly that a segment is empty', async (workbench) => {
    await workbench.tree.menu(['Storefront', 'development', 'Segments', 'nobody'], 'Show Keys');
    await workbench.notifications.waitFor('nobody holds no key in Storefront / development yet.');
    await workbench.screenshot('empty');
    await workbench.notifications.clear();
  });

  leavesNoApiKey(step);
});
