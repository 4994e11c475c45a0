/**
 * Tests definitions in special cases: a request that adds one, segments that are not active elsewhere, and a killed flag. Then
 * definitions of a new flag, and of several environments at once.
 */
import { addConnection } from '../../driver/connecting.mjs';
import { editorOf, lens, openDefinition, replaceLine, rewrite, save } from '../../driver/documents.mjs';
import { useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

/** It has no definition here, and an open request adds one. */
const TO_BE_ADDED = ['Storefront', 'pre-production', 'Flags', 'dark-mode'];

const service = useService('more-definitions');

story('more-definitions', {}, (step) => {
  step('connects', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
  });

  step('says in the flag’s row and in its document that an open request adds a definition', async (workbench) => {
    await workbench.notifications.clear();
    await workbench.tree.click(...TO_BE_ADDED);
    await workbench.tab('dark-mode.yaml').waitFor();
    await lens(workbench, 'A change request is open').waitFor();
    const row = await workbench.tree.row(...TO_BE_ADDED);
    // The view below may cover half of the last visible row.
    await row.hover();
    await workbench.page.mouse.wheel(0, 80);
    await workbench.tree.body.locator('[aria-label^="dark-mode, flag, request open"]').waitFor();
  });

  step('reads an open definition again after a kill from the palette, with the Explorer in front', async (workbench) => {
    const { page, quickInput, notifications } = workbench;
    await notifications.clear();
    await openDefinition(workbench, 'Storefront', 'development', 'new-search');
    await workbench.openSideBar('Explorer');
    await workbench.command('Flag Admin: Kill Flag…');
    // The environment of the open document is first, and Enter chooses it.
    await quickInput.take(
      quickInput.rows.first().filter({ hasText: 'new-search' }).filter({ hasText: 'development · Storefront' }),
    );
    await quickInput.waitForTitle('Kill new-search in Storefront / development');
    await quickInput.answer('It breaks.');
    await notifications.waitFor('new-search is killed in Storefront / development');
    await page
      .locator('.view-line', { hasText: 'is killed in Storefront / development: everybody gets its default treatment.' })
      .waitFor();
    await workbench.screenshot('killed');
    await notifications.clear();
    await workbench.openSideBar();
  });

  step('creates a flag, writes its first definition, and makes it live at once', async (workbench) => {
    await workbench.notifications.clear();
    await workbench.closeEditors();
    await workbench.tree.menu(['Storefront', 'development', 'Flags'], 'Create Flag…');
    await workbench.quickInput.waitForText('Name of the new flag in Storefront');
    await workbench.quickInput.answer('one-click');
    await workbench.quickInput.choose('user');
    await workbench.quickInput.waitForText('What is it for?');
    await workbench.quickInput.answer('Buy at once');
    await workbench.notifications.waitFor('is made in Storefront');
    await workbench.notifications.press('is made in Storefront', 'Write a Definition…');
    await workbench.tab('one-click.yaml').waitFor();
    await editorOf(workbench.page, 'development', 'one-click.yaml').waitFor();
    await workbench.screenshot('beginning');
    await rewrite(workbench, (text) => text.replace(/\n$/, '\n# for whoever looks later\n'));
    await save(workbench);
    await workbench.command('Flag Admin: Change Definition at Once…');
    await workbench.quickInput.fill('Comment', 'The first one.');
    await workbench.quickInput.row('Comment: The first one.').waitFor();
    await workbench.screenshot('last-look-at-once');
    await workbench.quickInput.choose('Make it live: change one-click in development');
    await workbench.notifications.waitFor('its new definition is live');
    await workbench.screenshot('live-at-once');
    await workbench.tree.menu(['Storefront', 'development', 'Flags', 'one-click'], 'Pin Flag…');
    // It is now the first row, above the scroll position of the tree.
    await workbench.tree.rowWith(['Storefront', 'development', 'Flags', 'one-click'], '.codicon-pinned');
  });

  step('asks for one title and one comment for several environments, and reports the result of each', async (workbench) => {
    const { quickInput, notifications } = workbench;
    await openDefinition(workbench, 'Storefront', 'development', 'gift-cards');
    await replaceLine(workbench, 'trafficAllocation', 'trafficAllocation: 41');
    await save(workbench);
    await workbench.command('Flag Admin: Propose Definition to Other Environments…');
    await quickInput.row('staging').waitFor();
    for (const name of ['staging', 'pre-production']) await quickInput.tick(name);
    await quickInput.accept();
    await quickInput.row('Submit a change request to each: staging, pre-production').waitFor();
    await quickInput.fill('Comment', 'As agreed on Monday.');
    await quickInput.row('Comment: As agreed on Monday.').waitFor();
    await workbench.screenshot('what-would-change-in-each');
    await quickInput.choose('Submit a change request to each: staging, pre-production');
    await notifications.waitFor('can approve it in staging');
    await notifications.waitFor('Nothing changes in pre-production until it is approved by');
  });

  leavesNoApiKey(step);
});
