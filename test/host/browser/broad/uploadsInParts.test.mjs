/** 25,000 keys for an environment that asks for approvals: three change requests, each offered when the one before is published. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { addApiKey, addConnection, useApiKey } from '../../driver/connecting.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

let service;
before(async () => {
  service = await startService('parts');
});
after(() => service?.stop());

const keys = Array.from({ length: 25_000 }, (_, index) => `acct_${(index * 7 + 100_003).toString(36)}`);

/** Approves what is open in the review with the other API key. */
async function approve(workbench) {
  const review = await workbench.webview('beta-accounts · production');
  await review.getByRole('button', { name: 'Approve with “release-key”…' }).click();
  await workbench.quickInput.waitForText('publishes at once');
  await workbench.quickInput.answer('Checked.');
  await workbench.quickInput.waitForText('Type “production” to go on');
  await workbench.quickInput.answer('production');
}

/** Takes what is suggested for a part. */
async function submit(workbench, title) {
  await workbench.quickInput.row(`Title: ${title}`).waitFor();
  await workbench.quickInput.row('Comment: They signed up for the beta.').waitFor();
  await workbench.screenshot(title);
  await workbench.quickInput.submit();
  await workbench.notifications.waitFor(`“${title}” is submitted`);
}

story('uploads-in-parts', {}, (step) => {
  step('has two API keys', async (workbench) => {
    writeFileSync(path.join(workbench.folder, 'beta.txt'), keys.join('\n'));
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await addApiKey(workbench, service, 'release-key');
    await useApiKey(workbench, 'submitter-key');
    await workbench.notifications.clear();
  });

  step('offers change requests on the refusal, with nothing to pick again', async (workbench) => {
    await workbench.openFile('beta.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.quickInput.choosePlace('beta-accounts', 'production', 'Storefront');
    await workbench.quickInput.choose('Upload 25,000 keys');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.quickInput.waitForTitle('part 1 of 3');
    await workbench.screenshot('refused');
    await workbench.quickInput.fill('Title', 'Beta of December (part 1 of 3)');
    await workbench.quickInput.fill('Comment', 'They signed up for the beta.');
    await workbench.quickInput.submit();
    await workbench.notifications.waitFor('It is part 1 of 3: the rest (15,000 keys) waits');
    await workbench.screenshot('part-1-submitted');
  });

  step('offers part 2 as soon as part 1 is published here', async (workbench) => {
    await workbench.notifications.press('It is part 1 of 3', 'Review');
    await approve(workbench);
    await workbench.notifications.waitFor('Part 1 of 3 is published. The next has 10,000 keys for beta-accounts.');
    await workbench.screenshot('part-2-offered');
    await workbench.notifications.press('Part 1 of 3 is published', 'Resume Upload…');
    await workbench.quickInput.choose('Go on with part 2 of 3…');
    await submit(workbench, 'Add 10,000 keys to beta-accounts (part 2 of 3)');
    await workbench.notifications.clear();
    // The reviews of all parts have the same title.
    await workbench.closeEditors();
  });

  step('is loaded again in the middle', async (workbench) => {
    await workbench.reload();
    await workbench.openSideBar();
    await workbench.tree.row('Storefront', 'Open Change Requests (8)');
  });

  step('offers part 3 once part 2 is published, with what was typed for part 1', async (workbench) => {
    await workbench.tree.click('Storefront', 'Open Change Requests (8)', 'Add 10,000 keys to beta-accounts (part 2 of 3)');
    await approve(workbench);
    await workbench.notifications.press('Part 2 of 3 is published', 'Resume Upload…');
    await workbench.quickInput.choose('Go on with part 3 of 3…');
    await submit(workbench, 'Add 5,000 keys to beta-accounts (part 3 of 3)');
    await workbench.closeEditors();
  });

  step('says what is true once the last part is published, and offers the request first from now on', async (workbench) => {
    await workbench.notifications.press('“Add 5,000 keys to beta-accounts (part 3 of 3)” is submitted', 'Review');
    await approve(workbench);
    await workbench.notifications.waitFor(
      'beta-accounts in Storefront / production now holds 25,008 keys, by the service’s own count',
    );
    await workbench.screenshot('all-published');
    await workbench.notifications.press('now holds 25,008 keys', 'Open Receipt');
    await workbench.page.locator('.tab.active', { hasText: 'Receipt – beta-accounts' }).waitFor();
    await workbench.notifications.clear();
    await workbench.screenshot('receipt');
    await workbench.openFile('accounts.txt');
    await workbench.command('Flag Admin: Remove Keys Listed in Current File…');
    await workbench.quickInput.choose('beta-accounts');
    await workbench.quickInput.row('Submit as a change request…').waitFor();
    assert.equal((await workbench.quickInput.labels())[0], 'Submit as a change request…');
    await workbench.screenshot('request-first');
    await workbench.quickInput.cancel();
  });

  leavesNoApiKey(step);
});
