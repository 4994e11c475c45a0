/** The drafts of two services: kept apart, whichever is in use, and with a way on where theirs was removed. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addConnection } from '../../driver/connecting.mjs';
import { lens, replaceLine, save, textOf } from '../../driver/documents.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

let shop;
let lab;
before(async () => {
  [shop, lab] = await Promise.all([startService('shop'), startService('lab')]);
});
after(() => Promise.all([shop?.stop(), lab?.stop()]));

async function switchTo(workbench, name) {
  await workbench.command('Flag Admin: Switch Connection…');
  await workbench.quickInput.choose(name);
  await workbench.statusBar(`${name} · `).waitFor();
}

/** A line of a document that is on the screen. */
const line = ({ page }, text) => page.locator('.editor-instance .view-line', { hasText: text }).first();

story('drafts-of-connections', {}, (step) => {
  step('adds two', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, lab, { name: 'Laboratory', keyName: 'release-key' });
    await addConnection(workbench, shop, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  step('keeps a draft of the one while the other is in use', async (workbench) => {
    await workbench.tree.click('Storefront', 'development', 'Flags', 'checkout-redesign');
    await workbench.activeTab('checkout-redesign.yaml').waitFor();
    await line(workbench, 'trafficAllocation:').waitFor(); // until then, the text in the editor is another's
    await replaceLine(workbench, 'trafficAllocation', 'trafficAllocation: 60 # mine');
    await save(workbench);
    await switchTo(workbench, 'Laboratory');
    await lens(workbench, 'This belongs to the connection “Shop”: switch to it first.').waitFor();
  });

  step('shows what is live in place of a draft that was discarded while the other was in use', async (workbench) => {
    await workbench.tab('checkout-redesign.yaml').click();
    await workbench.activeTab('checkout-redesign.yaml').waitFor();
    await line(workbench, '60 # mine').waitFor();
    assert.match(await textOf(workbench), /60 # mine/);
    await workbench.command('Flag Admin: Discard Draft…');
    await workbench.dialog.waitFor('Discard the draft of checkout-redesign');
    await workbench.dialog.press('Discard Draft');
    await switchTo(workbench, 'Shop');
    await lens(workbench, 'Live, changed').waitFor();
    await line(workbench, '# mine').waitFor({ state: 'detached' });
    await workbench.screenshot('discarded');
    assert.doesNotMatch(await textOf(workbench), /# mine/);
  });

  step('names the way on for what belongs to one that was removed', async (workbench) => {
    await workbench.command('Flag Admin: Remove Connection…');
    await workbench.quickInput.choose('Shop');
    await workbench.dialog.press('Remove');
    await lens(workbench, 'which has been removed or is not here. | Export as File…').waitFor();
    await workbench.screenshot('belongs-to-the-removed');
  });

  leavesNoApiKey(step);
});
