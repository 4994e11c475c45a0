/** Opens the review of each realistic change. `npm test -- browser --grep thirtyReviews` takes a screenshot of each. */
import { before } from 'node:test';
import { CHANGES } from '../../../editor/words/thirtyReviews/changes.ts';
import { addConnection } from '../../driver/connecting.mjs';
import { colleaguesIn, useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

/** The number of reviews in one step. */
const PER_STEP = 8;

const service = useService('thirtyReviews');
/** The IDs of the change requests, in the order of the changes. */
const ids = [];
before(async () => {
  const { workspace, statuses, submit, publish } = await colleaguesIn(service, 'production');
  for (const { title, operationType, live, wanted, rolloutStatus } of CHANGES) {
    const { name } = wanted;
    await service.call('submitter-key', 'POST', `/flags/ws/${workspace}/trafficTypes/account/`, { name, description: title });
    if (live) {
      const { killed, ...flag } = live;
      await publish({ title: 'Prepared', operationType: 'CREATE', flag });
      if (killed) await publish({ title: 'Prepared', operationType: 'KILL', flag: { name } });
    }
    const { killed: _, ...flag } = wanted;
    const isWhole = operationType === 'UPDATE' || operationType === 'CREATE';
    const { id } = statuses.find((status) => status.name === rolloutStatus) ?? statuses[0];
    ids.push(await submit({ title, operationType, flag: isWhole ? flag : { name }, rolloutStatus: { id } }));
  }
});

/** Resolves to the review of the change at this index once its text is shown. */
async function openReview(workbench, index) {
  const { title, wanted } = CHANGES[index];
  await workbench.command('Flag Admin: Review Change Request…');
  await workbench.quickInput.rows.first().waitFor();
  await workbench.quickInput.type(ids[index]);
  await workbench.quickInput.choose(`Open ${ids[index]}`);
  const review = await workbench.webview(`${wanted.name} · production`);
  await review.getByRole('heading', { name: title }).waitFor();
  await review.getByText('What would change').first().waitFor();
}

story('thirtyReviews', {}, (step) => {
  step('connects', async (workbench) => {
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  for (let first = 0; first < CHANGES.length; first += PER_STEP) {
    const some = CHANGES.slice(first, first + PER_STEP);
    step(`shows the reviews from ${first + 1} to ${first + some.length}`, async (workbench) => {
      for (const index of some.keys()) {
        const at = first + index;
        await openReview(workbench, at);
        await workbench.screenshot(`${String(at + 1).padStart(2, '0')}-${CHANGES[at].title.replaceAll(/\W+/g, '-')}`);
        await workbench.closeEditors();
      }
    });
  }

  step('counts the keys of a change, from its review and from the confirmation list before a submit', async (workbench) => {
    await openReview(
      workbench,
      CHANGES.findIndex(({ operationType }) => operationType === 'KILL'),
    );
    const review = await workbench.webview('checkout-12 · production');
    await review.getByRole('button', { name: 'Count Accounts…' }).click();
    await workbench.tab('checkout-12 – key counts, production.txt').waitFor();
    await workbench.closeEditors();
    await workbench.command('Flag Admin: Submit Change Request…');
    await workbench.quickInput.choose('Change a flag in an environment…');
    await workbench.quickInput.choosePlace('checkout-redesign', 'production', 'Storefront');
    await workbench.quickInput.choose('Kill checkout-redesign');
    await workbench.quickInput.submitRow.waitFor();
    await workbench.quickInput.press('Count Accounts…');
    await workbench.tab('checkout-redesign – key counts, production.txt').waitFor();
    await workbench.quickInput.submitRow.waitFor();
    await workbench.quickInput.cancel();
  });

  leavesNoApiKey(step);
});
