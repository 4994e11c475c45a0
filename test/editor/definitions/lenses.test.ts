/** Tests the lenses above a definition. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sendable, useService, withNote } from '../../operations/service.ts';
import { lenses, type Uri } from './fakeEditor.ts';
import { openWindow, stopped, type Window } from './window.ts';

const service = useService();
let window: Window;
afterEach(() => window.dispose());

const above = async (uri: unknown): Promise<readonly string[]> =>
  (await lenses[0]!.provideCodeLenses({ uri: uri as Uri })).map(({ command }) => command.title.replaceAll('\u00A0', ' '));

describe('the lens above a definition says', () => {
  it('that it is live', async () => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign');
    await window.read(uri);
    assert.match((await above(uri))[0]!, /^\$\(pass\) Live, changed .*2026/);
  });

  it('that there is no definition yet', async () => {
    window = await openWindow(service);
    const uri = window.uri('wishlist-sharing');
    await window.read(uri);
    assert.deepEqual(await above(uri), ['$(circle-outline) No definition here yet', 'Create…']);
  });

  it('that the flag is killed, and how it is restored', async () => {
    window = await openWindow(service);
    const place = { ...service.place('development'), flagName: 'checkout-redesign' };
    await service.as('submitter-key').killFlag(place, { title: 't', comment: 'c' });
    const uri = window.uri('checkout-redesign', 'development');
    await window.read(uri);
    const [state, restore, ...more] = await lenses[0]!.provideCodeLenses({ uri });
    // The editor removes an ordinary space there.
    assert.match(state!.command.title, /^\$\(circle-slash\)\u00A0Killed$/);
    const { title, command, arguments: given } = restore!.command as unknown as Record<string, unknown>;
    assert.deepEqual([title, command], ['Restore Flag…', 'flagAdmin.flag.restore']);
    assert.equal(String(given), uri.toString());
    assert.equal(more[0]?.command.title, 'Compare Environments…');
  });

  it('only that it is read-only because of a number that can’t be read exactly', async () => {
    const { workspaceId, environmentId } = service.place('development');
    const live = await service.as('submitter-key').readDefinition(workspaceId, 'checkout-redesign', environmentId);
    service.onCall = () => ({ text: withNote(live, '9007199254740993') });
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign', 'development');
    await window.read(uri);
    assert.deepEqual(await above(uri), [
      '$(lock) checkout-redesign in Storefront / development has the number 9007199254740993, which can’t be read and sent exactly here. Change it in the service’s web console.',
    ]);
  });

  it('that a change request is open, with a link to it', async () => {
    window = await openWindow(service);
    const uri = window.uri('recommendation-engine');
    await window.read(uri);
    assert.match((await above(uri))[0]!, /A change request is open/);
  });

  it('that it is a draft, with the possible actions; and that the live definition has changed since', async () => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign', 'development');
    await window.write(uri, (await window.read(uri)).replace(/trafficAllocation: \d+/, 'trafficAllocation: 42'));
    assert.deepEqual((await above(uri)).slice(0, 4), [
      '$(edit) Draft, not submitted',
      'Submit Change Request…',
      'Show Changes',
      'What Would Change',
    ]);
    const place = { ...service.place('development'), flagName: 'checkout-redesign' };
    const client = service.as('submitter-key');
    const now = await client.readDefinition(place.workspaceId, place.flagName, place.environmentId);
    await client.replaceDefinition(place, { ...sendable(now), trafficAllocation: 3 });
    await client.killFlag(place, { title: 't', comment: 'c' });
    // Opening it reads it again.
    await window.commands['flagAdmin.flag.open']!({
      target: {
        kind: 'flag',
        workspace: window.place('x').workspace,
        environment: service.environment('development'),
        name: 'checkout-redesign',
      },
    });
    assert.deepEqual((await above(uri)).slice(0, 2), [
      '$(circle-slash) Killed',
      '$(warning) Draft; the live definition has changed since',
    ]);
    await window.write(uri, 'name: [\n');
    assert.equal((await above(uri))[1], '$(warning) Draft; the live definition has changed since', 'of what can’t be read, too');
  });

  it('that a draft was published, and can be discarded', async () => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign', 'development');
    await window.write(uri, `# mine\n${await window.read(uri)}`);
    assert.deepEqual((await above(uri)).slice(0, 2), ['$(pass) Draft; the live definition says the same', 'Discard Draft…']);
  });

  it('that its connection was removed, with a button that moves a draft to a different one', async () => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign');
    await window.read(uri);
    window.inUse.now = undefined;
    window.deps.connections.nameOf = () => undefined;
    assert.deepEqual(await above(uri), [
      '$(debug-disconnect) This belongs to the connection “Shop”, which has been removed or is not here.',
      'Export as File…',
    ]);
  });

  it('the current state of its connection: the editor asks again after a switch or a removal', async () => {
    window = await openWindow(service);
    let asked = 0;
    lenses[0]!.onDidChangeCodeLenses(() => (asked += 1));
    window.inUse.now = undefined;
    window.switched.fire();
    assert.equal(asked, 1);
  });

  it('why its connection can’t be used, with a way out, and nothing about a different stopped one', async () => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign');
    await window.read(uri);
    window.inUse.stopped = stopped();
    assert.deepEqual(await above(uri), ['$(debug-disconnect) The sandbox is not running.', 'Try the Sandbox']);
    window.inUse.now = { ...window.inUse.now!, connectionId: 'sandbox', connectionName: 'Sandbox' };
    assert.match((await above(uri))[0]!, /belongs to the connection “Shop”: switch to it first/);
  });

  it('the facts about a long draft: of many questions at the same time, only the first and the last are answered', async (context) => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign', 'development');
    await window.write(uri, `${await window.read(uri)}${'# long\n'.repeat(4000)}`);
    const questions = context.mock.method(Worker.prototype, 'postMessage').mock;
    await Promise.all(Array.from({ length: 12 }, () => above(uri)));
    // The first question is already running when the others arrive, and only the last of them is still needed.
    assert.equal(questions.callCount(), 2);
    // The editor asks after each key stroke, although the saved draft is still the same.
    await above(uri);
    assert.equal(questions.callCount(), 2);
  });

  it('nothing for a text that is only compared', async () => {
    window = await openWindow(service);
    const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');
    assert.deepEqual(await above(definitionUri(window.place('checkout-redesign'), 'live')), []);
  });
});
