/** A definition as JSON: what the editor does with JSON is there, and what it says of any JSON stays away. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addConnection } from '../../driver/connecting.mjs';
import { goTo, openDefinition, pressUntil, rewrite, save, textOf, untilEditing, untilText } from '../../driver/documents.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const FLAG = ['Storefront', 'production', 'checkout-redesign', 'flag.jsonc'];

let service;
before(async () => {
  service = await startService('definitions-as-json');
});
after(() => service?.stop());

/** Puts the cursor behind the first place of a text. */
async function goBehind(workbench, part) {
  const text = await textOf(workbench);
  const lines = text.slice(0, text.indexOf(part) + part.length).split('\n');
  assert.ok(text.includes(part), text);
  await goTo(workbench, lines.length, lines.at(-1).length + 1);
}

/** Types it, and takes it back and types it again as long as the editor does not add what it should. */
async function typeUntil(page, key, line, back) {
  const isShown = (pattern) =>
    [...document.querySelectorAll('.view-line')].some((one) => new RegExp(pattern).test(one.textContent));
  for (let tries = 0; ; tries += 1) {
    await page.waitForTimeout(1_000 * (tries + 1));
    await page.keyboard.type(key);
    try {
      return await page.waitForFunction(isShown, line, { timeout: 2_000 });
    } catch (error) {
      if (tries === 4) throw error;
      await page.keyboard.press('Escape');
      await page.keyboard.press(back);
    }
  }
}

