/** Change requests of flags in the review: a changed definition, one without a comment, one nobody here may approve; and a comparison. */
import assert from 'node:assert/strict';
import { readThemeData } from '../../../page/themes.mjs';
import { chooseTheme, readThemes } from '../../../page/workbenchThemes.mjs';
import { storesNoApiKey, story } from '../../driver/story.mjs';

const REQUESTS = ['Storefront', 'Open Change Requests (7)'];

story('review', {}, (step) => {
  step('starts the sandbox', async (workbench) => {
    await workbench.openSideBar();
    await workbench.pressInSideBar('Try the Sandbox');
    await workbench.tree.expand(...REQUESTS);
    await workbench.notifications.clear();
    await workbench.screenshot('requests');
  });

  step('shows a changed definition: the summary first, then rules and shares, old beside new', async (workbench) => {
    await workbench.tree.click(...REQUESTS, 'New search: 10 % to 25 %, and the wholesale buyers');
    const review = await workbench.webview('new-search · production');
    await review.getByRole('heading', { name: 'New search: 10 % to 25 %, and the wholesale buyers' }).waitFor();
    await review.getByText('first match wins').waitFor();
    await review.getByText('Default rule', { exact: true }).waitFor();
    await workbench.screenshot('definition');
  });

  // The page tests show the page with what VS Code hands to a webview; here that is compared with what it really hands over.
  step('gives the page the variables, classes and rules that are kept in test/page/themes.json', async (workbench) => {
    const [kept, now] = [readThemeData(), await readThemes(workbench)];
    const { variables: keptVariables, ...keptRest } = kept;
    const { variables, ...rest } = now;
    const hint = 'run: node test/page/readThemes.mjs';
    const different = Object.keys({ ...keptVariables, ...variables }).filter(
      (name) => JSON.stringify(keptVariables[name]) !== JSON.stringify(variables[name]),
    );
    assert.deepEqual(different, [], hint);
    assert.deepEqual(rest, keptRest, hint);
    await chooseTheme(workbench, 'Default Dark Modern');
  });

  step('opens the change as text, old beside new', async (workbench) => {
    const review = await workbench.webview('new-search · production');
    await review.getByRole('button', { name: 'Open as Text Diff' }).click();
    await workbench.tab('new-search · production: Now ↔ Afterwards').waitFor();
    await workbench.page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
    await workbench.page.getByText('trafficAllocation').first().waitFor();
    await workbench.screenshot('text-diff');
  });

  step('copies the change as Markdown', async (workbench) => {
    const review = await workbench.webview('new-search · production');
    await review.getByRole('button', { name: 'Copy as Markdown' }).click();
    await workbench.notifications.waitFor('is copied as Markdown');
    const text = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^## New search/);
    assert.match(text, /Traffic allocation/);
    await workbench.notifications.clear();
  });

  step('asks before somebody else’s request is withdrawn, with the name', async (workbench) => {
    const review = await workbench.webview('new-search · production');
    await review.getByRole('button', { name: 'Withdraw…' }).click();
    const text = await workbench.dialog.waitFor();
    assert.match(text, /Withdraw somebody else’s change request/);
    assert.match(text, /maria\.lopez@example\.com/);
    await workbench.screenshot('withdraw');
    await workbench.dialog.press('Cancel');
  });

  step('says that only the service knows whether an API key may approve where people are named by e-mail', async (workbench) => {
    await workbench.tree.click(...REQUESTS, 'Checkout redesign for every account');
    const review = await workbench.webview('checkout-redesign · staging');
    await review.getByText('Its approvers: ').first().waitFor();
    await workbench.screenshot('submitters-choose');
  });

  step('says that the submitter is unknown where there is no comment', async (workbench) => {
    await workbench.tree.click(...REQUESTS, 'Remove ended trials');
    const review = await workbench.webview('trial-accounts · pre-production');
    await review.getByText('unknown: the request has no comment').waitFor();
    await review.getByText('Keys it removes').waitFor();
    await workbench.screenshot('no-comment');
  });

  step('withdraws an own request with a comment', async (workbench) => {
    await workbench.tree.click(...REQUESTS, 'Kill the recommendation engine');
    const review = await workbench.webview('recommendation-engine · production');
    await review.getByText('Kills the flag').waitFor();
    await workbench.screenshot('kill');
    await review.getByRole('button', { name: 'Withdraw…' }).click();
    await workbench.quickInput.waitForText('Comment: why?');
    await workbench.quickInput.answer('Not needed any more.');
    await workbench.notifications.waitFor('is now “Withdrawn”. Nothing was changed.');
    await review.getByText('Not needed any more.').waitFor();
    await workbench.tree.row('Storefront', 'Open Change Requests (6)');
    await workbench.screenshot('withdrawn');
    await workbench.notifications.clear();
  });

  step('compares a flag between two environments', async (workbench) => {
    const node = ['Storefront', 'staging', 'Flags', 'checkout-redesign'];
    await workbench.tree.menu(node, 'Compare Definition between Environments…');
    await workbench.quickInput.choose('production');
    const comparison = await workbench.webview('checkout-redesign · staging ↔ production');
    await comparison.getByText('How production differs from staging').waitFor();
    await workbench.screenshot('comparison');
  });

  storesNoApiKey(step);
});
