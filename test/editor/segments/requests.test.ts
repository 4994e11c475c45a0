/** Tests keys for an environment that requires approvals: they become change requests, in parts if there are many. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService, type KeyName } from '../../operations/service.ts';
import { questions, withReplies } from '../person.ts';
import { answering, back, submit, fill } from '../scripted.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';

const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { removeKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { openReceipt } = await import('../../../src/editor/segments/openReceipt.ts');
const { offerResume } = await import('../../../src/editor/segments/offerResume.ts');

const service = useService();
const held = async (name = 'beta-accounts'): Promise<{ count: number; open: string | null | undefined }> => {
  const page = await service.as('submitter-key').readKeys(service.environment('production').id, name, { offset: 0, limit: 1 });
  return { count: page.count, open: page.openChangeRequestId };
};
const decide = async (
  status: 'APPROVED' | 'WITHDRAWN',
  by: KeyName = status === 'APPROVED' ? 'release-key' : 'submitter-key',
): Promise<string> => {
  const { open } = await held();
  assert.ok(open);
  const client = service.as(by);
  await client.decideChangeRequest(open, { status, comment: 'Seen.' });
  return open;
};

/** Runs until the first of three parts is submitted. */
async function begun(t: Parameters<typeof openWindow>[0]): Promise<Window> {
  const window = openWindow(t, service);
  const args = window.drop('many.txt', lines(25_000), segmentIn(service, 'production'));
  await withReplies(
    ['Upload 25,000 keys', 'production', ...fill({ title: 'Beta of December', comment: 'They signed up.' }), submit],
    () => uploadKeysCommand(window, args),
  );
  return window;
}

