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
import '../fakeVscode.ts';

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

/** The number of accesses for one comparison and one “For whom”. */
function readsOfBoth(): number {
  const live = counted(10);
  audienceChange(live.definition, counted(20).definition, { emptySegments: new Set() });
  return live.reads() + readsOfOne();
}

/** The number of accesses of one comparison to its first definition. */
function readsOfOne(): number {
  const live = counted(10);
  diffDefinitions(live.definition, counted(20).definition);
  return live.reads();
}

function shownOf(request: ChangeRequest, definition: FlagDefinition): ReviewState {
  const connected = {
    connectionId: 'c1',
    connectionName: 'Shop',
    origin: 'https://service.example',
    isSandbox: false,
    isReadOnly: false,
    keyName: 'release-key',
    keyNames: ['release-key'],
    email: undefined,
    client: {},
  } as unknown as ReviewState['connected'];
  return {
    connected,
    place: {
      workspaceName: 'Storefront',
      environment: { id: 'e1', name: 'production', isProduction: true },
      provenBy: 'reading',
    },
    reviewed: { request, live: { kind: 'definition', definition }, fingerprint: 'f' },
    key: { name: 'release-key', identity: 'release-key', canWrite: true },
    others: [],
    readAt: 0,
    previous: undefined,
    before: undefined,
    remembered: () => undefined,
    environmentOf: () => undefined,
  };
}

describe('the sections of a view', () => {
  const asking = (operationType: string, live: ReviewState['reviewed']['live']): readonly string[] => {
    const request = { id: 'r1', status: 'REQUESTED', operationType, approvers: [], comments: [], flag: counted(20).definition };
    const shown = shownOf(request, request.flag);
    const view = reviewView({ ...shown, reviewed: { ...shown.reviewed, live } }, false);
    return view.sections.flatMap(({ rows }) => rows.map(({ title, changeLabel }) => `${title}: ${changeLabel}`));
  };

  it('show the requested state if the current state is unknown', () => {
    assert.deepEqual(asking('UPDATE', { kind: 'unknown' }), [
      'Default treatment: asked for',
      'Traffic allocation: asked for',
      'on: asked for',
      'off: asked for',
      'Everybody else: asked for',
    ]);
    assert.deepEqual(asking('KILL', { kind: 'unknown' }), []);
  });

  it('are empty for an unknown operation, because its effect is unknown', () => {
    assert.deepEqual(asking('TRANSMOGRIFY', { kind: 'definition', definition: counted(10).definition }), []);
    assert.deepEqual(asking('TRANSMOGRIFY', { kind: 'unknown' }), []);
  });
});

it('the view of a request with a number that can’t be read exactly names it, and offers no approval, but a withdrawal', () => {
  const flag = counted(20).definition;
  const request: ChangeRequest = {
    id: 'r1',
    status: 'REQUESTED',
    operationType: 'UPDATE',
    approvers: ['release-key'],
    comments: [],
    flag,
    largeNumber: '9007199254740993',
  };
  const view = reviewView(shownOf(request, flag), false);
  assert.deepEqual(
    view.summary.map(({ text }) => text),
    [
      'It has the number 9007199254740993, which can’t be read exactly here. What it would change can’t be shown. Decide on it in the service’s web console.',
    ],
  );
  assert.deepEqual(view.sections, []);
  const decisions = view.actions.filter(({ isTool }) => !isTool).map(({ id }) => id);
  assert.deepEqual(decisions, ['withdraw', 'reject']);
});

describe('the view of a request with a flag and a segment', () => {
  const flag = counted(20).definition;
  const segment = { name: 'beta-accounts', keys: ['a'] };
  const request: ChangeRequest = {
    id: 'r1',
    status: 'REQUESTED',
    operationType: 'CREATE',
    approvers: ['release-key'],
    comments: [],
    flag,
    segment,
  };
  const shown = shownOf(request, flag);

  it('names both, says that its effect is not known, and offers no approval', () => {
    const view = reviewView({ ...shown, reviewed: { ...shown.reviewed, live: { kind: 'unknown' } } }, false);
    assert.equal(view.subheading, 'CREATE: new-search and beta-accounts');
    assert.match(view.summary[0]?.text ?? '', /^It contains both a flag and a segment/);
    assert.deepEqual(view.sections, []);
    assert.deepEqual(view.notices, [], 'to read it again would not help');
    assert.ok(!view.actions.some(({ id }) => id === 'approve'));
  });
});

it('the view of a request for a segment that is not active does not say that it could not be read', () => {
  const segment = { name: 'beta-accounts', keys: ['a'] };
  const request: ChangeRequest = { id: 'r1', status: 'REQUESTED', operationType: 'CREATE', approvers: [], comments: [], segment };
  const shown = shownOf(request, counted(20).definition);
  const noticesOf = (live: ReviewState['reviewed']['live']): readonly string[] =>
    reviewView({ ...shown, reviewed: { ...shown.reviewed, live } }, false).notices.map(({ text }) => text);
  assert.deepEqual(noticesOf({ kind: 'unknown', isMissing: true }), []);
  assert.match(noticesOf({ kind: 'unknown' }).join(), /^Its state in production could not be read/);
});

