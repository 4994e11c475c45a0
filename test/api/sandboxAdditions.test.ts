/** The calls that a service may have besides the document, over the sandbox with and without them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { byOffset } from '../../src/api/resources/pages.ts';
import { describeModes } from './sandboxModes.ts';

const first = { offset: 0, limit: 50 };

describeModes('calls beside the document', ({ endpoints, clients, workspaceId, environments }) => {
  const { submitter } = clients;
  const { development } = environments;
  const has = endpoints === 'all';
  const place = { workspaceId, flagName: 'dark-mode', environmentId: development };
  const countOf = async (client: Client, segment: string): Promise<number> =>
    (await client.readKeys(development, segment, { offset: 0, limit: 1 })).count;

  it('traffic types: listed, or those of the segments', async () => {
    const names = (await submitter.listTrafficTypes(workspaceId)).map(({ name }) => name);
    assert.deepEqual(new Set(names), new Set(['user', 'account']));
  });

  it('segments active in an environment, page by page', async () => {
    const page = await submitter.listActiveSegments(workspaceId, development, { offset: 0, limit: 3 });
    if (!has) return assert.equal(page, undefined);
    const names: string[] = [];
    const read = async (asked: { offset: number; limit: number }) => {
      const found = await submitter.listActiveSegments(workspaceId, development, asked);
      assert.ok(found);
      return found;
    };
    for await (const segments of byOffset(read, 3)) names.push(...segments.map(({ name }) => name));
    assert.equal(new Set(names).size, page?.totalCount);
    assert.ok(names.includes('beta-accounts') && !names.includes('wholesale-buyers'));
  });

  it('an upload with a comment adds; without the call it adds too, and says that the comment went nowhere', async () => {
    const before = await countOf(submitter, 'beta-accounts');
    const upload = { keys: ['new-1', 'new-2'], comment: 'why', title: 'Two more' };
    const answer = await submitter.uploadKeysWithComment(development, 'beta-accounts', upload);
    assert.deepEqual([answer?.definition.name, answer?.isCommentKept], ['beta-accounts', has]);
    assert.equal(await countOf(submitter, 'beta-accounts'), before + 2);
  });

  it('an upload in the place of the keys that are held; without the call nothing is changed', async () => {
    const before = await countOf(submitter, 'beta-accounts');
    const upload = { keys: ['only'], isReplacement: true };
    const answer = await submitter.uploadKeysWithComment(development, 'beta-accounts', upload);
    assert.equal(answer === undefined, !has);
    assert.equal(await countOf(submitter, 'beta-accounts'), has ? 1 : before);
  });

  it('deactivation of an empty segment', async () => {
    assert.equal(await submitter.deactivateSegment(development, 'churn-risk-accounts'), has ? true : undefined);
    const read = submitter.readKeys(development, 'churn-risk-accounts', first);
    if (has) await assert.rejects(read, { status: 404 });
    else assert.equal((await read).count, 0);
  });

  it('flags: listed, found by name, read', async () => {
    const listed = await submitter.listFlags(workspaceId, { ...first, name: 'search' });
    const read = await submitter.readFlag(workspaceId, 'new-search');
    if (!has) return assert.deepEqual([listed, read], [undefined, undefined]);
    assert.deepEqual(
      listed?.objects.map(({ name }) => name),
      ['new-search'],
    );
    assert.equal(read?.trafficType?.name, 'user');
  });

  it('definitions of an environment, page by page', async () => {
    const page = await submitter.listDefinitions(workspaceId, development, { offset: 0, limit: 4 });
    assert.equal(page?.objects.length, has ? 4 : undefined);
    if (page) assert.ok(page.totalCount > 4 && page.objects.every(({ rules }) => Array.isArray(rules)));
  });

  it('a definition: replaced as it was read but for a change, killed, restored, deleted, made again', async () => {
    const live = await submitter.readDefinition(workspaceId, place.flagName, development);
    const rule = {
      buckets: [{ treatment: 'on', size: 100 }],
      condition: { combiner: 'AND', matchers: [{ type: 'NEW', x: [1] }] },
    };
    const changed = { ...live, trafficAllocation: 41, rules: [...live.rules, rule], note: { kept: true } };
    const replaced = await submitter.replaceDefinition(place, changed, { title: 't', comment: 'c' });
    if (!has) {
      assert.equal(replaced, undefined);
      assert.equal(await submitter.killFlag(place), undefined);
      assert.equal(await submitter.restoreFlag(place), undefined);
      assert.equal(await submitter.deleteDefinition(place), undefined);
      assert.equal(await submitter.createDefinition(place, live), undefined);
      return assert.deepEqual(await submitter.readDefinition(workspaceId, place.flagName, development), live);
    }
    assert.deepEqual([replaced?.trafficAllocation, replaced?.rules.at(-1), replaced?.['note']], [41, rule, { kept: true }]);
    const isKilled = async () => (await submitter.readDefinition(workspaceId, place.flagName, development)).killed;
    assert.deepEqual([await submitter.killFlag(place), await isKilled()], [true, true]);
    assert.deepEqual([await submitter.restoreFlag(place, { comment: 'better' }), await isKilled()], [true, false]);
    assert.equal(await submitter.deleteDefinition(place), true);
    await assert.rejects(submitter.readDefinition(workspaceId, place.flagName, development), { status: 404 });
    const made = await submitter.createDefinition(place, live);
    assert.deepEqual([made?.rules, made?.treatments, made?.killed], [live.rules, live.treatments, false]);
  });

  it('change requests of one environment, two at once', async () => {
    const { production } = environments;
    const all = await submitter.listChangeRequests({});
    const some = await submitter.listChangeRequests({ environmentId: production, limit: 2 });
    assert.equal(some.data.length, has ? 2 : all.data.length);
  });
});
