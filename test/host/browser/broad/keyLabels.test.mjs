/** Tests API keys with any label: submitted, refused with a 401, approved; and their identity once the service has shown it. */
import { after, before } from 'node:test';
import { addApiKey, addConnection, useApiKey } from '../../driver/connecting.mjs';
import { startSandboxProcess } from '../../driver/sandboxProcess.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

let sandbox;
let service;
before(async () => {
  sandbox = await startSandboxProcess(['--vocabulary', 'split']);
  const [submitter, approver] = sandbox.keys;
  service = { baseUrl: sandbox.baseUrl, apiKeys: { daily: submitter.key, 'for releases': approver.key } };
});
after(() => sandbox?.stop());

const BETA = 'beta-accounts · production';

async function answerApproval(workbench) {
  await workbench.quickInput.waitForText('publishes at once');
  await workbench.quickInput.answer('Checked.');
  await workbench.quickInput.waitForText('Type “production” to go on');
  await workbench.quickInput.answer('production');
}

story('keyLabels', {}, (step) => {
  step('knows no API key’s identity at first, and allows no decision without it', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop', keyName: 'for releases' });
    await addApiKey(workbench, service, 'daily');
    await workbench.notifications.clear();
    await workbench.requests.expand('May wait for me');
    await workbench.requests.row('May wait for me', 'Add this month’s VIP accounts');
    await workbench.screenshot('waiting');
    await workbench.requests.click('May wait for me', 'Add this month’s VIP accounts');
    const review = await workbench.webview('vip-accounts · production');
    await review.getByText('does not know yet whether that is your API key “daily”').first().waitFor();
    await review.locator('button:not([aria-disabled=true])', { hasText: 'Approve…' }).waitFor();
    await workbench.screenshot('nobody-known');
  });

  step(
    'says that the API key may not approve if the service answers 401 to the approval, and continues to use the key',
    async (workbench) => {
      const review = await workbench.webview('vip-accounts · production');
      await review.getByRole('button', { name: 'Approve…' }).click();
      await answerApproval(workbench);
      await workbench.notifications.waitFor('the API key “daily” is not an approver of “Add this month’s VIP accounts”');
      await review.getByRole('button', { name: 'Approve with “for releases”…' }).waitFor();
      await review.getByRole('button', { name: 'Approve…' }).waitFor({ state: 'detached' });
      await workbench.requests.row('May wait for me', 'Remove ended trials');
      await workbench.requests.body.getByText('Add this month’s VIP accounts').waitFor({ state: 'hidden' });
      await workbench.screenshot('refused');
      await workbench.statusBar('Shop · daily').waitFor();
      await workbench.notifications.clear();
    },
  );

  step('knows its own request from the submission on', async (workbench) => {
    await workbench.openFile('accounts.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.quickInput.choosePlace('beta-accounts', 'production', 'Storefront');
    await workbench.quickInput.choose('Upload 24 keys');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.quickInput.fill('Title', 'Beta: sign-ups of November');
    await workbench.quickInput.fill('Comment', 'They signed up for the beta.');
    await workbench.quickInput.submit();
    await workbench.notifications.press('is submitted', 'Review');
    const review = await workbench.webview(BETA);
    await review.getByText('“daily” submitted it, and the same API key cannot approve it.').first().waitFor();
    await review.getByRole('button', { name: 'Approve with “for releases”…' }).waitFor();
    await workbench.notifications.clear();
    await workbench.requests.expand('Submitted by me');
    await workbench.requests.row('Submitted by me', 'Beta: sign-ups of November');
    await workbench.screenshot('own');
  });

  step('lists the request as waiting for the other API key, which approves it', async (workbench) => {
    await useApiKey(workbench, 'for releases');
    await workbench.requests.row('May wait for me');
    const review = await workbench.webview(BETA);
    await review.locator('button:not([aria-disabled=true])', { hasText: 'Approve…' }).waitFor();
    await workbench.screenshot('waits-for-the-other');
    await review.getByRole('button', { name: 'Approve…' }).click();
    await answerApproval(workbench);
    await workbench.notifications.waitFor('is approved by “for releases” and published');
    await review.getByText('Published').first().waitFor();
    await workbench.screenshot('published');
    await workbench.notifications.clear();
  });

  step('shows the identity of each API key at the service, also after a reload', async (workbench) => {
    const { quickInput } = workbench;
    for (const shot of ['known', 'known-after-reload']) {
      await workbench.command('Flag Admin: Use API Key…');
      await quickInput.waitForText('known to the service as “submitter-key”');
      await quickInput.waitForText('known to the service as “release-key”');
      await workbench.screenshot(shot);
      await quickInput.cancel();
      if (shot === 'known') await workbench.reload();
    }
  });

  leavesNoApiKey(step);
});
