/**
 * Tests the main task of the extension: accounts in an open file are added to a segment in production, with the required
 * approval.
 */
import assert from 'node:assert/strict';
import { editorOf } from '../driver/documents.mjs';
import { storesNoApiKey, story } from '../driver/story.mjs';

const SEGMENT = ['Storefront', 'production', 'Segments', 'beta-accounts'];
const KEYS = 42;
const HELD = 8;

story('approval', {}, (step, broadStep) => {
  step('starts the sandbox from the welcome text', async (workbench) => {
    await workbench.openSideBar();
    await workbench.pressInSideBar('Try the Sandbox');
    await workbench.notifications.waitFor('The sandbox is running');
    await workbench.tree.row('Payments');
    await workbench.statusBar('Sandbox · submitter-key').waitFor();
    await workbench.notifications.clear();
  });

  step('shows workspaces, environments, segments, flags and open change requests', async (workbench) => {
    await workbench.tree.expand(...SEGMENT.slice(0, 3));
    await workbench.tree.row(...SEGMENT);
    await workbench.tree.row('Storefront', 'Open Change Requests (7)');
  });

  step('finds the keys of the open file, and asks for their column', async (workbench) => {
    await workbench.tab('accounts.csv').click();
    await editorOf(workbench.page, 'accounts.csv').waitFor();
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.quickInput.waitForTitle('Reading accounts.csv');
    assert.deepEqual((await workbench.quickInput.labels())[0], 'account_id');
    await workbench.quickInput.choose('account_id');
  });

  step('asks for the segment, with Back', async (workbench) => {
    await workbench.quickInput.waitForTitle('Upload 42 Keys');
    await workbench.quickInput.choosePlace('pilot-merchants', 'staging', 'Payments');
    await workbench.quickInput.press('Back');
    await workbench.quickInput.row('beta-accounts').waitFor();
    await workbench.quickInput.choosePlace('beta-accounts', 'production', 'Storefront');
  });

  step('says what would be sent, and asks for the name of the production environment', async (workbench) => {
    await workbench.quickInput.row('Upload 42 keys').waitFor();
    await workbench.quickInput.choose('Upload 42 keys');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('staging');
    await workbench.quickInput.waitForMessage('” exactly.');
    await workbench.quickInput.answer('production');
  });

  step('turns the refusal of the environment into a change request with the same keys', async (workbench) => {
    await workbench.quickInput.waitForText('production requires an approval, so nothing was changed');
    await workbench.quickInput.fill('Title', 'Beta: sign-ups of November');
    await workbench.quickInput.fill('Comment', 'They signed up for the beta.');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.quickInput.submit();
    await workbench.notifications.waitFor('is submitted');
    await workbench.notifications.press('is submitted', 'Review');
  });

  step('shows in the review what would change, and why this API key can’t approve', async (workbench) => {
    const review = await workbench.webview('beta-accounts · production');
    await review.getByRole('heading', { name: 'Beta: sign-ups of November' }).waitFor();
    await review.getByText('Adds 42 keys to the segment.').waitFor();
    await review.getByText('42 more keys meet rule 1 of “checkout-redesign” (on 100%).').waitFor();
    await review.getByText('8 → 50').waitFor();
    await review.getByText('acct-10231').first().waitFor();
    await review
      .getByText('“submitter-key” submitted this request. An API key cannot approve its own requests.')
      .first()
      .waitFor();
    await review.getByRole('button', { name: 'Approve with “release-key”…' }).waitFor();
    await workbench.notifications.clear();
  });

  step('still shows the change request and its review after a reload', async (workbench) => {
    await workbench.reload();
    await workbench.openSideBar();
    await workbench.tree.row('Storefront', 'Open Change Requests (8)', 'Beta: sign-ups of November');
    const review = await workbench.webview('beta-accounts · production');
    await review.getByText('8 → 50').waitFor();
    await review.getByRole('button', { name: 'Approve with “release-key”…' }).waitFor();
  });

  step('switches to the API key that may approve', async (workbench) => {
    const review = await workbench.webview('beta-accounts · production');
    await review.getByRole('button', { name: 'Use the API Key “release-key”' }).click();
    await workbench.statusBar('Sandbox · release-key').waitFor();
    await review.locator('button:not([aria-disabled=true])', { hasText: 'Approve…' }).waitFor();
    assert.equal(await review.getByRole('button', { name: 'Withdraw…' }).count(), 0, 'an approver withdraws only its own');
    await workbench.screenshot('review-as-approver');
  });

  step('approves with a comment and the name of the environment', async (workbench) => {
    const review = await workbench.webview('beta-accounts · production');
    await review.getByRole('button', { name: 'Approve…' }).click();
    await workbench.quickInput.waitForText('publishes the change at once');
    await workbench.quickInput.answer('Checked against the sign-up list.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.notifications.waitFor('and published');
    await review.getByText('Published').first().waitFor();
    await review.getByText('Checked against the sign-up list.').waitFor();
    await review.getByText('approved it').waitFor();
    await workbench.notifications.clear();
  });

  step('shows the keys in the segment, and one open change request less', async (workbench) => {
    await workbench.tree.row('Storefront', 'Open Change Requests (7)');
    await workbench.tree.row(...SEGMENT, `${KEYS + HELD} keys`);
    await workbench.tree.click(...SEGMENT, `${KEYS + HELD} keys`);
    await workbench.tab('beta-accounts – Storefront, production.txt').waitFor();
    await workbench.page.getByText('acct-10231', { exact: true }).first().waitFor();
    const keys = (await workbench.editorText()).trim().split(/\r?\n/);
    assert.equal(keys.length, KEYS + HELD);
    assert.ok(keys.includes('acct-10231') && keys.includes('acct-00041'));
  });

  broadStep('explains which rule decides for one of them, and why', async (workbench) => {
    await workbench.command('Flag Admin: Explain Flag for a Key…');
    await workbench.quickInput.choosePlace('checkout-redesign', 'production', 'Storefront');
    await workbench.quickInput.waitForText('Which key?');
    await workbench.quickInput.answer('acct-10231');
    await workbench.quickInput.row('country: not known').waitFor();
    await workbench.quickInput.choose('Explain checkout-redesign for acct-10231');
    await workbench.tab('acct-10231 – checkout-redesign, production.txt').waitFor();
    await workbench.page.getByText('why: rule 1', { exact: true }).first().waitFor();
  });

  broadStep('restores the sample by a reset, and says so in the review', async (workbench) => {
    await workbench.command('Flag Admin: Reset the Sandbox');
    assert.match(await workbench.dialog.waitFor('Reset the sandbox?'), /are lost/);
    await workbench.dialog.press('Reset');
    await workbench.notifications.waitFor('contains the sample data again');
    await workbench.tree.row(...SEGMENT, `${HELD} keys`);
    const review = await workbench.webview('beta-accounts · production');
    await review.getByRole('button', { name: 'Refresh' }).click();
    await review.getByText('because the sandbox was reset').waitFor();
  });

  storesNoApiKey(step);
});
