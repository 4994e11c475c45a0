/** Tests the decision buttons of a review, the event of a decision, and an answer that does not confirm it. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { hasAbility } from '../../../src/operations/learned/keyRecords.ts';
import { answerNext, asked, shown } from '../fakeVscode.ts';
import { answerConfirmations, type Answer } from '../scripted.ts';
import { shortPause, buttonOf, has, isIdle, isShown, press, pressAnswering, until, usePanels } from './usePanels.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');
const { keptText } = await import('../../../src/editor/ask/keptText.ts');

describe('a review', () => {
  const panels = usePanels({}, 'release-key');
  const { service, openReview, connectedAs } = panels;
  const decisions = (): number => service.count('PUT', /^\/changeRequests\//);
  const answerPut = (status: number, body: unknown): void => {
    service.onCall = ({ method }) => (method === 'PUT' ? { status, body } : undefined);
  };
  const isDecided = (posted: Parameters<typeof isShown>[0]): boolean => decisions() > 0 && isShown(posted);
  afterEach(() => answerNext(undefined));

  it('asks only once if a button is pressed again before its questions are answered', async () => {
    const page = await openReview(/VIP accounts/);
    answerNext('no');
    const before = asked.length;
    page.posted.length = 0;
    for (const id of ['reject', 'reject', 'withdraw'] as const) page.say({ type: 'action', id });
    await page.until((posted) => has('view', ({ view }) => view.status.label === 'Rejected')(posted) && isIdle(posted));
    assert.deepEqual([asked.length - before, decisions()], [1, 1]);
  });

  it('fires an event with the object that an approval has changed', async () => {
    for (const [title, object, name] of [
      [/VIP accounts/, 'segment', 'vip-accounts'],
      [/^New search/, 'flag', 'new-search'],
    ] as const) {
      const page = await openReview(title);
      await pressAnswering(['Seen.', 'production'], page, 'approve');
      const place = { object, ...service.place('production'), name };
      const event = { kind: 'request', connection: 'shop', place, requestId: page.view().id, state: 'published' };
      assert.deepEqual(panels.deps.fired.at(-1), event);
      page.close();
    }
  });

  it('proposes to restore the rollout status from before its request, unless somebody has changed it again', async () => {
    const page = await openReview(/^Define dark mode/);
    const { id, facts } = page.view();
    const statusOf = (all: typeof facts): string => all.map(({ value }) => value).find((one) => one.includes('→')) ?? '';
    await page.until(() => statusOf(page.view().facts).startsWith('Internal testing → Pre-production'));
    await pressAnswering(['Seen.'], page, 'approve');
    page.close();
    // As after a reload of the window.
    const again = panels.panel();
    attachReview(panels.deps, again.panel, id);
    again.say({ type: 'ready' });
    await again.until(isShown);
    const proposed = async (): Promise<string | undefined> => {
      let rows: readonly string[] = [];
      answerConfirmations(({ options }) => void (rows = options));
      again.say({ type: 'action', id: 'inverse' });
      await until(() => rows.length > 0);
      answerConfirmations(undefined);
      return rows.find((row) => row.startsWith('Rollout status'));
    };
    assert.equal(await proposed(), 'Rollout status: Internal testing');
    const flag = await service.as('release-key').readFlag(service.workspace('Storefront'), 'dark-mode');
    const ramping = (await service.as('release-key').listRolloutStatuses(service.workspace('Storefront'))).find(
      ({ name }) => name === 'Ramping',
    );
    service.onCall = ({ path }) =>
      path.endsWith('/dark-mode') ? { status: 200, body: { ...flag, rolloutStatus: ramping } } : undefined;
    assert.equal(await proposed(), 'Rollout status: Ramping');
  });

  it('keeps the typed text for each action until it is sent, even after Escape, a failure and a reload', async () => {
    const id = await panels.requestId(/VIP accounts/);
    const typedFirst = async (action: 'approve' | 'reject', ...answers: readonly Answer[]): Promise<string | undefined> => {
      const page = await openReview(/VIP accounts/);
      const sent = decisions();
      const [question] = await pressAnswering(answers, page, action, () => answers.length === 1 || decisions() > sent);
      await shortPause();
      page.close();
      return question?.value;
    };
    assert.equal(await typedFirst('approve', { typed: 'Seen wi' }), '', 'no approval of production has a default');
    assert.equal(await typedFirst('reject', { typed: 'Too ea' }), '');
    answerPut(503, {});
    assert.equal(await typedFirst('approve', 'Seen with Tom.', 'production'), 'Seen wi');
    service.onCall = () => undefined;
    assert.equal(await typedFirst('reject', undefined), 'Too ea');
    const kept = (action: string) => keptText(panels.deps, connectedAs('shop'), id, action).text();
    assert.equal(kept('approve'), 'Seen with Tom.');
    assert.equal(await typedFirst('approve', 'Seen with Tom.', 'production'), 'Seen with Tom.');
    assert.deepEqual([kept('approve'), kept('reject')], [undefined, 'Too ea']);
  });

  it('after a failure, names the attempt and the current state, and offers no decision if the state is unknown', async () => {
    const page = await openReview(/VIP accounts/);
    let isDown = false;
    service.onCall = ({ method }) => {
      if (method === 'PUT') isDown = true;
      return isDown ? { status: 503, body: {} } : undefined;
    };
    const failure = (): string => {
      const last = page.posted.findLast(({ type }) => type === 'failure');
      return last?.type === 'failure' ? [last.text, ...last.steps.map(({ label }) => label)].join(' | ') : '';
    };
    await pressAnswering(['Seen.', 'production'], page, 'approve', (posted) => isDown && isIdle(posted));
    assert.match(
      failure(),
      /^It is not known whether “.*VIP accounts.*” in Storefront \/ production was approved\. .*\| Check Again$/,
    );
    assert.ok(page.view().actions.every(({ isTool }) => isTool));
    // Check Again finds the service still failing, and then as it was.
    for (const isStillDown of [true, false]) {
      isDown = isStillDown;
      await press(page, 'refresh', (posted) => (has('failure')(posted) || has('view')(posted)) && isIdle(posted));
      assert.equal(/It is not known/.test(failure()), isStillDown);
      assert.equal(buttonOf(page, 'approve') === undefined, isStillDown);
    }
    const before = shown.length;
    answerPut(500, {});
    await pressAnswering(['Seen.', 'production'], page, 'approve');
    await until(() => shown.length > before);
    assert.match(
      shown.at(-1)?.message ?? '',
      /VIP accounts.*” in Storefront \/ production was not approved\. The change request is still open\. .*\(500\)/,
    );
  });

  for (const [action, answers] of [
    ['approve', ['Seen.', 'production']],
    ['reject', ['No.']],
  ] as const)
    it(`reads everything again if the service does not show the decision (${action}), and stores no facts about it`, async () => {
      const page = await openReview(/VIP accounts/);
      answerPut(200, await service.as('release-key').readChangeRequest(page.view().id));
      const before = shown.length;
      await pressAnswering(answers, page, action, isDecided);
      assert.match(shown[before]?.message ?? '', /did not carry out the decision: /);
      assert.equal(page.view().status.label, 'Waiting for approval');
      const states = panels.deps.fired.map((event) => event.kind === 'request' && event.state);
      assert.deepEqual(states, ['outdated']);
      const { environmentId } = service.place('production');
      assert.equal(hasAbility(panels.deps.memory, connectedAs('shop'), 'approve', environmentId), undefined);
      assert.equal(panels.deps.serviceFacts.canReject(connectedAs('shop').origin), undefined);
    });

  it('remembers that rejecting is impossible only if the service says that it does not know the status', async () => {
    for (const [message, isRemembered] of [
      ['', false],
      ['title and comment are required', false],
      ['status must be one of APPROVED, WITHDRAWN', true],
    ] as const) {
      const page = await openReview(/VIP accounts/);
      answerPut(400, { code: 400, message, details: '', transactionId: null });
      service.seen.length = 0;
      const told = shown.length;
      await pressAnswering(['No.'], page, 'reject', isDecided);
      assert.equal(panels.deps.serviceFacts.canReject(connectedAs('shop').origin), isRemembered ? false : undefined, message);
      assert.equal(buttonOf(page, 'reject') === undefined, isRemembered, message);
      assert.equal(/does not let API keys reject/.test(shown[told]?.message ?? ''), isRemembered, message);
    }
  });
});

const SAID = 'The service said that a pipeline decides in this environment, so no API key can approve this request.';
const BEFORE =
  'The service has refused an approval with the API key “submitter-key” in this environment. The rights of this key might have changed since then.';

describe('an approval that the service refuses', () => {
  const { service, openReview } = usePanels({ vocabulary: 'split' });

  async function refused(status: number, message: string): Promise<(typeof shown)[number] | undefined> {
    const page = await openReview(/^New search/);
    const body = { code: status, message, details: '', transactionId: 'a1' };
    service.onCall = ({ method }) => (method === 'PUT' ? { status, body } : undefined);
    answerNext('production');
    await press(page, 'approve');
    assert.equal(buttonOf(page, 'approve'), undefined);
    service.onCall = () => undefined;
    return shown.at(-1);
  }
  /** Returns the note of a different request in the same environment. */
  const noteElsewhere = async (): Promise<string> => (await openReview(/^Restore the legacy/)).view().note;

  it('shows a message that names a pipeline, says that a pipeline decides, and remembers that for the environment', async () => {
    const told = await refused(403, 'Approvals are restricted to a pipeline');
    assert.equal(
      told?.message,
      'Nothing was decided: the service says that a pipeline decides on change requests in production. Approvals are restricted to a pipeline.',
    );
    assert.deepEqual(told.buttons, ['Open in Browser']);
    assert.ok((await noteElsewhere()).startsWith(SAID));
  });

  it('does not mention a pipeline otherwise, offers the other API keys, and remembers the refusal for the environment', async () => {
    const told = await refused(401, 'You may not approve data-pipeline');
    const words =
      /\(401\): either the API key “submitter-key” is not an approver of “New search.*, or this .* with it\. You may not approve data-pipeline\.$/;
    assert.match(told?.message ?? '', words);
    assert.doesNotMatch(told?.message ?? '', /a pipeline decides/);
    assert.deepEqual(told?.buttons, ['Use the API Key “release-key”', 'Open in Browser']);
    const note = await noteElsewhere();
    assert.ok(!note.includes(SAID) && note.includes(BEFORE), note);
  });
});
