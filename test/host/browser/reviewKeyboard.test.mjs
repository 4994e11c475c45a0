/** The whole approval by keyboard alone: from the palette into the review, through every question, and out again. */
import assert from 'node:assert/strict';
import { answer, askInReview, choose, focusedText, inReview, run, stayAway, tabTo, untilFocused } from '../driver/keyboard.mjs';
import { storesNoApiKey, story } from '../driver/story.mjs';

const TITLE = 'New search: 10 % to 25 %, and the wholesale buyers';
const TAB = 'new-search · production';

story('review-keyboard', {}, (step) => {
  step('starts the sandbox, and uses the API key that may approve', async (workbench) => {
    await run(workbench, 'Flag Admin: Try the Sandbox');
    await workbench.notifications.waitFor('The sandbox is running');
    await run(workbench, 'Flag Admin: Use API Key…');
    await choose(workbench, 'release-key');
    await workbench.statusBar('Sandbox · release-key').waitFor();
    await workbench.screenshot('ready');
  });

  step('opens the review, which then has the focus', async (workbench) => {
    const { page } = workbench;
    await run(workbench, 'Flag Admin: Review Change Request…');
    await choose(workbench, 'wholesale buyers');
    await inReview(page).getByRole('heading', { name: TITLE }).waitFor();
    await workbench.tab(TAB).waitFor();
    await tabTo(page, 'Approve…');
    await workbench.screenshot('focus-on-approve');
  });

  step('reaches every button, and the folds, in the order in which they stand', async ({ page }) => {
    const passed = await tabTo(page, 'Read Again');
    assert.ok(passed.includes('Withdraw…'), passed.join(' | '));
    await tabTo(page, '3 unchanged');
    await page.keyboard.press('Enter');
    await inReview(page).locator('details[open]').first().waitFor();
    await tabTo(page, 'Approve…', 'Shift+Tab');
  });

  step('comes back to the button when a question is left with Escape', async (workbench) => {
    const { page, quickInput } = workbench;
    await askInReview(page);
    await quickInput.waitForText('publishes at once');
    await untilFocused(workbench);
    await page.keyboard.press('Escape');
    await quickInput.waitUntilClosed();
    await inReview(page).locator('button:focus').waitFor();
    assert.equal(await focusedText(page), 'Approve…');
  });

  step('approves with a comment and the name of the environment', async (workbench) => {
    const { page } = workbench;
    await askInReview(page);
    await answer(workbench, 'publishes at once', 'Looked at every rule.');
    await answer(workbench, 'Type “production” to go on', 'production');
    await workbench.notifications.waitFor('and published');
    await inReview(page).getByText('Published', { exact: true }).first().waitFor();
    await inReview(page).getByText('Looked at every rule.').waitFor();
    await workbench.screenshot('published');
  });

  step('has the focus in the review still, on its heading as the button is gone', async ({ page }) => {
    await inReview(page).locator(':focus').waitFor();
    assert.equal(await focusedText(page), TITLE);
    await tabTo(page, 'Read Again');
  });

  step('goes to the side bar and back to the button that it left', async ({ page }) => {
    const isInReview = () => page.evaluate(() => document.activeElement?.localName === 'iframe');
    assert.equal(await isInReview(), true);
    await page.keyboard.press('ControlOrMeta+0');
    await page.waitForFunction(() => document.activeElement?.localName !== 'iframe');
    await stayAway(page);
    await page.keyboard.press('ControlOrMeta+1');
    await page.waitForFunction(() => document.activeElement?.localName === 'iframe');
    await inReview(page).locator('button:focus').waitFor();
    assert.equal(await focusedText(page), 'Read Again');
  });

  storesNoApiKey(step);
});
