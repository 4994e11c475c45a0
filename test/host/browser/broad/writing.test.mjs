/** Tests writing a definition by keyboard with the editor's help. The tab shows to which place the definition belongs. */
import assert from 'node:assert/strict';
import { addConnection } from '../../driver/connecting.mjs';
import { find, openDefinition, pressUntil, untilEditing, untilText } from '../../driver/documents.mjs';
import { useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const IN = (environment) => ['Storefront', environment, 'checkout-redesign'];
const ENVIRONMENT = (name) => ({ hasText: name });

const service = useService('writing');

const presses = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Waits until the tab has the badge, which a style draws. */
const badgeOf = (page, title, badge) =>
  page.waitForFunction(
    ([name, letter]) =>
      [...document.querySelectorAll('.tabs-container .tab')]
        .filter((tab) => tab.textContent?.includes(name))
        .some((tab) => [...tab.querySelectorAll('*')].some((one) => getComputedStyle(one, '::after').content.includes(letter))),
    [title, badge],
  );

// Otherwise, the editor in the browser saves automatically.
story('writing', { settings: { 'files.autoSave': 'off' } }, (step) => {
  step('shows in the tab that a definition belongs to production', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
    await openDefinition(workbench, ...IN('production'));
    const { page } = workbench;
    await page.locator('.breadcrumbs-control', ENVIRONMENT('production')).waitFor();
    await badgeOf(page, 'checkout-redesign.yaml', 'P');
  });

  step('marks typed changes beside their lines before they are saved, and folds parts of the text', async (workbench) => {
    const { page } = workbench;
    await find(workbench, 'trafficAllocation: ');
    await presses(page, 'ArrowRight');
    await page.keyboard.type('2');
    await page.locator('.dirty-diff-glyph').first().waitFor();
    assert.ok(await page.locator('.tab.dirty').isVisible());
    await page.locator('.squiggly-error').first().waitFor();
    await workbench.screenshot('typed');
    const lines = page.locator('.editor-instance .view-lines').first().locator('.view-line');
    const all = await lines.count();
    for (let tries = 0; tries < 100 && (await lines.count()) >= all; tries += 1) {
      if (tries % 20 === 0) await presses(page, 'ControlOrMeta+K', 'ControlOrMeta+0');
      await page.waitForTimeout(100);
    }
    assert.ok((await lines.count()) < all, 'nothing is folded');
    await workbench.screenshot('folded');
    await presses(page, 'ControlOrMeta+K', 'ControlOrMeta+J');
  });

  step('goes to the problem, applies the fix, and saves', async (workbench) => {
    const { page } = workbench;
    await presses(page, 'F8');
    await workbench.screenshot('at-the-problem');
    await presses(page, 'Escape');
    await pressUntil(page, 'ControlOrMeta+.', page.locator('.action-widget').getByText('Write “100”'));
    await presses(page, 'Enter');
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await untilEditing(workbench);
    await presses(page, 'ControlOrMeta+ArrowRight', 'Backspace', 'Backspace');
    await presses(page, 'ControlOrMeta+S');
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
    await workbench.screenshot('completed');
    await presses(page, 'Escape');
    const rule =
      /\nrules:\n {2}- buckets:\n {6}- treatment: off\n {8}size: 100\n {4}condition:\n[^]*?\n {10}string: vip-accounts\n/;
    await untilText(workbench, rule);
    await workbench.command('File: Revert File');
  });

  leavesNoApiKey(step);
});
