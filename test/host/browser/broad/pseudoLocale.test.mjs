/**
 * Tests Flag Admin in the pseudo-language: all text in its views and flows can be translated, and longer text breaks no layout.
 */
import assert from 'node:assert/strict';
import { pressUntil } from '../../driver/documents.mjs';
import { inPseudoLanguage, sayInPseudoLanguage } from '../../driver/language.mjs';
import { untranslatedTexts, untranslatedLines, untranslatedIn } from '../../driver/untranslated.mjs';
import { storesNoApiKey, story } from '../../driver/story.mjs';

const say = sayInPseudoLanguage();
const REVIEW = `new-search · ${say('{0} of {1}', 'production', 'Storefront')}`;
const REQUEST = 'New search: 10 % to 25 %, and the wholesale buyers';

story('pseudoLocale', inPseudoLanguage, (step) => {
  /** Returns the title of a command in the palette. */
  const command = (title) => `Flag Admin: ${say(title)}`;
  let tree;
  let requests;

  async function look(workbench, title, how) {
    await workbench.screenshot(title, how);
    assert.deepEqual(await untranslatedTexts(workbench), [], title);
  }

  async function lookInside(workbench, title) {
    const frame = await workbench.webview(title);
    await frame.locator('h1').waitFor();
    assert.deepEqual(await untranslatedIn(frame), [], title);
    const [width, room] = await frame.locator('html').evaluate((html) => [html.scrollWidth, html.clientWidth]);
    assert.ok(width <= room, `${title}: ${width} wide in ${room}`);
    return frame;
  }

  step('welcomes, and starts the sandbox', async (workbench) => {
    tree = workbench.treeNamed(say('Workspaces'));
    requests = workbench.treeNamed(say('Change Requests'));
    await workbench.openSideBar();
    await workbench.sideBar.getByRole('button', { name: say('Try the Sandbox'), exact: true }).waitFor();
    await look(workbench, 'welcome');
    await workbench.pressInSideBar(say('Try the Sandbox'));
    await workbench.notifications.all.first().waitFor();
    await tree.row('Storefront');
    await look(workbench, 'sandbox');
    await workbench.notifications.clear();
  });

  step('shows all rows of both trees', async (workbench) => {
    await tree.expand('Storefront', 'development', say('Segments'));
    await tree.expand('Storefront', 'development', say('Segments'), 'beta-accounts');
    await tree.row('Storefront', 'development', say('Flags'));
    await look(workbench, 'workspaces');
    await requests.expand(say('All open'));
    await requests.expand(say('Published'));
    await requests.row(say('All open'), REQUEST);
    await look(workbench, 'change-requests');
    const label = (await requests.row(say('All open'), REQUEST)).locator('.label-name');
    await workbench.hoverUntil(label, workbench.page.locator('.monaco-hover'));
    await look(workbench, 'hover', { isPointerKept: true });
  });

  step('reviews a change request', async (workbench) => {
    await requests.click(say('All open'), REQUEST);
    await lookInside(workbench, REVIEW);
    await look(workbench, 'review');
    await workbench.page.setViewportSize({ width: 900, height: 700 });
    await lookInside(workbench, REVIEW);
    await look(workbench, 'review-narrow');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    const frame = await workbench.webview(REVIEW);
    await frame.getByRole('button', { name: say('Withdraw…') }).click();
    await workbench.dialog.waitFor();
    await look(workbench, 'withdraw');
    await workbench.page.keyboard.press('Escape');
    await workbench.dialog.box.waitFor({ state: 'hidden' });
  });

  step('uploads keys', async (workbench) => {
    await workbench.command('View: Close All Editors');
    await workbench.openFile('accounts.txt');
    await workbench.command(command('Upload Keys from Current File…'));
    await workbench.quickInput.row('beta-accounts').waitFor();
    await look(workbench, 'upload-place');
    await workbench.quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
    const upload = say('Upload {0}', say('{0} keys', 24));
    await workbench.quickInput.row(upload).waitFor();
    await look(workbench, 'upload-confirm');
    await workbench.quickInput.choose(upload);
    await workbench.notifications.waitFor(say('Open Receipt')); // the final message offers it, the progress does not
    await look(workbench, 'uploaded');
    await workbench.notifications.clear();
  });

  step('writes a receipt', async (workbench) => {
    await workbench.command(command('Open Receipt…'));
    await workbench.page.locator('.tab.active', { hasText: '.txt' }).filter({ hasText: '⟦' }).waitFor();
    await workbench.page.locator('.view-line', { hasText: '⟦' }).first().waitFor();
    assert.deepEqual(untranslatedLines(await workbench.editorText()), []);
    await look(workbench, 'receipt');
    await workbench.command('View: Close All Editors');
  });

  const QUESTIONS = [
    ['Kill Flag…', 'Create Segment…', 'Use API Key…', 'Submit Change Request…', 'Review Change Request…'],
    ['Filter Change Requests…', 'Add Connection…', 'Create Flag…', 'Compare Definition between Environments…'],
  ];
  for (const titles of QUESTIONS) {
    step(`asks: ${titles.join(', ')}`, async (workbench) => {
      for (const title of titles) {
        await workbench.command(command(title));
        await workbench.quickInput.widget.filter({ hasText: say(title).replace(/…?·*⟧$/u, '') }).waitFor();
        await workbench.page.waitForTimeout(500); // the choices come from the service
        await look(workbench, title);
        await workbench.quickInput.cancel();
        await workbench.notifications.clear();
      }
    });
  }

  step('opens a definition, and marks a problem', async (workbench) => {
    const { page } = workbench;
    await tree.click('Storefront', 'development', say('Flags'), 'checkout-redesign');
    await workbench.tab('checkout-redesign.yaml').waitFor();
    await page.locator('.codelens-decoration').first().waitFor();
    await look(workbench, 'definition');
    await page.keyboard.press('ControlOrMeta+1');
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('\ntrafficAllocation: 101\nnonsense: 1\n');
    await page.locator('.squiggly-error').first().waitFor();
    await pressUntil(page, 'F8', page.locator('.marker-widget'));
    await look(workbench, 'problem');
    await page.keyboard.press('Escape');
  });

  step('lists a draft in Source Control, does not submit an invalid one, and asks before it is discarded', async (workbench) => {
    const { page } = workbench;
    await page.keyboard.press('ControlOrMeta+S');
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    await workbench.openSideBar('Source Control');
    await workbench.sideBar.locator('.scm-view .resource').first().waitFor();
    await look(workbench, 'source-control');
    await workbench.command(command('Submit Definition as Change Request…'));
    await workbench.notifications.all.first().waitFor();
    await look(workbench, 'not-yet');
    await workbench.notifications.clear();
    await workbench.command(command('Discard Draft…'));
    await workbench.dialog.waitFor();
    await look(workbench, 'discard');
    await workbench.dialog.press(say('Discard Draft'));
  });

  storesNoApiKey(step);
});
