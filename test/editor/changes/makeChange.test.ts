/** The one flow that sends every change, over the real sandbox: what comes of it, for each kind of change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberAble } from '../../../src/operations/learned/keyRecords.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { openWindow as openDefinitions } from '../definitions/window.ts';
import { answering, submit } from '../scripted.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { killFlag } = await import('../../../src/editor/flags/switchFlag.ts');

const { service, openWindow, flagIn, openRequest, posts } = useSubmitting();

/** What is asked if the service refused the API key in use before (403). */
const otherKey = 'Use “release-key” this once';

describe('the switch of a flag', () => {
  const kill = (replies: Parameters<typeof withReplies>[0], environment: string, { deps } = openWindow()) =>
    withReplies(['It breaks.', ...replies], () => killFlag(deps, flagIn(environment, 'checkout-redesign')));

  it('is sent with an API key that the service has not refused before, if the user chooses one', async () => {
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

  it('becomes a change request where the service has no call for it, and the sheet says why', async () => {
    service.onCall = ({ path }) => (path.endsWith('/kill') ? { status: 404, body: {} } : undefined);
    await kill(['production', submit], 'production');
    assert.match(questions.at(-1)?.options[0] ?? '', /: The service takes this as a change request only\.$/);
    assert.equal(posts(), 1);
  });

  it('is not sent, and leads to the change request, if one was opened on the flag meanwhile', async () => {
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

describe('a definition', () => {
  it('is sent with an API key that the service has not refused before, if the user chooses one', async () => {
    const window = await openDefinitions(service);
    const { connectionId, origin, keyName } = window.inUse.now!;
    const { id } = service.environment('development');
    await window.deps.serviceFacts.rememberGated(origin, id, false);
    await rememberAble(window.memory, { connectionId, origin, keyName }, 'change', id, false);
    const uri = window.uri('checkout-redesign', 'development');
    await window.write(uri, (await window.read(uri)).replace(/trafficAllocation: \d+/, 'trafficAllocation: 42'));
    const script = ['Change it at once', otherKey, 'Make it live: …'];
    const asked = await answering(script, async () => window.commands['flagAdmin.flag.submit']!(uri));
    assert.match(asked.at(-1)?.options[0] ?? '', /with “release-key”$/);
    assert.match(shown.at(-1)?.message ?? '', /its new definition is live/);
    window.dispose();
  });
});
