/** Tests features of the live service that the API document does not describe: archived flags, obvious mistakes in values, and fields that can only be changed elsewhere. */
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { connect } from '../../driver/connecting.mjs';
import { find, openDefinition, pressUntil, rewrite } from '../../driver/documents.mjs';
import { colleaguesIn, useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const files = { 'many.txt': Array.from({ length: 25_000 }, (_, index) => `acct-${index}`).join('\n') };

const service = useService('liveService');
/** The id of a change request that targets a large segment. */
let largeId;
before(async () => {
  const { workspace, submit } = await colleaguesIn(service, 'staging');
  await service.call('submitter-key', 'PUT', `/flags/ws/${workspace}/checkout-redesign/archive`);
  const flag = {
    name: 'gift-cards',
    treatments: [{ name: 'on', largeSegments: ['newsletter-readers'], ruleBasedSegments: ['eu-trials'] }, { name: 'off' }],
    defaultTreatment: 'off',
    trafficAllocation: 100,
    rules: [],
    defaultRule: [{ treatment: 'off', size: 100 }],
  };
  largeId = await submit({ flag, operationType: 'UPDATE', title: 'Large segment' });
});

const VALUES = `treatments:
  - name: on
    configurations: '{"color": "red",}'
  - name: off
defaultTreatment: off
trafficAllocation: 100
rules:
  - buckets: [{treatment: on, size: 100}]
    condition:
      combiner: AND
      matchers:
        - {type: ON_OR_AFTER_DATE, attribute: signup, date: 1767225600}
        - {type: BETWEEN_NUMBER, attribute: age, between: {from: 65, to: 18}}
        - {type: GREATER_THAN_OR_EQUAL_TO_SEMVER, attribute: version, string: 1.2}
        - {type: MATCHES_STRING, attribute: mail, string: "^(a"}
defaultRule: [{treatment: on, size: 10}, {treatment: on, size: 20}, {treatment: off, size: 70}]
`;

async function openReview(workbench, id, title) {
  await workbench.command('Flag Admin: Review Change Request…');
  await workbench.quickInput.rows.first().waitFor();
  await workbench.quickInput.type(id);
  await workbench.quickInput.choose(`Open ${id}`);
  const review = await workbench.webview(title);
  await review.getByText('What would change').first().waitFor();
  return review;
}

story('liveService', { files }, (step) => {
  step('shows an archived flag below all others, and offers no change of it', async (workbench) => {
    const { tree, page } = workbench;
    await workbench.openSideBar();
    await connect(workbench, service);
    await workbench.notifications.clear();
    await tree.row('Storefront', 'production', 'Flags', 'checkout-redesign');
    const row = tree.body.locator('[aria-label^="checkout-redesign, flag, archived"]');
    await row.waitFor();
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open Flag Definition…' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Kill Flag…' }).count(), 0);
    await page.keyboard.press('Escape');
  });

  step('marks an archived flag in Find, and in the review of its change requests', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.command('Flag Admin: Find…');
    await workbench.page.locator('.quick-input-widget input[type=text]').first().fill('checkout production');
    await quickInput.row('checkout-redesign').first().waitFor();
    await quickInput.cancel();
    await workbench.command('Flag Admin: Submit Change Request…');
    await quickInput.choose('Change a flag in an environment…');
    await quickInput.choosePlace('gift-cards', 'production', 'Storefront');
    await quickInput.row('Archive, reallocate traffic, change tags or owners…').waitFor();
    await quickInput.choose('Archive, reallocate traffic, change tags or owners…');
    await workbench.notifications.waitFor('has no link template yet');
    await workbench.notifications.clear();
  });

  step('warns about each value in a definition that is clearly a mistake', async (workbench) => {
    await openDefinition(workbench, 'Storefront', 'production', 'gift-cards');
    await rewrite(workbench, (text) => text.replace(/^treatments:[^]*/m, VALUES));
    await workbench.page.locator('.squiggly-warning').nth(5).waitFor();
    await find(workbench, '1767225600');
    const fix = workbench.page.locator('.action-widget').getByText('Replace with “1767225600000”');
    await pressUntil(workbench.page, ['ControlOrMeta+1', 'ControlOrMeta+.'], fix);
    await workbench.page.keyboard.press('Escape');
    await workbench.command('Problems: Focus on Problems View');
    await workbench.page.getByText('This range begins after its end, so no value is in it.').first().waitFor();
    await workbench.closeEditors();
  });

  step('says how many calls an upload takes', async (workbench) => {
    await workbench.openFile('many.txt');
    await workbench.command('Flag Admin: Upload Keys from Current File…');
    await workbench.quickInput.choosePlace('beta-accounts', 'development', 'Storefront');
    await workbench.quickInput.waitForText('In 3 API calls');
    await workbench.quickInput.cancel();
    await workbench.closeEditors();
  });

  step('shows large and rule-based segments in a review', async (workbench) => {
    const review = await openReview(workbench, largeId, 'gift-cards · staging');
    await review.getByText('newsletter-readers').first().waitFor();
    await workbench.closeEditors();
  });

  step('shows the service’s message if a pipeline decides', async (workbench) => {
    const { data } = await service.call('submitter-key', 'GET', '/changeRequests?limit=100');
    const { id } = data.find(({ title }) => title.startsWith('New search'));
    await service.setFaults(['status 403 on PUT changeRequests*']);
    service.edit = (method, _, body) =>
      method === 'PUT' ? { ...body, message: 'Approvals are restricted to a pipeline' } : body;
    const review = await openReview(workbench, id, 'new-search · production');
    await review.getByRole('button', { name: 'Approve…' }).click();
    await workbench.quickInput.waitForText('publishes the change at once');
    await workbench.quickInput.answer('Checked.');
    await workbench.quickInput.waitForText('Type “production” to go on');
    await workbench.quickInput.answer('production');
    await workbench.notifications.waitFor(
      'a pipeline decides on change requests in production. Approvals are restricted to a pipeline.',
    );
    await service.setFaults([]);
    service.edit = undefined;
  });

  leavesNoApiKey(step);
});
