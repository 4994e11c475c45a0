/** Tests the live definition as a file, called like by the editor, with the real client and the sandbox. */
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendable, useService } from '../../operations/service.ts';
import { closed, FileSystemError, openUris, providers, Typed, Uri } from './fakeEditor.ts';
import { openWindow, stopped } from './window.ts';

const { fixedFolders } = await import('../../../src/editor/definitions/index.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

const service = useService();
const FLAG = 'checkout-redesign';
const reads = (): number => service.count('GET', /\/environments\//);

/** Somebody else changes the live definition. */
async function changeLive(environment = 'development'): Promise<void> {
  const { workspaceId, environmentId } = service.place(environment);
  const client = service.as('submitter-key');
  const now = await client.readDefinition(workspaceId, FLAG, environmentId);
  await client.replaceDefinition({ workspaceId, environmentId, flagName: FLAG }, { ...sendable(now), trafficAllocation: 42 });
}

describe('a definition as a file', () => {
  it('is the live definition, read once however often it is asked for', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const [one, text, other] = [await window.stat(uri), await window.read(uri), await window.stat(uri)];
    assert.match(text, /^.*name: checkout-redesign$/m);
    assert.deepEqual([one.size, one.mtime], [other.size, other.mtime]);
    assert.equal(reads(), 1);
    window.dispose();
  });

  it('is read alone if only locked definitions are read, and can be changed once the request is decided', async () => {
    const window = await openWindow(service);
    const [locked, other] = [window.uri('recommendation-engine'), window.uri(FLAG)];
    openUris.push(locked, other);
    await window.read(locked);
    await window.read(other);
    assert.equal((await window.stat(locked)).permissions, 1);
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    for (const { id, flag } of data)
      if (flag?.name === 'recommendation-engine')
        await service.as('submitter-key').decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'c' });
    service.seen.length = 0;
    await window.refreshRequests(false);
    assert.equal(reads(), 1);
    assert.equal((await window.stat(locked)).permissions, undefined);
    assert.ok(window.changes.some(({ uri }) => uri.toString() === locked.toString()));
    openUris.length = 0;
    window.dispose();
  });

  it('is checked with or without the names of its place', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    openUris.push(uri);
    const lists = (): number => service.count('GET', /^\/(segments|rolloutStatuses|flags\/ws\/[^/]+\?)/);
    const document = new Typed(uri, await window.read(uri));
    const hover = async (): Promise<void> => void (await providers.get('hover')!['provideHover']!(document as never, 3 as never));
    await hover();
    assert.equal(lists(), 4);
    await window.refreshRequests(true);
    await hover();
    assert.equal(lists(), 4);
    await window.refresh();
    await hover();
    assert.equal(lists(), 5, 'what the catalog has is not read again');
    catalogOf(window.inUse.now!.client).expire();
    await window.refresh();
    await hover();
    assert.equal(lists(), 9);
    openUris.length = 0;
    window.dispose();
  });

  it('is the latest requested one, even if an earlier answer arrives later', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    openUris.push(uri);
    await window.read(uri);
    const { client } = window.inUse.now!;
    const slow = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    window.inUse.now = {
      ...window.inUse.now!,
      client: {
        ...client,
        readDefinition: async (...place: Parameters<typeof client.readDefinition>) => {
          const definition = await client.readDefinition(...place);
          asked.resolve();
          await slow.promise;
          return definition;
        },
      },
    };
    const earlier = window.refresh();
    await asked.promise;
    window.inUse.now = { ...window.inUse.now, client };
    await changeLive();
    await window.refresh();
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    slow.resolve();
    await earlier;
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    openUris.length = 0;
    window.dispose();
  });

  it('is read again once its document was closed', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    await window.read(uri);
    await changeLive();
    closed.fire({ uri });
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    window.dispose();
  });

  it('reports why it can’t be read', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const connected = window.inUse.now!;
    const refused = async (pattern: RegExp): Promise<void> =>
      assert.rejects(window.read(uri), (error: unknown) => error instanceof FileSystemError && pattern.test(error.message));
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'No access.', details: '', transactionId: 't' } });
    await refused(/No access|403/);
    service.onCall = () => undefined;
    window.inUse.now = undefined;
    await refused(/belongs to the connection “Shop”: switch to it first/);
    window.inUse.now = { ...connected, connectionId: 'sandbox', connectionName: 'Sandbox' };
    window.inUse.stopped = stopped();
    await refused(/belongs to the connection “Shop”: switch to it first/);
    window.inUse.now = connected;
    await refused(/^The sandbox is not running/);
    await assert.rejects(window.read(Uri.from({ scheme: 'flag-admin', path: '/a/b/c/d.yaml' }) as never), {
      code: 'FileNotFound',
    });
    window.dispose();
  });

  it('refuses an address whose environment name differs from its ID', async () => {
    const window = await openWindow(service);
    const place = window.place(FLAG);
    const uri = definitionUri({ ...place, environment: { ...place.environment, name: 'staging' } });
    await assert.rejects(window.read(uri), /names the environment “staging”, but leads to “production”/);
    window.dispose();
  });

  it('lists no files, and allows no creation, renaming or deletion', async () => {
    const { files, dispose } = await openWindow(service);
    const folder = Uri.from({ scheme: 'flag-admin', path: '/Shop/Storefront' }) as never;
    assert.deepEqual(fixedFolders.readDirectory(), []);
    assert.equal((await files.stat(folder)).type, 2);
    for (const act of [fixedFolders.createDirectory, fixedFolders.delete, fixedFolders.rename]) {
      assert.throws(act, { code: 'NoPermissions' });
    }
    assert.equal(service.seen.length, 0);
    dispose();
  });
});
