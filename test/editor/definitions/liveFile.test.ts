/** Tests the live definition as a file, called like by the editor, with the real client and the sandbox. */
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { WindowEvent } from '../../../src/editor/window/events.ts';
import { pinnedIn } from '../../../src/operations/learned/pinnedFlags.ts';
import { executed } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { askProvider, closed, FileSystemError, openUris, Typed, Uri } from './fakeEditor.ts';
import { changeLive, decide, openRequest } from './others.ts';
import { ALLOCATION, FLAG, lastMessage, openWindow, service, stoppedError, until, window } from './window.ts';

const { fixedFolders, registerDefinitions } = await import('../../../src/editor/definitions/index.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

const reads = (): number => service.count('GET', /\/environments\//);
const isShown = (...uris: readonly unknown[]): unknown => openUris.push(...(uris as Uri[]));

describe('a definition as a file', () => {
  it('is read alone if only locked definitions are read, and can be changed once the request is decided', async () => {
    await openWindow();
    const [locked, other] = [window.uri('recommendation-engine'), window.uri()];
    isShown(locked, other);
    for (const uri of [locked, other]) await window.read(uri);
    assert.equal(await window.isLocked(locked), true);
    await decide(await openRequest('recommendation-engine'), 'WITHDRAWN');
    service.seen.length = 0;
    await window.refreshRequests(false);
    const read = service.seen.flatMap(({ path }) => /^\/flags\/.*\/([^/]+)\/environments\//.exec(path)?.[1] ?? []);
    assert.deepEqual(new Set(read), new Set(['recommendation-engine']));
    assert.equal(await window.isLocked(locked), false);
    assert.ok(window.changes.some(({ uri }) => uri.toString() === locked.toString()));
  });

  it('is checked with or without the names of its place', async () => {
    await openWindow();
    const uri = window.uri();
    isShown(uri);
    const lists = (): number => service.count('GET', /^\/(segments|rolloutStatuses|flags\/ws\/[^/]+\?)/);
    const document = new Typed(uri, await window.read(uri));
    const after = async (act: () => unknown): Promise<number> => {
      await act();
      await askProvider('hover', 'provideHover', document, 3);
      return lists();
    };
    assert.equal(await after(() => undefined), 4);
    assert.equal(await after(() => window.refreshRequests(true)), 4);
    assert.equal(await after(() => window.refresh()), 5, 'what the catalog has is not read again');
    catalogOf(window.inUse.now!.client).expire();
    assert.equal(await after(() => window.refresh()), 9);
  });

  it('is the latest requested one, even if an earlier answer arrives later, and is read again once its document was closed', async () => {
    await openWindow();
    const uri = window.uri(FLAG, 'development');
    isShown(uri);
    await window.read(uri);
    const connected = window.inUse.now!;
    const [asked, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const readDefinition: typeof connected.client.readDefinition = async (...place) => {
      const definition = await connected.client.readDefinition(...place);
      asked.resolve();
      await slow.promise;
      return definition;
    };
    window.inUse.now = { ...connected, client: { ...connected.client, readDefinition } };
    const earlier = window.refresh();
    await asked.promise;
    window.inUse.now = connected;
    await changeLive({ trafficAllocation: 42 });
    await window.refresh();
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    slow.resolve();
    await earlier;
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    await changeLive({ trafficAllocation: 43 });
    closed.fire({ uri });
    assert.match(await window.read(uri), /trafficAllocation: 43/);
  });

  const request = { kind: 'request', connection: 'c1', place: undefined, requestId: 'r1' } as const;
  const events: readonly (readonly [event: WindowEvent, isRead: boolean])[] = [
    [{ kind: 'workspacesRead' }, true],
    [{ kind: 'requestsRead', isDifferent: false }, false],
    [{ kind: 'requestsRead', isDifferent: true }, true],
    [{ ...request, state: 'submitted' }, false],
    [{ ...request, state: 'decided' }, true],
    [{ ...request, state: 'published' }, true],
  ];
  it('is read again after a refresh, a change of its open requests, or a decision', async (t) => {
    await openWindow();
    const registered = registerDefinitions(window.deps);
    t.after(() => registered.dispose());
    isShown(window.uri());
    for (const [event, isRead] of events) {
      // The reading after the previous event may still be running.
      for (let before = -1; before !== service.seen.length; await setTimeout(200)) before = service.seen.length;
      service.seen.length = 0;
      window.deps.events.fire(event);
      await (isRead ? until(() => reads() > 0) : setTimeout(300));
      assert.equal(reads() > 0, isRead, JSON.stringify(event));
    }
  });

  it('reports why it can’t be read, for example because its address names another environment than its ID', async () => {
    await openWindow();
    const uri = window.uri();
    const connected = window.inUse.now!;
    const refused = async (pattern: RegExp): Promise<void> =>
      assert.rejects(window.read(uri), (error: unknown) => error instanceof FileSystemError && pattern.test(error.message));
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'No access.', details: '', transactionId: 't' } });
    await refused(/No access|403/);
    service.onCall = () => undefined;
    window.inUse.now = undefined;
    await refused(/A different connection is needed: switch to “Shop” first/);
    window.inUse.now = { ...connected, connectionId: 'sandbox', connectionName: 'Sandbox' };
    window.inUse.stopped = stoppedError();
    await refused(/A different connection is needed: switch to “Shop” first/);
    window.inUse.now = connected;
    await refused(/^The sandbox is not running/);
    const nowhere = Uri.from({ scheme: 'flag-admin', path: '/a/b/c/d.yaml' }) as never;
    await assert.rejects(window.read(nowhere), { code: 'FileNotFound' });
    window.inUse.stopped = undefined;
    const place = window.place();
    const misleading = definitionUri({ ...place, environment: { ...place.environment, name: 'staging' } });
    await assert.rejects(window.read(misleading), /names the environment “staging”, but contains the ID of “production”/);
  });

  it('lists no files, and allows no creation, renaming or deletion', async () => {
    await openWindow();
    const folder = Uri.from({ scheme: 'flag-admin', path: '/Shop/Storefront' }) as never;
    assert.deepEqual(fixedFolders.readDirectory(), []);
    assert.equal((await window.stat(folder)).type, 2);
    for (const act of [fixedFolders.createDirectory, fixedFolders.delete, fixedFolders.rename])
      assert.throws(act, { code: 'NoPermissions' });
    assert.equal(service.seen.length, 0);
  });
});

it('opening a flag whose name was typed makes it known from then on, if the service can’t list flags', async () => {
  const pinned = () => pinnedIn(window.memory, 'c1', service.workspace('Storefront'));
  await openWindow();
  await answering([`${FLAG} · development · Storefront`], () => window.run('open'));
  assert.deepEqual(pinned(), []);
  service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
  await openWindow({ keyName: 'release-key' });
  for (const name of ['not-there', FLAG])
    await answering([{ typed: name, take: `“${name}” · development · Storefront` }], () => window.run('open'));
  assert.deepEqual(pinned(), [FLAG]);
});

it('the changes of a draft are shown in the panel of the reviews, which reads the draft', async () => {
  await openWindow();
  const uri = window.uri(FLAG, 'development');
  await window.edit(uri, ALLOCATION, 'trafficAllocation: 41');
  await window.run('reviewDraft', uri);
  const [command, argument] = executed.at(-1)!;
  const { target, isWithDraft } = argument as { target: { environment: { name: string } }; isWithDraft: boolean };
  assert.deepEqual([command, target.environment.name, isWithDraft], ['flagAdmin.flag.compare', 'development', true]);
  const { drafts } = window.context;
  const { id } = drafts.all()[0] ?? assert.fail();
  assert.equal((await drafts.definitionOf(id))?.trafficAllocation, 41);
  assert.equal(await drafts.definitionOf('0'.repeat(32)), undefined);
  await window.write(uri, 'name: [');
  await window.run('reviewDraft', uri);
  assert.match(lastMessage(), /has a problem: /);
  assert.doesNotMatch(lastMessage(), /submit/);
  await assert.rejects(drafts.definitionOf(id), /checkout-redesign in Storefront \/ development has a problem: /);
});
