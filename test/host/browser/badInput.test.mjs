/** Files that can't be uploaded as they are: each is refused in words, before anything is sent. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { storesNoApiKey, story } from '../driver/story.mjs';

const manyKeys = Array.from({ length: 100_001 }, (_, index) => `acct-${index}`).join('\n');

const files = [
  { name: 'header.csv', content: 'account_id\n', says: 'There is no usable key in header.csv' },
  { name: 'empty.txt', content: '', says: 'empty.txt is empty. Put one key on each line' },
  { name: 'binary.csv', content: Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 9, 0, 0xff, 0xfe]), says: 'is no text' },
  {
    name: 'quote.csv',
    content: 'account_id,name\nacct-1,"Ann\nacct-2,Bob\n',
    says: 'The quote that opens in line 2 of quote.csv is never closed',
  },
  {
    name: 'many.txt',
    content: manyKeys,
    says: 'many.txt has 100,001 keys, and a segment holds at most 100,000. Nothing was sent.',
  },
];

story('bad-input', {}, (step) => {
  step('starts the sandbox', async (workbench) => {
    for (const { name, content } of files) writeFileSync(path.join(workbench.folder, name), content);
    writeFileSync(path.join(workbench.folder, 'odd.txt'), 'acct-1\n\n  acct-2  \nacct-1\nacct-3\n');
    await workbench.openSideBar();
    await workbench.pressInSideBar('Try the Sandbox');
    await workbench.tree.row('Storefront');
    await workbench.notifications.clear();
  });

  for (const { name, says } of files) {
    step(`refuses ${name}`, async (workbench) => {
      await workbench.openFile(name);
      await workbench.command('Flag Admin: Upload Keys from Current File…');
      await workbench.notifications.waitFor(says);
      await workbench.screenshot(name);
      await workbench.notifications.clear();
    });
  }

  step('says which lines are blank, repeated or have spaces around the key, and uploads the rest', async (workbench) => {
    await workbench.openFile('odd.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.quickInput.choose('Storefront');
    await workbench.quickInput.choose('development');
    await workbench.quickInput.choose('beta-accounts');
    await workbench.quickInput.waitForText('1 repeated (line 4), 1 blank (line 2), 1 trimmed (line 3)');
    await workbench.screenshot('odd');
    await workbench.quickInput.choose('Upload 3 keys');
    await workbench.notifications.waitFor('beta-accounts in Storefront / development now holds 15 keys');
    await workbench.screenshot('uploaded');
  });

  storesNoApiKey(step);
});
