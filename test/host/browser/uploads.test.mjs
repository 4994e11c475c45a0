/**
 * Tests uploads from the first question to the undo. First, interrupted uploads are resumed. Then the IDs of a table are
 * found, reported and sent. That upload is cancelled, resumed, confirmed by a receipt, compared with the file, and undone.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../driver/connecting.mjs';
import { killExtensionHost } from '../driver/extensionHost.mjs';
import { useService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

const service = useService('uploads');

/** IDs as in an export: unique and unordered. */
const idOf = (index) =>
  `acct_${((index * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0')}${(index % 97).toString(36)}`;
const PLANS = ['free', 'team', 'business'];
const row = (id, index) => `${id},${PLANS[index % 3]},2026-${String((index % 12) + 1).padStart(2, '0')}-14`;
const listOf = (count) => Array.from({ length: count }, (_, index) => idOf(index));
/** The number of different IDs. With `npm test -- --all`, they almost fill a segment, which already contains twelve keys. */
const COUNT = process.env.ALL_TESTS === '1' ? 99_900 : 39_900;
const inWords = (count) => count.toLocaleString('en-US');
const big = [
  'account_id,plan,signed_up',
  ...listOf(COUNT).map(row),
  ...listOf(98).map(row),
  ',free,2026-01-14',
  ` ${idOf(7)} ,free,2026-02-14`,
];

/** After this many parts, the service does not answer, so there is time to cancel or to close the window. */
const hangAfter = (parts) => [`hang on PUT *upload after ${parts}`];
const uploads = () => service.calls.filter(({ method, path: called }) => method === 'PUT' && called.endsWith('/upload')).length;

const list = Array.from({ length: 30_000 }, (_, index) => `acct_${(index * 7 + 100_003).toString(36)}`).join('\n');

/** Runs a command on a file and chooses the segment. The next question is how to send the keys. */
async function begin(workbench, file, segment, command = 'Upload Keys from Current File…') {
  await workbench.openFile(file);
  await workbench.command(`Flag Admin: ${command}`);
  await workbench.quickInput.choosePlace(segment, 'development', 'Storefront');
}

/** Starts an upload of 30,000 keys that does not end, and waits until a part of it is sent. */
async function inTheMiddle(workbench, segment) {
  await service.setFaults(hangAfter(1));
  await begin(workbench, 'accounts-30000.txt', segment);
  await workbench.quickInput.choose('Upload 30,000 keys');
  await workbench.notifications.waitFor('10,000 of 30,000 keys');
}

/** Reloads the window during an upload, and waits until the new window offers to resume it. */
async function reloadDuringUpload(workbench) {
  await workbench.canary.look();
  await workbench.page.reload();
  await workbench.waitUntilReady();
  await workbench.openSideBar();
  await workbench.notifications.waitFor('is only partly done');
}

/** Resumes the upload with the first answer of the question, and waits for this message about its end. */
async function resume(workbench, message) {
  await workbench.quickInput.choose(/^Send the rest: /);
  await workbench.notifications.waitFor(message);
  await workbench.notifications.clear();
}

