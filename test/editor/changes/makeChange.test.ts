/** Tests the flow that sends every change, with the real sandbox: its result for each kind of change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberAble } from '../../../src/operations/learned/keyRecords.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { submit } from '../scripted.ts';
import { openWindow as openSegments, segmentIn } from '../segments/window.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');
const { killFlag } = await import('../../../src/editor/flags/switchFlag.ts');

const { service, openWindow, flagIn, openRequest, posts } = useSubmitting();

/** The answer to the question that appears if the service has refused the current API key before (403). */
const otherKey = 'Use “release-key” this once';

describe('killing a flag', () => {
  const kill = (replies: Parameters<typeof withReplies>[0], environment: string, { deps } = openWindow()) =>
    withReplies(['It breaks.', ...replies], () => killFlag(deps, flagIn(environment, 'checkout-redesign')));

  it('uses an API key that the service has not refused before, if the user chooses one', async () => {
    const window = openWindow();
    await rememberAble(window.memory, window.connected, 'change', service.environment('development').id, false);
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
    assert.match(questions.at(-1)?.options[0] ?? '', /: The service takes this as a change request only\.$/);
    assert.equal(posts(), 1);
  });

  it('is refused if a change request was opened on the flag meanwhile, and leads to that request', async () => {
    let isOpen = false;
    service.onCall = async ({ path }) => {
      if (isOpen || !path.endsWith('/kill')) return undefined;
      isOpen = true;
      const { workspaceId, environmentId } = service.place('production');
      const flag = { name: 'checkout-redesign' };
      const request = { operationType: 'KILL', flag, title: 'Theirs', comment: 'x', approvers: [] } as const;
      await service.as('release-key').submitChangeRequest(workspaceId, environmentId, request);
      return { status: 409, body: { code: 409, message: 'A change request is open.', details: '', transactionId: 't' } };
    };
    pressNext('Review');
    await kill(['production'], 'production');
    assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', await openRequest('production', 'checkout-redesign')]);
    assert.equal(shown.at(-1)?.severity, 'warning');
  });
});

describe('the keys of a segment', () => {
  it('are uploaded with an API key that the service has not refused before, if the user chooses one', async (t) => {
    const window = openSegments(t, service);
    const target = segmentIn(service, 'development');
    const inUse = (await window.connections.inUse())!;
    await rememberAble(window.memory, inUse, 'change', target.environment.id, false);
    const told = await withReplies(['Upload 1 key', otherKey], () => uploadKeys(window, window.drop('a.txt', 'new-1', target)));
    assert.match(told.join(), /^beta-accounts in Storefront \/ development now holds /);
  });
});
