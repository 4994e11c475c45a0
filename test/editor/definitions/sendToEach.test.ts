/** One definition for several environments at once: what is asked, what is told, and that nothing is sent twice. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Proposal } from '../../../src/editor/changes/proposal.ts';
import { sendable, useService } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { openDocuments, Typed } from './fakeEditor.ts';
import { openWindow, type Window } from './window.ts';

const { createPropose } = await import('../../../src/editor/changeRequests/index.ts');
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
const submitted = ({ suggestedTitle }: Proposal) => ({ title: `${suggestedTitle}!`, comments: [{ comment: 'As agreed' }] });
const names = (): readonly string[] => window.proposals.map(({ environment }) => environment.name);

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
    assert.deepEqual(names(), []);
  });

  it('sends to each in its own way, with the title and comment of the sheet, and asks no more', async () => {
    await open();
    const { origin } = service.as('submitter-key');
    await window.deps.serviceFacts.rememberGated(origin, service.environment('development').id, false);
    const submit = createPropose({ ...window.deps, texts: {} } as never);
    window.submitted.now = (proposal: Proposal) => submit(proposal);
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

  it('says of each what changes there, where no comment is typed', async () => {
    await open('development', 'pre-production');
    window.submitted.now = submitted;
    await answering([['development', 'pre-production'], 'Submit a change request to each: development, pre-production'], () => propose(window.uri(FLAG, 'production'))); // prettier-ignore
    assert.deepEqual(
      window.proposals.map(({ isAgreed, isExplained, suggestedTitle, suggestedComment }) => [
        isAgreed,
        isExplained,
        suggestedTitle,
        suggestedComment,
      ]),
      [
        [true, true, 'checkout-redesign: as in production', ''],
        [true, true, 'checkout-redesign: as in production', ''],
      ],
    );
  });

  it('shows the sheet of one request where something is missing for it', async () => {
    await open();
    service.onCall = ({ path }) => (path.startsWith('/rolloutStatuses') ? { status: 404, body: {} } : undefined);
    const submit = createPropose({ ...window.deps, texts: {} } as never);
    window.submitted.now = (proposal: Proposal) => submit(proposal);
    const asked = await answering(
      [['development', 'pre-production'], 'Submit a change request to each: development, pre-production', undefined],
      () => propose(window.uri(FLAG, 'production')),
    );
    assert.ok(asked.at(-1)?.options.some((row) => row.startsWith('Rollout status: not set')));
    assert.equal(told().at(-1), 'Not sent, as far as is known, to development, pre-production.');
  });

  it('goes on with the others where one fails, and says what is known', async () => {
    await open('development', 'pre-production', 'production');
    window.submitted.now = async (proposal: Proposal) => {
      if (proposal.environment.name !== 'pre-production') return submitted(proposal);
      service.onCall = () => 'loseRequest';
      return service
        .as('submitter-key')
        .readFlag('w', 'f')
        .finally(() => (service.onCall = () => undefined));
    };
    await answering(
      [
        ['development', 'pre-production', 'production'],
        'Submit a change request to each: development, pre-production, production',
      ],
      () => propose(window.uri(FLAG, 'staging')),
    );
    assert.equal(told().at(-1), 'Not sent, as far as is known, to pre-production.');
    assert.ok(told().some((message) => message.startsWith('pre-production: The service can’t be reached')));
    assert.deepEqual(names(), ['development', 'pre-production', 'production']);
  });

  it('names what is missing there and nothing that is so in the source', async () => {
    await open('development');
    const uri = window.uri(FLAG, 'production');
    const text = await window.read(uri);
    const rule = /^ {2}- buckets:\n(?: {4}.*\n)+/m.exec(text)![0];
    await window.write(uri, text.replace(rule, `${rule}${rule}`));
    await answering([['development'], 'Submit a change request to each: development'], () => propose(uri));
    assert.deepEqual(names(), ['development']);
  });

  it('proposes to the others where one can’t be read, and tells of all in one message', async () => {
    await open('pre-production');
    const { environmentId } = service.place('development');
    service.onCall = ({ path }) =>
      path.endsWith(`/${FLAG}/environments/${environmentId}`) ? { status: 403, body: { code: 403, message: 'no' } } : undefined;
    await answering([['development', 'staging', 'pre-production'], 'Submit a change request to each: pre-production'], () => propose(window.uri(FLAG, 'production'))); // prettier-ignore
    assert.deepEqual(names(), ['pre-production']);
    const [one, ...more] = told().filter((message) => message.startsWith('Nothing is proposed'));
    assert.match(one ?? '', /^Nothing is proposed to development: .*403.* Nothing is proposed to staging: A change request/);
    assert.deepEqual(more, []);
  });

  it('takes what is live for what is live, also where the open document shows what was, and nothing through a read-only connection', async () => {
    await open('pre-production');
    const uri = window.uri(FLAG, 'development');
    openDocuments.push(new Typed(uri, await window.read(uri)));
    const { workspaceId, environmentId } = service.place('development');
    const client = service.as('submitter-key');
    const now = sendable(await client.readDefinition(workspaceId, FLAG, environmentId));
    await client.replaceDefinition({ workspaceId, environmentId, flagName: FLAG }, { ...now, trafficAllocation: 73 });
    const [asked] = await answering([['pre-production'], 'Submit a change request to each: pre-production'], () => propose(uri));
    assert.equal(asked?.title, 'checkout-redesign: as in development');
    assert.equal((window.proposals[0]!.change as { flag: Record<string, unknown> }).flag['trafficAllocation'], 73);
    openDocuments.length = 0;
    window.inUse.now = { ...window.inUse.now!, isReadOnly: true };
    await answering([], () => propose(uri));
    assert.equal(told().at(-1), 'The connection “Shop” is read-only: nothing is changed through it.');
  });

  it('is of a pinned flag where the service can’t list them', async () => {
    await open();
    await setPinned(window.memory, 'c1', service.workspace('Storefront'), 'my-pinned-flag', true);
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
    const asked = await answering([undefined], () => propose(undefined));
    assert.match(asked.at(-1)?.options[0] ?? '', /^my-pinned-flag · /);
  });

  it('proposes nothing where there is no definition', async () => {
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

  it('is a new one where there is none yet', async () => {
    await open('production');
    window.submitted.now = submitted;
    await answering([['production'], 'Submit a change request to each: production'], () =>
      propose(window.uri('dark-mode', 'staging')),
    );
    assert.equal(window.proposals[0]?.change.operationType, 'CREATE');
  });

  it('is not proposed where a request that adds it is open already', async () => {
    await open('pre-production');
    await answering([['pre-production']], () => propose(window.uri('dark-mode', 'staging')));
    assert.equal(window.proposals.length, 0);
    assert.equal(
      told().at(-1),
      'Nothing is proposed to pre-production: A change request is open on dark-mode in Storefront / pre-production: decide it first, or withdraw it.',
    );
  });
});
