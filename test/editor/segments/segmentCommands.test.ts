/** Tests the commands Create, Activate, Deactivate, and Delete Segment…. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { setTrusted } from '../person.ts';
import { answering, type Answer } from '../scripted.ts';
import { lastButtons, lastMessage, openWindow, segmentIn, service, stateOf, writeCount, type Window } from './window.ts';
import { rememberAbility } from '../../../src/operations/learned/keyRecords.ts';

const { createSegmentCommand: create } = await import('../../../src/editor/segments/createSegment.ts');
const { activateSegmentCommand: activate } = await import('../../../src/editor/segments/activateSegment.ts');
const { deactivateSegmentCommand: deactivate } = await import('../../../src/editor/segments/deactivateSegment.ts');
const { deleteSegmentCommand: remove } = await import('../../../src/editor/segments/deleteSegment.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');

/** The number of keys of a segment. Undefined = it is not active there. */
const keysIn = async (environment: string, name: string): Promise<number | undefined> =>
  stateOf(segmentIn(environment, name)).then(
    ({ count }) => count,
    () => undefined,
  );
const idOf = (environment: string): string => service.environment(environment).id;
const client = () => service.as('submitter-key');
/** The only event, about a segment in an environment or in all. */
const changed = (name: string, environmentId?: string) => {
  const place = {
    object: 'segment',
    workspaceId: service.workspace('Storefront'),
    ...(environmentId !== undefined && { environmentId }),
    name,
  };
  return [{ kind: 'object', connection: 'c1', place, isChanged: true }];
};

/** A window whose API key was refused before, when it changed something in development. */
async function refusedWindow(t: TestContext, name: string): Promise<Window> {
  const window = openWindow(t, { name });
  const key = { connectionId: 'c1', origin: 'http://127.0.0.1:1', keyName: 'submitter-key' };
  await rememberAbility(window.memory, key, 'change', idOf('development'), false);
  return window;
}

describe('Create Segment…', () => {
  const node = () => ({ target: { kind: 'workspace', workspace: segmentIn().workspace } });

  it('asks for everything if it is called from the palette, and offers to activate the segment', async (t) => {
    pressNext('Activate in Environment…');
    const window = openWindow(t);
    const asked = await answering(['Storefront', ' made-here ', 'user'], () => create(window, undefined));
    assert.deepEqual(
      asked.map(({ prompt }) => prompt),
      ['Which workspace?', 'Name of the new segment in Storefront', 'Which traffic type?'],
    );
    assert.match(lastMessage(), /made-here was created in Storefront/);
    assert.equal(executed.at(-1)?.[0], 'flagAdmin.segment.activate');
    const { objects } = await client().listSegments(service.workspace('Storefront'), { offset: 0, limit: 200 });
    assert.equal(objects.find(({ name }) => name === 'made-here')?.trafficType?.name, 'user');
    assert.deepEqual(window.fired, changed('made-here'));
  });

  it('asks only for the rest if it is called from a node, refuses a name that is taken, and accepts a typed traffic type', async (t) => {
    const [asked] = await answering(['beta-accounts'], () => create(openWindow(t), node()));
    assert.match(asked?.refused ?? '', /^This name is already used\./);
    assert.equal(writeCount(), 0);
    await answering(['made-here', 'Another traffic type…', 'account'], () => create(openWindow(t), node()));
    assert.match(lastMessage(), /made-here was created/);
  });

  it('changes nothing through a read-only connection or in a restricted window', async (t) => {
    await answering([], () => create(openWindow(t, { isReadOnly: true }), undefined));
    assert.match(lastMessage(), /is read-only/);
    setTrusted(false);
    for (const run of [create, activate, deactivate, remove]) await answering([], () => run(openWindow(t), node()));
    setTrusted(true);
    assert.match(lastMessage(), /restricted mode/);
    assert.equal(service.seen.length, 0);
  });
});

