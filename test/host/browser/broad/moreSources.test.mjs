/** Files that can't be uploaded, each with its reason; lists as JSON and YAML; and a first line that may be a key. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { addConnection } from '../../driver/connecting.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const files = {
  'keys.json': '{ "keys": [{ "key": "acct-411" }, { "key": "acct-412" }] }\n',
  'keys.ndjson': '{ "id": "acct-421", "plan": "team" }\n{ "id": "acct-422", "plan": "team" }\n',
  'keys.yaml': '# sign-ups\n- acct-431\n- acct-432\n',
  'staff.txt': 'user-admin\nalice\nbob\n',
  'report.csv':
    '"Account ID","Plan"\n"=""0001""","pro"\n"=""0002""","pro"\n"NULL","free"\n"acc\u200b-3","pro"\n"acct-4","pro"\n\n\n"Opportunity Report"\n',
};

const manyKeys = Array.from({ length: 100_001 }, (_, index) => `acct-${index}`).join('\n');

/** Files that can't be uploaded as they are, and what is said of each. */
const unusable = [
  { name: 'header.csv', content: 'account_id\n', says: 'There is no usable key in header.csv' },
  { name: 'empty.txt', content: '', says: 'There is no usable key in empty.txt. Put one key on each line.' },
  { name: 'binary.csv', content: Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 9, 0, 0xff, 0xfe]), says: 'can’t be read as text' },
  {
    name: 'quote.csv',
    content: 'account_id,name\nacct-1,"Ann\nacct-2,Bob\n',
    says: 'quote.csv can’t be read from line 2 on',
  },
  {
    name: 'many.txt',
    content: manyKeys,
    says: 'many.txt has more than 100,000 different keys: no segment holds so many. Nothing was sent.',
  },
];

let service;
before(async () => {
  service = await startService('more-sources');
});
after(() => service?.stop());

story('more-sources', { files }, (step) => {
  step('connects', async (workbench) => {
    for (const { name, content } of unusable) writeFileSync(path.join(workbench.folder, name), content);
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  for (const { name, says } of unusable) {
    step(`refuses ${name}`, async (workbench) => {
      await workbench.openFile(name);
      await workbench.command('Flag Admin: Upload Keys from Current File…');
      await workbench.notifications.waitFor(says);
      await workbench.screenshot(name);
      await workbench.notifications.clear();
    });
  }

  step('asks whether a first line that looks like a name is a key, and says what is left out', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.openFile('staff.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await quickInput.row('It is a key').waitFor();
    await workbench.screenshot('key-or-name');
    await quickInput.choose('It is the name of the column');
    await quickInput.choose('beta-accounts');
    await quickInput.waitForText('Left out as a header: user-admin');
    await workbench.screenshot('header-told');
    await quickInput.cancel();
    await workbench.closeEditors();
  });

  step('counts doubtful values, cleans up and leaves out what is decided, and names the rest', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.openFile('report.csv');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await quickInput.choose('Account ID');
    await quickInput.choose('beta-accounts');
    await quickInput.row('Marks of a spreadsheet around values: 2').waitFor();
    await workbench.screenshot('doubts');
    await quickInput.choose('Marks of a spreadsheet around values: 2');
    await quickInput.row('Clean them up: 0001 instead of ="0001", in 2 lines').waitFor();
    await workbench.screenshot('remedies');
    await quickInput.choose('Clean them up: 0001 instead of ="0001", in 2 lines');
    await quickInput.choose('Placeholders for empty cells: 1');
    await quickInput.choose('Leave them out');
    await quickInput.waitForText('2 can’t be used: left out by your decision, fewer cells than the header');
    await quickInput.choose('Show what was found');
    await workbench.tab('report.csv – found.txt').waitFor();
    await workbench.screenshot('doubts-report');
    await quickInput.cancel();
    await workbench.closeEditors();
  });

  for (const [name, words] of [
    ['keys.json', 'JSON list, in “keys”, field key'],
    ['keys.ndjson', 'JSON lines, field id'],
    ['keys.yaml', 'YAML list'],
  ]) {
    step(`reads ${name}`, async (workbench) => {
      await workbench.openFile(name);
      await workbench.command('Flag Admin: Upload Keys from Current File…');
      if (name === 'keys.ndjson') await workbench.quickInput.choose('id');
      await workbench.quickInput.choose('beta-accounts');
      await workbench.quickInput.waitForText(words);
      await workbench.quickInput.row('Upload 2 keys').waitFor();
      await workbench.screenshot(name);
      await workbench.quickInput.cancel();
      await workbench.closeEditors();
    });
  }

  leavesNoApiKey(step);
});
