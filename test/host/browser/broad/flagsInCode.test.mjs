/** Tests flags in code in the workbench, in a folder whose opt-in file has a mistake. */
import { rewrite, save } from '../../driver/documents.mjs';
import { story } from '../../driver/story.mjs';

const files = { '.flagadmin.json': '{\n  "workspace": "Storefront",\n  "wrapper": ["isOn"]\n}\n' };
story('flagsInCode', { file: '.flagadmin.json', files }, (step) => {
  step('shows a mistake in the file when the folder is opened, until it is corrected', async (workbench) => {
    await workbench.page.locator('.squiggly-warning').first().waitFor();
    await workbench.command('Problems: Focus on Problems View');
    const problem = workbench.page.getByText('because it does not know the field “wrapper”.').first();
    await problem.waitFor();
    await workbench.screenshot('broken-file');
    await rewrite(workbench, (text) => text.replace('wrapper', 'wrappers'));
    await save(workbench);
    await problem.waitFor({ state: 'detached' });
  });
});
