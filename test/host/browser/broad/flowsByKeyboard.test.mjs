/**
 * Tests less frequent tasks by keyboard: segments, killing and restoring a flag, identities, and decisions other than an
 * approval.
 */
import assert from 'node:assert/strict';
import { pressUntil } from '../../driver/documents.mjs';
import {
  answer,
  askInReview,
  choose,
  choosePlace,
  moveDownTo,
  inReview,
  openFile,
  run,
  tabTo,
  acceptNotification,
  untilFocused,
} from '../../driver/keyboard.mjs';
import { storesNoApiKey, story } from '../../driver/story.mjs';

/** The service always refuses the value of the second row. */
const IDENTITIES = `account_id,plan,seats\nacct-10231,business,7\nacct-10257,free,${'9'.repeat(10_001)}\nacct-10292,team,12\n`;

/** Opens a review from the palette, and moves to one of its buttons. */
async function openReview(workbench, title, button) {
  await run(workbench, 'Flag Admin: Review Change Request…');
  await choose(workbench, title);
  await inReview(workbench.page).getByRole('heading', { name: title }).waitFor();
  await tabTo(workbench.page, button);
  await askInReview(workbench.page);
}

async function chooseFlag(workbench, command, environment) {
  await run(workbench, command);
  await workbench.quickInput.row('new-search').waitFor();
  await untilFocused(workbench);
  await workbench.page.keyboard.type('new-search');
  await workbench.quickInput.rows.first().filter({ hasText: 'new-search' }).waitFor();
  await moveDownTo(workbench, environment);
  await workbench.page.keyboard.press('Enter');
}

story('flows-by-keyboard', { file: 'identities.csv', files: { 'identities.csv': IDENTITIES } }, (step) => {
  step('starts the sandbox', async (workbench) => {
    await run(workbench, 'Flag Admin: Try the Sandbox');
    await workbench.notifications.waitFor('The sandbox is running');
    await run(workbench, 'Notifications: Clear All Notifications');
  });

  step('creates a segment, and activates it in an environment', async (workbench) => {
    const { page, quickInput, notifications } = workbench;
    await run(workbench, 'Flag Admin: Create Segment…');
    await choose(workbench, 'Payments');
    await answer(workbench, 'Name of the new segment in Payments', 'spring-sale');
    await choose(workbench, 'account');
    await notifications.waitFor('spring-sale was created in Payments.');
    await acceptNotification(workbench);
    await quickInput.waitForTitle('Activate spring-sale');
    await moveDownTo(workbench, 'development');
    await page.keyboard.press('Space');
    await quickInput.waitForText('1 Selected');
    await page.keyboard.press('Enter');
    await notifications.waitFor('spring-sale is active in Payments / development.');
  });

  step('deletes the segment after its name is typed', async (workbench) => {
    const { page, dialog, notifications } = workbench;
    await run(workbench, 'Notifications: Clear All Notifications');
    await run(workbench, 'Flag Admin: Deactivate Segment in Environment…');
    await choosePlace(workbench, 'spring-sale', 'development', 'Payments');
    await dialog.waitFor('Deactivate spring-sale in Payments / development?');
    await dialog.box.getByRole('button', { name: 'Deactivate', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await notifications.waitFor('spring-sale is not active');
    await run(workbench, 'Flag Admin: Delete Segment…');
    await choosePlace(workbench, 'spring-sale', 'Payments');
    await dialog.waitFor('Delete spring-sale from Payments');
    await dialog.box.getByRole('button', { name: 'Delete…', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await answer(workbench, 'Type “spring-sale”', 'spring-sale');
    await notifications.waitFor('spring-sale is deleted');
  });

  step('kills a flag and restores it, each with its reason', async (workbench) => {
    const { notifications } = workbench;
    await chooseFlag(workbench, 'Flag Admin: Kill Flag…', 'development · Storefront');
    await answer(workbench, 'Why do you make this change? Your answer is kept', 'Payments fail.');
    await notifications.waitFor('new-search is killed in Storefront / development');
    await run(workbench, 'Flag Admin: Restore Flag…');
    await choosePlace(workbench, 'development', 'Storefront');
    await choose(workbench, 'new-search');
    await answer(workbench, 'The flag’s definition applies again. Why do you make this change?', 'Payments work again.');
    await notifications.waitFor('new-search is restored in Storefront / development');
    await run(workbench, 'Notifications: Clear All Notifications');
  });

  step('saves identities, and opens the row that was refused', async (workbench) => {
    const { page, notifications } = workbench;
    await openFile(workbench, 'identities.csv');
    await run(workbench, 'Flag Admin: Upload Identities from Current File…');
    await choose(workbench, 'account_id');
    await workbench.quickInput.waitForText('→ seats');
    await page.keyboard.press('Enter');
    await choosePlace(workbench, 'development', 'Payments');
    for (const row of ['account', 'Save identities (3)']) await choose(workbench, row);
    await notifications.waitFor('2 of 3 identities are saved');
    const problem = page.locator('.zone-widget').getByText('seats must have at most');
    await pressUntil(page, ['ControlOrMeta+1', 'F8'], problem);
    await page.keyboard.press('Escape');
    await run(workbench, 'Notifications: Clear All Notifications');
  });

  step('rejects a change request with a different API key', async (workbench) => {
    await run(workbench, 'Flag Admin: Use API Key…');
    await choose(workbench, 'release-key');
    await workbench.statusBar('Sandbox · release-key').waitFor();
    await openReview(workbench, 'Kill the recommendation engine', 'Reject…');
    await answer(workbench, 'Enter the reason as a comment', 'Wait for the mend.');
    await workbench.notifications.waitFor('is now “Rejected”. Nothing was changed.');
    await inReview(workbench.page).locator(':focus').waitFor();
    assert.equal(await workbench.dialog.box.count(), 0);
  });

  storesNoApiKey(step);
});