story('uploads', {}, (step, broadStep) => {
  step('starts with a connection, a list of 30,000 keys and an export with other columns', async (workbench) => {
    writeFileSync(path.join(workbench.folder, 'accounts-30000.txt'), list);
    writeFileSync(path.join(workbench.folder, 'export.csv'), big.join('\r\n'));
    await workbench.openSideBar();
    await connect(workbench, service);
    // The message stays open, to test that the extension host of a reloaded window ends even with an open message.
  });

  broadStep('offers to resume an upload after the window was reloaded during it', async (workbench) => {
    await inTheMiddle(workbench, 'vip-accounts');
    await reloadDuringUpload(workbench);
    await service.setFaults([]);
    await workbench.notifications.press('is only partly done', 'Resume Upload…');
    await resume(workbench, 'vip-accounts in Storefront / development now contains 30,015 keys');
  });

  step('offers to resume an upload after the extension host was killed', async (workbench) => {
    await inTheMiddle(workbench, 'trial-accounts');
    assert.equal(killExtensionHost(workbench), 1);
    await reloadDuringUpload(workbench);
    await service.setFaults([]);
    await workbench.command('Flag Admin: Resume Upload…');
    await workbench.quickInput.row('Add 30,000 keys to trial-accounts').waitFor();
    await workbench.quickInput.choose('Add 30,000 keys to trial-accounts');
    await resume(workbench, 'trial-accounts in Storefront / development now contains 30,200 keys');
  });

  step(
    'reports the progress if the service fails during an upload, and resumes the upload when it is back',
    async (workbench) => {
      await service.setFaults(['status 503 on PUT *upload after 1']);
      await begin(workbench, 'accounts-30000.txt', 'eu-accounts');
      await workbench.quickInput.choose('Upload 30,000 keys');
      const said = await workbench.notifications.waitFor('10,000 of 30,000 keys are sent');
      assert.match(said, /\(503\)/);
      await service.setFaults([]);
      await workbench.notifications.press('10,000 of 30,000 keys are sent', 'Resume Upload…');
      await resume(workbench, 'eu-accounts in Storefront / development now contains 30,100 keys');
    },
  );

  broadStep('removes the listed keys, with a comment', async (workbench) => {
    await begin(workbench, 'accounts-30000.txt', 'eu-accounts', 'Remove Keys Listed in Current File…');
    await workbench.quickInput.row('Remove 30,000 keys').waitFor();
    await workbench.page.getByText('This change can’t be undone unless you first choose “Show which of').first().waitFor();
    await workbench.quickInput.choose('Remove 30,000 keys');
    await workbench.quickInput.waitForText('Why do you make this change? Your answer is kept in the history.');
    await workbench.quickInput.answer('The trial is over.');
    await workbench.notifications.waitFor('eu-accounts in Storefront / development now contains 100 keys');
    await workbench.notifications.clear();
  });

  step('guesses the column, and reports the keys before anything is sent', async (workbench) => {
    service.calls.length = 0;
    await workbench.openFile('export.csv');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.quickInput.row('account_id').waitFor();
    assert.equal((await workbench.quickInput.labels())[0], 'account_id');
    await workbench.quickInput.choose('account_id');
    await workbench.quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
    await workbench.quickInput.row(`Upload ${inWords(COUNT)} keys`).waitFor();
    await workbench.quickInput.waitForText(
      `The segment contains 12 keys now; new: ${inWords(COUNT)} of the ${inWords(COUNT)} listed keys`,
    );
    await workbench.screenshot('confirm');
    await workbench.quickInput.choose('Show what was found');
    await workbench.tab('export.csv – found.txt').waitFor();
    await workbench.quickInput.row(`Upload ${inWords(COUNT)} keys`).waitFor();
    assert.equal(uploads(), 0);
  });

  step('shows the progress in keys, and can be cancelled', async (workbench) => {
    await service.setFaults(hangAfter(2));
    await workbench.quickInput.choose(`Upload ${inWords(COUNT)} keys`);
    await workbench.notifications.waitFor(`20,000 of ${inWords(COUNT)} keys`);
    const sent = uploads();
    await workbench.notifications.press(`of ${inWords(COUNT)} keys`, 'Cancel');
    await workbench.notifications.waitFor('Changes that are already made are kept');
    // One more part may have started while the button was pressed.
    assert.ok(uploads() <= sent + 1 && sent < COUNT / 10_000, `${uploads()} parts were sent, ${sent} before it was cancelled`);
  });

  step('sends the remaining keys when it is resumed, and shows the service’s count', async (workbench) => {
    await service.setFaults([]);
    await workbench.notifications.press('Changes that are already made are kept', 'Resume Upload…');
    await workbench.quickInput.choose(/^Send the rest: /);
    const said = await workbench.notifications.waitFor('now contains');
    assert.equal(
      said,
      `beta-accounts in Storefront / development now contains ${inWords(COUNT + 12)} keys, as counted by the service (${inWords(COUNT)} sent, 12 before).`,
    );
  });

  broadStep('opens a receipt that can be saved', async (workbench) => {
    await workbench.notifications.press('now contains', 'Open Receipt');
    await workbench.page.locator('.tab.active', { hasText: 'Receipt – beta-accounts' }).waitFor();
    await workbench.notifications.clear();
    await workbench.command('File: Save As...');
    await workbench.quickInput.waitForTitle('Save As');
    await workbench.quickInput.waitForFolder(/Receipt/);
    await workbench.quickInput.accept();
    const saved = () => {
      const name = readdirSync(workbench.folder).find((one) => one.startsWith('Receipt'));
      return name === undefined ? '' : readFileSync(path.join(workbench.folder, name), 'utf8');
    };
    for (let waited = 0; saved() === '' && waited < 200; waited += 1) await workbench.page.waitForTimeout(100);
    assert.match(
      saved(),
      /^# Flag Admin: for reading, not for upload\n\nAdd [\d,]+ keys to beta-accounts\n[^]*From +export\.csv\n[^]*API key +API key\n/,
    );
    assert.ok(saved().includes(`12 → ${inWords(COUNT + 12)}`));
    // The file exists a moment before its editor replaces the editor of the unsaved receipt.
    await workbench.page.locator('.tab.active:not(.dirty)', { hasText: 'Receipt – beta-accounts' }).waitFor();
  });

  broadStep('compares the segment with the file', async (workbench) => {
    await workbench.openFile('export.csv');
    await workbench.command('Flag Admin: Compare Segment with Current File…');
    await workbench.quickInput.choose('account_id');
    await workbench.quickInput.choose('beta-accounts');
    await workbench.quickInput.row('Open as diff').waitFor();
    await workbench.quickInput.choose('Make beta-accounts equal to export.csv');
    await workbench.quickInput.row('Remove 12 keys').waitFor();
    await workbench.quickInput.press('Back');
    await workbench.quickInput.choose('Open as diff');
    await workbench.page.locator('.tab.active', { hasText: '↔ export.csv' }).waitFor();
    await workbench.page.getByText('acct-00041').first().waitFor();
    await workbench.closeEditors();
  });

  step('undoes the upload, and keeps every key that was there before', async (workbench) => {
    await workbench.command('Flag Admin: Undo Last Upload or Removal…');
    await workbench.quickInput.choose(`Add ${inWords(COUNT)} keys to beta-accounts`);
    await workbench.quickInput.row(`Remove ${inWords(COUNT)} keys`).waitFor();
    await workbench.quickInput.choose(`Remove ${inWords(COUNT)} keys`);
    await workbench.quickInput.waitForText('Why do you make this change? Your answer is kept in the history.');
    await workbench.quickInput.accept();
    await workbench.notifications.waitFor('now contains 12 keys, as counted by the service');
    await workbench.notifications.clear();
  });

  leavesNoApiKey(step);
});
