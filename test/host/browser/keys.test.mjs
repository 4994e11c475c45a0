/** Several API keys of one connection: what each is known to be able to do, and which one an action is done with. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addApiKey, addConnection, useApiKey } from '../driver/connecting.mjs';
import { startService, untilQuiet } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

let service;
before(async () => {
  service = await startService('keys');
});
after(() => service?.stop());

/** As far as the question how the keys of accounts.txt go. */
async function upload(workbench, environment, segment = 'beta-accounts') {
  await workbench.openFile('accounts.txt');
  await workbench.command('Flag Admin: Upload Keys from Current File…');
  await workbench.quickInput.choosePlace(segment, environment, 'Storefront');
}

/** The API keys whose names came with the changes that the service received. */
const writers = () => service.calls.filter(({ method }) => method !== 'GET').map(({ keyName }) => keyName);

story('keys', {}, (step) => {
  step('has three API keys, of which nothing is known yet', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.screenshot('connected');
    await addApiKey(workbench, service, 'release-key');
    await addApiKey(workbench, service, 'read-only-key');
    await workbench.notifications.clear();
    await workbench.command('Flag Admin: Use API Key…');
    await workbench.quickInput.row('Add API Key…').waitFor();
    const labels = ['submitter-key', 'release-key', 'read-only-key', 'Add API Key…', 'Add Connection…'];
    assert.deepEqual(await workbench.quickInput.labels(), labels);
    await workbench.quickInput.waitForText('Nothing is known yet of what it may change.');
    await workbench.screenshot('nothing-tried');
    await workbench.quickInput.cancel();
  });

  step('says that the service refuses a change by a key that may only read', async (workbench) => {
    await upload(workbench, 'development');
    await workbench.quickInput.row('Upload 24 keys').waitFor();
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.notifications.waitFor('may not do that (403)');
    await workbench.screenshot('refused-by-role');
    await workbench.notifications.clear();
  });

  step('offers the other keys the next time, before anything is sent', async (workbench) => {
    service.calls.length = 0;
    await upload(workbench, 'development');
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.quickInput.row('Use “submitter-key” this once').waitFor();
    await workbench.screenshot('another-key');
    assert.deepEqual(writers(), []);
    await workbench.quickInput.choose('Use “submitter-key” this once');
    await workbench.notifications.waitFor('beta-accounts in Storefront / development now holds');
    assert.deepEqual(new Set(writers()), new Set(['submitter-key']));
    await workbench.statusBar('Shop · read-only-key').waitFor();
    await workbench.screenshot('uploaded-this-once');
    await workbench.notifications.clear();
  });

  step('approves with the other key this once, and the key in use stays', async (workbench) => {
    await useApiKey(workbench, 'submitter-key');
    await upload(workbench, 'production');
    await workbench.quickInput.choose('Submit as a change request…');
    await workbench.quickInput.fill('Title', 'Beta: sign-ups of November');
    await workbench.quickInput.fill('Comment', 'They signed up for the beta.');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.screenshot('last-step');
    await workbench.quickInput.submit();
    await workbench.notifications.press('is submitted', 'Review');
    const review = await workbench.webview('beta-accounts · production');
    await review.getByRole('button', { name: 'Approve with “release-key”…' }).waitFor();
    await workbench.notifications.clear();
    await workbench.screenshot('review');
    service.calls.length = 0;
    await review.getByRole('button', { name: 'Approve with “release-key”…' }).click();
    await workbench.quickInput.waitForText('publishes at once');
    await workbench.quickInput.answer('Checked.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.notifications.waitFor('and published');
    assert.deepEqual(writers(), ['release-key']);
    await workbench.statusBar('Shop · submitter-key').waitFor();
    await workbench.screenshot('approved-this-once');
    await workbench.notifications.clear();
  });

  step('shows what each key is known to be able to do', async (workbench) => {
    await workbench.command('Flag Admin: Use API Key…');
    const { quickInput } = workbench;
    await quickInput.waitForText('Changed Storefront / development directly');
    await quickInput.waitForText('Submitted in Storefront / production');
    await quickInput.waitForText('Approved in Storefront / production');
    await quickInput.waitForText('Was not allowed to change Storefront / development (403)');
    await workbench.screenshot('known');
    await quickInput.cancel();
  });

  step('points out the request that waits for the person', async (workbench) => {
    await workbench.command('Flag Admin: Edit Connection…');
    await workbench.quickInput.row('Your e-mail address').waitFor();
    await workbench.screenshot('edit');
    await workbench.quickInput.choose('Your e-mail address');
    await workbench.quickInput.waitForText('leave it empty to forget it');
    await workbench.quickInput.answer('tom.okafor');
    await workbench.quickInput.waitForMessage('is not an e-mail address');
    await workbench.quickInput.answer('tom.okafor@example.com');
    await workbench.notifications.waitFor('Your e-mail address: tom.okafor@example.com');
    await workbench.notifications.clear();
    const request = await workbench.tree.row('Storefront', 'Open Change Requests (7)', 'Checkout redesign for every account');
    await request.filter({ hasText: 'waits for you' }).waitFor();
    await request.hover();
    await workbench.tree.click('Storefront', 'Open Change Requests (7)', 'Checkout redesign for every account');
    await workbench.webview('checkout-redesign · staging');
    await workbench.screenshot('waits-for-you');
  });

  step('asks with a refused key once, and says so in one place', async (workbench) => {
    service.refused.add('submitter-key');
    service.calls.length = 0;
    await workbench.command('Flag Admin: Refresh');
    await workbench.tree.pane.getByText('does not accept the API key “submitter-key”').waitFor();
    // What several views have asked at once is all answered, also where one of them came late.
    await untilQuiet(service);
    const asked = service.calls.length;
    await workbench.screenshot('refused');
    // What is on the screen reads again of itself now and then; with a refused key it does not.
    await workbench.command('View: Toggle Primary Side Bar Visibility');
    await workbench.command('View: Toggle Primary Side Bar Visibility');
    await workbench.openSideBar();
    await untilQuiet(service);
    assert.equal(service.calls.length, asked);
    service.refused.clear();
    await workbench.command('Flag Admin: Refresh');
    await workbench.tree.row('Storefront');
    const review = await workbench.webview('checkout-redesign · staging');
    await review.getByText('does not accept the API key').first().waitFor({ state: 'hidden' });
    await workbench.screenshot('accepted-again');
  });

  step('reads the file in sight, not the log in front, and names it where it asks where the keys go', async (workbench) => {
    const { page, quickInput } = workbench;
    await workbench.closeEditors();
    await workbench.openFile('accounts.txt');
    await workbench.command('Flag Admin: Show Log');
    await page.locator('.panel .view-lines', { hasText: '/internal/api/v2/' }).waitFor();
    for (const [command, title] of [
      ['Upload Keys from Current File…', 'Upload 24 keys from accounts.txt'],
      ['Remove Keys Listed in Current File…', 'Remove 24 keys listed in accounts.txt'],
      ['Compare Segment with Current File…', 'Compare with 24 keys from accounts.txt'],
    ]) {
      await workbench.command('Output: Focus on Output View');
      await page.locator('.panel .monaco-editor.focused').waitFor();
      await workbench.command(`Flag Admin: ${command}`);
      await quickInput.waitForTitle(title);
      await workbench.screenshot(title);
      await quickInput.cancel();
    }
  });

  step(
    'asks which file is meant if a text of Flag Admin hides it, and says before the keys are sent where they are from',
    async (workbench) => {
      const { quickInput } = workbench;
      await workbench.command('View: Hide Panel');
      await workbench.command('Flag Admin: Show Keys');
      await quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
      await workbench.tab('beta-accounts – Storefront, development.txt').waitFor();
      await workbench.command('Flag Admin: Upload Keys from Current File…');
      await quickInput.row('accounts.txt').waitFor();
      assert.deepEqual(await quickInput.labels(), ['accounts.txt', 'The clipboard', 'Choose a file…']);
      await workbench.screenshot('which-file');
      await quickInput.choose('accounts.txt');
      await quickInput.waitForTitle('Upload 24 keys from accounts.txt');
      await quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
      await quickInput.row('Upload 24 keys').waitFor();
      await workbench.screenshot('from-where');
      await quickInput.cancel();
      await workbench.closeEditors();
      await workbench.command('Flag Admin: Show Keys');
      await quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
      await workbench.tab('beta-accounts – Storefront, development.txt').waitFor();
      await workbench.command('Flag Admin: Upload Keys from Current File…');
      await quickInput.row('The clipboard').waitFor();
      assert.deepEqual(await quickInput.labels(), ['The clipboard', 'Choose a file…']);
      await workbench.screenshot('no-file');
      await quickInput.cancel();
      await workbench.closeEditors();
    },
  );

  leavesNoApiKey(step);
});