it('a change is named even if only the order of the treatments differs', () => {
  const { definition } = counted(20);
  const request: ChangeRequest = {
    id: 'r1',
    status: 'REQUESTED',
    operationType: 'KILL',
    approvers: [],
    comments: [],
    flag: definition,
  };
  const { reviewed } = shownOf(request, definition);
  const reordered = { ...definition, treatments: definition.treatments.toReversed() };
  const { notice, sections } = changesBetween(reviewed, 0, { ...reviewed, live: { kind: 'definition', definition: reordered } });
  assert.match(notice.text, /\nChanged live: in another order: treatments$/);
  assert.deepEqual(sections, []);
});

it('the view of a read-only connection says so, and offers no decision and no other API key', () => {
  const request: ChangeRequest = {
    id: 'r1',
    status: 'REQUESTED',
    operationType: 'UPDATE',
    approvers: ['release-key'],
    comments: [],
    flag: counted(20).definition,
  };
  const key = { name: 'release-key', identity: 'release-key', isReadOnly: true };
  const shown = { ...shownOf(request, counted(10).definition), key, others: [{ ...key, name: 'other' }] };
  const view = reviewView(shown, false);
  assert.ok(view.actions.every(({ isTool }) => isTool));
  assert.equal(view.note, 'The connection “Shop” is read-only: nothing is changed through it.');
});

it('warns if the live definition was changed after the request was submitted', () => {
  const { definition } = counted(20);
  const notices = (lastUpdateTime: number | undefined): readonly string[] => {
    const comments = [{ comment: 'why', user: 'maria', role: 'SUBMITTER', timestamp: 2_000 }];
    const request = { id: 'r1', status: 'REQUESTED', operationType: 'UPDATE', approvers: [], comments, flag: definition };
    const live = { ...counted(10).definition, ...(lastUpdateTime !== undefined && { lastUpdateTime }) };
    return reviewView(shownOf(request as unknown as ChangeRequest, live), false).notices.map(({ text }) => text);
  };
  const isWarned = (at: number | undefined): boolean =>
    notices(at).some((text) => /was changed after this request was submitted/.test(text));
  assert.deepEqual([undefined, 1_999, 2_000, 2_001].map(isWarned), [false, false, false, true]);
});

it('begins with at most six lines about the affected keys, and has the exact lines in a fold', () => {
  const { definition } = counted(20);
  const rules = Array.from({ length: 12 }, (_, index) => ({
    buckets: [{ treatment: 'on', size: index }, { treatment: 'off', size: 100 - index }], // prettier-ignore
    condition: { matchers: [{ type: 'IN_SEGMENT', string: `s${index}` }] },
  }));
  const request: ChangeRequest = {
    id: 'r1',
    status: 'REQUESTED',
    operationType: 'KILL',
    approvers: [],
    comments: [],
    flag: definition,
  };
  const { forWhom } = reviewView(shownOf(request, { ...definition, rules }), false);
  assert.ok(forWhom!.lines.length <= 6);
  assert.deepEqual(
    forWhom?.folds.map(({ label, lines }) => [label, lines.length]),
    [['12 exact lines', 12]],
  );
});

describe('a view', () => {
  for (const status of ['REQUESTED', 'WITHDRAWN'])
    it(`compares the definitions of a request once, and again only for a new reading: ${status}`, () => {
      const request: ChangeRequest = {
        id: 'r1',
        status,
        operationType: 'UPDATE',
        approvers: ['release-key'],
        comments: [],
        flag: counted(20).definition,
      };
      const live = counted(10);
      const open = shownOf(request, live.definition);
      const shown: ReviewState = status === 'REQUESTED' ? open : { ...open, before: open.reviewed.live };
      const view = reviewView(shown, false);
      assert.match(view.summary[0]?.text ?? '', /on 10% → 20%/);
      assert.equal(view.forWhom?.lines[0]?.text, 'Everybody: 10% move from off to on (on 10% → 20%, off 90% → 80%)');
      assert.equal(live.reads(), readsOfBoth());
      // The question of Approve, the copied text, and the outdated view.
      summaryLines({ ...shown, connected: { ...shown.connected, keyName: 'other' } });
      reviewView(shown, true);
      assert.equal(live.reads(), readsOfBoth());

      const moved = counted(15);
      const next = {
        ...shown,
        reviewed: { ...shown.reviewed, live: { kind: 'definition', definition: moved.definition } as const },
      };
      const again = reviewView({ ...next, before: shown.before && next.reviewed.live }, false);
      assert.match(again.summary[0]?.text ?? '', /on 15% → 20%/);
    });

  it('compares two definitions side by side only once', () => {
    const [staging, production] = [counted(10), counted(20)];
    const environment = (name: string) =>
      ({ kind: 'environment', environment: { id: name, name, isProduction: false } }) as const;
    const now = {
      comparison: {
        workspace: { id: 'w', name: 'Storefront' },
        flagName: 'new-search',
        before: environment('staging'),
        after: environment('production'),
      },
      connected: shownOf({} as ChangeRequest, staging.definition).connected,
      before: staging.definition,
      after: production.definition,
      diff: diffDefinitions(staging.definition, production.definition),
    };
    comparisonView(now, false);
    comparisonView(now, true);
    assert.equal(staging.reads(), readsOfOne());
  });
});
