/** Tests the lenses above a definition, and the menu in the title of its editor. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { withNote } from '../../operations/service.ts';
import { executed } from '../fakeVscode.ts';
import { lenses, openUris, type Uri } from './fakeEditor.ts';
import { changeLive, killFlag, liveDefinition } from './others.ts';
import { ALLOCATION, FLAG, openWindow, service, stoppedError, window } from './window.ts';

const above = async (uri: unknown): Promise<readonly string[]> =>
  (await lenses[0]!.provideCodeLenses({ uri: uri as Uri })).map(({ command }) => command.title.replaceAll('\u00A0', ' '));

/** Opens a definition in a new window. */
async function open(flag = FLAG, environment = 'production'): Promise<ReturnType<typeof window.uri>> {
  await openWindow();
  const uri = window.uri(flag, environment);
  await window.read(uri);
  return uri;
}

describe('the lens above a definition says', () => {
  it('that it is live, or that there is no definition yet', async () => {
    assert.match((await above(await open()))[0]!, /^\$\(pass\) Live, changed .*2026/);
    const missing = window.uri('wishlist-sharing');
    await window.read(missing);
    assert.deepEqual(await above(missing), [
      '$(circle-outline) No definition in this environment, or this API key can’t see it',
      'Create…',
    ]);
  });

  it('that the flag is killed, and how it is restored', async () => {
    await killFlag();
    const uri = await open(FLAG, 'development');
    const [state, restore, ...more] = await lenses[0]!.provideCodeLenses({ uri });
    // The editor removes an ordinary space there.
    assert.match(state!.command.title, /^\$\(circle-slash\)\u00A0Killed$/);
    const { title, command, arguments: given } = restore!.command as unknown as Record<string, unknown>;
    assert.deepEqual([title, command, String(given)], ['Restore Flag…', 'flagAdmin.flag.restore', uri.toString()]);
    assert.equal(more[0]?.command.title, 'Compare Environments…');
  });

  it('only that it is read-only because of a number that can’t be read exactly', async () => {
    const text = withNote(await liveDefinition(), '9007199254740993');
    service.onCall = () => ({ text });
    const [lens, ...more] = await above(await open(FLAG, 'development'));
    assert.match(lens!, /^\$\(lock\) checkout-redesign in Storefront \/ development contains the number 9007199254740993, /);
    assert.deepEqual(more, []);
    const uri = window.uri(FLAG, 'development');
    assert.equal(await window.isLocked(uri), true);
    await assert.rejects(
      window.note(uri),
      /contains the number 9007199254740993, which Flag Admin can’t read and send without losing digits/,
    );
  });

  it('that it is a draft, with the possible actions; and that the live definition says the same, or has changed since', async () => {
    const uri = await open(FLAG, 'development');
    await window.note(uri);
    assert.deepEqual((await above(uri)).slice(0, 2), [
      '$(pass) Draft with the same content as the live definition',
      'Discard Draft…',
    ]);
    await window.edit(uri, ALLOCATION, 'trafficAllocation: 42');
    const actions = ['$(edit) Draft, not submitted', 'Submit Change Request…', 'Show Changes', 'What Would Change'];
    assert.deepEqual((await above(uri)).slice(0, 4), actions);
    await changeLive({ trafficAllocation: 3 });
    await killFlag();
    // Opening it reads it again.
    const { workspace } = window.place();
    const target = { kind: 'flag', workspace, environment: service.environment('development'), name: FLAG };
    await window.run('open', { target });
    const isChanged = '$(warning) Draft, based on an older live definition';
    assert.deepEqual((await above(uri)).slice(0, 2), ['$(circle-slash) Killed', isChanged]);
    await window.write(uri, 'name: [\n');
    assert.equal((await above(uri))[1], isChanged, 'also if the draft can’t be read');
  });

  it('that its connection was removed, with a button that moves a draft to a different one, and the editor asks for that', async () => {
    const uri = await open();
    let asked = 0;
    lenses[0]!.onDidChangeCodeLenses(() => (asked += 1));
    window.inUse.now = undefined;
    window.switched.fire();
    assert.equal(asked, 1);
    window.deps.connections.nameOf = () => undefined;
    const state = '$(debug-disconnect) The connection “Shop” is needed, but it was removed or is not set up in this editor.';
    assert.deepEqual(await above(uri), [state, 'Export as File…']);
  });

  it('why its connection can’t be used, with a way out, and nothing about a different stopped one', async () => {
    const uri = await open();
    window.inUse.stopped = stoppedError();
    assert.deepEqual(await above(uri), ['$(debug-disconnect) The sandbox is not running.', 'Try the Sandbox']);
    window.inUse.now = { ...window.inUse.now!, connectionId: 'sandbox', connectionName: 'Sandbox' };
    assert.match((await above(uri))[0]!, /A different connection is needed: switch to “Shop” first/);
  });

  it('the facts about a long draft: of many questions at the same time, only the first and the last are answered', async (context) => {
    const uri = await open(FLAG, 'development');
    await window.note(uri, '# long\n'.repeat(4000));
    const questions = context.mock.method(Worker.prototype, 'postMessage').mock;
    await Promise.all(Array.from({ length: 12 }, () => above(uri)));
    // The first question is already running when the others arrive, and only the last of them is still needed.
    assert.equal(questions.callCount(), 2);
    // The editor asks after each key stroke, although the saved draft is still the same.
    await above(uri);
    assert.equal(questions.callCount(), 2);
  });
});

it('the menu of a definition leaves out only commands that are known not to apply: killed, served, not defined, with a draft', async () => {
  await openWindow();
  const flags = { killed: 'legacy-cart', served: FLAG, undefined: 'wishlist-sharing' };
  const uris = Object.entries(flags).map(([state, flag]) => ({ state, uri: window.uri(flag) }));
  const leftOut = (): object => {
    const last = (name: string) => executed.findLast(([, key]) => key === `flagAdmin.${name}`)?.[2] as readonly string[];
    const statesOf = (name: string) => uris.filter(({ uri }) => last(name).includes(String(uri))).map(({ state }) => state);
    return Object.fromEntries(['unserved', 'unkilled', 'undrafted'].map((name) => [name, statesOf(name)]));
  };
  openUris.push(...uris.map(({ uri }) => uri));
  await window.read(uris[0]!.uri);
  assert.deepEqual(leftOut(), { unserved: ['killed'], unkilled: [], undrafted: ['killed', 'served', 'undefined'] });
  for (const { uri } of uris) await window.read(uri);
  const known = { unserved: ['killed', 'undefined'], unkilled: ['served', 'undefined'] };
  assert.deepEqual(leftOut(), { ...known, undrafted: ['killed', 'served', 'undefined'] });
  await window.edit(uris[1]!.uri, ALLOCATION, 'trafficAllocation: 42');
  assert.deepEqual(leftOut(), { ...known, undrafted: ['killed', 'undefined'] });
});
