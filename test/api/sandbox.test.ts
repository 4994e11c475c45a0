/** The real client over the real sandbox: two readings of admin-api.md meet. Every call, in both words, with and without the additions. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createClient, type Client } from '../../src/api/client.ts';
import { isApiError, isApprovalsRequired, type ApiError } from '../../src/api/errors.ts';
import type { ChangeRequest, Workspace } from '../../src/api/model.ts';
import { byOffset } from '../../src/api/resources/pages.ts';
import { byMarker } from './byMarker.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { failureOf } from './stage.ts';

async function gather<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

async function refusalOf(call: Promise<unknown>): Promise<Extract<ApiError, { kind: 'service' }>> {
  const error = await failureOf(call);
  assert.ok(isApiError(error) && error.kind === 'service', error.message);
  return error;
}

for (const [vocabulary, endpoints] of [
  ['flag', 'all'],
  ['split', 'all'],
  ['flag', 'documented'],
  ['split', 'documented'],
] as const) {
  describe(`the sandbox, word ${vocabulary}, endpoints ${endpoints}`, async () => {
    const sandbox = await startSandbox({ vocabulary, endpoints });
    const clients: Client[] = [];
    const clientFor = (role: string): Client => {
      const apiKey = sandbox.keys.find((key) => key.role === role)?.key ?? '';
      const client = createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: vocabulary }, apiKey });
      clients.push(client);
      return client;
    };
    const [submitter, approver] = [clientFor('submitter'), clientFor('approver')];
    const environment = (name: string): string => {
      const found = sandbox.environments.find((one) => one.workspace.name === 'Storefront' && one.name === name);
      assert.ok(found, name);
      return found.id;
    };
    const workspaceId = sandbox.environments.find((one) => one.workspace.name === 'Storefront')?.workspace.id ?? '';
    const [development, production] = [environment('development'), environment('production')];

    after(async () => {
      await Promise.all(clients.map((client) => client.close()));
      await sandbox.close();
    });

    it('lists workspaces, environments and rollout statuses', async () => {
      const read = (page: { offset: number; limit: number }) => submitter.listWorkspaces(page);
      const workspaces: Workspace[] = await gather(byOffset(read, 1));
      assert.deepEqual(new Set(workspaces.map(({ name }) => name)), new Set(['Storefront', 'Payments']));
      const names = (await submitter.listEnvironments(workspaceId)).map(({ name }) => name);
      assert.deepEqual(new Set(names), new Set(['development', 'staging', 'pre-production', 'production']));
      assert.ok((await submitter.listRolloutStatuses(workspaceId)).length > 0);
    });

    it('lists segments page by page, each once', async () => {
      const segments = await gather(byOffset((page) => submitter.listSegments(workspaceId, page), 5));
      const { totalCount } = await submitter.listSegments(workspaceId, { offset: 0, limit: 1 });
      assert.equal(new Set(segments.map(({ name }) => name)).size, totalCount);
      assert.ok(segments.some(({ name }) => name === 'beta-accounts'));
    });

    it('makes, fills, reads, empties and deletes a segment, with keys of any characters', async () => {
      const name = 'made-here';
      assert.equal((await submitter.createSegment(workspaceId, 'user', { name, description: 'd' })).name, name);
      assert.equal((await submitter.activateSegment(development, name)).name, name);
      const keys = Array.from({ length: 250 }, (_, i) => `k/${i} ü`);
      assert.equal((await submitter.uploadKeys(development, name, keys)).name, name);
      const held = await gather(
        byOffset(async (page) => {
          const { keys: objects, count } = await submitter.readKeys(development, name, page);
          return { objects, totalCount: count };
        }, 100),
      );
      assert.deepEqual(new Set(held.map(({ key }) => key)), new Set(keys));
      assert.equal((await submitter.removeKeys(development, name, { keys, comment: 'c' })).code, 200);
      assert.equal((await submitter.readKeys(development, name, { offset: 0, limit: 1 })).count, 0);
      assert.equal(await submitter.deleteSegment(workspaceId, name), undefined);
      assert.equal((await refusalOf(submitter.readKeys(development, name, { offset: 0, limit: 1 }))).status, 404);
      assert.equal((await refusalOf(submitter.readKeys(development, 'a/b ?', { offset: 0, limit: 1 }))).status, 404);
    });

    it('saves identities', async () => {
      const { objects } = await submitter.listSegments(workspaceId, { offset: 0, limit: 1 });
      const trafficTypeId = objects[0]?.trafficType?.id ?? '';
      const saved = await submitter.saveIdentities(trafficTypeId, development, [{ key: 'someone', values: {} }]);
      assert.deepEqual([saved.objects.map(({ key }) => key), saved.failed], [['someone'], []]);
    });

    it('makes a flag and reads a definition; a flag without one is a 404', async () => {
      assert.equal(await submitter.createFlag(workspaceId, 'user', { name: 'made-here', description: '' }), undefined);
      assert.equal((await submitter.readDefinition(workspaceId, 'checkout-redesign', production)).name, 'checkout-redesign');
      assert.equal((await refusalOf(submitter.readDefinition(workspaceId, 'made-here', production))).status, 404);
    });

    it(endpoints === 'all' ? 'lists flags' : 'has no list of flags', async () => {
      const page = await submitter.listFlags(workspaceId, { offset: 0, limit: 50 });
      if (endpoints === 'all') assert.ok(page?.objects.some(({ name }) => name === 'checkout-redesign'));
      else assert.equal(page, undefined);
    });

    it('says that approvals are required', async () => {
      const error = await refusalOf(submitter.uploadKeys(production, 'beta-accounts', ['new-one']));
      assert.ok(isApprovalsRequired(error));
      assert.ok(error.transactionId);
    });

    it('carries a segment request from one API key to the other', async () => {
      const request = { operationType: 'CREATE', title: 'Add one', comment: 'why', approvers: [] } as const;
      const segment = { name: 'beta-accounts', keys: ['new-one'] };
      const submitted = await submitter.submitChangeRequest(workspaceId, production, { ...request, segment });
      assert.deepEqual([submitted.status, submitted.flag, submitted.segment], ['REQUESTED', null, segment]);
      const open: ChangeRequest[] = await gather(
        byMarker((next) => approver.listChangeRequests(next ? { marker: { next } } : {})),
      );
      assert.ok(open.some(({ id }) => id === submitted.id));
      assert.equal(new Set(open.map(({ id }) => id)).size, open.length);
      assert.ok(
        (await refusalOf(submitter.decideChangeRequest(submitted.id, { status: 'APPROVED', comment: 'no' }))).status >= 400,
      );
      const decided = await approver.decideChangeRequest(submitted.id, { status: 'APPROVED', comment: 'fine' });
      assert.equal(decided.status, 'PUBLISHED');
      assert.equal((await submitter.readChangeRequest(submitted.id)).status, 'PUBLISHED');
      const { count } = await submitter.readKeys(production, 'beta-accounts', { offset: 0, limit: 1 });
      assert.ok(count > 0);
    });

    it('carries an update of a definition back and forth, as it was read but for the change', async () => {
      const [rolloutStatus] = await submitter.listRolloutStatuses(workspaceId);
      const flags = ['checkout-redesign', 'new-search'];
      const live = await Promise.all(flags.map((name) => submitter.readDefinition(workspaceId, name, production)));
      const free = live.find(({ openChangeRequestId }) => !openChangeRequestId);
      assert.ok(free, 'one of the two flags has no open request');
      const submitted = await submitter.submitChangeRequest(workspaceId, production, {
        operationType: 'UPDATE',
        title: 'Less traffic',
        approvers: [],
        flag: { ...free, trafficAllocation: 41 },
        rolloutStatusId: rolloutStatus?.id ?? '',
      });
      assert.equal(submitted.flag?.name, free.name);
      assert.deepEqual([submitted.flag.rules, submitted.flag.trafficAllocation], [free.rules, 41]);
      await approver.decideChangeRequest(submitted.id, { status: 'APPROVED', comment: 'fine' });
      const now = await submitter.readDefinition(workspaceId, free.name, production);
      assert.deepEqual([now.trafficAllocation, now.rules, now.treatments], [41, free.rules, free.treatments]);

      const kill = await submitter.submitChangeRequest(workspaceId, production, {
        operationType: 'KILL',
        title: 'Stop',
        approvers: [],
        flag: now,
      });
      assert.deepEqual([kill.segment, kill.flag?.killed], [null, true]);
      assert.equal(
        (await submitter.decideChangeRequest(kill.id, { status: 'WITHDRAWN', comment: 'after all not' })).status,
        'WITHDRAWN',
      );
      const withdrawn = await submitter.listChangeRequests({ status: 'WITHDRAWN' });
      assert.ok(withdrawn.data.some(({ id, flag }) => id === kill.id && flag?.name === free.name));
    });

    it('refuses named approvers if the environment has its own', async () => {
      const request = { operationType: 'CREATE', title: 't', approvers: ['someone@example.com'] } as const;
      const segment = { name: 'beta-accounts', keys: ['x'] };
      assert.equal(
        (await refusalOf(submitter.submitChangeRequest(workspaceId, production, { ...request, segment }))).status,
        400,
      );
    });

    it('refuses an API key it does not know', async () => {
      const stranger = createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: vocabulary }, apiKey: 'nobody-knows-me' });
      clients.push(stranger);
      assert.equal((await refusalOf(stranger.listWorkspaces({ offset: 0, limit: 1 }))).status, 401);
    });
  });
}
