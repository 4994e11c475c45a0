/** Tests the flow that sends every change, with the real sandbox: its result for each kind of change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberAbility } from '../../../src/operations/learned/keyRecords.ts';
import { questions, withReplies } from '../person.ts';
import { submit } from '../scripted.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');
const { killFlagCommand } = await import('../../../src/editor/flags/switchFlag.ts');

const { service, openWindow, flagIn, posts } = useSubmitting();

/** The answer to the question that appears if the service has refused the current API key before (403). */
const otherKey = 'Use “release-key” this once';

describe('killing a flag', () => {
  const kill = (replies: Parameters<typeof withReplies>[0], environment: string, { deps } = openWindow()) =>
    withReplies(['It breaks.', ...replies], () => killFlagCommand(deps, flagIn(environment, 'checkout-redesign')));

  it('uses an API key that the service has not refused before, if the user chooses one', async () => {
    const window = openWindow();
    await rememberAbility(window.memory, window.connected, 'change', service.environment('development').id, false);
    const keys: (string | undefined)[] = [];
    service.onCall = ({ method }) => void (method === 'PUT' && keys.push(method));
    await kill([undefined], 'development', window);
    assert.equal(keys.length, 0);
    const told = await kill([otherKey], 'development', window);
    assert.match(told.join(), /^checkout-redesign is killed/);
    assert.equal(keys.length, 1);
  });

  it('becomes a change request if the service has no call for it, and the confirmation says why', async () => {
    service.onCall = ({ path }) => (path.endsWith('/kill') ? { status: 404, body: {} } : undefined);
    await kill(['production', submit], 'production');
    assert.match(questions.at(-1)?.options[0] ?? '', /: The service accepts this change only as a change request\.$/);
    assert.equal(posts(), 1);
  });
});

it('a request for a definition that the API key can’t see is not said to be without effect', async () => {
  service.onCall = ({ method, path }) =>
    method === 'GET' && /flags\/.*\/environments\//.test(path) ? { status: 404, body: {} } : undefined;
  for (const operationType of ['KILL', 'RESTORE', 'ARCHIVE'] as const) {
    const { deps, connected } = openWindow();
    const { workspace, environment, name } = flagIn('production', 'checkout-redesign').target;
    const change = requestOnly({ connected, workspace, environment }, { operationType, flag: { name } });
    await withReplies([undefined], () => makeChange(deps, change));
    const lines = questions.at(-1)!.options.join('\n');
    assert.match(lines, /Kills the flag|Restores the flag|Removes the definition/, operationType);
    assert.doesNotMatch(lines, /the flag has none|Nothing would change/i, operationType);
  }
});
