/** Tests keys for an environment that requires approvals: they become change requests, in parts if there are many. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { executed, pressNext } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { answering, back, fill, submit } from '../scripted.ts';
import { asRequest, keyLines, keysIn, lastButtons, lastMessage, openWindow, service, type Window } from './window.ts';

const { removeKeysCommand, uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');

const inProduction = { environment: 'production' } as const;
const listed = async (...more: readonly string[]): Promise<string> =>
  [...(await keysIn('production')).slice(0, 3), ...more].join('\n');
const firstRow = (question = 0): string => questions.at(question)?.options[0] ?? '';

/** Runs until the first of three parts is submitted. */
async function begun(t: TestContext): Promise<Window> {
  const window = openWindow(t, inProduction);
  const words = fill({ title: 'Beta of December', comment: 'They signed up.' });
  await window.upload(['Upload 25,000 keys', 'production', ...words, submit], keyLines(25_000));
  return window;
}

/** A window for a segment that exists but is not active. */
async function inactive(t: TestContext): Promise<Window> {
  const window = openWindow(t, { ...inProduction, name: 'made-here' });
  const segment = { name: 'made-here', description: '' };
  await service.as('submitter-key').createSegment(window.target.workspace.id, 'user', segment);
  return window;
}

describe('keys that need an approval', () => {
  it('become a change request after the 403 without further choices; the next time, a request is offered first', async (t) => {
    const window = openWindow(t, inProduction);
    const told = await window.upload(['Upload 3 keys', 'production', submit], keyLines(3));
    assert.equal(
      firstRow(2),
      'Submit: Add 3 keys to the segment beta-accounts in Storefront / production: production requires an approval, so nothing was changed.',
    );
    assert.match(told.join(), /^The change request “Add 3 keys to beta-accounts” is submitted\./);
    await window.decide('WITHDRAWN');
    await window.upload([undefined], keyLines(3));
    assert.match(firstRow(), /^Submit as a change request…/);
  });

  it('become a change request for the remaining keys if the environment requires approvals after a part was sent', async (t) => {
    const window = openWindow(t);
    const body = { code: 403, message: 'Approvals are required', details: '', transactionId: 'x' };
    let sent = 0;
    service.onCall = ({ method }) => (method === 'PUT' && (sent += 1) > 1 ? { status: 403, body } : undefined);
    await window.upload(['Upload 10,003 keys', undefined], keyLines(10_003));
    service.onCall = () => undefined;
    assert.match(
      firstRow(-1),
      /^Submit: Add 3 keys .*: development requires an approval\. 10,000 of 10,003 keys are sent\. Changes that are already made are kept\.$/,
    );
  });

  it('activate the segment once the change request is submitted, and not before', async (t) => {
    const window = await inactive(t);
    await window.upload([asRequest, 'production', undefined], keyLines(3));
    await assert.rejects(window.state(), { status: 404 });
    const told = await window.upload([asRequest, 'production', submit], keyLines(3));
    assert.match(told.join(), /^The change request “Add 3 keys to made-here” is submitted\./);
    assert.equal((await window.state()).count, 0);
  });

  it('cause a message that the segment is active if only the upload needs an approval, and the views read the segment again', async (t) => {
    const window = await inactive(t);
    await window.upload(['Upload 3 keys', 'production', undefined], keyLines(3));
    assert.equal((await window.state()).count, 0);
    assert.match(
      firstRow(-1),
      /: production requires an approval\. made-here is active in production now, but no key was added\.$/,
    );
    assert.ok(window.fired.some((event) => event.kind === 'object' && event.isChanged && event.place.name === 'made-here'));
  });

  it('are offered as a change request first if the caller asks for that, and lead back to the question in which they were chosen', async (t) => {
    const window = openWindow(t, inProduction);
    const [argument] = window.drop(keyLines(3));
    const { target: _, ...withoutTarget } = argument;
    const row = 'beta-accounts · production · Storefront';
    for (const run of [uploadKeysCommand, removeKeysCommand]) {
      const left: unknown[] = [];
      const answer = (answers: Parameters<typeof answering>[0], given: object): Promise<unknown> =>
        answering(answers, async () => void left.push(await run(window, [{ ...given, canGoBack: true }])));
      await answer([back], withoutTarget);
      await answer([row, back, back], withoutTarget);
      await answer([back], argument);
      await answer([row, undefined], withoutTarget);
      assert.deepEqual(left, ['back', 'back', 'back', undefined]);
      await withReplies([undefined], () => run(window, [{ ...argument, prefersRequest: true }]));
      assert.match(firstRow(), /^Submit as a change request…/);
    }
  });

  it('are described by what a removal changes, as far as the segment was read before', async (t) => {
    const window = openWindow(t, inProduction);
    await window.upload([undefined], await listed('never-there'));
    await window.remove([asRequest, undefined], await listed('never-there'));
    assert.equal(firstRow(1), 'Submit: Remove 4 keys from the segment beta-accounts in Storefront / production');
    const changes = questions.at(-1)?.options.join('\n') ?? '';
    assert.match(changes, /Removes 3 keys from the segment\.\n1 key in this request: no change\./);
  });

  it('are submitted in parts if there are many; the next part is offered once the previous one is published', async (t) => {
    const window = await begun(t);
    assert.match(
      lastMessage(),
      /This request is part 1 of 3\. The rest \(15,000 keys\) waits\. Flag Admin offers the next part when /,
    );
    // No further request can be submitted while it is open.
    const early = await window.resume(['Add 25,000 keys to beta-accounts', 'Go on with part 2 of 3…']);
    assert.match(
      early.join(),
      /^A change request is open on beta-accounts in production\. Approve, reject or withdraw it first\.$/,
    );

    const offered = await window.offer(await window.decide('APPROVED'));
    assert.deepEqual(offered, ['Part 1 of 3 is published. The next part contains 10,000 keys for beta-accounts.']);
    assert.deepEqual(lastButtons(), ['Resume Upload…', 'Open Receipt']);
    assert.deepEqual(await window.offer(), [], 'once is enough');

    // A different window, as after a crash. It has the same facts, and begins with the comment that was typed for the first part.
    const later = window.again();
    pressNext('Resume Upload…');
    assert.equal((await later.offer()).length, 1);
    const [, argument] = executed.at(-1) ?? [];
    const { change } = argument as { change: string };
    const second = await later.resume(['Go on with part 2 of 3…', submit], change);
    assert.match(second.join(), /^The change request “Add 10,000 keys to beta-accounts \(part 2 of 3\)” is submitted\./);

    await window.decide('APPROVED');
    await window.again().resume(['Add 25,000 keys to beta-accounts', 'Go on with part 3 of 3…', submit]);
    const told = await window.offer(await window.decide('APPROVED'));
    assert.equal(told.length, 1);
    assert.match(told[0]!, /now contains 25,008 keys, .*\(25,000 sent, 8 before\)/);
    assert.match(await window.receipt(), /Change requests +[0-9a-f-]{36}, [0-9a-f-]{36}, [0-9a-f-]{36}\n/);
  });

  it('are offered even if the request of another change can no longer be read', async (t) => {
    const window = await begun(t);
    const other = window.again({ name: 'vip-accounts' });
    await other.decide('WITHDRAWN');
    const inParts = 'Submit as 3 change requests, one after the other…';
    await other.upload([inParts, ...fill({ title: 'VIP', comment: 'They pay.' }), submit], keyLines(25_000, 'vip'));
    const { open } = await other.state();
    await window.decide('APPROVED');
    service.onCall = ({ method, path }) =>
      method === 'GET' && path.endsWith(`/${open}`) ? { status: 404, body: {} } : undefined;
    await assert.rejects(window.again().offer(), { status: 404 });
    assert.equal(lastMessage(), 'Part 1 of 3 is published. The next part contains 10,000 keys for beta-accounts.');
  });

  it('are kept if somebody else submitted a request meanwhile; a message says so, and offers the review and a way to continue', async (t) => {
    const window = openWindow(t, inProduction);
    const { target } = window;
    let isFirst = true;
    service.onCall = async ({ method, path }) => {
      if (method !== 'POST' || !path.includes('changeRequests') || !isFirst) return undefined;
      isFirst = false;
      const segment = { name: target.name, keys: ['x'] };
      const theirs = { operationType: 'CREATE', segment, title: 'Theirs', comment: 'x', approvers: [] } as const;
      await service.as('release-key').submitChangeRequest(target.workspace.id, target.environment.id, theirs);
      return undefined;
    };
    const told = await window.upload([asRequest, submit], keyLines(3));
    assert.match(told.join(), /^Not submitted: a change request is open on beta-accounts in .* \/ production\./);
    assert.deepEqual(lastButtons(), ['Review', 'Resume Upload…']);
    await window.decide('WITHDRAWN', 'release-key');
    const after = await window.resume(['Add 3 keys to beta-accounts', asRequest, submit]);
    assert.match(after.join(), /^The change request “Add 3 keys to beta-accounts” is submitted\./);
  });

  it('lead to a message that names the request that blocks a direct change, and can be submitted again once that was withdrawn', async (t) => {
    const window = await begun(t);
    const { open } = await window.state();
    // Also if the service says so before it requires an approval.
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 409, body: { message: 'locked' } } : undefined);
    pressNext('Review');
    const blocked = await openWindow(t, inProduction).upload(['Upload 3 keys', 'production'], keyLines(3, 'other'));
    assert.match(
      blocked.join(),
      /^A change request is open on beta-accounts in production\. Approve, reject or withdraw it first\. /,
    );
    assert.deepEqual(lastButtons(), ['Review', 'Resume Upload…']);
    assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', open]);
    service.onCall = () => undefined;
    const offered = await window.offer(await window.decide('WITHDRAWN'));
    assert.deepEqual(offered, ['“Beta of December” was not published, so its keys are not changed in beta-accounts.']);
    assert.deepEqual(lastButtons(), ['Resume Upload…']);
    const replies = ['Add 25,000 keys to beta-accounts', 'Go on with part 1 of 3…', submit];
    const told = await window.again().resume(replies);
    assert.match(told.join(), /^The change request “Add 10,000 keys to beta-accounts \(part 1 of 3\)” is submitted\./);
  });

  it('become a change request with the comment that was just typed, not with the comment of an earlier draft', async (t) => {
    const window = openWindow(t, inProduction);
    await window.remove([asRequest, ...fill({ comment: 'An old reason.' }), undefined], await listed());
    await window.remove(['Remove 3 keys', 'They left.', 'production', submit], await listed());
    const { open } = await window.state();
    const request = await service.as('release-key').readChangeRequest(open ?? '');
    assert.equal(request.comments[0]?.comment, 'They left.');
  });
});
