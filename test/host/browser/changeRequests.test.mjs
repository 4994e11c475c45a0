/** The Change Requests view: what waits for whom, narrowed by a filter, with a badge that follows what is done. */
import assert from 'node:assert/strict';
import { story } from '../driver/story.mjs';

const labels = async (tree) =>
  (await tree.rows()).map(({ level, label, description }) => `${level} ${label} ${description}`.trim());

story('changeRequests', {}, (step) => {
  step('says what it is for where there is no connection', async (workbench) => {
    await workbench.openSideBar();
    await workbench.requests.pane.getByText('Change requests that wait for you appear here').waitFor();
    await workbench.screenshot('welcome');
    await workbench.pressInSideBar('Try the Sandbox');
    await workbench.tree.row('Storefront');
    await workbench.notifications.clear();
  });

  step('groups them by who has to do something', async (workbench) => {
    await workbench.requests.row('Submitted by me');
    await workbench.requests.row('Rejected');
    const shown = await labels(workbench.requests);
    assert.ok(
      shown.some((row) => /^1 Waiting for me 0$/.test(row)),
      shown.join('\n'),
    );
    await workbench.requests.expand('All open');
    await workbench.screenshot('submitter');
  });
});
