/** Tests the decision buttons of a review, and an answer that does not confirm the decision. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { isAble } from '../../../src/operations/learned/keyRecords.ts';
import { answerNext, asked, shown } from '../fakeVscode.ts';
import { answering, type Answer } from '../scripted.ts';
import { aWhile, has, isIdle, until, usePanels } from './usePanels.ts';

const { keptText } = await import('../../../src/editor/ask/keptText.ts');

const panels = usePanels({}, 'release-key');
const { service, openReview, connectedAs } = panels;
const decisions = (): number => service.count('PUT', /^\/changeRequests\//);
afterEach(() => answerNext(undefined));

describe('a review', () => {
  it('asks only once if a button is pressed again before its questions are answered', async () => {
    const page = await openReview(/VIP accounts/);
    answerNext('no');
    const before = asked.length;
    page.posted.length = 0;
    for (const id of ['reject', 'reject', 'withdraw'] as const) page.say({ type: 'action', id });
    await page.until((posted) => has('view', ({ view }) => view.status.label === 'Rejected')(posted) && isIdle(posted));
    assert.deepEqual([asked.length - before, decisions()], [1, 1]);
  });

  it('keeps the typed text for each action until it is sent: over Escape, a failure and a reload', async () => {
    const id = await panels.requestId(/VIP accounts/);
    const press = async (action: 'approve' | 'reject', ...answers: readonly Answer[]): Promise<string | undefined> => {
      const page = await openReview(/VIP accounts/);
      page.posted.length = 0;
      const before = shown.length;
      const asked = await answering(answers, async () => {
        page.say({ type: 'action', id: action });
        await (answers.length > 1 ? until(() => shown.length > before) : aWhile());
      });
      page.close();
      return asked[0]?.value;
    };
    assert.equal(await press('approve', { typed: 'Seen wi' }), '', 'no approval of production has a default');
    assert.equal(await press('reject', { typed: 'Too ea' }), '');
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 503, body: {} } : undefined);
    assert.equal(await press('approve', 'Seen with Tom.', 'production'), 'Seen wi');
    service.onCall = () => undefined;
    assert.equal(await press('reject', undefined), 'Too ea');
    const kept = (action: string) => keptText(panels.deps, connectedAs('shop'), id, action).text();
    assert.equal(kept('approve'), 'Seen with Tom.');
    assert.equal(await press('approve', 'Seen with Tom.', 'production'), 'Seen with Tom.');
    assert.deepEqual([kept('approve'), kept('reject')], [undefined, 'Too ea']);
  });

  it('after a failure, names the attempt and the current state, and offers no decision if the state is unknown', async () => {
    const page = await openReview(/VIP accounts/);
    const before = shown.length;
    let isDown = false;
    service.onCall = ({ method }) => {
      if (method === 'PUT') isDown = true;
      return method === 'PUT' || isDown ? { status: 503, body: {} } : undefined;
    };
    const approve = async (): Promise<void> => {
      page.posted.length = 0;
      await answering(['Seen.', 'production'], async () => {
        page.say({ type: 'action', id: 'approve' });
        await page.until((posted) => isDown && isIdle(posted));
      });
    };
    const failure = (): string => {
      const last = page.posted.findLast(({ type }) => type === 'failure');
      return last?.type === 'failure' ? [last.text, ...last.steps.map(({ label }) => label)].join(' | ') : '';
    };
    await approve();
    assert.match(
      failure(),
      /^It is not known whether “.*VIP accounts.*” in Storefront \/ production was approved\. .*\| Check Again$/,
    );
    assert.deepEqual(
      page.view().actions.filter(({ isTool }) => !isTool),
      [],
    );
    // Check Again finds the service still failing, and then as it was.
    for (const isStillDown of [true, false]) {
      isDown = isStillDown;
      page.posted.length = 0;
      page.say({ type: 'action', id: 'refresh' });
      await page.until((posted) => posted.some(({ type }) => type === 'failure' || type === 'view') && isIdle(posted));
      assert.equal(/It is not known/.test(failure()), isStillDown);
      assert.equal(
        page.view().actions.some(({ id }) => id === 'approve'),
        !isStillDown,
      );
    }
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 500, body: {} } : undefined);
    isDown = true;
    await approve();
    await until(() => shown.length > before);
    assert.match(
      shown.at(-1)?.message ?? '',
      /VIP accounts.*” in Storefront \/ production was not approved\. It still waits\. .*\(500\)/,
    );
  });

  for (const [action, answers] of [
    ['approve', ['Seen.', 'production']],
    ['reject', ['No.']],
  ] as const)
    it(`reads everything again if the service does not show the decision (${action}), and stores no facts about it`, async () => {
      const page = await openReview(/VIP accounts/);
      const id = await panels.requestId(/VIP accounts/);
      const request = await service.as('release-key').readChangeRequest(id);
      service.onCall = ({ method }) => (method === 'PUT' ? { status: 200, body: request } : undefined);
      const before = shown.length;
      await answering(answers, async () => {
        page.posted.length = 0;
        page.say({ type: 'action', id: action });
        await page.until((posted) => decisions() > 0 && has('view')(posted) && isIdle(posted));
      });
      assert.match(shown[before]?.message ?? '', /^The service reported no error, but it did not carry out the decision: /);
      assert.equal(page.view().status.label, 'Waiting for approval');
      assert.deepEqual(
        panels.deps.fired.map((event) => event.kind === 'request' && event.state),
        ['outdated'],
      );
      const connected = connectedAs('shop');
      const environment = service.environment('production').id;
      assert.equal(isAble(panels.deps.memory, connected, 'approve', environment), undefined);
      assert.equal(panels.deps.serviceFacts.canReject(connected.origin), undefined);
    });

  it('remembers that rejecting is impossible only if the service says that it does not know the status', async () => {
    const answers = [
      { message: '', isRemembered: false },
      { message: 'Something was wrong', isRemembered: false },
      { message: 'title and comment are required', isRemembered: false },
      { message: 'status must be one of APPROVED, WITHDRAWN', isRemembered: true },
    ];
    for (const { message, isRemembered } of answers) {
      const page = await openReview(/VIP accounts/);
      const body = { code: 400, message, details: '', transactionId: null };
      service.onCall = ({ method }) => (method === 'PUT' ? { status: 400, body } : undefined);
      const [told, sent] = [shown.length, decisions()];
      await answering(['No.'], async () => {
        page.posted.length = 0;
        page.say({ type: 'action', id: 'reject' });
        await page.until((posted) => decisions() > sent && has('view')(posted) && isIdle(posted));
      });
      assert.equal(panels.deps.serviceFacts.canReject(connectedAs('shop').origin), isRemembered ? false : undefined, message);
      assert.equal(page.view().actions.some(({ id }) => id === 'reject'), !isRemembered, message); // prettier-ignore
      assert.equal(/does not let API keys reject/.test(shown[told]?.message ?? ''), isRemembered, message);
    }
  });
});
