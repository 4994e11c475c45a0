/** Measures how long the extension takes to load in a real extension host, which each reload restarts. */
import { packEmptyWebview, packLoadTimes } from '../host/driver/secondExtension.mjs';
import { openWorkbench } from '../host/driver/workbench.mjs';

/** Starts a workbench in which nothing has activated the extension. Call `close()` at the end. */
export async function startLoadTimes() {
  const extensions = [await packEmptyWebview(), await packLoadTimes()];
  const workbench = await openWorkbench({ name: 'bench-load', extensions });
  // A window starts with the Explorer in its side bar, so no view activates the extension.
  return {
    /**
     * Measures in a new extension host.
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
