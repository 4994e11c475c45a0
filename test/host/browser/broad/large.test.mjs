/** Tests that searches find objects in a service with 50 workspaces, 50 environments in each, and 15,000 segments. */
import { connect } from '../../driver/connecting.mjs';
import { useService } from '../../driver/service.mjs';
import { story } from '../../driver/story.mjs';

const service = useService('large', ['--world', '50x50x300']);

story('large', {}, (step) => {
  step('connects to the service, and shows its workspaces', async (workbench) => {
    await workbench.openSideBar();
    await connect(workbench, service);
    await workbench.tree.expand('workspace-00000', 'environment-00000', 'Segments');
  });

  step('finds a segment by parts of its name and its place, among 750,000 places and more', async (workbench) => {
    await workbench.command('Flag Admin: Find…');
    await workbench.quickInput.type('segment-00299 production workspace-00049');
    await workbench.quickInput.row('segment-00299').first().waitFor();
    await workbench.quickInput.cancel();
  });
});
