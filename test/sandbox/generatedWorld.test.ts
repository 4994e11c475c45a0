/** Tests that a generated world of any size answers as the sample does, and stores changes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clientOn } from '../api/stubService.ts';
import { startSandbox } from '../../src/sandbox/server.ts';

it('a generated world has the given size and stores changes, even of objects that are generated on first read', async (context) => {
  const sandbox = await startSandbox({ world: '50x50x10000' });
  context.after(() => sandbox.close());
  await using client = clientOn(sandbox.baseUrl, { apiKey: sandbox.keys[0]!.key });
  const page = { offset: 0, limit: 50 };
  const workspaces = await client.listWorkspaces(page);
  const { id: ws } = workspaces.objects.at(-1)!;
  const [first, ...others] = await client.listEnvironments(ws);
  const last = others.at(-1)!;
  const segments = await client.listSegments(ws, { offset: 9990, limit: 50 });
  const active = await client.listActiveSegments(ws, first!.id, page);
  const flags = await client.listFlags(ws, page);
  assert.deepEqual([workspaces.totalCount, others.length + 1, active?.totalCount, flags?.totalCount], [50, 50, 10_000, 500]);
  assert.deepEqual([segments.totalCount, segments.objects.length], [10_000, 10]);
  const count = async (name: string): Promise<number> => (await client.readKeys(first!.id, name, { offset: 0, limit: 1 })).count;
  const counts = await Promise.all([0, 1, 2, 3].map((number) => count(`segment-0000${number}`)));
  assert.deepEqual(counts, [100_000, 10_000, 0, 100]);
  await client.uploadKeys(first!.id, 'segment-00003', ['a', 'b']);
  await client.createSegment(ws, 'account', { name: 'own', description: '' });
  await client.deleteSegment(ws, 'own');
  assert.deepEqual([await count('segment-00003'), await count('segment-00004')], [102, 100]);
  assert.equal((await client.listSegments(ws, page)).totalCount, 10_000);
  const live = await client.readDefinition(ws, 'flag-00007', last.id);
  assert.equal(live.rules.length, 2);
  const requests = await client.listChangeRequests({ limit: 100, environmentId: last.id });
  assert.deepEqual(new Set(requests.data.map(({ segment }) => segment?.name ?? 'flag')), new Set(['flag', 'segment-09950']));
});

it('the sandbox refuses an invalid size, and a state file for a generated world', async () => {
  for (const world of ['', '1x1', '0x1x1', '1x1x1000000'])
    await assert.rejects(startSandbox({ world }), { name: 'RangeError', message: /such as 50x50x10000/ });
  await assert.rejects(startSandbox({ world: '1x1x1', state: { file: 'never' } }), { name: 'RangeError' });
});