describe('keys that need an approval', () => {
  it('become a change request after the 403 without further choices; the next time, a request is offered first', async (t) => {
    const window = openWindow(t, service);
    const args = window.drop('three.txt', lines(3), segmentIn(service, 'production'));
    const told = await withReplies(['Upload 3 keys', 'production', submit], () => uploadKeysCommand(window, args));
    assert.equal(
      questions[2]?.options[0],
      'Submit: Add 3 keys to the segment beta-accounts in production: production requires an approval, so nothing was changed.',
    );
    assert.match(told.join(), /^The change request “Add 3 keys to beta-accounts” is submitted\./);
    await decide('WITHDRAWN');
    await withReplies([undefined], () => uploadKeysCommand(window, args));
    assert.match(questions[0]?.options[0] ?? '', /^Submit as a change request…/);
  });

  it('activate the segment once the change request is submitted, and not before', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production', 'made-here');
    const segment = { name: target.name, description: '' };
    await service.as('submitter-key').createSegment(target.workspace.id, 'user', segment);
    const args = window.drop('three.txt', lines(3), target);
    const ask = 'Submit as a change request…';
    await withReplies([ask, 'production', undefined], () => uploadKeysCommand(window, args));
    await assert.rejects(held(target.name), { status: 404 });
    const told = await withReplies([ask, 'production', submit], () => uploadKeysCommand(window, args));
    assert.match(told.join(), /^The change request “Add 3 keys to made-here” is submitted\./);
    assert.equal((await held(target.name)).count, 0);
  });

  it('cause a message that the segment is active if only the upload needs an approval, and the views read the segment again', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production', 'made-here');
    await service.as('submitter-key').createSegment(target.workspace.id, 'user', { name: target.name, description: '' });
    const args = window.drop('three.txt', lines(3), target);
    await withReplies(['Upload 3 keys', 'production', undefined], () => uploadKeysCommand(window, args));
    assert.equal((await held(target.name)).count, 0);
    assert.match(
      questions.at(-1)?.options[0] ?? '',
      /: production requires an approval\. made-here is active in production now, but no key was added\.$/,
    );
    const isRead = window.fired.some((event) => event.kind === 'object' && event.isChanged && event.place.name === target.name);
    assert.ok(isRead);
  });

  it('are offered as a change request first if the user wants one, even if the environment is not known to require approvals', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    const { keys } = await service.as('submitter-key').readKeys(target.environment.id, target.name, { offset: 0, limit: 3 });
    const [argument] = window.drop('listed.txt', keys.map(({ key }) => key).join('\n'), target);
    const wanted = [{ ...(argument as object), prefersRequest: true }];
    await withReplies([undefined], () => uploadKeysCommand(window, wanted));
    assert.match(questions[0]?.options[0] ?? '', /^Submit as a change request…/);
    await withReplies([undefined], () => removeKeysCommand(window, wanted));
    assert.match(questions[0]?.options[0] ?? '', /^Submit as a change request…/);
    await withReplies([undefined], () => uploadKeysCommand(window, [argument]));
    assert.match(questions[0]?.options[0] ?? '', /^Upload 3 keys/);
  });

  it('have their own words for a removal, and are compared with the segment at the last step', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    const { keys } = await service.as('submitter-key').readKeys(target.environment.id, target.name, { offset: 0, limit: 3 });
    const [argument] = window.drop('listed.txt', [...keys.map(({ key }) => key), 'never-there'].join('\n'), target);
    const wanted = [{ ...(argument as object), prefersRequest: true }];
    const asRequest = 'Submit as a change request…';
    await withReplies([asRequest, undefined], () => removeKeysCommand(window, wanted));
    assert.equal(questions[1]?.options[0], 'Submit: Remove 4 keys from the segment beta-accounts in production');
    // The segment was read before, so it is known which keys it contains.
    assert.match(
      questions.at(-1)?.options.join('\n') ?? '',
      /Removes 3 keys from the segment\.\n1 key in this request: no change\./,
    );
  });

  it('lead back to the question in which they were chosen', async (t) => {
    const window = openWindow(t, service);
    const [argument] = window.drop('three.txt', lines(3), segmentIn(service, 'production'));
    const { target: _, ...withoutTarget } = argument as { target: unknown };
    const row = 'beta-accounts · production · Storefront';
    for (const run of [uploadKeysCommand, removeKeysCommand]) {
      const left: unknown[] = [];
      const answer = (answers: Parameters<typeof answering>[0], given: object): Promise<unknown> =>
        answering(answers, async () => void left.push(await run(window, [{ ...given, canGoBack: true }])));
      await answer([back], withoutTarget);
      await answer([row, back, back], withoutTarget);
      await answer([back], argument as object);
      await answer([row, undefined], withoutTarget);
      assert.deepEqual(left, ['back', 'back', 'back', undefined]);
    }
  });

  it('are submitted in parts if there are many; the next part is offered once the previous one is published', async (t) => {
    const window = await begun(t);
    assert.match(questions[2]?.options[0] ?? '', /so nothing was changed\.$/);
    assert.match(
      shown.at(-1)?.message ?? '',
      /It is part 1 of 3: the rest \(15,000 keys\) waits, and the next part is offered once this one is published\.$/,
    );
    // No further request can be submitted while it is open.
    const early = await withReplies(['Add 25,000 keys to beta-accounts', 'Go on with part 2 of 3…'], () =>
      resumeUpload(window, []),
    );
    assert.match(early.join(), /^A change request is open on beta-accounts in production: decide it first, or withdraw it\.$/);

    const published = await decide('APPROVED');
    const offered = await withReplies([], () => offerResume(window, published));
    assert.deepEqual(offered, ['Part 1 of 3 is published. The next has 10,000 keys for beta-accounts.']);
    assert.deepEqual(shown.at(-1)?.buttons, ['Resume Upload…', 'Open Receipt']);
    assert.deepEqual(await withReplies([], () => offerResume(window)), [], 'once is enough');

    // A different window, as after a crash. It has the same facts, and begins with the comment that was typed for the first part.
    const later = window.again();
    pressNext('Resume Upload…');
    assert.equal((await withReplies([], () => offerResume(later))).length, 1);
    const [, argument] = executed.at(-1) ?? [];
    await withReplies(['Go on with part 2 of 3…', submit], () => resumeUpload(later, [argument]));
    assert.equal(
      shown.at(-1)?.message.startsWith('The change request “Add 10,000 keys to beta-accounts (part 2 of 3)” is submitted.'),
      true,
    );

    await decide('APPROVED');
    await withReplies(['Add 25,000 keys to beta-accounts', 'Go on with part 3 of 3…', submit], () =>
      resumeUpload(window.again(), []),
    );
    const last = await decide('APPROVED');
    const told = await withReplies([], () => offerResume(window, last));
    assert.equal(told.length, 1);
    assert.match(told[0]!, /now holds 25,008 keys, .*\(25,000 sent, 8 before\)/);
    await openReceipt(window, []);
    assert.match(window.opened.at(-1)?.text ?? '', /Change requests +[0-9a-f-]{36}, [0-9a-f-]{36}, [0-9a-f-]{36}\n/);
    assert.equal((await held()).count, 25_008);
  });

  it('are kept if somebody else submitted a request meanwhile; a message says so, and offers the review and a way to continue', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    const other = service.as('release-key');
    const { workspaceId, environmentId } = service.place('production');
    let isFirst = true;
    service.onCall = async ({ method, path }) => {
      if (method !== 'POST' || !path.includes('changeRequests') || !isFirst) return undefined;
      isFirst = false;
      await other.submitChangeRequest(workspaceId, environmentId, {
        operationType: 'CREATE',
        segment: { name: target.name, keys: ['x'] },
        title: 'Theirs',
        comment: 'x',
        approvers: [],
      });
      return undefined;
    };
    const ask = 'Submit as a change request…';
    const told = await withReplies([ask, submit], () => uploadKeysCommand(window, window.drop('3.txt', lines(3), target)));
    assert.match(told.join(), /^Not submitted: a change request is open on beta-accounts in production\./);
    assert.deepEqual(shown.at(-1)?.buttons, ['Review', 'Resume Upload…']);
    await decide('WITHDRAWN', 'release-key');
    const after = await withReplies(['Add 3 keys to beta-accounts', ask, submit], () => resumeUpload(window, []));
    assert.match(after.join(), /^The change request “Add 3 keys to beta-accounts” is submitted\./);
  });

  it('lead to a message that names the request that blocks a direct change', async (t) => {
    await begun(t);
    const { open } = await held();
    const window = openWindow(t, service);
    const args = window.drop('3.txt', lines(3, 'other'), segmentIn(service, 'production'));
    // Also if the service says so before it requires an approval.
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 409, body: { message: 'locked' } } : undefined);
    pressNext('Review');
    const told = await withReplies(['Upload 3 keys', 'production'], () => uploadKeysCommand(window, args));
    assert.match(told.join(), /^A change request is open on beta-accounts in production: decide it first, or withdraw it\. /);
    assert.deepEqual(shown.at(-1)?.buttons, ['Review', 'Resume Upload…']);
    assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', open]);
  });

  it('can be submitted again if a part was withdrawn', async (t) => {
    const window = await begun(t);
    const withdrawn = await decide('WITHDRAWN');
    const offered = await withReplies([], () => offerResume(window, withdrawn));
    assert.deepEqual(offered, ['“Beta of December” was not published, so its keys are not changed in beta-accounts.']);
    assert.deepEqual(shown.at(-1)?.buttons, ['Resume Upload…']);
    const replies = ['Add 25,000 keys to beta-accounts', 'Go on with part 1 of 3…', submit];
    const told = await withReplies(replies, () => resumeUpload(window.again(), []));
    assert.match(told.join(), /^The change request “Add 10,000 keys to beta-accounts \(part 1 of 3\)” is submitted\./);
    await decide('APPROVED');
    assert.equal((await held()).count, 10_008);
  });

  it('become a change request with the comment that was just typed, not with the comment of an earlier draft', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    const { keys } = await service.as('submitter-key').readKeys(target.environment.id, target.name, { offset: 0, limit: 3 });
    const args = window.drop('gone.txt', keys.map(({ key }) => key).join('\n'), target);
    const draft = ['Submit as a change request…', ...fill({ comment: 'An old reason.' }), undefined];
    await withReplies(draft, () => removeKeysCommand(window, args));
    await withReplies(['Remove 3 keys', 'They left.', 'production', submit], () => removeKeysCommand(window, args));
    const { open } = await held();
    const request = await service.as('release-key').readChangeRequest(open ?? '');
    assert.equal(request.comments[0]?.comment, 'They left.');
  });
});
