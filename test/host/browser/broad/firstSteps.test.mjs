/**
 * Tests the first minute with the packaged extension: the welcome view and all steps of the walkthrough, each of which is ticked
 * when it is done.
 */
import assert from 'node:assert/strict';
import { isOldest } from '../../driver/server.mjs';
import { storesNoApiKey, story } from '../../driver/story.mjs';

const PRODUCTION = ['Storefront', 'production'];

const steps = ({ page }) => page.locator('.gettingStartedContainer .getting-started-step');
const names = async (workbench, isDone) =>
  steps(workbench)
    .locator(`.codicon[aria-label$=": ${isDone ? 'Completed' : 'Not completed'}"]`)
    .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('aria-label').replace(/^Checkbox for Step |: .*/g, '')));
const done = (workbench) => names(workbench, true);

/** Opens the walkthrough again from the editor's list, like a user who has left it. */
async function reopen(workbench) {
  await workbench.command('Welcome: Open Walkthrough...');
  await workbench.quickInput.choose('Get Started with Flag Admin');
  await workbench.page.getByText('Connect your own service').first().waitFor();
}

async function isDone(workbench, expected) {
  await reopen(workbench);
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await done(workbench)).join() === expected.join()) return;
    await workbench.page.waitForTimeout(100);
  }
  assert.deepEqual(await done(workbench), expected);
}

story('first-steps', {}, (step) => {
  step('describes the empty views, and opens nothing without a request', async (workbench) => {
    await workbench.tab('accounts.csv').waitFor();
    assert.match(await workbench.editorText(), /^account_id,plan,country\nacct-10231,/);
    assert.equal(await workbench.tab('Welcome').count(), 0);
    await workbench.openSideBar();
    await workbench.sideBar.getByRole('button', { name: 'Try the Sandbox', exact: true }).waitFor();
    await workbench.sideBar.getByText('New here?').waitFor();
  });

  step('opens the walkthrough by its link', async (workbench) => {
    await workbench.page.setViewportSize({ width: 1500, height: 900 });
    if (isOldest) await workbench.reload(); // in a user's first window, the editor opens its own walkthrough instead
    await workbench.sideBar.getByText('See it in five steps').click();
    await workbench.page.getByText('Turn a list of accounts into a change in production').waitFor();
    assert.deepEqual(await done(workbench), []);
    const picture = workbench.page.locator('iframe.webview.ready >> visible=true').contentFrame().locator('#active-frame');
    await picture.contentFrame().getByRole('img', { name: 'A practice service that runs inside' }).waitFor();
  });

  step('completes the first step with the sandbox', async (workbench) => {
    await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).last().click();
    await workbench.notifications.waitFor('The sandbox is running');
    await isDone(workbench, ['Try the sandbox']);
  });

  step('completes the second step by expanding an environment', async (workbench) => {
    await workbench.tree.expand(...PRODUCTION, 'Segments');
    await isDone(workbench, ['Try the sandbox', 'Look around']);
  });

  step('completes the third step with the sample list', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.command('Flag Admin: Open a Sample List of Keys');
    await workbench.notifications.waitFor('This document is a sample export');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await quickInput.waitForText('account_id');
    await quickInput.choose('account_id');
    await quickInput.choosePlace('beta-accounts', 'production', 'Storefront');
    await quickInput.choose('Upload 19 keys');
    await quickInput.waitForText('This changes production');
    await quickInput.answer('production');
    await quickInput.waitForText('requires an approval');
    await quickInput.submit();
    await workbench.notifications.waitFor('until it is approved by: release-key');
    await isDone(workbench, ['Try the sandbox', 'Look around', 'Upload a list of keys']);
  });

  step('completes the fourth step with an approval', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.command('Flag Admin: Review Change Request…');
    await quickInput.choose('Add 19 keys to beta-accounts');
    const review = await workbench.webview('beta-accounts · production');
    await review.getByRole('button', { name: 'Approve with “release-key”…' }).click();
    await quickInput.waitForText('publishes the change at once');
    await quickInput.answer('Fine.');
    await quickInput.waitForText('This changes production');
    await quickInput.answer('production');
    await workbench.notifications.waitFor('and published');
    await isDone(workbench, ['Try the sandbox', 'Look around', 'Upload a list of keys', 'Review and approve']);
  });

  storesNoApiKey(step);
});
