/** Tests the approvers of a change request: typed, refused, remembered, and named after the submission. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Change } from '../../../src/editor/changes/change.ts';
import { log } from '../fakeContext.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { useSubmitting, type Window } from '../changeRequests/submitting.ts';
import { fill, submit } from '../scripted.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');

const { service, openWindow, flagIn, openRequest, submitting, posts } = useSubmitting();
const words = { title: 'Stop it', comment: 'It breaks.' };

/** A kill whose submission succeeds with these approvers. */
function killNaming({ connected }: Window, place: ReturnType<typeof flagIn>, approvers: string[], submitter?: string): Change {
  const { workspace, environment, name } = place.target;
  const payload = { operationType: 'KILL', flag: { name } } as const;
  const comments = submitter === undefined ? [] : [{ comment: 'It breaks.', user: submitter, role: 'SUBMITTER', timestamp: 1 }];
  const request = { id: 'r', status: 'REQUESTED', operationType: 'KILL', title: 'Stop it', comments, approvers };
  const submitted = async () => ({ outcome: 'submitted' as const, request, isFoundAfterwards: false });
  const change = requestOnly({ connected, workspace, environment }, payload, words);
  return { ...change, request: async () => ({ payload, submit: submitted }) };
}

describe('Submit Change Request…', () => {
  it('sends a refused list of approvers again without it, once, after asking; the next time it is not asked for', async () => {
    const { deps: given, memory, workspaceMemory } = openWindow();
    const warned: string[] = [];
    const deps = { ...given, log: { ...log, warn: (line: string) => void warned.push(line), dispose() {} } };
    const flag = flagIn('production', 'checkout-redesign');
    pressNext('Submit Without a List of Approvers');
    await submitting(deps, flag, 'Kill …', ...fill({ ...words, approvers: 'tom@example.com' }), submit);
    assert.equal(posts(), 2);
    assert.match(
      shown.findLast(({ detail }) => detail)?.detail ?? '',
      /\(400\): .+\n\nproduction might have its own approvers\. /,
    );
    assert.match(warned.join(), /service said: ./);
    const id = await openRequest('production', 'checkout-redesign');
    await service.as('submitter-key').decideChangeRequest(id ?? '', { status: 'WITHDRAWN', comment: 'again' });
    await submitting(openWindow(memory, workspaceMemory).deps, flag, 'Kill …', ...fill(words), submit);
    assert.equal(posts(), 3);
  });

  it('still asks for approvers the next time if a list was accepted, even if the answer names them differently', async () => {
    const window = openWindow();
    const change = killNaming(window, flagIn('staging', 'gift-cards'), ['Tom Baker']);
    await withReplies([...fill({ approvers: 'tom@example.com' }), submit], () => makeChange(window.deps, change));
    await submitting(window.deps, flagIn('staging', 'dark-mode'), 'Kill …', undefined);
    assert.ok(questions.at(-1)?.options.includes('Approvers: tom@example.com'));
  });
});

it('the message after the submission names those who can approve it, if anybody can', async () => {
  for (const [approvers, says] of [
    [['release-key', 'submitter-key', 'tom@example.com'], /approved by: release-key, tom@example\.com\.$/],
    [['submitter-key'], /nobody can approve it in production: its only approver “submitter-key” submitted it/],
    [[], /the service lists no approver for it in production\. /],
  ] as const) {
    const window = openWindow();
    const change = killNaming(window, flagIn('production', 'checkout-redesign'), [...approvers]);
    assert.match((await withReplies([submit], () => makeChange(window.deps, change))).join(), says);
  }
});

it('the message knows the API key that submitted the request by its name at the service, not by its label', async () => {
  for (const [approvers, submitter, says] of [
    // The API key has the label “submitter-key”.
    [['ci', 'tom@example.com'], 'ci', /approved by: tom@example\.com\.$/],
    [['ci'], 'ci', /its only approver “ci” submitted it/],
    [['submitter-key'], 'ci', /approved by: submitter-key\.$/],
    [['Maria@example.com'], 'maria@example.com', /its only approver “Maria@example\.com” submitted it/],
  ] as const) {
    const window = openWindow();
    const change = killNaming(window, flagIn('production', 'checkout-redesign'), [...approvers], submitter);
    assert.match((await withReplies([submit], () => makeChange(window.deps, change))).join(), says);
  }
});

it('the button for another API key changes only the connection of the request, and only while that is in use', async () => {
  for (const inUse of ['c', 'other']) {
    const window = openWindow();
    const used: unknown[] = [];
    Object.assign(window.deps.connections, {
      chosen: () => ({ id: inUse }),
      useKey: async (...key: readonly unknown[]) => void used.push(key),
    });
    executed.length = 0;
    const change = killNaming(window, flagIn('production', 'checkout-redesign'), ['release-key']);
    pressNext('Review with the API Key “release-key”');
    const told = await withReplies([submit], () => makeChange(window.deps, change));
    await setImmediate();
    const opened = executed.filter(([command]) => command === 'flagAdmin.changeRequest.open').length;
    assert.deepEqual([used, opened], inUse === 'c' ? [[['release-key', 'c']], 1] : [[], 0], told.join());
    if (inUse !== 'c') assert.deepEqual(shown.at(-1)?.buttons, ['Switch Connection…']);
  }
});
