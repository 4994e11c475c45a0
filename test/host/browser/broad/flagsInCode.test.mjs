/** Flags in code by hand: from a folder that has opted in, through hover, completion and search, to the report of what can go. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
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

/** The hover at a place, once it has the text. */
async function hover(workbench, line, column, text) {
  const { page } = workbench;
  await page.keyboard.press('Escape');
  await goTo(workbench, line, column);
  await pressUntil(page, ['ControlOrMeta+K', 'ControlOrMeta+I'], page.locator('.monaco-hover').getByText(text).first());
}

const files = { '.flagadmin.json': '{\n  "workspace": "Storefront",\n  "wrapper": ["isOn"]\n}\n', 'src/checkout.ts': CHECKOUT };
story('flagsInCode', { file: '.flagadmin.json', files }, (step) => {
  step('shows what is wrong in the file when the folder is opened, and asks the service nothing', async (workbench) => {
    await workbench.page.locator('.squiggly-warning').first().waitFor();
    await workbench.command('Problems: Focus on Problems View');
    await workbench.page.getByText('because it does not know the field “wrapper”.').first().waitFor();
    await workbench.screenshot('broken-file');
    await rewrite(workbench, (text) => text.replace('wrapper', 'wrappers'));
    await save(workbench);
    await workbench.page.getByText('because it does not know the field “wrapper”.').first().waitFor({ state: 'detached' });
    await workbench.command('View: Toggle Panel Visibility');
    await workbench.openSideBar();
    await connect(workbench, service);
    await workbench.notifications.clear();
  });

  step('says what a flag serves where the code asks for it', async (workbench) => {
    const { page } = workbench;
    await workbench.openFile('checkout.ts');
    const before = service.calls.filter(({ path }) => path.includes('/checkout-redesign/')).length;
    await hover(workbench, 4, 52, 'off 100% for everybody else');
    await page.locator('.monaco-hover').getByText('Flag checkout-redesign (account)').first().waitFor();
    await workbench.screenshot('hover-dark');
    assert.equal(service.calls.filter(({ path }) => path.includes('/checkout-redesign/')).length - before, 4);
    await workbench.command('Preferences: Color Theme');
    await workbench.quickInput.choose('Light Modern');
    await hover(workbench, 4, 52, 'off 100% for everybody else');
    await workbench.screenshot('hover-light');
    await page.locator('.monaco-hover').getByText('Review the open change request').first().waitFor();
    await page.locator('.monaco-hover a', { hasText: 'Open Definition' }).first().click();
    await workbench.tab('checkout-redesign.yaml').waitFor();
  });

  step('completes names, hints at one that is no flag, and opens the definition', async (workbench) => {
    const { page } = workbench;
    await workbench.openFile('checkout.ts');
    await goTo(workbench, 5, 13);
    await pressUntil(page, 'ControlOrMeta+Space', page.locator('.suggest-widget').getByText('dark-mode').first());
    await page.keyboard.type('new-s');
    await workbench.screenshot('completion');
    await page.keyboard.press('Enter');
    await untilText(workbench, /isOn\('new-search'\)/);
    await page.locator('.squiggly-hint').first().waitFor();
    await hover(workbench, 6, 35, 'No flag of this name in Storefront');
    await workbench.screenshot('hint');
    await page.keyboard.press('Escape');
    await goTo(workbench, 7, 22);
    await pressUntil(page, 'F12', workbench.tab('free-shipping-banner.yaml'));
    await editorOf(page, 'Storefront', 'production', 'free-shipping-banner.yaml').waitFor();
    await workbench.screenshot('definition');
  });

  step('finds the uses with the search of the editor, from the definition', async (workbench) => {
    const { page } = workbench;
    await workbench.command('Flag Admin: Find Uses');
    const results = page.locator('.search-view .results');
    await results.getByText('checkout.ts').first().waitFor();
    assert.match(await page.locator('.search-view .messages').textContent(), /2 results in 1 file/);
    await workbench.screenshot('uses');
  });

  step('reports which flags can go, with a brief for each', async (workbench) => {
    const { page } = workbench;
    await workbench.command('Flag Admin: Which Flags Can Go?');
    await workbench.tab('Which Flags Can Go? – Storefront.txt').waitFor();
    await lens(workbench, 'Copy Cleanup Brief').first().waitFor();
    await workbench.screenshot('report-light');
    await lens(workbench, 'Copy Cleanup Brief').first().locator('a', { hasText: 'Copy Cleanup Brief' }).click();
    await workbench.notifications.waitFor('The brief for free-shipping-banner is copied.');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /always does this:\n- serves on to everybody/);
    await workbench.notifications.clear();
    await workbench.command('Preferences: Color Theme');
    await workbench.quickInput.choose('Dark Modern');
    await workbench.screenshot('report-dark');
    assert.ok(service.calls.every(({ method }) => method === 'GET'));
  });

  leavesNoApiKey(step);
});
