/** Tests flags in code in the workbench: a folder that opts in, the hover, completion, hints and search, and the report. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { chooseTheme } from '../../../page/workbenchThemes.mjs';
import { connect } from '../../driver/connecting.mjs';
import { editorOf, goTo, lens, pressUntil, rewrite, save, untilText } from '../../driver/documents.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const CHECKOUT = `import { client, isOn } from './flags';

export function checkout(user: string): string {
  const treatment = client.getTreatment(user, 'checkout-redesign');
  if (isOn('')) return 'search';
  client.getTreatment(user, 'retired-banner');
  return isOn('free-shipping-banner') ? 'free' : treatment; // 'free-shipping-banner'
}
`;
let service;
before(async () => {
  service = await startService('flagsInCode');
});
after(() => service?.stop());

/** Opens the hover on the flag in line 4, and waits for both of its parts. */
async function hover(workbench) {
  const { page } = workbench;
  const shown = page.locator('.monaco-hover');
  await goTo(workbench, 4, 52);
  await pressUntil(
    page,
    ['Escape', 'ControlOrMeta+K', 'ControlOrMeta+I'],
    shown.getByText('the default rule → off 100%').first(),
  );
  await shown.getByText('Flag checkout-redesign (account)').first().waitFor();
}

const files = { '.flagadmin.json': '{\n  "workspace": "Storefront",\n  "wrapper": ["isOn"]\n}\n', 'src/checkout.ts': CHECKOUT };
story('flagsInCode', { file: '.flagadmin.json', files }, (step) => {
  step('shows a mistake in the file when the folder is opened, until it is corrected', async (workbench) => {
    await workbench.page.locator('.squiggly-warning').first().waitFor();
    await workbench.command('Problems: Focus on Problems View');
    const problem = workbench.page.getByText('because its field “wrapper” is unknown.').first();
    await problem.waitFor();
    await workbench.screenshot('broken-file');
    await rewrite(workbench, (text) => text.replace('wrapper', 'wrappers'));
    await save(workbench);
    await problem.waitFor({ state: 'detached' });
    await workbench.page.getByText('No problems have been detected in the workspace.').waitFor();
    await workbench.command('View: Toggle Panel Visibility');
  });

  step('shows what a flag serves where the code asks for it, with one call for each environment', async (workbench) => {
    await workbench.openSideBar();
    await connect(workbench, service);
    await workbench.notifications.clear();
    await workbench.openFile('checkout.ts');
    const calls = () => service.calls.filter(({ path }) => path.includes('/checkout-redesign/')).length;
    assert.equal(calls(), 0);
    await hover(workbench);
    assert.equal(calls(), 4);
    await workbench.screenshot('hover Default Dark Modern');
    for (const theme of ['Default High Contrast', 'Default Light Modern']) {
      await chooseTheme(workbench, theme);
      await hover(workbench);
      await workbench.screenshot(`hover ${theme}`);
    }
    const links = workbench.page.locator('.monaco-hover a');
    await links.filter({ hasText: 'Review the open change request' }).first().waitFor();
    await links.filter({ hasText: 'Open Definition' }).first().click();
    await workbench.tab('checkout-redesign.yaml').waitFor();
  });

  step('completes a name, marks one that is no flag, and opens the definition', async (workbench) => {
    const { page } = workbench;
    await workbench.openFile('checkout.ts');
    await goTo(workbench, 5, 13);
    await pressUntil(page, 'ControlOrMeta+Space', page.locator('.suggest-widget').getByText('dark-mode').first());
    await page.keyboard.type('new-s');
    await workbench.screenshot('completion');
    await page.keyboard.press('Enter');
    await untilText(workbench, /isOn\('new-search'\)/);
    await page.locator('.squiggly-hint').first().waitFor();
    await workbench.screenshot('hint');
    await goTo(workbench, 7, 22);
    await pressUntil(page, 'F12', workbench.tab('free-shipping-banner.yaml'));
    await editorOf(page, 'Storefront', 'production', 'free-shipping-banner.yaml').waitFor();
  });

  step('finds the uses of a definition with the search of the editor', async (workbench) => {
    const { page } = workbench;
    await workbench.command('Flag Admin: Find Uses');
    await page.locator('.search-view .results').getByText('checkout.ts').first().waitFor();
    await page.locator('.search-view .messages').getByText('2 results in 1 file').waitFor();
    await workbench.screenshot('uses');
  });

  step('reports which flags can go, with a brief for each, and changes nothing', async (workbench) => {
    const { page } = workbench;
    await workbench.command('Flag Admin: Which Flags Can Go?');
    await workbench.tab('Which Flags Can Go? – Storefront.txt').waitFor();
    const brief = lens(workbench, 'Copy Cleanup Brief').first().locator('a', { hasText: 'Copy Cleanup Brief' });
    await brief.waitFor();
    for (const theme of ['Default Light Modern', 'Default High Contrast', 'Default Dark Modern']) {
      await chooseTheme(workbench, theme);
      await workbench.screenshot(`report ${theme}`);
    }
    await brief.click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    for (let tries = 0; !(await copied()).startsWith('Remove the flag') && tries < 50; tries += 1) await page.waitForTimeout(100);
    assert.match(await copied(), /“free-shipping-banner”[^]*\n- production: serves “on” to everybody/);
    assert.ok(service.calls.every(({ method }) => method === 'GET'));
  });

  leavesNoApiKey(step);
});
