/** Tests that the built extension registers what the manifest declares, and that the user can leave each command. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as names from '../../src/editor/window/names.ts';
import { activate, builtFiles, useFakeVscode } from './built.ts';
import { record } from './fakeVscode.ts';
import { contributes, declaredCommands, declaredViews, manifest, sorted } from './manifest.ts';

const namedContextKeys: readonly string[] = Object.values(names.contextKeys);

/** Runs a command as the palette does. It must end, show no failure, and return nothing. */
async function runAndWalkAway(id: string): Promise<void> {
  record.failures.length = 0;
  assert.equal(await record.commands.get(id)!(), undefined, id);
  assert.deepEqual(record.failures, [], id);
}

describe('commands', () => {
  let deactivate = async (): Promise<void> => undefined;
  before(async () => {
    builtFiles();
    useFakeVscode();
    deactivate = await activate();
  });
  after(() => deactivate());

  it('are declared and registered', () => {
    assert.equal(new Set(declaredCommands).size, declaredCommands.length, 'declared twice');
    assert.deepEqual(sorted(record.commands.keys()), sorted(declaredCommands));
  });

  it('have views, restored panels, file systems and accounts registered with them', () => {
    assert.deepEqual(sorted(record.views), sorted(declaredViews));
    const events = [
      ...[...record.serializers].map((type) => `onWebviewPanel:${type}`),
      ...[...record.fileSystems].map((scheme) => `onFileSystem:${scheme}`),
      ...(record.uriHandlers === 1 ? ['onUri'] : []),
      // The one event for the content of a folder: the folder has opted in (docs/design.md).
      'workspaceContains:.flagadmin.json',
    ];
    assert.deepEqual(sorted(events), sorted(manifest.activationEvents ?? []));
    const accounts = contributes.authentication.map(({ id }) => id);
    assert.deepEqual(sorted(record.authenticationProviders), sorted(accounts));
  });

  it('start and end well when the user cancels every question, with no connection', { timeout: 20_000 }, async () => {
    for (const id of declaredCommands) if (!id.startsWith('flagAdmin.sandbox.')) await runAndWalkAway(id);
    assert.ok(record.shown.includes('There is no connection yet.'), record.shown.join('\n'));
  });

  it('start and end well when the user cancels every question, with the sandbox connected', { timeout: 20_000 }, async () => {
    await runAndWalkAway('flagAdmin.sandbox.start');
    assert.equal(record.contextKeys.get('flagAdmin.hasConnection'), true);
    record.shown.length = 0;
    for (const id of declaredCommands) if (id !== 'flagAdmin.sandbox.stop') await runAndWalkAway(id);
    assert.ok(!record.shown.includes('There is no connection yet.'), record.shown.join('\n'));
    await runAndWalkAway('flagAdmin.sandbox.stop');
    // It loses nothing, so it does not ask.
    assert.equal(record.contextKeys.get('flagAdmin.isSandboxRunning'), false);
  });

  it('set only context keys that are named', () => {
    for (const key of record.contextKeys.keys()) assert.ok(namedContextKeys.includes(key), key);
  });
});
