/** Keys from wherever they are: bad files, cursors, clipboard, Explorer, a drop; the report beside the file; and the keys of a full segment. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { addConnection } from '../driver/connecting.mjs';
import { startService, untilQuiet } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

const FULL = 100_000;
const keyOf = (index) => `acct-${String(index).padStart(6, '0')}`;

const files = {
  'several.txt': 'acct-1\nacct-2\n\nacct-4\nacct-2\n acct-6\nacct-7\n',
  'semicolons.csv': 'name;account_id;plan\nAnn;acct-901;team\nBob;acct-902;team\nCy;acct-903;free\n',
  'keys.json': '{ "keys": [{ "key": "acct-411" }, { "key": "acct-412" }] }\n',
  'keys.ndjson': '{ "id": "acct-421", "plan": "team" }\n{ "id": "acct-422", "plan": "team" }\n',
  'keys.yaml': '# sign-ups\n- acct-431\n- acct-432\n',
  'monday.csv': 'account_id,plan\nacct-711,team\nacct-712,free\n',
  'tuesday.csv': 'account_id,plan\nacct-712,team\nacct-713,free\n',
  'staff.txt': 'user-admin\nalice\nbob\n',
  'drop.txt': 'acct-801\nacct-802\n',
};

const manyKeys = Array.from({ length: 100_001 }, (_, index) => `acct-${index}`).join('\n');

/** Files that can't be uploaded as they are, and what is said of each. */
const unusable = [
  { name: 'header.csv', content: 'account_id\n', says: 'There is no usable key in header.csv' },
  { name: 'empty.txt', content: '', says: 'empty.txt is empty. Put one key on each line' },
  { name: 'binary.csv', content: Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 9, 0, 0xff, 0xfe]), says: 'is no text' },
  {
    name: 'quote.csv',
    content: 'account_id,name\nacct-1,"Ann\nacct-2,Bob\n',
    says: 'A quote in the row that begins in line 2 of quote.csv is never closed',
  },
  {
    name: 'many.txt',
    content: manyKeys,
    says: 'many.txt has 100,001 keys, and a segment holds at most 100,000. Nothing was sent.',
  },
];

