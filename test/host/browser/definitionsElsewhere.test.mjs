/** Definitions of new flags, in other environments, and of flags that are killed, by hand. */
import { after, before } from 'node:test';
import { addConnection } from '../driver/connecting.mjs';
import { editorOf, openDefinition, replaceLine, rewrite, save } from '../driver/documents.mjs';
import { startService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

let service;
before(async () => {
  service = await startService('definitionsElsewhere');
});
after(() => service?.stop());

story('definitionsElsewhere', {}, (step) => {
  step('makes a flag, writes its first definition, and makes it live at once', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
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
    await workbench.command('Flag Admin: Submit Definition as Change Request…');
    await workbench.quickInput.choose('Change it at once');
    await workbench.quickInput.waitForText('Why?');
    await workbench.quickInput.answer('The first one.');
    await workbench.quickInput.row('Make it live').waitFor();
    await workbench.screenshot('last-look-at-once');
    await workbench.quickInput.choose('Make it live');
    await workbench.notifications.waitFor('its new definition is live');
    await workbench.screenshot('live-at-once');
    await workbench.tree.menu(['Storefront', 'development', 'Flags', 'one-click'], 'Pin Flag…');
    // It is the first one now, above what the tree is scrolled to.
    await workbench.tree.rowWith(['Storefront', 'development', 'Flags', 'one-click'], '.codicon-pinned');
    await workbench.screenshot('pinned');
  });

  step('points out what is missing where else a definition is proposed', async (workbench) => {
    await workbench.notifications.clear();
    await openDefinition(workbench, 'Storefront', 'production', 'holiday-prices');
    await replaceLine(workbench, 'trafficAllocation', 'trafficAllocation: 50');
    await save(workbench);
    await workbench.command('Flag Admin: Propose Definition to Other Environments…');
    await workbench.quickInput.row('What is live').waitFor();
    await workbench.screenshot('draft-or-live');
    await workbench.quickInput.choose('My draft');
    await workbench.quickInput.row('development').waitFor();
    await workbench.quickInput.tick('development');
    await workbench.screenshot('to-environments');
    await workbench.quickInput.accept();
    await workbench.quickInput.row('Propose it all the same: development').waitFor();
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
      quickInput.rows.first().filter({ hasText: 'new-search' }).filter({ hasText: 'Storefront / development' }),
    );
    await quickInput.waitForTitle('Kill Flag: new-search in Storefront / development');
    await quickInput.answer('It breaks.');
    await notifications.waitFor('new-search is killed in Storefront / development');
    await page.locator('.view-line', { hasText: 'It is killed: everybody gets the default treatment.' }).waitFor();
    await workbench.screenshot('killed');
    await notifications.clear();
    await workbench.openSideBar();
  });

  step('takes one title and one comment for several environments, and tells what became of each', async (workbench) => {
    const { quickInput, notifications } = workbench;
    await openDefinition(workbench, 'Storefront', 'development', 'gift-cards');
    await replaceLine(workbench, 'trafficAllocation', 'trafficAllocation: 41');
    await save(workbench);
    await workbench.command('Flag Admin: Propose Definition to Other Environments…');
    await quickInput.choose('My draft');
    await quickInput.row('staging').waitFor();
    for (const name of ['staging', 'pre-production']) await quickInput.tick(name);
    await quickInput.accept();
    await quickInput.choose('Submit a change request');
    await quickInput.choose('Ramping');
    await quickInput.waitForText('Give it a title');
    await quickInput.accept();
    await quickInput.waitForText('why is this needed?');
    await quickInput.answer('As agreed on Monday.');
    await quickInput.waitForText('e-mail addresses');
    await quickInput.accept();
    await quickInput.choose('Submit the change request');
    await quickInput.waitForTitle('pre-production');
    await quickInput.choose('Submit a change request');
    await quickInput.choose('Ramping');
    await quickInput.waitForText('e-mail addresses');
    await quickInput.accept();
    await quickInput.row('Comment: As agreed on Monday.').waitFor();
    await workbench.screenshot('second-of-two');
    await quickInput.choose('Submit the change request');
    await notifications.waitFor('Submitted to staging, pre-production.');
    await workbench.screenshot('told-of-both');
  });

  leavesNoApiKey(step);
});
