/** One definition for several environments at once: what is asked, what is told, and that nothing is sent twice. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Proposal } from '../../../src/editor/service/proposal.ts';
import { sendable, useService } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { openDocuments, Typed } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { openWindow, type Window } from './window.ts';

const { createPinnedFlags } = await import('../../../src/editor/service/pinnedFlags.ts');

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
  it('asks for title and comment once, whichever way each goes', async () => {
    await open('pre-production');
    window.submitted.now = submitted;
    const asked = await answering(
      [
        ['development', 'staging', 'pre-production'],
        'Change it at once, where no approval is asked for: development, pre-production',
        'As agreed',
        'Make it live',
      ],
      () => propose(window.uri(FLAG, 'production')),
    );
    assert.equal(asked[1]?.title, 'Propose checkout-redesign in Storefront / production');
    assert.equal(asked[1].prompt, 'This would change in each environment');
    // What would change there stands below each.
    assert.ok(asked[1].options.length > 4, asked[1].options.join('\n'));
    // A request is open on it in staging.
    assert.ok(told().some((message) => message.startsWith('Nothing is proposed to staging: a change request is open')));
    const [proposal, ...more] = window.proposals;
    assert.deepEqual(
      [proposal?.environment.name, proposal?.isExplained, proposal?.suggestedTitle, proposal?.suggestedComment, more.length],
      ['pre-production', true, 'checkout-redesign: as in production', 'As agreed', 0],
    );
    assert.equal(told().at(-1), 'Submitted to pre-production. Changed at once in development.');
  });

  it('takes them from the first request for the others', async () => {
    await open('development', 'pre-production');
    window.submitted.now = submitted;
    await answering([['development', 'pre-production'], 'Submit a change request to each: development, pre-production'], () => propose(window.uri(FLAG, 'production'))); // prettier-ignore
    assert.deepEqual(
      window.proposals.map(({ isExplained, suggestedTitle, suggestedComment }) => [
        isExplained,
        suggestedTitle,
        suggestedComment,
      ]),
      [
        [undefined, 'checkout-redesign: as in production', ''],
        [true, 'checkout-redesign: as in production!', 'As agreed'],
      ],
    );
  });

  it('says what is known where it is not known, and goes on with the rest alone', async () => {
    await open('development', 'pre-production', 'production');
    window.submitted.now = async (proposal: Proposal) => {
      if (proposal.environment.name === 'development' || names().length > 3) return submitted(proposal);
      // Its answer was lost, and it came through; the person was told that nobody knows.
      if (proposal.environment.name === 'pre-production') await openRequest(service, FLAG, 'pre-production');
      if (proposal.environment.name === 'production') service.onCall = () => 'loseRequest';
      return proposal.environment.name === 'production' ? service.as('submitter-key').readFlag('w', 'f') : undefined;
    };
    const box = (globalThis as unknown as { fakeVscode: { window: Record<string, (...words: string[]) => unknown> } }).fakeVscode
      .window;
    const { showWarningMessage } = box;
    let pressed: ((label: string) => void) | undefined;
    box['showWarningMessage'] = (...words) => {
      const answer = showWarningMessage!(...words);
      return words[1] === 'Try Again…' ? new Promise<string>((resolve) => (pressed = resolve)) : answer;
    };
    await answering(
      [
        ['development', 'pre-production', 'production'],
        'Submit a change request to each: development, pre-production, production',
        'Go on with production',
      ],
      () =>
        // prettier-ignore

        propose(window.uri(FLAG, 'staging')),
    );
    box['showWarningMessage'] = showWarningMessage!;
    const summary = told().at(-1);
    assert.equal(summary, 'Submitted to development. Not sent, as far as is known, to pre-production, production.');
    assert.ok(!told().some((message) => message.startsWith('Nothing is proposed')));
    assert.ok(told().some((message) => message.startsWith('production: The service can’t be reached')));
    assert.deepEqual(names(), ['development', 'pre-production', 'production']);
    service.onCall = () => undefined;
    await answering([], async () => {
      pressed?.('Try Again…');
      while (names().length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    assert.deepEqual(names().slice(3), ['pre-production', 'production']);
    assert.ok(window.proposals.slice(3).every(({ isExplained }) => isExplained));
    // What came through all the same is found in front of the sending.
    assert.equal(await window.proposals[3]?.stillHolds?.(), false);
    assert.match(told().at(-1) ?? '', /^A change request is open on checkout-redesign in Storefront \/ pre-production/);
  });

  it('names what is missing there and nothing that is so in the source', async () => {
    await open('development');
    const uri = window.uri(FLAG, 'production');
    const text = await window.read(uri);
    const rule = /^ {2}- buckets:\n(?: {4}.*\n)+/m.exec(text)![0];
    await window.write(uri, text.replace(rule, `${rule}${rule}`));
    await answering(['My draft', ['development'], 'Submit a change request to each: development'], () => propose(uri));
    assert.deepEqual(names(), ['development']);
  });

  it('asks for each segment where the service can’t list what is active', async () => {
    service.onCall = ({ path }) => (/^\/segments\/ws\/[^/]+\/environments\//.test(path) ? { status: 404, body: {} } : undefined);
    await open('development');
    const uri = window.uri(FLAG, 'production');
    await window.write(uri, (await window.read(uri)).replace('beta-accounts', 'holiday-campaign-2026'));
    const asked = await answering(['My draft', ['development'], undefined], () => propose(uri));
    const missing = 'The segment “holiday-campaign-2026” is not active in development: it matches nobody.';
    assert.ok(asked.at(-1)?.options.includes(missing), asked.at(-1)?.options.join('\n'));
  });

  it('proposes also where a segment that it asks for can’t be read', async () => {
    service.onCall = ({ path }) => {
      if (path.includes('/keys')) return 500;
      return /^\/segments\/ws\/[^/]+\/environments\//.test(path) ? { status: 404, body: {} } : undefined;
    };
    await open('development');
    await answering([['development'], 'Submit a change request to each: development'], () =>
      propose(window.uri(FLAG, 'production')),
    );
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
    assert.match(one ?? '', /^Nothing is proposed to development: .*403.* Nothing is proposed to staging: a change request/);
    assert.deepEqual(more, []);
  });

  it('offers no direct change where something else was in the way', async () => {
    service.onCall = ({ method }) =>
      method === 'POST' ? { status: 409, body: { code: 409, message: 'a request is open' } } : undefined;
    await open('development');
    window.submitted.now = async () => service.as('submitter-key').createFlag('w', 'user', { name: 'f', description: '' });
    await answering([['development'], 'Submit a change request to each: development'], () =>
      propose(window.uri(FLAG, 'production')),
    );
    assert.match(told().at(-1) ?? '', /^development: .*409/);
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
    assert.equal(asked?.title, 'Propose checkout-redesign as in development');
    assert.equal((window.proposals[0]!.change as { flag: Record<string, unknown> }).flag['trafficAllocation'], 73);
    openDocuments.length = 0;
    window.inUse.now = { ...window.inUse.now!, isReadOnly: true };
    await answering([], () => propose(uri));
    assert.equal(told().at(-1), 'The connection “Shop” is read-only: nothing is changed through it.');
  });

  it('is of a pinned flag where the service can’t list them', async () => {
    await open();
    await createPinnedFlags(window.memory).set('c1', service.workspace('Storefront'), 'my-pinned-flag', true);
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
    assert.equal(told().at(-1), 'checkout-redesign has no definition in development, or this API key may not see it.');
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
    assert.equal(told().at(-1), 'Nothing is proposed to pre-production: a change request is open on the flag there.');
  });
});
