/** A segment from its making to its end, what the service refuses on the way, and identities from a file. */
import assert from 'node:assert/strict';
import { storesNoApiKey, story } from '../../driver/story.mjs';

const DEVELOPMENT = ['Payments', 'development', 'Segments'];
const PRODUCTION = ['Payments', 'production', 'Segments'];

/** One row of it has a value that the service takes from nobody; one key repeats, and one row has none. */
const IDENTITIES = [
  'account_id,Company name,plan,seats',
  'acct-10231,"Northwind, Ltd",business,007',
  `acct-10257,Contoso,free,${'9'.repeat(10_001)}`,
  'acct-10292,Fabrikam,team,12',
  'acct-10231,Northwind again,business,8',
  ',Nobody,free,1',
].join('\n');

const options = {
  file: 'identities.csv',
  files: { 'identities.csv': `${IDENTITIES}\n` },
  // Rows that stay at the top while the tree is scrolled would be found in the wrong place.
  settings: { 'workbench.tree.enableStickyScroll': false },
};

/** Waits until the file is in the editor, which has another text for a while after its tab is chosen. */
const inFront = ({ page }) =>
  page.locator('.editor-instance .view-line', { hasText: 'account_id,Company name' }).first().waitFor();

story('segments', options, (step) => {
  step('makes a segment at the place where segments are listed', async (workbench) => {
    const { quickInput, tree } = workbench;
    await workbench.openSideBar();
    await workbench.pressInSideBar('Try the Sandbox');
    await workbench.notifications.waitFor('The sandbox is running');
    await workbench.notifications.clear();
    // Room for the tree.
    await workbench.sideBar.locator('.pane-header[aria-label^="Change Requests"]').click();
    await tree.menu(DEVELOPMENT, 'Create Segment…');
    await quickInput.waitForText('Name of the new segment in Payments');
    await quickInput.answer('pilot-merchants');
    await quickInput.waitForMessage('There is one of this name already');
    await workbench.screenshot('name-taken');
    await quickInput.answer('spring-sale');
    await quickInput.row('account').waitFor();
    assert.deepEqual(await quickInput.labels(), ['account', 'user', 'Another traffic type…']);
    await workbench.screenshot('traffic-type');
    await quickInput.choose('account');
    await workbench.notifications.waitFor('spring-sale is made in Payments.');
    await tree.row(...DEVELOPMENT, 'spring-sale');
    await workbench.screenshot('made');
  });

  step('activates it in three environments at once, and asks for the name of production', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.notifications.press('spring-sale is made', 'Activate in Environment…');
    await quickInput.waitForTitle('Activate spring-sale');
    await quickInput.tick('development');
    await quickInput.tick('staging');
    await quickInput.tick('production');
    await workbench.screenshot('environments');
    await quickInput.accept();
    await quickInput.waitForText('Type “production” to go on');
    await workbench.screenshot('guard');
    await quickInput.answer('production');
    const said = await workbench.notifications.waitFor('spring-sale is active in Payments /');
    assert.match(said, /development, staging, and production\.$/);
    await workbench.screenshot('activated');
    await workbench.notifications.clear();
    await workbench.tree.row(...PRODUCTION, 'spring-sale', '0 keys');
  });

  step('shows where it is active already when it is activated again', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.command('Flag Admin: Activate Segment in Environment…');
    await quickInput.choose('spring-sale');
    await quickInput.waitForText('0 keys');
    await quickInput.tick('staging'); // stays as it is
    await workbench.screenshot('active-already');
    await quickInput.accept();
    await workbench.page.waitForTimeout(300);
    await quickInput.waitForTitle('Activate spring-sale'); // nothing new was ticked
    await quickInput.cancel();
  });

  step('deactivates it where it is empty', async (workbench) => {
    await workbench.tree.menu([...DEVELOPMENT, 'spring-sale'], 'Deactivate Segment in Environment…');
    await workbench.dialog.waitFor('Deactivate spring-sale in Payments / development?');
    await workbench.screenshot('deactivate');
    await workbench.dialog.press('Deactivate');
    await workbench.notifications.waitFor('spring-sale is not active in Payments / development.');
    await workbench.notifications.clear();
    await workbench.tree.row(...DEVELOPMENT, 'spring-sale', 'not active here');
    await workbench.screenshot('deactivated');
  });

  step('does not deactivate one that holds keys, and says how many', async (workbench) => {
    await workbench.tree.menu([...DEVELOPMENT, 'pilot-merchants'], 'Deactivate Segment in Environment…');
    await workbench.notifications.waitFor('pilot-merchants holds 6 keys in Payments / development.');
    await workbench.screenshot('not-empty');
    await workbench.notifications.clear();
  });

  step('says of a gated environment that this belongs in the service’s web console', async (workbench) => {
    const { quickInput, notifications } = workbench;
    await workbench.tree.menu([...PRODUCTION, 'spring-sale'], 'Deactivate Segment in Environment…');
    await workbench.dialog.press('Deactivate');
    await quickInput.waitForText('Type “production” to go on');
    await quickInput.answer('production');
    await notifications.waitFor('this needs an approval in production, and the service accepts no change request for it');
    await workbench.screenshot('gated-deactivate');
    await notifications.clear();
  });

  step('says where it is used before it deletes, and takes its name and that of production', async (workbench) => {
    const { quickInput, notifications } = workbench;
    await workbench.tree.menu([...PRODUCTION, 'spring-sale'], 'Delete Segment…');
    const asked = await workbench.dialog.waitFor('Delete spring-sale from Payments');
    for (const line of ['development: not active', 'staging: 0 keys', 'production: 0 keys'])
      assert.ok(asked.includes(line), asked);
    await workbench.screenshot('delete');
    await workbench.dialog.press('Delete…');
    await quickInput.waitForText('Type “');
    await quickInput.answer('spring');
    await quickInput.waitForMessage('” exactly.');
    await workbench.screenshot('delete-name');
    await quickInput.answer('spring-sale');
    await quickInput.waitForText('Type “production” to go on');
    await quickInput.answer('production');
    await notifications.waitFor(
      'this needs an approval in staging or production, and the service accepts no change request for it',
    );
    await workbench.screenshot('gated-delete');
    await notifications.clear();
    await workbench.tree.row(...PRODUCTION, 'spring-sale');
  });

  step('deletes one that no gated environment holds', async (workbench) => {
    const { quickInput, notifications } = workbench;
    await workbench.command('Flag Admin: Create Segment…');
    await quickInput.choose('Payments');
    await quickInput.waitForText('Name of the new segment in Payments');
    await quickInput.answer('autumn-sale');
    await quickInput.choose('user');
    await notifications.waitFor('autumn-sale is made');
    await notifications.clear();
    await workbench.tree.menu([...DEVELOPMENT, 'autumn-sale'], 'Delete Segment…');
    await workbench.dialog.waitFor('autumn-sale from Payments and all its environments?');
    await workbench.dialog.press('Delete…');
    await quickInput.waitForText('Type “');
    await quickInput.answer('autumn-sale');
    await notifications.waitFor('autumn-sale is deleted from Payments and all its environments.');
    await workbench.screenshot('deleted');
    await notifications.clear();
    // Until it is read again, the tree has a row of it for each environment.
    await workbench.sideBar.getByText('autumn-sale').first().waitFor({ state: 'hidden' });
  });

  step('finds identities in the open file, and asks what each column is', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.tab('identities.csv').click();
    await inFront(workbench);
    await workbench.command('Flag Admin: Upload Identities from Current File…');
    await quickInput.waitForTitle('Upload Identities from identities.csv');
    assert.equal((await quickInput.labels())[0], 'account_id');
    await workbench.screenshot('key-column');
    await quickInput.choose('account_id');
    await quickInput.waitForText('→ Company_name');
    await workbench.screenshot('attributes');
    await quickInput.accept();
  });

  step('says what would be saved and where, with a report beside', async (workbench) => {
    const { quickInput } = workbench;
    await quickInput.choosePlace('development', 'Payments');
    await quickInput.choose('account');
    await quickInput.row('Save identities (3)').waitFor();
    await workbench.screenshot('confirm');
    await quickInput.choose('Show what was found');
    await workbench.tab('identities.csv – found.txt').waitFor();
    await quickInput.row('Save identities (3)').waitFor();
    await workbench.screenshot('report');
    await quickInput.choose('Save identities (3)');
  });

  step('marks the row that the service does not take, and retries only that', async (workbench) => {
    const { notifications } = workbench;
    await notifications.waitFor('2 of 3 identities are saved: account in Payments / development. Not saved: 1');
    await workbench.screenshot('not-taken');
    // The editor shows at most three new notifications in 0.8 s, progress among them: faster than a person, one would be lost.
    await workbench.page.waitForTimeout(1000);
    await notifications.press('Not saved: 1', 'Retry Only Those');
    await notifications.waitFor('0 of 1 identities are saved');
    await workbench.page.waitForTimeout(1000);
    await notifications.press('0 of 1 identities', 'Show Problems');
    const problem = workbench.page.locator('.markers-panel').getByText('seats must have at most 10000 characters');
    await problem.waitFor();
    await notifications.waitFor('0 of 1 identities'); // with the retry still offered
    await workbench.screenshot('problems');
  });

  step('asks before it retries a row whose key was corrected, and says so if the columns are others', async (workbench) => {
    const { notifications, page, quickInput } = workbench;
    await workbench.tab('identities.csv').click();
    await inFront(workbench);
    const lines = page.locator('.monaco-editor .view-lines').first();
    await lines.click({ position: { x: 40, y: 8 } });
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'Home']) await page.keyboard.press(key);
    await page.keyboard.type('x');
    await page.locator('.view-line', { hasText: 'xacct-10257' }).first().waitFor();
    await page.waitForTimeout(1000);
    await notifications.press('0 of 1 identities', 'Retry Only Those');
    await quickInput.waitForText('Corrected keys: xacct-10257 instead of acct-10257.');
    await workbench.screenshot('corrected');
    await quickInput.cancel();
    await notifications.waitFor('0 of 1 identities');
    await lines.click({ position: { x: 40, y: 8 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('x');
    await page.locator('.view-line', { hasText: 'xaccount_id' }).first().waitFor();
    await page.waitForTimeout(1000);
    await notifications.press('0 of 1 identities', 'Retry Only Those');
    await notifications.waitFor('The rows can’t be found again: identities.csv has other columns now');
    await workbench.screenshot('changed');
    await notifications.clear();
  });

  storesNoApiKey(step);
});
