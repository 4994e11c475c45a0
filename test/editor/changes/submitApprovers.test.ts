/** Tests the approvers of a change request: typed, refused, remembered, and named after the submission. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { log } from '../fakeContext.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import type { Change } from '../../../src/editor/changes/change.ts';
import { questions, withReplies } from '../person.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';
import { fill, submit } from '../scripted.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');
const { createApprovers } = await import('../../../src/editor/changes/approvers.ts');
const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');

const { service, openWindow, flagIn, openRequest, posts } = useSubmitting();

describe('Submit Change Request…', () => {
  it('sends a refused list of approvers again without it, once, after asking; the next time it is not asked for', async () => {
    const { deps, memory, workspaceMemory } = openWindow();
    pressNext('Submit Without');
    await withReplies(
      ['Kill …', ...fill({ title: 'Stop it', comment: 'It breaks.', approvers: 'tom@example.com' }), submit],
      () => submitChangeRequestCommand(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(posts(), 2);
    const id = await openRequest('production', 'checkout-redesign');
    await service.as('submitter-key').decideChangeRequest(id ?? '', { status: 'WITHDRAWN', comment: 'again' });
    const next = openWindow(memory, workspaceMemory);
    await withReplies(['Kill …', ...fill({ title: 'Stop it', comment: 'It breaks.' }), submit], () =>
      submitChangeRequestCommand(next.deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(posts(), 3);
  });

  describe('with approvers, refused for a different reason (400)', () => {
    const typed = ['Kill …', ...fill({ title: 'Stop it', comment: 'It breaks.', approvers: 'tom@example.com' }), submit];
    const kill = (deps: ReturnType<typeof openWindow>['deps']) =>
      withReplies(typed, () => submitChangeRequestCommand(deps, flagIn('development', 'gift-cards')));

    it('shows the service’s own words, and keeps them in the log', async () => {
      const { deps } = openWindow();
      const warned: string[] = [];
      const told = await kill({
        ...deps,
        log: { ...log, warn: (message) => void warned.push(message), dispose: () => undefined },
      });
      assert.deepEqual(told, ['Submit without a list of approvers?']);
      assert.match(
        shown.at(-1)?.detail ?? '',
        /\(400\): Change control is not enabled in environment development\.\n\ndevelopment may name its own approvers: /,
      );
      assert.match(warned.join(), /service said: Change control is not enabled in environment development/);
      assert.equal(posts(), 1);
    });
  });

  it('continues asking for approvers if a list was accepted, whatever names the answer gives them', async () => {
    const { deps, memory, connected } = openWindow();
    const { workspace, environment, name } = flagIn('staging', 'gift-cards').target;
    const request = {
      id: 'r',
      status: 'REQUESTED',
      operationType: 'KILL',
      title: 'Stop it',
      comments: [],
      approvers: ['Tom Baker'],
    };
    const payload = { operationType: 'KILL', flag: { name } } as const;
    const submitted = async () => ({ outcome: 'submitted' as const, request, isAdopted: false });
    const change: Change = {
      ...requestOnly({ connected, workspace, environment }, payload, { title: 'Stop it', comment: 'It breaks.' }),
      request: async () => ({ payload, submit: submitted }),
    };
    await withReplies([...fill({ approvers: 'tom@example.com' }), submit], () => makeChange(deps, change));
    const approvers = createApprovers(memory);
    assert.equal(approvers.isRestricted(connected.connectionId, environment.id), false);
    assert.equal(approvers.last(connected.connectionId, environment.id), 'tom@example.com');
    await withReplies([undefined], () => makeChange(deps, change));
    assert.match(JSON.stringify(questions), /tom@example/);
    // A different connection to the same address is a different account.
    await withReplies([undefined], () => makeChange(deps, { ...change, connected: { ...connected, connectionId: 'another' } }));
    assert.doesNotMatch(JSON.stringify(questions), /tom@example/);
  });

  it('remembers the approvers of an environment', async () => {
    const { deps } = openWindow();
    await withReplies(
      ['Kill …', ...fill({ title: 'Stop it', comment: 'It breaks.', approvers: 'tom@example.com, anya@example.com' }), submit],
      () => submitChangeRequestCommand(deps, flagIn('staging', 'gift-cards')),
    );
    await withReplies(['Kill …', undefined], () => submitChangeRequestCommand(deps, flagIn('staging', 'dark-mode')));
    assert.ok(questions.at(-1)?.options.includes('Approvers: tom@example.com, anya@example.com'));
  });
});

describe('the message after the submission', () => {
  const say = async (approvers: readonly string[]): Promise<string> => {
    const { deps, connected } = openWindow();
    const { workspace, environment, name } = flagIn('production', 'checkout-redesign').target;
    const request = {
      id: 'r',
      status: 'REQUESTED',
      operationType: 'KILL',
      title: 'Stop it',
      comments: [],
      approvers: [...approvers],
    };
    const payload = { operationType: 'KILL', flag: { name } } as const;
    const submitted = async () => ({ outcome: 'submitted' as const, request, isAdopted: false });
    const told = await withReplies([submit], () =>
      makeChange(deps, {
        ...requestOnly({ connected, workspace, environment }, payload, { title: 'Stop it', comment: 'It breaks.' }),
        request: async () => ({ payload, submit: submitted }),
      }),
    );
    return told.join();
  };

  it('names those who can approve it, and not the API key that submitted it', async () => {
    assert.match(await say(['release-key', 'submitter-key', 'tom@example.com']), /approved by: release-key, tom@example\.com\.$/);
  });

  it('says so if nobody can approve it', async () => {
    assert.match(
      await say(['submitter-key']),
      /nobody can approve it in production: its only approver “submitter-key” submitted it/,
    );
    assert.match(await say([]), /nobody is listed who can approve it in production\. /);
  });
});
