/** Tests that everything that the schemas accept is shown without throwing: the words of the review, and its page. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Client } from '../../src/api/client.ts';
import { parseJson } from '../../src/api/network/answer.ts';
import { ChangeRequest, FlagDefinition, SegmentKeys } from '../../src/api/model.ts';
import { fingerprintOf, type LiveObject } from '../../src/operations/changeRequests/readReview.ts';
import { searchKeys } from '../../src/webview/keys.ts';
import { numbersFor } from '../../src/webview/numbers.ts';
import { initialState, nextState } from '../../src/webview/panelState.ts';
import { renderPage } from '../../src/webview/renderPage.ts';
import type { Child, VNode } from '../../src/webview/vnode.ts';
import type { ToWebview } from '../../src/webview/protocol.ts';
import { visibleParts } from '../../src/webview/visibleText.ts';
import { clientOn } from '../api/stubService.ts';
import '../editor/fakeVscode.ts';
import { runs } from './runs.ts';
import { extraFields, valuesOf } from './schemaValues.ts';
import { texts } from './texts.ts';

const { keyLists } = await import('../../src/editor/review/reviewKeys.ts');
const { reviewView } = await import('../../src/editor/review/reviewView.ts');
const { panelTitle } = await import('../../src/editor/review/reviewState.ts');

const definitions = valuesOf(FlagDefinition);
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(values, { nil: undefined, freq: 5 });

/** A definition and a changed version: some fields and rules come from a third one, and some fields are new. */
const edited = fc
  .record({
    live: definitions,
    other: definitions,
    picks: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    order: fc.array(fc.nat(8), { maxLength: 6 }),
    added: extraFields,
  })
  .map(({ live, other, picks, order, added }) => {
    const taken = Object.entries(other).filter((_, index) => picks[index % picks.length]);
    const rules = order.flatMap((index) => [...live.rules, ...other.rules][index] ?? []);
    const after = {
      ...(parseJson(JSON.stringify(added)) as object),
      ...live,
      ...Object.fromEntries(taken),
      rules,
    } as FlagDefinition;
    return { live, after };
  });

/** The data of a panel, as reviewPanel.ts reads it. */
const reviewed = fc
  .record({
    request: valuesOf(ChangeRequest),
    edited,
    kind: fc.constantFrom('definition', 'definition', 'absent', 'keys', 'unknown'),
    keys: valuesOf(SegmentKeys),
    isOpen: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ request, edited: { live, after }, kind, keys: { keys, count }, isOpen }) => {
    const lives: Readonly<Record<typeof kind, LiveObject>> = {
      definition: { kind: 'definition', definition: live },
      absent: { kind: 'definition', definition: undefined },
      keys: { kind: 'keys', keys: keys.map(({ key }) => key), count },
      unknown: { kind: 'unknown' },
    };
    const flag = request.flag && kind === 'definition' ? after : request.flag;
    const status = isOpen > 0 ? 'REQUESTED' : request.status;
    return { request: { ...request, status, flag } satisfies ChangeRequest, live: lives[kind] };
  });

const places = fc.record({
  workspaceName: maybe(texts),
  environment: maybe(fc.record({ id: texts, name: texts, isProduction: fc.boolean() })),
  provenBy: maybe(fc.constantFrom('reading' as const, 'submit' as const)),
});

describe('the review, with anything that the schemas accept,', () => {
  let client: Client;
  before(() => {
    client = clientOn('http://127.0.0.1:9');
  });
  after(() => client.close());

  it('has texts that its page accepts and shows, and no text becomes an element', () => {
    const origin = 'http://127.0.0.1:9';
    const common = { connectionId: 'c', connectionName: 'C', origin, isSandbox: false, isReadOnly: false };
    const numbers = numbersFor('en');
    fc.assert(
      fc.property(reviewed, maybe(reviewed), places, texts, texts, ({ request, live }, earlier, place, keyName, search) => {
        const fingerprint = fingerprintOf(request, live);
        assert.equal(fingerprintOf(structuredClone(request), live), fingerprint);
        const connected = { ...common, keyName, keyNames: [keyName, search], email: search, client };
        const shown = {
          connected,
          place,
          reviewed: { request, live, fingerprint },
          key: { name: keyName, identity: search },
          others: [{ name: search, canApprove: false }],
          readAt: 1_700_000_000_000,
          previous: earlier && { reviewed: { ...earlier, fingerprint: '' }, readAt: 1_600_000_000_000 },
          before: earlier?.live,
          environmentOf: () => undefined,
          remembered: () =>
            earlier?.live.kind === 'definition' ? earlier.live : ({ kind: 'keys', unchanged: [search] } as const),
        };
        assert.equal(typeof panelTitle(shown), 'string');
        const lists = keyLists(shown);
        const view = {
          type: 'view',
          view: { id: 'r', restore: '{}', ...reviewView(shown, search === '' ? 'changed' : undefined) },
        } as const;

        let state = initialState(undefined);
        for (const message of [view, { type: 'keys', lists }, { type: 'busy', message: keyName }] as const) {
          state = nextState(state, travelled(message));
        }
        for (const { keys } of lists) for (const key of searchKeys(keys, search)) visibleParts(key, 'oneLine');
        const closed = renderPage(state, { numbers, openFolds: new Set() }, keyName);
        const folds = all(closed).flatMap(({ attributes }) => attributes['data-fold'] ?? []);
        for (const page of [closed, renderPage(state, { numbers, openFolds: new Set(folds) }, keyName)]) assertDrawable(page);
      }),
      runs(150),
    );
  });
});

/** As JSON, as the page receives it. */
const travelled = (message: ToWebview): ToWebview => JSON.parse(JSON.stringify(message)) as ToWebview;

function all(children: readonly Child[]): readonly VNode[] {
  return children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...all(child.children ?? [])]));
}

const TAGS =
  'header div h1 h2 h3 h4 p blockquote span section ul ol li dl dt dd table thead tbody tr th td bdi button input details summary strong ins del svg path';

/** The requirements of `patch`: known tags, no active attributes, unique keys among siblings, unique IDs on the page. */
function assertDrawable(page: readonly VNode[]): void {
  const nodes = all(page);
  const ids = nodes.flatMap(({ attributes }) => attributes['id'] ?? []);
  assert.equal(new Set(ids).size, ids.length, 'ids are unique');
  for (const { tag, attributes, children } of [...nodes, { tag: 'div', attributes: {}, children: page }]) {
    assert.ok(TAGS.split(' ').includes(tag), tag);
    assert.ok(Object.keys(attributes).every((name) => !/^(on|style$|href$|src)/.test(name)));
    const keys = (children ?? []).flatMap((child) => (typeof child === 'string' ? [] : (child.attributes['key'] ?? [])));
    assert.equal(new Set(keys).size, keys.length, `keys are unique among siblings: ${keys.join()}`);
    // Characters that reverse text or break a line are shown as numbers.
    for (const child of children ?? [])
      if (typeof child === 'string' && tag !== 'h1') assert.doesNotMatch(child, /[\u2028\u202e]/);
  }
}