let service;
before(async () => {
  service = await startService('sources');
  const call = async (method, place, body) => {
    const response = await fetch(`${service.baseUrl}/internal/api/v2${place}`, {
      method,
      headers: { authorization: `Bearer ${service.apiKeys['submitter-key']}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200, `${method} ${place} ${await response.clone().text()}`);
    return response.json();
  };
  const [storefront] = (await call('GET', '/workspaces')).objects;
  const development = (await call('GET', `/environments/ws/${storefront.id}`)).find(({ name }) => name === 'development');
  for (const name of ['everybody', 'nobody']) {
    await call('POST', `/segments/ws/${storefront.id}/trafficTypes/account`, { name, description: name });
    await call('POST', `/segments/${development.id}/${name}`);
  }
  for (let from = 0; from < FULL; from += 10_000) {
    const keys = Array.from({ length: 10_000 }, (_, index) => keyOf(from + index));
    await call('PUT', `/segments/${development.id}/everybody/upload`, keys);
  }
  service.calls.length = 0;
});
after(() => service?.stop());

/** Answers where the keys go, the first time; afterwards the same segment is offered first. */
async function chooseTarget({ quickInput }) {
  await quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
}

const uploaded = (workbench, words) => workbench.notifications.waitFor(words);
const editors = (workbench) => workbench.page.locator('.editor-instance .monaco-editor');
/** Waits until an editor has the focus, which it gets back a little after a question is gone. */
const inFocus = (workbench) => workbench.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
/** What is on the screen of an editor, as text. */
const textIn = async (editor) => (await editor.locator('.view-lines').innerText()).replaceAll('\u00A0', ' ');

/** Goes to the end of the text until what stands there is seen: the last key, or a note. The text may still be growing. */
async function scrollToEnd({ page }, end = page.getByText(keyOf(FULL - 1), { exact: true })) {
  const last = end.first();
  const isVisible = () =>
    last.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 60 && !(await isVisible()); tries += 1) {
    await editors({ page })
      .first()
      .click({ position: { x: 200, y: 100 } });
    await page.keyboard.press('ControlOrMeta+End');
  }
  await last.waitFor();
  // The text may have grown once more since.
  await page.keyboard.press('ControlOrMeta+End');
}

story('sources', { file: 'several.txt', files }, (step) => {
  step('connects', async (workbench) => {
    for (const { name, content } of unusable) writeFileSync(path.join(workbench.folder, name), content);
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  step('takes what several cursors have selected', async (workbench) => {
    const { page, quickInput } = workbench;
    await editors(workbench)
      .first()
      .click({ position: { x: 200, y: 10 } });
    await page.keyboard.press('ControlOrMeta+Home');
    for (let line = 1; line < 4; line += 1) await page.keyboard.press('ArrowDown');
    for (let cursors = 2; cursors < 4; cursors += 1) {
      await workbench.command('Add Cursor Below');
      await workbench.statusBar(`${cursors} selections`).waitFor();
    }
    await inFocus(workbench);
    await page.keyboard.press('Shift+End');
    await workbench.statusBar('characters selected').waitFor();
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await chooseTarget(workbench);
    await quickInput.waitForText('From the selections in several.txt');
    await quickInput.waitForText('1 trimmed (line 6)');
    await workbench.screenshot('several-cursors');
    await quickInput.row('Upload 3 keys').waitFor();
    await quickInput.cancel();
  });

  step('shows what was found beside the file, and the question stays', async (workbench) => {
    const { page, quickInput } = workbench;
    await inFocus(workbench);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Home');
    await workbench.statusBar('Ln 1, Col 1').waitFor();
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await chooseTarget(workbench);
    await quickInput.waitForText('1 repeated (line 5), 1 blank (line 3), 1 trimmed (line 6)');
    await quickInput.choose('Show what was found');
    await workbench.tab('several.txt – keys found.txt').waitFor();
    await quickInput.row('Upload 5 keys').waitFor();
    await workbench.screenshot('report-beside');
    await editors(workbench).last().locator('.view-line', { hasText: 'several.txt:5' }).first().waitFor();
    const report = await textIn(editors(workbench).last());
    assert.match(report, /several\.txt:5 +acct-2 +is in several\.txt:2 already/);
    // The question is answered with the report still there.
    await editors(workbench)
      .last()
      .click({ position: { x: 100, y: 300 } });
    await quickInput.row('Upload 5 keys').waitFor();
    await quickInput.choose('Upload 5 keys');
    await uploaded(workbench, 'beta-accounts in Storefront / development now holds');
    await workbench.notifications.clear();
    await workbench.screenshot('report-stays');
  });

  step('leads from the report to the line of the file', async (workbench) => {
    const { page } = workbench;
    const link = editors(workbench).last().locator('.detected-link', { hasText: 'several.txt:5' }).first();
    // The editor draws a link anew while the pointer is on it: its place is clicked, not its element.
    const { x, y, width, height } = await link.boundingBox();
    await page.keyboard.down('ControlOrMeta');
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.up('ControlOrMeta');
    await workbench.statusBar('Ln 5, Col 1').waitFor();
    await workbench.screenshot('at-the-line');
    await page.keyboard.press('Escape');
    await workbench.command('View: Close All Editors');
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

  step('takes the clipboard', async (workbench) => {
    await workbench.page.evaluate(() => navigator.clipboard.writeText('acct-301\nacct-302\n'));
    await workbench.command('Flag Admin: Upload Keys from Clipboard…');
    await workbench.quickInput.choose('beta-accounts');
    await workbench.quickInput.waitForText('From the clipboard');
    await workbench.screenshot('clipboard');
    await workbench.quickInput.choose('Upload 2 keys');
    await uploaded(workbench, 'now holds');
    await workbench.notifications.clear();
  });

  step('reads CSV with semicolons, says so, and reads it otherwise when asked', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.openFile('semicolons.csv');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await quickInput.waitForText('account_id');
    assert.equal((await quickInput.labels())[0], 'account_id');
    await workbench.screenshot('which-column');
    await quickInput.choose('account_id');
    await quickInput.choose('beta-accounts');
    await quickInput.waitForText('CSV with semicolons, column account_id');
    await workbench.screenshot('read-as');
    await quickInput.choose('Read it as…');
    await quickInput.row('JSON list').waitFor();
    await workbench.screenshot('read-it-as');
    await quickInput.choose('Plain lines');
    await quickInput.row('Upload 4 keys').waitFor();
    await quickInput.choose('Read it as…');
    await quickInput.choose('CSV with semicolons');
    await quickInput.choose('The first line has a key already');
    await quickInput.waitForText('acct-901');
    await workbench.screenshot('without-header');
    await quickInput.choose('A');
    await quickInput.row('Upload 4 keys').waitFor();
    await quickInput.cancel();
    await workbench.command('View: Close All Editors');
  });

  step('asks whether a first line that looks like a name is a key, and says what is left out', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.openFile('staff.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await quickInput.row('It is a key').waitFor();
    await workbench.screenshot('key-or-name');
    await quickInput.choose('It is the name of the column');
    await quickInput.choose('beta-accounts');
    await quickInput.waitForText('Line 1 is the header: user-admin, not a key');
    await workbench.screenshot('header-told');
    await quickInput.cancel();
    await workbench.command('View: Close All Editors');
  });

  for (const [name, words] of [
    ['keys.json', 'JSON list, field key'],
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
      await workbench.command('View: Close All Editors');
    });
  }

  step('takes several files of the Explorer as one list', async (workbench) => {
    const { page, quickInput } = workbench;
    await workbench.openSideBar('Explorer');
    const row = (name) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await row('monday.csv').click();
    await row('tuesday.csv').click({ modifiers: ['ControlOrMeta'] });
    await row('tuesday.csv').click({ button: 'right' });
    const submenu = page.locator('.monaco-menu .action-item', { hasText: 'Flag Admin' }).first();
    await submenu.waitFor();
    await page.waitForTimeout(300); // a menu takes no pointer in the first tenth of a second
    await submenu.hover();
    const entry = page.locator('.monaco-menu .action-item', { hasText: 'Upload Keys from Current File…' }).last();
    await entry.waitFor();
    await page.waitForTimeout(300);
    await workbench.screenshot('explorer-menu', { isPointerKept: true });
    await entry.click();
    await quickInput.choose('account_id');
    await quickInput.choose('beta-accounts');
    await quickInput.waitForText('From 2 files');
    await quickInput.waitForText('1 repeated');
    await workbench.screenshot('two-files');
    await quickInput.choose('Upload 3 keys');
    await uploaded(workbench, 'now holds');
    await workbench.notifications.clear();
    await workbench.command('View: Close All Editors');
  });

  step('takes a file that is dropped on a segment', async (workbench) => {
    await workbench.openFile('drop.txt');
    await workbench.openSideBar();
    const node = await workbench.tree.row('Storefront', 'development', 'Segments', 'beta-accounts');
    await workbench.tab('drop.txt').dragTo(node);
    await workbench.quickInput.waitForText('From drop.txt');
    await workbench.screenshot('dropped');
    await workbench.quickInput.choose('Upload 2 keys');
    await uploaded(workbench, 'now holds');
    await workbench.notifications.clear();
    const heading = await workbench.tree.row('Storefront', 'development', 'Segments');
    await workbench.tab('drop.txt').dragTo(heading);
    await workbench.notifications.waitFor('Drop the file on the segment that its keys go to.');
    await workbench.notifications.clear();
    await workbench.command('View: Close All Editors');
  });

  step('shows the keys of a full segment, which scroll and are found', async (workbench) => {
    const { page, tree } = workbench;
    await tree.menu(['Storefront', 'development', 'Segments', 'everybody'], 'Show Keys');
    await workbench.tab('everybody – Storefront, development.txt').waitFor();
    await workbench.screenshot('first-keys');
    await scrollToEnd(workbench);
    await workbench.statusBar(`Ln ${FULL + 1}, Col 1`).waitFor();
    await workbench.screenshot('the-end');
    await page.keyboard.press('ControlOrMeta+F');
    await page.locator('.find-widget.visible .find-part :focus').waitFor();
    await page.keyboard.type(keyOf(54_321));
    await page.locator('.find-widget .matchesCount', { hasText: '1 of 1' }).waitFor();
    await page.getByText(keyOf(54_321), { exact: true }).first().waitFor();
    await workbench.screenshot('found');
    await page.keyboard.press('Escape');
    await workbench.command('View: Close All Editors');
  });

  step('keeps what was read when the service refuses half way, and reads on', async (workbench) => {
    const { page, tree, notifications } = workbench;
    const reads = () => service.calls.filter(({ path: place }) => place.includes('/everybody/keys')).length;
    service.calls.length = 0;
    await tree.menu(['Storefront', 'development', 'Segments', 'everybody'], 'Show Keys');
    // The service is in this process: it answers no page between two looks.
    const limit = Date.now() + 30_000;
    while (reads() < 20 && Date.now() < limit) await new Promise((resolve) => setImmediate(resolve));
    service.refused.add('submitter-key');
    await notifications.waitFor(/of 100,000 keys of everybody were read before that\./);
    service.refused.clear();
    await scrollToEnd(workbench, page.getByText('Run Show Keys again to read them all.'));
    await workbench.screenshot('half-way');
    const before = reads();
    await workbench.command('Flag Admin: Refresh');
    await notifications.press('keys of everybody were read', 'Read On');
    await scrollToEnd(workbench);
    await workbench.statusBar(`Ln ${FULL + 1}, Col 1`).waitFor();
    assert.ok(reads() - before < 100, 'it went on where it was');
    await notifications.clear();
  });

  step('stops reading when the document is closed', async (workbench) => {
    const { tree } = workbench;
    await workbench.command('View: Close All Editors');
    const tab = workbench.tab('everybody – Storefront, development.txt');
    const reads = () => service.calls.filter(({ path: place }) => place.includes('/everybody/keys')).length;
    service.delay = 300;
    service.calls.length = 0;
    await tree.menu(['Storefront', 'development', 'Segments', 'everybody'], 'Show Keys');
    await tab.waitFor();
    await workbench.screenshot('while-reading');
    await tab.hover();
    await tab.locator('.tab-actions .action-label').first().click();
    await tab.waitFor({ state: 'hidden' });
    await untilQuiet(service);
    assert.ok(reads() < 100, `${reads()} pages`);
    service.delay = 0;
  });

  step('says kindly that a segment is empty', async (workbench) => {
    await workbench.tree.menu(['Storefront', 'development', 'Segments', 'nobody'], 'Show Keys');
    await workbench.notifications.waitFor('nobody holds no key in Storefront / development yet.');
    await workbench.screenshot('empty');
    await workbench.notifications.clear();
  });

  leavesNoApiKey(step);
});
