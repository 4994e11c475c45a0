/** Tests the environments in the rows of the Change Requests view, on a service that lists requests by environment. */
import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { useService } from '../../operations/service.ts';
import { connectedTo, connectionsOf } from '../connected.ts';
import { log } from '../fakeContext.ts';
import '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';

const { createFilteredEnvironment } = await import('../../../src/editor/explorer/changeRequests/filteredEnvironment.ts');
const { requestPlace } = await import('../../../src/editor/words/placeWords.ts');
const { createRequestRoots } = await import('../../../src/editor/explorer/changeRequests/requestRoot.ts');

const service = useService({ vocabulary: 'split' });
afterEach(() => (service.onCall = () => undefined));

it('the environments of requests are looked for again when the user refreshes, because the API key may see more now', async () => {
  const connected = connectedTo(service);
  const parts = testServices({ connections: connectionsOf(() => connected) });
  const root = createRequestRoots(parts, { description: '' }, () => undefined).createRoot(connected, () => undefined);
  const places = async (): Promise<string> => {
    const nodes = await root.nodes();
    const open = nodes.find((node) => node.toTreeItem().label === 'All open') ?? assert.fail('no group');
    return ((await open.children?.()) ?? []).map((node) => String(node.toTreeItem().description)).join('\n');
  };
  const until = async (isSo: (text: string) => boolean): Promise<void> => {
    for (let tries = 0; tries < 200 && !isSo(await places()); tries += 1) await setTimeout(10);
    assert.ok(isSo(await places()), await places());
  };
  const workspaceId = service.workspace('Storefront');
  service.onCall = ({ path }) =>
    path.includes('environmentId=') && !path.includes(workspaceId) ? { status: 403, body: { code: 403 } } : undefined;
  await until((text) => text.includes('environment unknown'));
  service.onCall = () => undefined;
  root.expire('');
  await until((text) => text.includes('environment unknown'));
  root.expire();
  await until((text) => !/environment (?:unknown|not read yet)/.test(text));
});

it('a filter by environment shows only the requests of this environment, before the others are known', async () => {
  const { workspaceId, environmentId } = service.place('staging');
  const connected = connectedTo(service);
  const parts = testServices({ connections: connectionsOf(() => connected) });
  const { filters, createRoot } = createRequestRoots(parts, { description: '' }, () => undefined);
  await answering(['Workspace and environment…', 'Storefront', 'staging'], () => filters.ask(parts.connections));
  service.onCall = ({ path }) =>
    path.includes('environmentId=') && !path.includes(environmentId) && !path.includes(workspaceId) ? 500 : undefined;
  const nodes = await createRoot(connected, () => undefined).nodes();
  const open = nodes.find((node) => node.toTreeItem().label === 'All open') ?? assert.fail('no group');
  const rows = ((await open.children?.()) ?? []).map((node) => String(node.toTreeItem().description));
  const { data } = await connected.client.listChangeRequests({ environmentId, limit: 100 });
  assert.ok(data.length > 0);
  assert.equal(rows.length, data.length, rows.join('\n'));
});

it('a filter by environment and the search for the environments of requests read its list only once', async () => {
  const { environmentId } = service.place('staging');
  const connected = connectedTo(service);
  const parts = testServices({ connections: connectionsOf(() => connected) });
  const { filters, createRoot } = createRequestRoots(parts, { description: '' }, () => undefined);
  await answering(['Workspace and environment…', 'Storefront', 'staging'], () => filters.ask(parts.connections));
  const root = createRoot(connected, () => undefined);
  const { data } = await connected.client.listChangeRequests({ limit: 100 });
  service.seen.length = 0;
  await root.nodes();
  const unknown = (): readonly unknown[] =>
    data.filter((one) => !requestPlace(one, parts.serviceFacts.environmentOf(connected.origin, one.id)));
  for (let tries = 0; tries < 200 && unknown().length > 0; tries += 1) await setTimeout(10);
  assert.deepEqual(unknown(), []);
  assert.equal(service.seen.filter(({ path }) => path.includes(`environmentId=${environmentId}`)).length, 1);
});

it('a filter by environment remembers the environment of the requests that it finds', async () => {
  const { workspaceId, environmentId } = service.place('production');
  const { client } = connectedTo(service);
  const remembered: unknown[] = [];
  const filter = { workspace: { id: workspaceId, name: 'Storefront' }, environment: { id: environmentId, name: 'production' } };
  const { data } = await client.listChangeRequests({ environmentId, limit: 100 });
  const [known, ...others] = data.map(({ id }) => id);
  const filtered = createFilteredEnvironment(client, () => filter, {
    knownIdOf: ({ id }) => (id === known ? environmentId : undefined),
    remember: async (...found) => void remembered.push(found),
    log,
  });
  await filtered.read();
  assert.ok(others.length > 0);
  assert.deepEqual(remembered, [[{ id: environmentId, name: 'production', isProduction: true }, others]]);
});
