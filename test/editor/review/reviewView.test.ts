/**
 * Tests the view of a review: what it shows if little is known; and that a change is computed once, even if several places show
 * it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest, FlagDefinition } from '../../../src/api/model.ts';
import { audienceChange } from '../../../src/domain/audiences/findAudienceChange.ts';
import { diffDefinitions } from '../../../src/domain/definitions/definitionDiff.ts';
import type { ReviewState } from '../../../src/editor/review/reviewState.ts';
import type { LiveObject } from '../../../src/operations/changeRequests/readReview.ts';
import type { ReviewView } from '../../../src/webview/protocol.ts';
import '../fakeVscode.ts';
import { textsOf } from './usePanels.ts';

const { reviewView, summaryLines } = await import('../../../src/editor/review/reviewView.ts');
const { changesBetween } = await import('../../../src/editor/review/changedSinceOpened.ts');
const { comparisonView } = await import('../../../src/editor/review/comparison.ts');

/** A definition that counts accesses to its default rule. */
function counted(on: number): { readonly definition: FlagDefinition; reads(): number } {
  let reads = 0;
  const definition = {
    name: 'new-search',
    treatments: [{ name: 'on' }, { name: 'off' }],
    defaultTreatment: 'off',
    trafficAllocation: 100,
    rules: [],
    killed: false,
    get defaultRule() {
      reads += 1;
      return [
        { treatment: 'on', size: on },
        { treatment: 'off', size: 100 - on },
      ];
    },
  };
  return { definition, reads: () => reads };
}

const flag = counted(20).definition;
const segment = { name: 'beta-accounts', keys: ['a'] };
const liveIs = (definition: FlagDefinition): LiveObject => ({ kind: 'definition', definition });
const request = (operationType: string, fields: Partial<ChangeRequest>): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType,
  approvers: ['release-key'],
  comments: [],
  ...fields,
});

function stateOf(asked: ChangeRequest, live: LiveObject): ReviewState {
  const connected = { connectionName: 'Shop', keyName: 'release-key', keyNames: ['release-key'], client: {} };
  const environment = { id: 'e1', name: 'production', isProduction: true };
  return {
    connected: connected as unknown as ReviewState['connected'],
    place: { workspaceName: 'Storefront', environment, provenBy: 'reading' },
    reviewed: { request: asked, live, fingerprint: 'f' },
    key: { name: 'release-key', identity: 'release-key', canWrite: true },
    others: [],
    readAt: 0,
    previous: undefined,
    before: undefined,
    remembered: () => undefined,
    environmentOf: () => undefined,
  };
}
const viewOf = (asked: ChangeRequest, live: LiveObject): Omit<ReviewView, 'id' | 'restore'> => reviewView(stateOf(asked, live));
const unknown: LiveObject = { kind: 'unknown' };
const decisionsIn = ({ actions }: Pick<ReviewView, 'actions'>): readonly string[] =>
  actions.filter(({ isTool }) => !isTool).map(({ id }) => id);

