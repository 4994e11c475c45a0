/**
 * Tests reviews other than that of an open request: published, compared, unknown and failed ones, and one of a connection that is
 * not in use.
 */
import assert from 'node:assert/strict';
import { readThemeData } from '../../../page/themes.mjs';
import { chooseTheme, readThemes } from '../../../page/workbenchThemes.mjs';
import { addConnection } from '../../driver/connecting.mjs';
import { colleaguesIn, useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const SEARCH = 'new-search · production';
const REQUESTS = ['Storefront', 'Open Change Requests (7)'];

const shop = useService('shop');
const lab = useService('lab');

/** Otherwise, the rows already know the environment of each request before its review opens. */
const unlisted = (method, path, body) => (path.includes('environmentId=') ? { ...body, data: [] } : body);

/** Other users change a flag. Returns the ID of their request. */
async function publish(title, change) {
  const colleagues = await colleaguesIn(shop, 'production');
  const path = `/flags/ws/${colleagues.workspace}/price-experiment/environments/${colleagues.environment}`;
  const { name, treatments, defaultTreatment, rules, defaultRule } = await shop.call('submitter-key', 'GET', path);
  const flag = { name, treatments, defaultTreatment, rules, defaultRule, ...change };
  return colleagues.publish({ flag, operationType: 'UPDATE', title });
}

story('review-states', {}, (step) => {
  step('connects', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, lab, { name: 'Lab' });
    shop.edit = unlisted;
    await addConnection(workbench, shop, { name: 'Shop' });
    await workbench.notifications.clear();
    await workbench.tree.click(...REQUESTS, 'New search: 10 % to 25 %, and the wholesale buyers');
    const review = await workbench.webview(SEARCH);
    await review.getByText('first match wins').waitFor();
    await review.getByRole('button', { name: 'Keep Open in This Tab' }).click();
  });

  step('opens the change of keys as a text diff', async (workbench) => {
    await workbench.tree.click(...REQUESTS, 'Add this month’s VIP accounts');
    const review = await workbench.webview('vip-accounts · production');
    // The review that was in front also has such a button.
    await review.getByRole('heading', { name: 'Add this month’s VIP accounts' }).waitFor();
    await review.getByRole('button', { name: 'Open as Text Diff' }).click();
    await workbench.tab('vip-accounts · production of Storefront: Now ↔ After the change').waitFor();
  });

  step(
    'compares the flag after a published request with its state after a different one, and with its current state',
    async (workbench) => {
      const first = await publish('Prices for four tenths', { trafficAllocation: 40 });
      await publish('Prices for all', { trafficAllocation: 100, rules: [] });
      await workbench.command('Flag Admin: Review Change Request…');
      await workbench.quickInput.choose(`Open ${first}`);
      const review = await workbench.webview('price-experiment · production');
      await review.getByRole('button', { name: 'Compare…' }).click();
      await workbench.quickInput.row('Prices for all').waitFor();
      await workbench.quickInput.choose('Prices for all');
      const states = await workbench.webview('price-experiment · Prices for four tenths ↔ Prices for all');
      await states.getByText('How Prices for all differs from Prices for four tenths').waitFor();
      await states.getByText('Traffic allocation 40% → 100%').waitFor();
      const again = await workbench.webview('price-experiment · production');
      await again.getByRole('heading', { name: 'Prices for four tenths', exact: true }).waitFor();
      await again.getByRole('button', { name: 'Compare…' }).click();
      await workbench.quickInput.choose('The current definition in production');
      const live = await workbench.webview('price-experiment · Prices for four tenths ↔ production');
      await live.getByText('Traffic allocation 40% → 100%').waitFor();
      await live.getByText('Rule 1 (only in Prices for four tenths)').waitFor();
    },
  );

  step('compares a flag between two environments, one of which has no definition of it', async (workbench) => {
    await workbench.command('Flag Admin: Compare Definition between Environments…');
    await workbench.quickInput.choosePlace('dark-mode', 'staging', 'Storefront');
    // The previous question also has a row for production.
    await workbench.quickInput.row('staging').waitFor({ state: 'hidden' });
    await workbench.quickInput.choose('pre-production');
    const page = await workbench.webview('dark-mode · staging ↔ pre-production');
    await page.getByText('has no definition in pre-production').waitFor();
  });

  step('reports unknown facts and failures', async (workbench) => {
    shop.edit = (method, path, body) =>
      /flags\/ws\/.*environments|segments\/.*keys/.test(path)
        ? { ...body, openChangeRequestId: null, environment: undefined }
        : /changeRequests/.test(path)
          ? forget(body)
          : body;
    await workbench.tree.click('Payments', 'Open Change Requests (2)', 'Twelve more pilot merchants');
    const review = await workbench.webview('pilot-merchants · environment unknown');
    await review.getByText('The environment of this request is not known').waitFor();
    shop.refused.add('submitter-key');
    await review.getByRole('button', { name: 'Refresh' }).click();
    await review.getByRole('button', { name: 'Retry' }).waitFor();
    shop.refused.clear();
    shop.edit = unlisted;
    await review.getByRole('button', { name: 'Retry' }).click();
    await review.getByRole('button', { name: 'Retry' }).waitFor({ state: 'hidden' });
    await workbench.notifications.clear();
  });

  step('stays with its connection after a reload, and offers to switch to it', async (workbench) => {
    await workbench.command('Flag Admin: Switch Connection…');
    await workbench.quickInput.choose('Lab');
    await workbench.statusBar('Lab · submitter-key').waitFor();
    await workbench.reload();
    await workbench.openSideBar();
    lab.calls.length = 0;
    const review = await workbench.webview(SEARCH);
    await review.getByText('switch to “Shop” first').waitFor();
    assert.deepEqual(
      lab.calls.filter(({ path }) => /changeRequests\/./.test(path ?? '')),
      [],
    );
    await review.getByRole('button', { name: 'Switch to “Shop”' }).click();
    await workbench.statusBar('Shop · submitter-key').waitFor();
    await review.getByText('A different connection is needed').first().waitFor({ state: 'hidden' });
    const comparison = await workbench.webview('dark-mode · staging ↔ pre-production');
    await comparison.getByText('has no definition in pre-production').waitFor();
  });

  // The page tests use recorded values that VS Code gives a webview. This test compares them with the real ones.
  step('gives the page the variables, classes and rules that are stored in test/page/themes.json', async (workbench) => {
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
  step('copies the change as Markdown', async (workbench) => {
    const review = await workbench.webview('new-search · production');
    await review.getByRole('button', { name: 'Copy as Markdown' }).click();
    await workbench.notifications.waitFor('is copied as Markdown');
    const text = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^## New search/);
    assert.match(text, /Traffic allocation/);
    await workbench.notifications.clear();
  });

  leavesNoApiKey(step);
});

/** A change request that does not name its environment. */
function forget(body) {
  const without = (request) => ({
    ...request,
    flag: request.flag && { ...request.flag, environment: undefined },
    segment: request.segment && { ...request.segment, environment: undefined },
  });
  return body?.data ? { ...body, data: body.data.map(without) } : without(body);
}
