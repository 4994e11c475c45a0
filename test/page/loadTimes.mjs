/** What loading the extension takes in a real extension host, which each reload starts anew. */
import { packEmptyWebview, packLoadTimes } from '../host/driver/secondExtension.mjs';
import { openWorkbench } from '../host/driver/workbench.mjs';

/** Starts a workbench in which nothing has asked for the extension. `close()` it. */
export async function startLoadTimes() {
  const extensions = [await packEmptyWebview(), await packLoadTimes()];
  const workbench = await openWorkbench({ name: 'bench-load', extensions });
  // The side bar that a window starts with is the Explorer: none of our views, so nothing activates us.
  return {
    /**
     * In a new extension host.
     * @returns {Promise<{tiny: number, entry: number}>} milliseconds
     */
    async measure() {
      await workbench.page.reload();
      await workbench.waitUntilReady();
      await workbench.command('Load Times: Measure');
      await workbench.notifications.waitFor('Load times are measured.');
      const times = JSON.parse(await workbench.page.evaluate(() => navigator.clipboard.readText()));
      await workbench.notifications.clear();
      return times;
    },
    close: () => workbench.close(),
  };
}
