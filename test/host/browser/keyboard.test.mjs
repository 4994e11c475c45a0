/**
 * Tests the main tasks by keyboard and in high contrast: a connection, the tree, a definition, an upload, and a review with its
 * approval.
 */
import assert from 'node:assert/strict';
import { pressUntil, textOf } from '../driver/documents.mjs';
import {
  answer,
  arrowTo,
  askInReview,
  choose,
  choosePlace,
  fill,
  focusedRow,
  focusedText,
  inReview,
  openFile,
  run,
  waitBeforeReturn,
  submit,
  tabTo,
  unfold,
  untilFocused,
} from '../driver/keyboard.mjs';
import { untilNoMoreCalls, useService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

const TAB = 'checkout-redesign.yaml';
const TITLE = 'New search: 10 % to 25 %, and the wholesale buyers';
const REVIEW = 'new-search · production';
const DRAFT = 'checkout-redesign · production ↔ your draft';

const service = useService('keyboard');

story('keyboard', { settings: { 'workbench.colorTheme': 'Default High Contrast' } }, (step) => {
  step('adds a connection from the view, without a mouse', async (workbench) => {
    const { page } = workbench;
    await run(workbench, 'Flag Admin: Focus on Workspaces View');
    await workbench.sideBar.getByText('New here?').waitFor({ timeout: 60_000 }); // this activates the extension
    // Tab reaches the links of the welcome view one after the other.
    const reach = async () => {
      for (let tabs = 0; tabs < 12; tabs += 1) {
        if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Add Connection…') return true;
        await page.keyboard.press('Tab');
      }
      return false;
    };
    const isAsked = () =>
      workbench.quickInput.field.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    const press = async () => {
      if (!(await reach())) return false;
      await page.keyboard.press('Enter');
      return isAsked();
    };
    // The view loses the focus if it is redrawn while it loads. A person would move there again.
    for (let tries = 0; !(await press()); tries += 1) {
      assert.ok(tries < 3, 'Add Connection… was not reached');
      await run(workbench, 'Flag Admin: Focus on Workspaces View');
    }
    workbench.canary.add(service.apiKeys['submitter-key']);
    await answer(workbench, 'URL or host of the admin service', service.baseUrl);
    await answer(workbench, 'Admin API key', service.apiKeys['submitter-key']);
    await workbench.statusBar(new URL(service.baseUrl).host).waitFor();
  });

  step('moves down the tree, with a text for screen readers on each row', async (workbench) => {
    const { page } = workbench;
    await run(workbench, 'Flag Admin: Focus on Workspaces View');
    await arrowTo(page, 'Storefront, workspace');
    await unfold(page);
    await arrowTo(page, 'production, environment, production');
    await unfold(page);
    assert.equal(await focusedRow(page), 'Segments, production');
    await unfold(page);
    assert.equal(await focusedRow(page), 'beta-accounts, segment, account');
    await unfold(page);
    assert.equal(await focusedRow(page), '8 keys');
    await arrowTo(page, 'Segments', 'ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await arrowTo(page, 'Flags, production');
  });

  step('refreshes the views by their own key, and opens the menu of a row', async (workbench) => {
    const { page } = workbench;
    await untilNoMoreCalls(service); // earlier calls for the rows above must not count as an effect of the key
    const before = service.calls.length;
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('F5');
    for (let tries = 0; tries < 200 && service.calls.length === before; tries += 1) await page.waitForTimeout(100);
    assert.ok(service.calls.length > before);
    await untilNoMoreCalls(service); // a row that is redrawn loses its command
    await arrowTo(page, 'Flags, production');
    await unfold(page);
    await arrowTo(page, 'checkout-redesign, flag');
    await page.keyboard.press('Shift+F10');
    const menu = page.locator('.monaco-menu');
    await menu.getByText('Kill Flag…').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
  });

  step('opens a definition from its row, edits it, and sees what the draft would change', async (workbench) => {
    const { page } = workbench;
    await arrowTo(page, 'checkout-redesign, flag');
    await page.keyboard.press('Enter');
    await workbench.tab(TAB).waitFor();
    await page.locator('.view-line', { hasText: 'trafficAllocation: 100' }).waitFor();
    await page.keyboard.press('ControlOrMeta+1');
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.press('ControlOrMeta+Home');
    const place = (await textOf(workbench)).split('\n').findIndex((line) => line.startsWith('trafficAllocation'));
    for (let lines = 0; lines < place; lines += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    for (let letters = 0; letters < 3; letters += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('60');
    await page.locator('.view-line', { hasText: 'trafficAllocation: 60' }).waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    await pressUntil(page, ['ControlOrMeta+K', 'v'], workbench.tab(DRAFT));
    const frame = page.locator('iframe.webview.ready >> visible=true').contentFrame().locator('#active-frame').contentFrame();
    await frame.getByText('Traffic allocation 100% → 60%.').waitFor();
    await page.keyboard.press('ControlOrMeta+W');
    await workbench.tab(DRAFT).waitFor({ state: 'detached' });
  });

  step('submits the definition from its document', async (workbench) => {
    const { page } = workbench;
    await workbench.activeTab(TAB).waitFor();
    await page.keyboard.press('ControlOrMeta+1');
    // It gets the focus back shortly after the comparison above it has closed.
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await pressUntil(page, ['ControlOrMeta+K', 'ControlOrMeta+Enter'], workbench.quickInput.submitRow);
    await fill(workbench, 'Title', 'Fewer accounts in the checkout');
    await fill(workbench, 'Comment', 'The new checkout is slow for some.');
    await submit(workbench);
    await workbench.notifications.waitFor('“Fewer accounts in the checkout” is submitted');
  });

  step('uploads the lines of a file', async (workbench) => {
    await openFile(workbench, 'accounts.txt');
    await run(workbench, 'Flag Admin: Upload Keys from Current File…');
    await choosePlace(workbench, 'beta-accounts', 'development', 'Storefront');
    await choose(workbench, 'Upload 24 keys');
    await workbench.notifications.waitFor('beta-accounts in Storefront / development now contains');
    assert.ok(service.calls.some(({ method, path }) => method === 'PUT' && path.includes('/upload')));
  });

  step('adds a second API key, which is then in use', async (workbench) => {
    workbench.canary.add(service.apiKeys['release-key']);
    await run(workbench, 'Flag Admin: Add API Key…');
    await answer(workbench, 'Admin API key', service.apiKeys['release-key']);
    await answer(workbench, 'A name for the API key', 'release-key');
    await choose(workbench, 'Use “release-key”');
    await workbench.statusBar('· release-key').waitFor();
  });

  step('opens the review, which then has the focus', async (workbench) => {
    const { page } = workbench;
    await run(workbench, 'Flag Admin: Review Change Request…');
    await choose(workbench, 'wholesale buyers');
    await inReview(page).getByRole('heading', { name: TITLE }).waitFor();
    await workbench.tab(REVIEW).waitFor();
    await inReview(page).locator('body.vscode-high-contrast').waitFor();
    await tabTo(page, 'Approve…');
  });

  step('reaches every button and fold in their order on the page', async ({ page }) => {
    const passed = await tabTo(page, 'Refresh');
    assert.ok(passed.includes('Withdraw…'), passed.join(' | '));
    await tabTo(page, '3 unchanged');
    await page.keyboard.press('Enter');
    await inReview(page).locator('details[open]').first().waitFor();
    await tabTo(page, 'Approve…', 'Shift+Tab');
  });

  step('returns the focus to the button if the user leaves a question with Escape', async (workbench) => {
    const { page, quickInput } = workbench;
    await askInReview(page);
    await quickInput.waitForText('publishes the change at once');
    await untilFocused(workbench);
    await page.keyboard.press('Escape');
    await quickInput.waitUntilClosed();
    await inReview(page).locator('button:focus').waitFor();
    assert.equal(await focusedText(page), 'Approve…');
  });

  step('approves with a comment and the name of the environment', async (workbench) => {
    const { page } = workbench;
    await askInReview(page);
    await answer(workbench, 'publishes the change at once', 'Looked at every rule.');
    await answer(workbench, 'Type “production” to go on', 'production');
    await workbench.notifications.waitFor('and published');
    await inReview(page).getByText('Published', { exact: true }).first().waitFor();
    await inReview(page).getByText('Looked at every rule.').waitFor();
  });

  step('keeps the focus in the review, on its heading because the button was removed', async ({ page }) => {
    await inReview(page).locator(':focus').waitFor();
    assert.equal(await focusedText(page), TITLE);
    await tabTo(page, 'Refresh');
  });

  step('moves the focus to the side bar and back to the same button', async ({ page }) => {
    const isInReview = () => page.evaluate(() => document.activeElement?.localName === 'iframe');
    assert.equal(await isInReview(), true);
    await page.keyboard.press('ControlOrMeta+0');
    await page.waitForFunction(() => document.activeElement?.localName !== 'iframe');
    await waitBeforeReturn(page);
    await page.keyboard.press('ControlOrMeta+1');
    await page.waitForFunction(() => document.activeElement?.localName === 'iframe');
    await inReview(page).locator('button:focus').waitFor();
    assert.equal(await focusedText(page), 'Refresh');
  });

  leavesNoApiKey(step);
});
