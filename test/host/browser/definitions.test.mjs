/**
 * Tests definitions as documents: opened, edited, kept as drafts after a reload, compared, and submitted; also of new flags and in
 * other environments.
 */
import assert from 'node:assert/strict';
import { connect } from '../driver/connecting.mjs';
import { lens, openDefinition, pressUntil, replaceLine, rewrite, save, textOf, untilText } from '../driver/documents.mjs';
import { colleaguesIn, useService } from '../driver/service.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

const FLAG = ['Storefront', 'development', 'checkout-redesign'];
const LIVE_FLAG = ['Storefront', 'production', 'checkout-redesign'];
const TAB = 'checkout-redesign.yaml';
const TITLE = 'Checkout: 80 % for the autumn';
const service = useService('definitions');

const written = () => service.calls.filter(({ method }) => method !== 'GET').length;

/** Somebody else's request for the same definition is published meanwhile. */
async function publishSomethingElse() {
  const { workspace, environment, publish } = await colleaguesIn(service, 'production');
  const path = `/flags/ws/${workspace}/checkout-redesign/environments/${environment}`;
  const { name, treatments, trafficAllocation, rules, defaultRule } = await service.call('submitter-key', 'GET', path);
  const flag = { name, treatments, defaultTreatment: 'on', trafficAllocation, rules, defaultRule };
  await publish({ flag, operationType: 'UPDATE', title: 'Theirs' });
}

const submittedRow = ({ tree }) => tree.body.locator('[aria-label^="checkout-redesign, flag, Waiting for approval"]');

story('definitions', {}, (step) => {
  step('opens a definition from the tree, and sends nothing when it is saved', async (workbench) => {
    await workbench.openSideBar();
    await connect(workbench, service);
    await workbench.notifications.clear();
    await openDefinition(workbench, ...FLAG);
    await workbench.tab(TAB).waitFor();
    assert.match(await textOf(workbench), /^name: checkout-redesign$/m);
    await replaceLine(workbench, 'trafficAllocation', 'trafficAllocation: 60 # half of them first');
    await save(workbench);
    assert.match(await textOf(workbench), /60 # half of them first/);
    await workbench.page.locator('[aria-label^="checkout-redesign, flag, draft"] .monaco-decoration-badge').waitFor();
    assert.equal(written(), 0);
  });

  step('lists the draft in Source Control, with its diff, and discards it after asking', async (workbench) => {
    await workbench.tree.row('Storefront');
    await workbench.openSideBar('Source Control');
    await workbench.sideBar.getByText('Drafts in development (Storefront)').waitFor();
    await workbench.sideBar.locator('.scm-view .resource', { hasText: TAB }).click();
    await workbench.tab('checkout-redesign (development: live ↔ draft)').waitFor();
    await workbench.command('Flag Admin: Discard Draft…');
    await workbench.dialog.waitFor('Discard the draft of checkout-redesign');
    await workbench.dialog.press('Discard Draft');
    await workbench.sideBar.getByText('Drafts in development (Storefront)').waitFor({ state: 'detached' });
    await workbench.tab(TAB).click();
    await untilText(workbench, (text) => /^name: checkout-redesign$/m.test(text) && !text.includes('half of them'));
    await workbench.openSideBar('Flag Admin');
  });

  step('shows a problem with its quick fix while the user types, and refuses to submit the draft', async (workbench) => {
    await openDefinition(workbench, ...LIVE_FLAG);
    await workbench.page.locator('.breadcrumbs-control', { hasText: 'production' }).waitFor();
    await rewrite(workbench, (text) =>
      text.replace(/^trafficAllocation:.*$/m, 'trafficAllocation: 80 # for the autumn').replace('vip-accounts', 'vip-acounts'),
    );
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await save(workbench);
    await workbench.command('Flag Admin: Submit Definition as Change Request…');
    await workbench.notifications.waitFor('There is no segment “vip-acounts” in this workspace.');
    await workbench.notifications.waitFor('Correct the text, and submit it again.');
    await workbench.screenshot('problem');
    await workbench.notifications.clear();
    const fix = workbench.page.locator('.action-widget').getByText('Replace with “vip-accounts”');
    await pressUntil(workbench.page, ['ControlOrMeta+1', 'ControlOrMeta+.'], fix);
    await fix.click();
    await workbench.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await save(workbench);
    await untilText(workbench, (text) => text.includes('vip-accounts') && !text.includes('vip-acounts'));
  });

  step('stops a submission if somebody else has changed the live definition, and shows three versions', async (workbench) => {
    await publishSomethingElse();
    await workbench.command('Flag Admin: Submit Definition as Change Request…');
    await workbench.quickInput.row('Show the three versions').waitFor();
    await workbench.quickInput.choose('Show the three versions');
    await workbench.page.locator('.tab', { hasText: 'changes in the live definition, changes in your draft' }).waitFor();
    await workbench.page.getByText('checkout-redesign (live).yaml').first().waitFor();
    await workbench.notifications.waitFor('The left side shows the definition that your draft is based on.');
  });

  step(
    'rebases the changes on the live definition, because they do not conflict, and shows the result first',
    async (workbench) => {
      await workbench.command('Flag Admin: Submit Definition as Change Request…');
      await workbench.quickInput.choose('Rebase my changes');
      await workbench.notifications.waitFor('are now based on the live definition');
      await workbench.tab('checkout-redesign (production: live ↔ draft)').waitFor();
      await workbench.notifications.clear();
    },
  );

  step('submits the draft with its message, and locks the document', async (workbench) => {
    const { quickInput } = workbench;
    await workbench.command('Flag Admin: Submit Definition as Change Request…');
    await quickInput.fill('Title', TITLE);
    await quickInput.fill('Comment', 'Two weeks without complaints.');
    await quickInput.submit();
    await workbench.notifications.waitFor('is submitted');
    await workbench.notifications.clear();
    await openDefinition(workbench, ...LIVE_FLAG);
    await workbench.page.locator('.tab.active.selected', { hasText: TAB }).waitFor();
    await textOf(workbench);
    await lens(workbench, `Waiting for approval: ${TITLE}`).waitFor();
    await submittedRow(workbench).waitFor();
  });

  step('lists the submitted draft separately in Source Control, without an input box or a submit button', async (workbench) => {
    const { sideBar } = workbench;
    await workbench.openSideBar('Source Control');
    await sideBar.getByText('Waiting for approval: production (Storefront)').waitFor();
    assert.equal(await sideBar.locator('.scm-editor').count(), 0);
    assert.equal(await sideBar.getByRole('button', { name: 'Submit Definition as Change Request…' }).count(), 0);
  });

  step('opens the review from Source Control, and marks the flag in the tree', async (workbench) => {
    await workbench.sideBar.locator('.scm-view .resource', { hasText: TAB }).click();
    await workbench.tab('checkout-redesign · production').waitFor();
    await workbench.command('View: Close Editor');
    await workbench.openSideBar('Flag Admin');
    await workbench.tree.row('Storefront', 'production', 'Flags', 'checkout-redesign');
    await submittedRow(workbench).waitFor();
  });

  leavesNoApiKey(step);
});
