/**
 * Tests an approval on a service that is exactly like its document: it can't list flags, can't kill them directly, and change
 * requests of flags don't name their environment.
 */
import { addApiKey, addConnection } from '../../driver/connecting.mjs';
import { useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const REVIEW = 'holiday-prices · pre-production';
const UNPROVEN = 'affects only pre-production';

const service = useService('shop', ['--endpoints', 'documented']);

story('approval-as-documented', {}, (step) => {
  step('connects', async (workbench) => {
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  step('submits the kill of a flag, whose name has to be typed, as a change request', async (workbench) => {
    const { quickInput, notifications } = workbench;
    await workbench.command('Flag Admin: Kill Flag…');
    await quickInput.rows.first().waitFor();
    await quickInput.type('holiday-prices');
    await quickInput.placeRow('“holiday-prices”', 'pre-production', 'Storefront').click();
    await quickInput.waitForText('Why do you make this change? Your answer is kept');
    await quickInput.answer('Payments fail.');
    await quickInput.submit();
    await notifications.waitFor('until it is approved by: release-key');
    await notifications.press('is submitted', 'Review');
    const review = await workbench.webview(REVIEW);
    await review.getByText('Payments fail.').first().waitFor();
  });

  step('says after a reload that the service does not confirm the environment', async (workbench) => {
    await workbench.notifications.clear();
    await workbench.reload();
    const review = await workbench.webview(REVIEW);
    await review.getByText(UNPROVEN).waitFor();
  });

  step('approves it by a second API key only once a name is typed', async (workbench) => {
    const { quickInput, notifications } = workbench;
    await addApiKey(workbench, service, 'release-key');
    await notifications.clear();
    const review = await workbench.webview(REVIEW);
    await review.locator('button:not([aria-disabled=true])', { hasText: 'Approve…' }).click();
    await quickInput.waitForText('publishes the change at once');
    await quickInput.answer('Checked.');
    await quickInput.waitForText(UNPROVEN);
    await quickInput.answer('pre-production');
    await quickInput.waitForMessage('” exactly.');
    await quickInput.answer('production');
    await notifications.waitFor('and published');
    await review.getByText('Published').first().waitFor();
  });

  leavesNoApiKey(step);
});
