/** Definitions that others change or lack: a request that adds one, segments that are not active elsewhere, and a flag that is killed. */
import { after, before } from 'node:test';
import { addConnection } from '../../driver/connecting.mjs';
import { lens, openDefinition, replaceLine, save } from '../../driver/documents.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

/** It has no definition here; a request is open that adds one. */
const TO_BE_ADDED = ['Storefront', 'pre-production', 'Flags', 'dark-mode'];

let service;
before(async () => {
  service = await startService('more-definitions');
});
after(() => service?.stop());

story('more-definitions', {}, (step) => {
  step('connects', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
  });

  step('says in the flag’s row, as in its document, that a request is open that adds a definition', async (workbench) => {
    await workbench.notifications.clear();
    await workbench.tree.click(...TO_BE_ADDED);
    await workbench.tab('dark-mode.yaml').waitFor();
    await lens(workbench, 'A change request is open').waitFor();
    const row = await workbench.tree.row(...TO_BE_ADDED);
    // The last row in sight may be half covered by the view below.
    await row.hover();
    await workbench.page.mouse.wheel(0, 80);
    await workbench.tree.body.locator('[aria-label^="dark-mode, flag, request open"]').waitFor();
    await workbench.screenshot('to-be-added');
  });

  step('points out what is missing where else a definition is proposed', async (workbench) => {
    await workbench.notifications.clear();
    await openDefinition(workbench, 'Storefront', 'production', 'holiday-prices');
    await replaceLine(workbench, 'trafficAllocation', 'trafficAllocation: 50');
    await save(workbench);
    await workbench.command('Flag Admin: Propose Definition to Other Environments…');
    await workbench.quickInput.row('development').waitFor();
    await workbench.quickInput.tick('development');
    await workbench.screenshot('to-environments');
    await workbench.quickInput.accept();
    await workbench.quickInput.row('Submit a change request to each: development').waitFor();
    await workbench.screenshot('missing');
    await workbench.quickInput.cancel();
  });

  step('is read again where it was killed from the palette, with the Explorer in front', async (workbench) => {
    const { page, quickInput, notifications } = workbench;
    await notifications.clear();
    await openDefinition(workbench, 'Storefront', 'development', 'new-search');
    await workbench.openSideBar('Explorer');
    await workbench.command('Flag Admin: Kill Flag…');
    // The open one comes first, and Enter takes it.
    await quickInput.take(
      quickInput.rows.first().filter({ hasText: 'new-search' }).filter({ hasText: 'development · Storefront' }),
    );
    await quickInput.waitForTitle('Kill Flag: new-search in Storefront / development');
    await quickInput.answer('It breaks.');
    await notifications.waitFor('new-search is killed in Storefront / development');
    await page.locator('.view-line', { hasText: 'It is killed: everybody gets the default treatment.' }).waitFor();
    await workbench.screenshot('killed');
    await notifications.clear();
    await workbench.openSideBar();
  });

  leavesNoApiKey(step);
});
