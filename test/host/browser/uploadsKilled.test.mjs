/** An upload whose window, extension host or service goes away in the middle: what was sent is known, and the rest is sent. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { addConnection } from '../driver/connecting.mjs';
import { killExtensionHost } from '../driver/extensionHost.mjs';
import { startService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

let service;
before(async () => {
  service = await startService('killed');
});
after(() => service?.stop());

const list = Array.from({ length: 30_000 }, (_, index) => `acct_${(index * 7 + 100_003).toString(36)}`).join('\n');
/** What is sent after one part is not answered before the window has gone, however long that takes. */
const SLOW = ['hang on PUT *upload after 1'];

/** As far as the question how the keys of a file go. */
async function begin(workbench, file, segment, command = 'Upload Keys from Current File…') {
  await workbench.openFile(file);
  await workbench.command(`Flag Admin: ${command}`);
  await workbench.quickInput.choose('Storefront');
  await workbench.quickInput.choose('development');
  await workbench.quickInput.row('New segment…').waitFor();
  // Filtered, it is where no tooltip of another row lies over it.
  await workbench.quickInput.type(segment);
  await workbench.quickInput.choose(segment);
}

/** Starts an upload of 30,000 keys that does not end, and waits until a part of it is sent. */
async function inTheMiddle(workbench, segment) {
  await service.setFaults(SLOW);
  await begin(workbench, 'accounts-30000.txt', segment);
  await workbench.quickInput.choose('Upload 30,000 keys');
  await workbench.notifications.waitFor('10,000 of 30,000 keys');
}

story('uploads-killed', {}, (step) => {
  step('starts with a connection and a list of 30,000 keys', async (workbench) => {
    writeFileSync(path.join(workbench.folder, 'accounts-30000.txt'), list);
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    // Its message stays: with one that nobody has answered, the extension host of a window that is reloaded has to end as well.
  });

  step('is offered to be resumed after the window was reloaded in the middle', async (workbench) => {
    await inTheMiddle(workbench, 'vip-accounts');
    await workbench.page.reload();
    await workbench.waitUntilReady();
    await workbench.openSideBar();
    await workbench.notifications.waitFor('was left half way');
    await workbench.screenshot('left-by-a-reload');
    await service.setFaults([]);
    await workbench.notifications.press('was left half way', 'Resume…');
    await workbench.quickInput.row('Discard it').waitFor();
    await workbench.quickInput.accept();
    await workbench.notifications.waitFor('vip-accounts in Storefront / development now holds 30,015 keys');
    await workbench.notifications.clear();
  });

  step('is offered to be resumed after the extension host was killed', async (workbench) => {
    await inTheMiddle(workbench, 'trial-accounts');
    assert.equal(killExtensionHost(workbench), 1);
    await workbench.page.waitForTimeout(1_000);
    await workbench.screenshot('killed');
    await workbench.page.reload();
    await workbench.waitUntilReady();
    await workbench.openSideBar();
    await workbench.notifications.waitFor('was left half way');
    await service.setFaults([]);
    await workbench.command('Flag Admin: Resume Upload…');
    await workbench.quickInput.row('Upload of accounts-30000.txt to trial-accounts').waitFor();
    await workbench.screenshot('left-by-a-kill');
    await workbench.quickInput.choose('Upload of accounts-30000.txt to trial-accounts');
    await workbench.quickInput.row('Discard it').waitFor();
    await workbench.quickInput.accept();
    await workbench.notifications.waitFor('trial-accounts in Storefront / development now holds 30,200 keys');
    await workbench.notifications.clear();
  });

  step('says how far it came where the service goes away half way, and is resumed when it is back', async (workbench) => {
    await service.setFaults(['status 503 on PUT *upload after 1']);
    await begin(workbench, 'accounts-30000.txt', 'eu-accounts');
    await workbench.quickInput.choose('Upload 30,000 keys');
    const said = await workbench.notifications.waitFor('10,000 of 30,000 keys are sent');
    assert.match(said, /\(503\)/);
    await workbench.screenshot('service-gone');
    await service.setFaults([]);
    await workbench.notifications.press('10,000 of 30,000 keys are sent', 'Resume Upload…');
    await workbench.quickInput.row('Discard it').waitFor();
    await workbench.quickInput.accept();
    await workbench.notifications.waitFor('eu-accounts in Storefront / development now holds 30,100 keys');
    await workbench.notifications.clear();
  });

  step('removes the keys that are listed, with a comment', async (workbench) => {
    await begin(workbench, 'accounts-30000.txt', 'eu-accounts', 'Remove Keys Listed in Current File…');
    await workbench.quickInput.row('Remove 30,000 keys…').waitFor();
    await workbench.screenshot('removal');
    await workbench.quickInput.choose('Remove 30,000 keys…');
    await workbench.quickInput.waitForText('audit log of eu-accounts');
    await workbench.screenshot('removal-comment');
    await workbench.quickInput.answer('The trial is over.');
    await workbench.notifications.waitFor('eu-accounts in Storefront / development now holds 100 keys');
    await workbench.screenshot('removed');
    await workbench.notifications.clear();
  });

  leavesNoApiKey(step);
});
