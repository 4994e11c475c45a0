/** The review of each realistic change as a person sees it: `npm test -- browser --grep thirtyReviews` takes a picture of each. */
import { after, before } from 'node:test';
import { CHANGES } from '../../../editor/words/thirtyReviews/changes.ts';
import { addConnection } from '../../driver/connecting.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

/** Reviews that are opened in one step. */
const PER_STEP = 8;

let service;
/** The ids of the change requests, in the order of the changes. */
const ids = [];
before(async () => {
  service = await startService('thirtyReviews');
  const call = (keyName, ...rest) => service.call(keyName, ...rest);
  const { objects } = await call('submitter-key', 'GET', '/workspaces');
  const ws = objects.find(({ name }) => name === 'Storefront').id;
  const environments = await call('submitter-key', 'GET', `/environments/ws/${ws}`);
  const { id: environment } = environments.find(({ name }) => name === 'production');
  const statuses = await call('submitter-key', 'GET', `/rolloutStatuses?wsId=${ws}`);
  const submit = async ({ title, operationType, flag, rolloutStatus = statuses[0].name }) => {
    const status = statuses.find(({ name }) => name === rolloutStatus) ?? statuses[0];
    const body = { flag, operationType, title, comment: 'As agreed.', approvers: [], rolloutStatus: { id: status.id } };
    return (await call('submitter-key', 'POST', `/changeRequests/ws/${ws}/environments/${environment}`, body)).id;
  };
  const publish = async (request) =>
    call('release-key', 'PUT', `/changeRequests/${await submit(request)}`, { status: 'APPROVED', comment: 'Fine.' });
  for (const { title, operationType, live, wanted, rolloutStatus } of CHANGES) {
    const { name } = wanted;
    await call('submitter-key', 'POST', `/flags/ws/${ws}/trafficTypes/account/`, { name, description: title });
    if (live) {
      const { killed, ...flag } = live;
      await publish({ title: 'Prepared', operationType: 'CREATE', flag });
      if (killed) await publish({ title: 'Prepared', operationType: 'KILL', flag: { name } });
    }
    const { killed: _, ...flag } = wanted;
    const isWhole = operationType === 'UPDATE' || operationType === 'CREATE';
    ids.push(await submit({ title, operationType, flag: isWhole ? flag : { name }, rolloutStatus }));
  }
});
after(() => service?.stop());

story('thirtyReviews', {}, (step) => {
  step('connects', async (workbench) => {
    await addConnection(workbench, service, { name: 'Shop' });
    await workbench.notifications.clear();
  });

  for (let first = 0; first < CHANGES.length; first += PER_STEP) {
    const some = CHANGES.slice(first, first + PER_STEP);
    step(`shows the reviews from ${first + 1} to ${first + some.length}`, async (workbench) => {
      for (const [index, { title, wanted }] of some.entries()) {
        await workbench.command('Flag Admin: Review Change Request…');
        await workbench.quickInput.rows.first().waitFor();
        await workbench.quickInput.type(ids[first + index]);
        await workbench.quickInput.choose(`Open ${ids[first + index]}`);
        const review = await workbench.webview(`${wanted.name} · production`);
        await review.getByRole('heading', { name: title }).waitFor();
        await review.getByText('What would change').first().waitFor();
        await workbench.screenshot(`${String(first + index + 1).padStart(2, '0')}-${title.replaceAll(/\W+/g, '-')}`);
        await workbench.closeEditors();
      }
    });
  }

  leavesNoApiKey(step);
});
