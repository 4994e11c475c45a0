/**
 * Tests writing a definition by keyboard with the editor's help. Then definitions in special cases: a killed flag, a new flag, and
 * several environments at once.
 */
import assert from 'node:assert/strict';
import { addConnection } from '../../driver/connecting.mjs';
import { editorOf, find, openDefinition, pressUntil, replaceLine, rewrite, save, untilText } from '../../driver/documents.mjs';
import { useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const service = useService('more-definitions');

const IN = (environment) => ['Storefront', environment, 'checkout-redesign'];
const ENVIRONMENT = (name) => ({ hasText: name });

const presses = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

// Otherwise, the editor in the browser saves automatically.
story('more-definitions', { settings: { 'files.autoSave': 'off' } }, (step) => {
  step('marks typed changes beside their lines before they are saved, and folds parts of the text', async (workbench) => {
    const { page } = workbench;
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
    await openDefinition(workbench, ...IN('production'));
    await page.locator('.breadcrumbs-control', ENVIRONMENT('production')).waitFor();
    await find(workbench, 'trafficAllocation: ');
    await presses(page, 'ArrowRight');
    await page.keyboard.type('2');
    await page.locator('.dirty-diff-glyph').first().waitFor();
    assert.ok(await page.locator('.tab.dirty').isVisible());
    await page.locator('.squiggly-error').first().waitFor();
    const lines = page.locator('.editor-instance .view-lines').first().locator('.view-line');
    const all = await lines.count();
    for (let tries = 0; tries < 100 && (await lines.count()) >= all; tries += 1) {
      if (tries % 20 === 0) await presses(page, 'ControlOrMeta+K', 'ControlOrMeta+0');
      await page.waitForTimeout(100);
    }
    assert.ok((await lines.count()) < all, 'nothing is folded');
    await presses(page, 'ControlOrMeta+K', 'ControlOrMeta+J');
    await workbench.command('File: Revert File');
  });

  step('completes a rule in the place of empty brackets, with places to fill in', async (workbench) => {
    const { page } = workbench;
    const suggestion = (label) => page.locator('.suggest-widget.visible .label-name').getByText(label, { exact: true });
    const suggested = (label) => suggestion(label).waitFor();
    await openDefinition(workbench, ...IN('development'));
    await page.locator('.breadcrumbs-control', ENVIRONMENT('development')).waitFor();
    await find(workbench, 'rules: []');
    await presses(page, 'End', 'ArrowLeft');
    await pressUntil(page, 'ControlOrMeta+Space', suggestion('rule'));
    await presses(page, 'Enter');
    await page.keyboard.type('of');
    await suggested('off');
    await presses(page, 'Tab', 'Tab', 'Tab');
    await page.keyboard.type('vip');
    await suggested('vip-accounts');
    await presses(page, 'Tab');
    await presses(page, 'Escape');
    const rule =
      /\nrules:\n {2}- buckets:\n {6}- treatment: off\n {8}size: 100\n {4}condition:\n[^]*?\n {10}string: vip-accounts\n/;
    await untilText(workbench, rule);
    await workbench.command('File: Revert File');
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
    await workbench.quickInput.waitForText('What is the flag for?');
    await workbench.quickInput.answer('Buy at once');
    await workbench.notifications.waitFor('was created in Storefront');
    await workbench.notifications.press('was created in Storefront', 'Write a Definition…');
    await workbench.tab('one-click.yaml').waitFor();
    await editorOf(workbench.page, 'development', 'one-click.yaml').waitFor();
    await rewrite(workbench, (text) => text.replace(/\n$/, '\n# for whoever looks later\n'));
    await save(workbench);
    await workbench.command('Flag Admin: Change Definition at Once…');
    await workbench.quickInput.fill('Comment', 'The first one.');
    await workbench.quickInput.row('Comment: The first one.').waitFor();
    await workbench.quickInput.choose('Make the draft live: one-click in Storefront / development');
    await workbench.notifications.waitFor('its new definition is live');
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
    await quickInput.row('Submit one change request for each environment: staging, pre-production').waitFor();
    await quickInput.fill('Comment', 'As agreed on Monday.');
    await quickInput.row('Comment: As agreed on Monday.').waitFor();
    await quickInput.choose('Submit one change request for each environment: staging, pre-production');
    await notifications.waitFor('lists no approver for it in staging');
    await notifications.waitFor('Nothing changes in pre-production until it is approved by');
  });

  leavesNoApiKey(step);
});
