/** Tests features of the live service that the API document does not describe: archived flags, obvious mistakes in values, and fields that can only be changed elsewhere. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { connect } from '../../driver/connecting.mjs';
import { openDefinition, rewrite } from '../../driver/documents.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

let service;
before(async () => {
  service = await startService('liveService');
  const { objects } = await service.call('submitter-key', 'GET', '/workspaces');
  const { id } = objects.find(({ name }) => name === 'Storefront');
  await service.call('submitter-key', 'PUT', `/flags/ws/${id}/checkout-redesign/archive`);
});
after(() => service?.stop());

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

story('liveService', {}, (step) => {
  step('shows an archived flag below all others, and offers no change of it', async (workbench) => {
    const { tree, page } = workbench;
    await workbench.openSideBar();
    await connect(workbench, service);
    await workbench.notifications.clear();
    await tree.row('Storefront', 'production', 'Flags', 'checkout-redesign');
    const row = tree.body.locator('[aria-label^="checkout-redesign, flag, archived"]');
    await row.waitFor();
    await workbench.screenshot('tree');
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open Flag Definition…' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Kill Flag…' }).count(), 0);
    await workbench.screenshot('menu');
    await page.keyboard.press('Escape');
  });

  step('marks it in Find, and says where a flag is archived among its changes', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.command('Flag Admin: Find…');
    await workbench.page.locator('.quick-input-widget input[type=text]').first().fill('checkout production');
    await quickInput.row('checkout-redesign').first().waitFor();
    await workbench.screenshot('find');
    await quickInput.cancel();
    await workbench.command('Flag Admin: Submit Change Request…');
    await quickInput.choose('Change a flag in an environment…');
    await quickInput.choosePlace('gift-cards', 'production', 'Storefront');
    await quickInput.row('Archive, reallocate, tags, owners…').waitFor();
    await workbench.screenshot('elsewhere');
    await quickInput.choose('Archive, reallocate, tags, owners…');
    await workbench.notifications.waitFor('has no link template yet');
    await workbench.screenshot('elsewhere-page');
    await workbench.notifications.clear();
  });

  step('warns of each value in a definition that nobody can have meant', async (workbench) => {
    await openDefinition(workbench, 'Storefront', 'production', 'gift-cards');
    await rewrite(workbench, (text) => text.replace(/^treatments:[^]*/m, VALUES));
    await workbench.page.locator('.squiggly-warning').nth(5).waitFor();
    await workbench.command('Problems: Focus on Problems View');
    await workbench.page.getByText('This range begins after its end, so no value is in it.').first().waitFor();
    await workbench.screenshot('values');
  });

  leavesNoApiKey(step);
});
