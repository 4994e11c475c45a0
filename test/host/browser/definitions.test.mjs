/** Definitions as documents, by hand: opened, edited, kept as drafts over a reload, compared, and submitted. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addConnection } from '../driver/connecting.mjs';
import { startService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

const FLAG = ['Storefront', 'development', 'Flags', 'checkout-redesign'];
const TAB = 'checkout-redesign.yaml';

let service;
before(async () => {
  service = await startService('definitions');
});
after(() => service?.stop());

const written = () => service.calls.filter(({ method }) => method !== 'GET').length;

/** Replaces a line of the open editor; the cursor ends behind it. */
async function replaceLine(workbench, find, by) {
  const { page } = workbench;
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type(find);
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type(by);
}

story('definitions', {}, (step) => {
  step('opens a definition from the tree, and sends nothing when it is saved', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
    await workbench.tree.click(...FLAG);
    await workbench.tab(TAB).waitFor();
    assert.match(await workbench.editorText(), /^name: checkout-redesign$/m);
    await workbench.screenshot('open');
    await replaceLine(workbench, 'trafficAllocation', 'trafficAllocation: 60 # half of them first');
    await workbench.page.keyboard.press('ControlOrMeta+S');
    await workbench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
    await workbench.screenshot('saved');
    assert.equal(written(), 0);
  });

  step('keeps the draft over a reload, with the tab', async (workbench) => {
    await workbench.reload();
    await workbench.tab(TAB).click();
    assert.match(await workbench.editorText(), /trafficAllocation: 60 # half of them first/);
    await workbench.screenshot('reloaded');
  });

  leavesNoApiKey(step);
});