describe('Activate Segment in Environment…', () => {
  const inactive = { name: 'wholesale-buyers' };

  it('activates the segment in several environments, with the guard for production, and reports each result', async (t) => {
    const window = openWindow(t, inactive);
    await answering([['staging', 'production'], undefined], () => activate(window, window));
    assert.equal(writeCount(), 0);
    const asked = await answering([['staging', 'production'], 'production'], () => activate(window, window));
    assert.deepEqual(asked[0]?.options, ['development', 'staging', 'pre-production · 912 keys', 'production']);
    assert.match(asked[1]?.prompt ?? '', /This changes production/);
    assert.match(lastMessage(), /wholesale-buyers is active in Storefront \/ staging and production\.$/);
    const keys = [await keysIn('development', inactive.name), await keysIn('production', inactive.name)];
    assert.deepEqual(keys, [undefined, 0]);
  });

  it('is done with a different API key if this one was refused before', async (t) => {
    const window = await refusedWindow(t, inactive.name);
    await answering([['development'], undefined], () => activate(window, window));
    assert.equal(writeCount(), 0);
    await answering([['development'], 'Use “release-key” this once'], () => activate(window, window));
    assert.match(lastMessage(), /is active in Storefront \/ development\.$/);
  });

  it('asks nothing if it is active everywhere', async (t) => {
    await answering(['beta-accounts · Storefront'], () => activate(openWindow(t), undefined));
    assert.match(
      lastMessage(),
      /^beta-accounts is active in Storefront \/ development, staging, pre-production, and production\.$/,
    );
  });

  it('reports in which environments it succeeded, failed with a reason, or was not tried', async (t) => {
    const window = openWindow(t, inactive);
    const id = idOf('staging');
    service.onCall = ({ method, path }) => (method === 'POST' && path.includes(id) ? { status: 401, body: {} } : undefined);
    await answering([['development', 'staging', 'production'], 'production'], () => activate(window, window));
    assert.equal(shown.at(-1)?.severity, 'warning');
    assert.match(
      lastMessage(),
      /is active in Storefront \/ development\. wholesale-buyers is not active in staging: .*401.* Activation was not tried in production\./,
    );
  });
});

describe('Deactivate Segment in Environment…', () => {
  const empty = { name: 'churn-risk-accounts' };
  const run = async (window: Window, more: object = {}): Promise<void> => {
    pressNext('Deactivate');
    await answering([], () => deactivate(window, { target: window.target, ...more }));
  };

  it('deactivates an empty segment, even if the learned facts can’t be stored, which is logged', async (t) => {
    const warnings: string[] = [];
    const window = { ...openWindow(t, empty), log: { warn: (line: string) => void warnings.push(line) } } as unknown as Window;
    const failing = async (): Promise<never> => Promise.reject(new Error('disk full'));
    Object.assign(window, { serviceFacts: { ...window.serviceFacts, rememberRequiresApprovals: failing } });
    await run(window);
    assert.match(lastMessage(), /churn-risk-accounts is not active in Storefront \/ development/);
    assert.deepEqual(warnings, ['Error: disk full']);
    assert.deepEqual(window.fired, changed(empty.name, idOf('development')));
    assert.equal(await keysIn('development', empty.name), undefined);
  });

  it('is refused with the reason: it has keys, is not active, or the service has no such call', async (t) => {
    await run(openWindow(t));
    assert.match(lastMessage(), /beta-accounts contains 12 keys in Storefront \/ development\. .*remove its keys first/);
    assert.deepEqual(lastButtons(), ['Empty Segment…', 'Show Keys']);
    await run(openWindow(t, { name: 'wholesale-buyers' }));
    assert.match(lastMessage(), /is not active in Storefront \/ development, or this API key can’t see it\.$/);
    assert.equal(writeCount(), 0);
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 405, body: {} } : undefined);
    await run(openWindow(t, empty));
    assert.match(lastMessage(), /This service’s API can’t deactivate a segment/);
    client().forgetAbsent();
  });

  it('is refused in an environment that requires approvals; later it is refused without a call, but can be tried anyway', async (t) => {
    const window = openWindow(t, { environment: 'pre-production', name: 'loyalty: gold & platinum' });
    const refusal =
      /was not changed: this action needs an approval in pre-production, but the service accepts no change request for this action/;
    await run(window);
    assert.match(lastMessage(), refusal);
    assert.equal(window.serviceFacts.requiresApprovals('http://127.0.0.1:1', window.target.environment.id), true);
    service.seen.length = 0;
    await answering([], () => deactivate(window, window));
    assert.match(lastMessage(), refusal);
    assert.deepEqual(lastButtons(), ['Copy Name', 'Try Anyway…']);
    assert.equal(service.seen.length, 0);
    await run(window, { isTried: true });
    assert.equal(service.count('DELETE', /./), 1);
  });

  it('reports the current state after a lost answer', async (t) => {
    service.onCall = ({ method }) => (method === 'DELETE' ? 'loseRequest' : undefined);
    const sentence = await run(openWindow(t, empty)).catch((error: unknown) => describeFailure(error).sentence);
    const words = /^Not done: Deactivate churn-risk-accounts in Storefront \/ development\. Nothing was changed\. /;
    assert.match(String(sentence), words);
  });
});