const settings = { 'flagAdmin.definitions.format': 'json', 'files.autoSave': 'off' };
story('definitions-as-json', { settings }, (step) => {
  step('opens coloured, and has an outline of its rules and treatments alone', async (workbench) => {
    const { page } = workbench;
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
    await openDefinition(workbench, ...FLAG);
    await workbench.tab('checkout-redesign.flag.jsonc').waitFor();
    assert.match(await textOf(workbench), /^ {2}"name": "checkout-redesign",$/m);
    await page.waitForFunction(() => {
      const parts = [...document.querySelectorAll('.view-line span span')];
      return new Set(parts.map((part) => getComputedStyle(part).color)).size > 3;
    });
    await workbench.screenshot('open');
    await workbench.command('Go to Symbol in Editor...');
    await workbench.quickInput.row('Default rule').waitFor();
    await workbench.screenshot('symbols');
    const names = await page.locator('.quick-input-list .monaco-list-row').allTextContents();
    assert.ok(!names.some((name) => /^(?:treatments|0|name)/.test(name)), names.join('\n'));
    await workbench.quickInput.cancel();
  });

  step('offers what the service has, and no texts of other JSON', async (workbench) => {
    const { page } = workbench;
    await goBehind(workbench, '"vip-');
    await pressUntil(page, 'ControlOrMeta+Space', page.locator('.suggest-widget').getByText('vip-accounts').first());
    await workbench.screenshot('completion');
    await page.locator('.suggest-widget .monaco-list-row[data-index="0"]', { hasText: 'vip-accounts' }).waitFor();
    const offered = await page.locator('.suggest-widget .monaco-list-row').allTextContents();
    assert.ok(!offered.some((one) => one.includes('"')), offered.join('\n'));
    await page.keyboard.press('Escape');
    const hover = page.locator('.monaco-hover').getByText('The segment vip-accounts').first();
    await pressUntil(page, ['ControlOrMeta+K', 'ControlOrMeta+I'], hover);
    await workbench.screenshot('hover');
    await page.keyboard.press('Escape');
  });

  step('indents, closes brackets and comments', async (workbench) => {
    const { page } = workbench;
    const before = await textOf(workbench);
    await goBehind(workbench, '"rules": [');
    await page.keyboard.press('Enter');
    // The editor closes no bracket, and opens none up, on a line that it has not coloured yet: a person types it again.
    await typeUntil(page, '{', '^\\s*\\{\\}$', 'Backspace');
    // Enter would take what is offered there.
    await page.locator('.suggest-widget').getByText('50/50 rollout').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.suggest-widget.visible').waitFor({ state: 'hidden' });
    await typeUntil(page, '\n', '^\\s{6}$', 'ControlOrMeta+Z');
    await page.keyboard.type('"x": 1');
    await untilText(workbench, /\n {2}"rules": \[\n {4}\{\n {6}"x": 1\n {4}\}/);
    await goBehind(workbench, '"x": 1');
    await page.keyboard.press('ControlOrMeta+/');
    await untilText(workbench, /\n {6}\/\/ "x": 1\n/);
    await workbench.screenshot('typed');
    await rewrite(workbench, () => before);
  });

  step('is laid out by Format Document, with its comments, and the cursor where it was', async (workbench) => {
    const { page } = workbench;
    const before = await textOf(workbench);
    const noted = before.replace(/^ {2}"trafficAllocation": \d+,$/m, '$& // all of it\n\n  // whom it is for');
    assert.notEqual(noted, before);
    const squeezed = noted
      .replaceAll(/^ +/gm, '')
      .replaceAll('\n{\n"', '\n{"')
      .replace('"trafficAllocation": ', '"trafficAllocation"  :');
    await rewrite(workbench, () => squeezed);
    await goBehind(workbench, '// whom');
    await workbench.screenshot('before Format Document');
    await workbench.command('Format Document');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.view-line')].some((line) => /^\s{2}"trafficAllocation":/.test(line.textContent)),
    );
    await workbench.screenshot('after Format Document');
    await untilEditing(workbench);
    await page.keyboard.type('ever');
    await untilText(workbench, (text) => text === noted.replace('// whom', '// whomever'));
    await goBehind(workbench, '"defaultRule": [');
    await page.keyboard.press('Enter');
    await pressUntil(page, 'ControlOrMeta+Space', page.locator('.suggest-widget').getByText('share of a treatment'));
    await page.keyboard.press('Enter');
    await workbench.screenshot('taken from the list');
    const taken = /\n {2}"defaultRule": \[\n {4}\{\n {6}"treatment": "on",\n {6}"size": 100\n {4}\},\n {4}\{\n/;
    await untilText(workbench, taken);
    await rewrite(workbench, () => before);
  });

  step('says a problem once', async (workbench) => {
    const { page } = workbench;
    await rewrite(workbench, (text) => text.replace(/^( {2}"trafficAllocation": \d+),$/m, '$1'));
    await page.locator('.squiggly-error').first().waitFor();
    // Whatever else says something of it has had the time to.
    await page.waitForTimeout(2_000);
    await workbench.command('Problems: Focus on Problems View');
    const rows = page.locator('.markers-panel .monaco-list-row', { hasText: /Ln \d/ });
    await rows.first().waitFor();
    await workbench.screenshot('problems');
    assert.deepEqual(await rows.count(), 1, (await rows.allTextContents()).join('\n'));
    await workbench.command('View: Hide Panel');
    await rewrite(workbench, (text) => text.replace(/^( {2}"trafficAllocation": \d+)$/m, '$1,'));
    await save(workbench);
  });

  step('folds, and is as readable in a light theme', async (workbench) => {
    const { page } = workbench;
    await workbench.command('Preferences: Color Theme');
    await workbench.quickInput.choose('Light Modern');
    await workbench.screenshot('light');
    await page.keyboard.press('ControlOrMeta+1');
    await untilEditing(workbench);
    const lines = page.locator('.editor-instance .view-lines').first().locator('.view-line');
    const all = await lines.count();
    for (let tries = 0; tries < 100 && (await lines.count()) >= all; tries += 1) {
      if (tries % 20 === 0) for (const key of ['K', '2']) await page.keyboard.press(`ControlOrMeta+${key}`);
      await page.waitForTimeout(100);
    }
    assert.ok((await lines.count()) < all, 'nothing is folded');
    await workbench.screenshot('folded');
  });

  leavesNoApiKey(step);
});