describe('the view of a request', () => {
  const rowsOf = (operationType: string, live: LiveObject): readonly string[] =>
    viewOf(request(operationType, { flag }), live).sections.flatMap(({ rows }) =>
      rows.map(({ title, changeLabel }) => `${title}: ${changeLabel}`),
    );

  it('shows the requested state if the current state is unknown', () => {
    const titles = ['Default treatment', 'Traffic allocation', 'on', 'off', 'Everybody else'];
    assert.deepEqual(rowsOf('UPDATE', unknown), titles.map((title) => `${title}: requested`)); // prettier-ignore
    assert.deepEqual(rowsOf('KILL', unknown), []);
    assert.match(viewOf(request('RESTORE', { flag }), unknown).summary[0]?.text ?? '', /^Restores the flag/);
  });

  it('with a number that can’t be read exactly names it, and offers no approval, but a withdrawal', () => {
    const view = viewOf(request('UPDATE', { flag, largeNumber: '9007199254740993' }), liveIs(flag));
    const [summary, ...more] = textsOf(view.summary);
    assert.match(
      summary!,
      /^The change request contains the number 9007199254740993, which Flag Admin can’t read exactly\. .* web console\.$/,
    );
    assert.deepEqual([more, view.sections, decisionsIn(view)], [[], [], ['withdraw', 'reject']]);
  });

  it('with a flag and a segment names both, says that its effect is not known, and offers no approval', () => {
    const view = viewOf(request('CREATE', { flag, segment }), unknown);
    assert.equal(view.subheading, 'CREATE: new-search and beta-accounts');
    assert.match(view.summary[0]?.text ?? '', /^The change request contains both a flag and a segment/);
    assert.deepEqual([view.sections, view.notices], [[], []], 'to read it again would not help');
    assert.ok(!decisionsIn(view).includes('approve'));
  });

  it('for a segment that is not active does not say that it could not be read', () => {
    const noticesOf = (live: LiveObject): readonly string[] => textsOf(viewOf(request('CREATE', { segment }), live).notices);
    assert.deepEqual(noticesOf({ kind: 'unknown', isMissing: true }), []);
    assert.match(noticesOf(unknown).join(), /^The current state in production could not be read/);
  });

  it('names a change even if only the order of the treatments differs', () => {
    const reviewed = { request: request('KILL', { flag }), live: liveIs(flag), fingerprint: 'f' };
    const reordered = liveIs({ ...flag, treatments: flag.treatments.toReversed() });
    const { notice, sections } = changesBetween(reviewed, 0, { ...reviewed, live: reordered });
    assert.match(notice.text, /\nChanged in the live version: Treatments$/);
    const rows = sections.flatMap((section) => section.rows);
    assert.deepEqual(
      rows.map(({ title, before, after }) => [title, before, after]),
      [['Order of the treatments', ['on, off'], ['off, on']]],
    );
  });

  it('names what it can no longer read, or reads again, and not the history of the request', () => {
    const moves: readonly (readonly [ChangeRequest, LiveObject, LiveObject, RegExp])[] = [
      [
        request('CREATE', { segment }),
        { kind: 'keys', keys: ['a'], count: 1 },
        { kind: 'unknown', isMissing: true },
        /not active/,
      ],
      [request('UPDATE', { flag }), liveIs(flag), unknown, /could not be read/],
      [request('UPDATE', { flag }), unknown, liveIs(flag), /can be read/],
    ];
    for (const [asked, before, after, said] of moves) {
      const reviewed = { request: asked, live: before, fingerprint: 'f' };
      const { notice } = changesBetween(reviewed, 0, { ...reviewed, live: after });
      assert.match(notice.text, said);
      assert.doesNotMatch(notice.text, /approvers/);
    }
  });

  it('names the title, the approvers and the history only as examples if it can’t tell what changed', () => {
    const [earlier, now] = ['UPDATE', 'CREATE'].map((operation) => ({
      request: request(operation, { flag }),
      live: liveIs(flag),
      fingerprint: operation,
    }));
    const { notice } = changesBetween(earlier!, 0, now!);
    assert.match(notice.text, /\nSomething else in the request changed, such as its title/);
  });

  it('names a new rollout status and a new time of publishing', () => {
    const asked = (fields: Partial<ChangeRequest>) => ({
      request: request('UPDATE', { flag, ...fields }),
      live: liveIs(flag),
      fingerprint: 'f',
    });
    const text = (before: Partial<ChangeRequest>, after: Partial<ChangeRequest>) =>
      changesBetween(asked(before), 0, asked(after)).notice.text;
    const status = (name: string) => ({ rolloutStatus: { id: name, name } });
    assert.match(text(status('Ramping'), status('Killed')), /Ramping → Killed/);
    assert.match(
      text({ scheduledFor: 1_800_000_000_000 }, { scheduledFor: 1_900_000_000_000 }),
      /in the request: Scheduled time: .* → /,
    );
  });

  it('does not say that a request still waits for a person who is named, if it is already approved', () => {
    const textsFor = (status: string): string => {
      const state = stateOf(request('UPDATE', { flag, status, approvers: ['dana@example.com'] }), liveIs(counted(10).definition));
      const connected = { ...state.connected, email: 'dana@example.com' };
      return textsOf(reviewView({ ...state, connected }).notices).join('\n');
    };
    assert.match(textsFor('REQUESTED'), /waits for you/);
    for (const status of ['SCHEDULED', 'APPROVED']) assert.doesNotMatch(textsFor(status), /waits for you/, status);
  });

  it('does not announce a scheduled time that has passed', () => {
    const noticeFor = (minutes: number): string => {
      const scheduled = request('UPDATE', { flag, status: 'SCHEDULED', scheduledFor: Date.now() + minutes * 60_000 });
      return textsOf(viewOf(scheduled, liveIs(counted(10).definition)).notices)[0]!;
    };
    assert.match(noticeFor(5), /^The change will be published /);
    assert.match(noticeFor(-5), /^The scheduled time \(.*\) has passed\. Refresh to see whether the change is published\.$/);
  });

  it('of a read-only connection says so, and offers no decision and no other API key', () => {
    const key = { name: 'release-key', identity: 'release-key', isReadOnly: true };
    const state = stateOf(request('UPDATE', { flag }), liveIs(counted(10).definition));
    const view = reviewView({ ...state, key, others: [{ ...key, name: 'other' }] });
    assert.deepEqual(decisionsIn(view), []);
    assert.match(view.note, /^The connection “Shop” is read-only: /);
  });

  it('warns if the live definition was changed after the request was submitted', () => {
    const isWarned = (lastUpdateTime?: number): boolean => {
      const comments = [{ comment: 'why', user: 'maria', role: 'SUBMITTER', timestamp: 2_000 }];
      const { notices } = viewOf(request('UPDATE', { flag, comments }), liveIs({ ...counted(10).definition, lastUpdateTime }));
      return notices.some(({ text }) => /was changed after this request was submitted/.test(text));
    };
    assert.deepEqual([undefined, 1_999, 2_000, 2_001].map(isWarned), [false, false, false, true]); // prettier-ignore
  });
});

