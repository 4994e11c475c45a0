/** The packaged extension in the workbench, at first sight. */
import assert from 'node:assert/strict';
import { story } from '../driver/story.mjs';

story('smoke', {}, (step) => {
  step('opens the sample folder with its file', async (workbench) => {
    await workbench.tab('accounts.csv').waitFor();
    assert.match(await workbench.editorText(), /^account_id,plan,country\nacct-10231,/);
    await workbench.screenshot('folder');
  });

  step('shows Flag Admin in the activity bar, and its welcome', async (workbench) => {
    await workbench.openSideBar('Flag Admin');
    await workbench.sideBar.getByRole('button', { name: 'Try the Sandbox', exact: true }).waitFor();
    await workbench.screenshot('welcome');
  });
});
