/** Change requests of flags in the review: a changed definition, one without a comment, one nobody here may approve. */
import assert from 'node:assert/strict';
import { storesNoApiKey, story } from '../driver/story.mjs';

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

  step('can be read and used by keyboard alone', async (workbench) => {
    const review = await workbench.webview('new-search · production');
    const inFocus = (text) => review.locator('button:focus', { hasText: text });
    await review.getByRole('button', { name: 'Read Again' }).focus();
    await inFocus('Read Again').waitFor();
    await workbench.page.keyboard.press('Shift+Tab');
    await inFocus('Withdraw…').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.dialog.waitFor('Withdraw somebody else’s change request');
    await workbench.page.keyboard.press('Escape');
    await workbench.dialog.box.waitFor({ state: 'hidden' });
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

  step('says that no API key can approve where submitters choose people', async (workbench) => {
    await workbench.tree.click(...REQUESTS, 'Checkout redesign for every account');
    const review = await workbench.webview('checkout-redesign · staging');
    await review.getByText('no API key can approve').first().waitFor();
    await workbench.screenshot('submitters-choose');
  });

  step('says that the submitter is unknown where there is no comment', async (workbench) => {
    await workbench.tree.click(...REQUESTS, 'Remove ended trials');
    const review = await workbench.webview('trial-accounts · pre-production');
    await review.getByText('unknown: the request has no comment').waitFor();
    await review.getByText('Keys that would be removed').waitFor();
    await workbench.screenshot('no-comment');
  });

  step('withdraws an own request with a comment', async (workbench) => {
    await workbench.tree.click(...REQUESTS, 'Kill the recommendation engine');
    const review = await workbench.webview('recommendation-engine · production');
    await review.getByText('Kills the flag').waitFor();
    await workbench.screenshot('kill');
    await review.getByRole('button', { name: 'Withdraw…' }).click();
    await workbench.quickInput.waitForText('why is it withdrawn?');
    await workbench.quickInput.answer('Not needed any more.');
    await workbench.notifications.waitFor('is withdrawn. Nothing was changed.');
    await review.getByText('Not needed any more.').waitFor();
    await workbench.tree.row('Storefront', 'Open Change Requests (6)');
    await workbench.screenshot('withdrawn');
    await workbench.notifications.clear();
  });

  for (const theme of ['Default Light Modern', 'Default High Contrast', 'Default High Contrast Light']) {
    step(`follows the theme ${theme}`, async (workbench) => {
      await workbench.command('Preferences: Color Theme');
      await workbench.quickInput.choose(themeLabel(theme));
      await workbench.quickInput.waitUntilClosed();
      await workbench.webview('new-search · production');
      await workbench.screenshot(theme);
    });
  }

  storesNoApiKey(step);
});

/** As the theme's choice names it. */
function themeLabel(theme) {
  const labels = { 'Default Light Modern': 'Light Modern', 'Default High Contrast': 'Dark High Contrast' };
  return labels[theme] ?? 'Light High Contrast';
}