describe('a notice', () => {
  it('does not change while time passes: a screen reader would announce it again, and a page restored later would show an old age', (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const comments = [{ comment: 'why', user: 'maria', role: 'SUBMITTER', timestamp: Date.now() - 10_000 }];
    const live = liveIs({ ...counted(10).definition, lastUpdateTime: Date.now() - 5_000 });
    const notices = () => textsOf(viewOf(request('UPDATE', { flag, comments }), live).notices);
    const before = notices();
    assert.match(before.join(), /was changed after this request was submitted/);
    context.mock.timers.tick(3_600_000);
    assert.deepEqual(notices(), before);
  });
});

describe('a view', () => {
  it('of a withdrawn request does not claim that its only comment belongs to the submission', () => {
    const entry = { comment: 'Not now.', user: 'ann', role: 'SUBMITTER', timestamp: Date.now() };
    const shown = (status: string, ...comments: ChangeRequest['comments']): readonly unknown[] => {
      const { byline, bylineAging, reason, timeline } = reviewView(stateOf(request('KILL', { status, flag, comments }), unknown));
      return [byline, bylineAging !== undefined, reason, timeline[0]?.what];
    };
    assert.deepEqual(shown('REQUESTED', entry), ['Submitted by ann, now', true, 'Not now.', 'submitted it']);
    assert.deepEqual(shown('WITHDRAWN', entry), ['Submitted by ann, at an unknown time', false, '', 'commented']);
    assert.deepEqual(shown('WITHDRAWN', { ...entry, comment: 'Please' }, entry), [
      'Submitted by ann, now',
      true,
      'Please',
      'submitted it',
    ]);
  });

  /** The number of accesses of one comparison to its first definition. */
  function readsOfOne(): number {
    const live = counted(10);
    diffDefinitions(live.definition, flag);
    return live.reads();
  }
  /** The number of accesses for one comparison and one “For whom”. */
  function readsOfBoth(): number {
    const live = counted(10);
    audienceChange(live.definition, flag, { emptySegments: new Set() });
    return live.reads() + readsOfOne();
  }

  it('compares the definitions of a request once, and again only for a new reading, also if it is decided', () => {
    for (const status of ['REQUESTED', 'WITHDRAWN']) {
      const live = counted(10);
      const open = stateOf(request('UPDATE', { status, flag }), liveIs(live.definition));
      const shown: ReviewState = status === 'REQUESTED' ? open : { ...open, before: open.reviewed.live };
      const view = reviewView(shown);
      assert.match(view.summary[0]?.text ?? '', /on 10% → 20%/);
      assert.match(view.forWhom?.lines[0]?.text ?? '', /^Everybody: 10% move from “off” to “on”/);
      assert.equal(live.reads(), readsOfBoth());
      // The question of Approve, the copied text, and the outdated view.
      summaryLines({ ...shown, connected: { ...shown.connected, keyName: 'other' } });
      reviewView(shown, 'changed');
      assert.equal(live.reads(), readsOfBoth());

      const moved = liveIs(counted(15).definition);
      const again = { ...shown, reviewed: { ...shown.reviewed, live: moved }, before: shown.before && moved };
      assert.match(reviewView(again).summary[0]?.text ?? '', /on 15% → 20%/);
    }
  });

  it('compares two definitions side by side only once', () => {
    const staging = counted(10);
    const side = (name: string) => ({ kind: 'environment', environment: { id: name, name, isProduction: false } }) as const;
    const workspace = { id: 'w', name: 'Storefront' };
    const now = {
      comparison: { workspace, flagName: 'new-search', before: side('staging'), after: side('production') },
      connected: stateOf(request('KILL', {}), unknown).connected,
      before: staging.definition,
      after: flag,
      diff: diffDefinitions(staging.definition, flag),
    };
    comparisonView(now);
    comparisonView(now, 'changed');
    assert.equal(staging.reads(), readsOfOne());
  });
});
