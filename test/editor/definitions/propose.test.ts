/** Tests Propose Definition to Other Environments…. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { setPinned } from '../../../src/operations/learned/pinnedFlags.ts';
import { shown } from '../fakeVscode.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';
import { changeLive, decide, liveDefinition } from './others.ts';
import { FLAG, lastMessage, newStorage, openWindow, service, setRequiresApprovals, window, writeCount } from './window.ts';

const client = () => service.as('submitter-key');
const told = (): readonly string[] => shown.map(({ message }) => message);
const eachOf = (...names: readonly string[]): string => `Submit one change request for each environment: ${names.join(', ')}`;
beforeEach(() => {
  shown.length = 0;
});

/** Opens a window in which these environments are known to require approvals. */
async function open(...gated: readonly string[]): Promise<void> {
  await openWindow();
  for (const name of gated) await setRequiresApprovals(name);
}

/** Proposes the definition of an environment to others. */
const propose = (from: string, to: readonly string[], ...answers: readonly Answer[]): Promise<readonly Asked[]> =>
  answering([to, ...answers], () => window.run('propose', window.uri(FLAG, from)));

/** Returns the open change request of the flag in an environment. */
async function requestIn(environment: string): Promise<ChangeRequest> {
  const { openChangeRequestId: id } = await liveDefinition(environment);
  return client().readChangeRequest(id ?? assert.fail(`no request is open in ${environment}: ${lastMessage()}`));
}

describe('a definition for several environments', () => {
  it('is sent to each directly or by request, with one title and comment, without further questions', async () => {
    await open();
    await setRequiresApprovals('development', false);
    const words = ['Title: …', 'Like production', 'Comment: …', 'As agreed'];
    const send = `${eachOf('pre-production')} · Change directly, without a change request: development`;
    const [, list] = await propose('production', ['development', 'pre-production'], ...words, send);
    assert.deepEqual(list?.separators, ['development', 'pre-production']);
    assert.match(told().at(-2) ?? '', /^checkout-redesign in Storefront \/ development is changed/);
    assert.match(told().at(-1) ?? '', /^The change request “Like production” is submitted\./);
    const { title, comments } = await requestIn('pre-production');
    assert.deepEqual([title, comments[0]?.comment], ['Like production', 'As agreed']);
  });

  it('keeps its title and comment until all of it is sent', async () => {
    const kept = newStorage();
    const send = (...answers: readonly Answer[]) => propose('production', ['pre-production'], ...answers);
    await openWindow(kept);
    await send('Title: …', { typed: 'As in prod' }, 'Comment: …', { typed: 'Soon' }, undefined);
    // As after a reload.
    window.dispose();
    await openWindow(kept);
    const rows = (asked: readonly Asked[]) => asked[1]?.options.filter((row) => /^(?:Title|Comment): /.test(row));
    assert.deepEqual(rows(await send(eachOf('pre-production'))), ['Title: As in prod', 'Comment: Soon']);
    await decide(await requestIn('pre-production'), 'WITHDRAWN');
    assert.deepEqual(rows(await send(undefined)), [`Title: ${FLAG}: same definition as in production`, 'Comment: –']);
  });

  it('is marked if one of its segments is missing there, before any question', async () => {
    await open('development');
    const uri = window.uri();
    await window.edit(uri, 'beta-accounts', 'holiday-campaign-2026');
    const [, list] = await propose('production', ['development'], undefined);
    const [way, , , missing, ...changes] = list?.options ?? [];
    assert.equal(way, `${eachOf('development')} · with the API key “submitter-key”`);
    assert.equal(missing, 'The segment “holiday-campaign-2026” is not active in this environment,');
    assert.ok(list?.details.includes('so it matches nobody.'));
    assert.ok(changes.length > 0);
    assert.equal(writeCount(), 0);
  });

  it('shows the confirmation list of one request if something is missing for it', async () => {
    await open();
    service.onCall = ({ path }) => (path.startsWith('/rolloutStatuses') ? { status: 404, body: {} } : undefined);
    const to = ['development', 'pre-production'];
    const asked = await propose('production', to, eachOf(...to), undefined);
    assert.ok(asked.at(-1)?.options.some((row) => row.startsWith('Rollout status: not set')));
    assert.equal(lastMessage(), 'The definition was not sent to development, pre-production, or the service did not confirm it.');
  });

  it('continues with the other environments if one fails, and reports the known results', async () => {
    await open('pre-production', 'production');
    const { environmentId } = service.place('pre-production');
    const refusal = { status: 400, body: { code: 400, message: 'no', details: 'x' } };
    service.onCall = ({ method, path }) => (method === 'POST' && path.endsWith(environmentId) ? refusal : undefined);
    const to = ['pre-production', 'production'];
    await propose('staging', to, eachOf(...to));
    assert.equal(lastMessage(), 'The definition was not sent to pre-production, or the service did not confirm it.');
    assert.ok(told().some((message) => /^pre-production: .*400/.test(message)));
    assert.ok(await requestIn('production'));
  });

  it('is proposed to the others if one can’t be read, and one message reports all', async () => {
    await open('pre-production');
    const { environmentId } = service.place('development');
    service.onCall = ({ path }) =>
      path.endsWith(`/${FLAG}/environments/${environmentId}`) ? { status: 403, body: { code: 403, message: 'no' } } : undefined;
    await propose('production', ['development', 'staging', 'pre-production'], eachOf('pre-production'));
    assert.deepEqual([writeCount(), (await requestIn('pre-production')).operationType], [1, 'UPDATE']);
    const [one, ...more] = told().filter((message) => message.startsWith('Nothing is proposed'));
    assert.match(one ?? '', /^Nothing is proposed for development: .*403.* Nothing is proposed for staging: A change request/);
    assert.deepEqual(more, []);
  });

  it('is the current live definition even if the open document shows an older one', async () => {
    await open('pre-production');
    await window.openDocument(window.uri(FLAG, 'development'));
    await changeLive({ trafficAllocation: 73 });
    const [asked] = await propose('development', ['pre-production'], eachOf('pre-production'));
    assert.equal(asked?.title, 'checkout-redesign: same definition as in development');
    assert.equal((await requestIn('pre-production')).flag?.trafficAllocation, 73);
  });

  it('can belong to a pinned flag if the service can’t list flags', async () => {
    await open();
    await setPinned(window.memory, 'c1', service.workspace('Storefront'), 'my-pinned-flag', true);
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
    const asked = await answering([undefined], () => window.run('propose'));
    assert.match(asked.at(-1)?.options[0] ?? '', /^my-pinned-flag · /);
  });

  it('is not proposed if there is none, or through a read-only connection', async () => {
    await open();
    const at = { ...service.place('development'), flagName: FLAG };
    await client().deleteDefinition(at, { title: '', comment: '' });
    const proposeNothing = () => answering([], () => window.run('propose', window.uri(FLAG, 'development')));
    await proposeNothing();
    assert.match(
      lastMessage(),
      /^checkout-redesign has no definition in Storefront \/ development, or this API key can’t see it\.$/,
    );
    window.inUse.now = { ...window.inUse.now!, isReadOnly: true };
    await proposeNothing();
    assert.equal(lastMessage(), 'The connection “Shop” is read-only: nothing is changed through it.');
  });
});
