/** One definition for several environments at once: what is asked, what is told, and that nothing is sent twice. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { sendable, useService } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { openDocuments, Typed } from './fakeEditor.ts';
import { openWindow, type Window } from './window.ts';

const { setPinned } = await import('../../../src/operations/learned/pinnedFlags.ts');

const service = useService();
const FLAG = 'checkout-redesign';
let window: Window;
afterEach(() => {
  window.dispose();
  shown.length = 0;
});
const propose = async (argument: unknown): Promise<void> => void (await window.commands['flagAdmin.flag.propose']!(argument));
const told = (): readonly string[] => shown.map(({ message }) => message);

async function open(...gated: readonly string[]): Promise<void> {
  window = await openWindow(service);
  for (const name of gated)
    await window.deps.serviceFacts.rememberGated(service.as('submitter-key').origin, service.environment(name).id, true);
}
/** The change request that is open on the flag in an environment. */
async function requestIn(environment: string): Promise<ChangeRequest | undefined> {
  const { workspaceId, environmentId } = service.place(environment);
  const client = service.as('submitter-key');
  const { openChangeRequestId: id } = await client.readDefinition(workspaceId, FLAG, environmentId);
  return id ? client.readChangeRequest(id) : undefined;
}
/** How many change requests were submitted. */
const posts = (): number => service.count('POST', /^\/changeRequests\//);

describe('a definition for several environments', () => {
  it('shows on one sheet what would change in each, and says where nothing is proposed', async () => {
    await open();
    const asked = await answering([['development', 'staging', 'pre-production'], undefined], () =>
      propose(window.uri(FLAG, 'production')),
    );
    assert.equal(asked[1]?.title, 'checkout-redesign: as in production');
    assert.deepEqual(asked[1].separators, ['development', 'pre-production']);
    assert.equal(asked[1].active, 'Submit a change request to each: development, pre-production');
    assert.ok(asked[1].options.length > 3, asked[1].options.join('\n'));
    // A request is open on it in staging.
    assert.ok(told().some((message) => message.startsWith('Nothing is proposed to staging: A change request is open')));
    assert.equal(posts(), 0);
  });

  it('sends to each in its own way, with the title and comment of the sheet, and asks no more', async () => {
    await open();
    const { origin } = service.as('submitter-key');
    await window.deps.serviceFacts.rememberGated(origin, service.environment('development').id, false);
    await answering(
      [
        ['development', 'pre-production'],
        'Title: …',
        'Like production',
        'Comment: …',
        'As agreed',
        'Submit a change request to each: pre-production · Change at once: development',
      ],
      () => propose(window.uri(FLAG, 'production')),
    );
    assert.match(told().at(-2) ?? '', /^checkout-redesign in Storefront \/ development is changed/);
    assert.match(told().at(-1) ?? '', /^The change request “Like production” is submitted\./);
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const sent = data.filter(({ title }) => title === 'Like production');
    assert.deepEqual(sent.map(({ comments }) => comments[0]?.comment), ['As agreed']); // prettier-ignore
  });

  it('shows the sheet of one request if something is missing for it', async () => {
    await open();
    service.onCall = ({ path }) => (path.startsWith('/rolloutStatuses') ? { status: 404, body: {} } : undefined);
    const asked = await answering(
      [['development', 'pre-production'], 'Submit a change request to each: development, pre-production', undefined],
      () => propose(window.uri(FLAG, 'production')),
    );
    assert.ok(asked.at(-1)?.options.some((row) => row.startsWith('Rollout status: not set')));
    assert.equal(told().at(-1), 'There is no sign that it was sent to development, pre-production.');
  });

  it('continues with the other environments if one fails, and reports the known results', async () => {
    await open('pre-production', 'production');
    const { environmentId } = service.place('pre-production');
    const refusal = { status: 400, body: { code: 400, message: 'no', details: 'x' } };
    service.onCall = ({ method, path }) => (method === 'POST' && path.endsWith(environmentId) ? refusal : undefined);
    await answering([['pre-production', 'production'], 'Submit a change request to each: pre-production, production'], () =>
      propose(window.uri(FLAG, 'staging')),
    );
    assert.equal(told().at(-1), 'There is no sign that it was sent to pre-production.');
    assert.ok(told().some((message) => /^pre-production: .*400/.test(message)));
    assert.ok(await requestIn('production'));
  });

  it('proposes to the others if one can’t be read, and tells of all in one message', async () => {
    await open('pre-production');
    const { environmentId } = service.place('development');
    service.onCall = ({ path }) =>
      path.endsWith(`/${FLAG}/environments/${environmentId}`) ? { status: 403, body: { code: 403, message: 'no' } } : undefined;
    await answering([['development', 'staging', 'pre-production'], 'Submit a change request to each: pre-production'], () => propose(window.uri(FLAG, 'production'))); // prettier-ignore
    assert.deepEqual([posts(), (await requestIn('pre-production'))?.operationType], [1, 'UPDATE']);
    const [one, ...more] = told().filter((message) => message.startsWith('Nothing is proposed'));
    assert.match(one ?? '', /^Nothing is proposed to development: .*403.* Nothing is proposed to staging: A change request/);
    assert.deepEqual(more, []);
  });

  it('uses the current live definition even if the open document shows an older one, and sends nothing through a read-only connection', async () => {
    await open('pre-production');
    const uri = window.uri(FLAG, 'development');
    openDocuments.push(new Typed(uri, await window.read(uri)));
    const { workspaceId, environmentId } = service.place('development');
    const client = service.as('submitter-key');
    const now = sendable(await client.readDefinition(workspaceId, FLAG, environmentId));
    await client.replaceDefinition({ workspaceId, environmentId, flagName: FLAG }, { ...now, trafficAllocation: 73 });
    const [asked] = await answering([['pre-production'], 'Submit a change request to each: pre-production'], () => propose(uri));
    assert.equal(asked?.title, 'checkout-redesign: as in development');
    assert.equal((await requestIn('pre-production'))?.flag?.trafficAllocation, 73);
    openDocuments.length = 0;
    window.inUse.now = { ...window.inUse.now!, isReadOnly: true };
    await answering([], () => propose(uri));
    assert.equal(told().at(-1), 'The connection “Shop” is read-only: nothing is changed through it.');
  });

  it('is of a pinned flag if the service can’t list them', async () => {
    await open();
    await setPinned(window.memory, 'c1', service.workspace('Storefront'), 'my-pinned-flag', true);
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
    const asked = await answering([undefined], () => propose(undefined));
    assert.match(asked.at(-1)?.options[0] ?? '', /^my-pinned-flag · /);
  });

  it('proposes nothing if there is no definition', async () => {
    await open();
    const { workspaceId, environmentId } = service.place('development');
    await service
      .as('submitter-key')
      .deleteDefinition({ workspaceId, environmentId, flagName: FLAG }, { title: '', comment: '' });
    await answering([], () => propose(window.uri(FLAG, 'development')));
    assert.equal(
      told().at(-1),
      'checkout-redesign has no definition in Storefront / development, or this API key may not see it.',
    );
  });
});