describe('Delete Segment…', () => {
  /** A window for a segment that exists, and is active in these environments. */
  async function made(t: TestContext, ...environments: readonly string[]): Promise<Window> {
    await client().createSegment(service.workspace('Storefront'), 'user', { name: 'made-here', description: '' });
    for (const environment of environments) await client().activateSegment(idOf(environment), 'made-here');
    service.seen.length = 0;
    return openWindow(t, { name: 'made-here' });
  }
  const run = (window: Window, answers: readonly Answer[] = ['made-here']) => {
    pressNext('Delete…');
    return answering(answers, () => remove(window, window));
  };

  it('asks for production, too, if it is active there; if an environment requires approvals, it is refused, the next time without a question', async (t) => {
    const window = openWindow(t, { environment: 'staging', name: 'vip-accounts' });
    const asked = await run(window, ['vip-accounts', 'production']);
    assert.match(asked[1]?.title ?? '', /^Delete vip-accounts in Storefront \/ production/);
    assert.match(lastMessage(), /^vip-accounts was not changed: this action needs an approval in .*staging.* or production, /);
    assert.equal(await keysIn('production', 'vip-accounts'), 312);
    await window.serviceFacts.rememberRequiresApprovals('http://127.0.0.1:1', idOf('production'), true);
    await answering([], () => remove(window, window));
    assert.match(lastMessage(), /^vip-accounts was not changed: this action needs an approval in production, /);
    assert.equal(lastButtons().at(-1), 'Try Anyway…');
  });

  it('names the environments, asks for the name, and is done with a different API key if this one was refused before', async (t) => {
    await made(t, 'development');
    await client().uploadKeys(idOf('development'), 'made-here', ['a', 'b']);
    const window = await refusedWindow(t, 'made-here');
    const [asked] = await run(window, ['made-here', 'Use “release-key” this once']);
    assert.deepEqual(window.fired, changed('made-here'));
    assert.equal(asked?.title, 'Delete made-here from Storefront and all its environments?');
    assert.match(asked.prompt, /^Type “made-here” exactly\.$/);
    const dialog = shown.findLast(({ message }) => message.startsWith('Delete made-here'));
    const places = /development: 2 keys\nstaging: not active\npre-production: not active\nproduction: not active/;
    assert.match(dialog?.detail ?? '', places);
    assert.match(lastMessage(), /^made-here is deleted from Storefront/);
  });

  it('changes no shown list of keys if somebody uploaded keys during the questions, because nothing is deleted then', async (t) => {
    const window = await made(t, 'development');
    const body = { keys: [{ key: 'a' }], count: 1, offset: 0, limit: 1, openChangeRequestId: null };
    let reads = 0;
    service.onCall = ({ method, path }) =>
      method === 'GET' && path.includes(`${idOf('development')}/made-here/keys`) && (reads += 1) > 1
        ? { status: 200, body }
        : undefined;
    await run(window);
    assert.match(lastMessage(), /Nothing was deleted\.$/);
    assert.deepEqual(
      window.fired.map((event) => 'isChanged' in event && event.isChanged),
      [false],
    );
  });

  it('sends nothing if the wrong name is typed or the dialog is left, and says if a rule or a required approval prevents it', async (t) => {
    const window = await made(t);
    const [asked] = await run(window, ['made-her']);
    assert.match(asked?.refused ?? '', /exactly\./);
    await answering([], () => remove(window, window));
    assert.equal(writeCount(), 0);
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 409, body: { message: 'used by checkout' } } : undefined);
    await run(window);
    assert.match(
      lastMessage(),
      /made-here was not changed\. If a rule of a flag uses it, change that rule first\. .*used by checkout/,
    );
    const message = 'Approvals are required for this environment';
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 403, body: { message } } : undefined);
    await run(window);
    assert.match(
      lastMessage(),
      /^made-here was not changed: this action needs an approval in Storefront, /,
      'it is active in none',
    );
    await client().activateSegment(idOf('development'), 'made-here');
    await run(window);
    assert.match(lastMessage(), /^made-here was not changed: this action needs an approval in development, /);
  });
});
