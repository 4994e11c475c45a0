/**
 * Tests Explain Flag for a Key…: which rule decides and why, live and in an open request, and what it says about unknown facts.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';
import { useService } from '../../operations/service.ts';
import { connectedTo, connectionsOf, reviewContextOf } from '../connected.ts';
import { progresses } from '../fakeVscode.ts';
import { answering, type Answer } from '../scripted.ts';
import { draftsOf } from '../services.ts';

const fakeWindow = (globalThis as unknown as { fakeVscode: { window: object } }).fakeVscode.window;
const { explainForKey } = await import('../../../src/editor/review/explainForKey.ts');
const { isOwnText } = await import('../../../src/editor/words/ownText.ts');
const service = useService();

const opened: { readonly name: string; readonly text: string }[] = [];
/** One window, with the typed texts by connection. */
const typedKeys: ReviewContext['typedKeys'] = new Map();
beforeEach(() => {
  opened.length = 0;
  typedKeys.clear();
});

function depsWith(draft?: FlagDefinition, place: Partial<Connected> = {}): ReviewContext {
  const open = async (name: string, text: string) => opened.push({ name, text });
  const definitionDrafts = draftsOf({ find: () => draft && ({ id: 'd1' } as never), definitionOf: async () => draft });
  const connections = connectionsOf(() => connectedTo(service, 'submitter-key', place));
  return { ...reviewContextOf({ connections, texts: { open }, definitionDrafts }), typedKeys };
}

const flagIn = (environment: string, name: string, workspace = 'Storefront') => ({
  target: {
    kind: 'flag',
    workspace: { id: service.workspace(workspace), name: workspace, requiresTitleAndComments: false },
    environment: service.environment(environment, workspace),
    name,
  },
});

/** Explains a flag in production of Storefront, or in the place. Returns the questions and the text. */
async function explained(answers: readonly Answer[], flag: string | ReturnType<typeof flagIn>, deps = depsWith()) {
  const target = typeof flag === 'string' ? flagIn('production', flag) : flag;
  const asked = await answering(answers, () => explainForKey(deps, target));
  return { asked, text: opened.at(-1)?.text ?? '' };
}
const readLive = (name: string): Promise<FlagDefinition> => {
  const { workspaceId, environmentId } = service.place('production');
  return service.as('submitter-key').readDefinition(workspaceId, name, environmentId);
};
const keysPage = (count: number, ...keys: readonly string[]) => ({
  status: 200,
  body: { keys: keys.map((key) => ({ key })), openChangeRequestId: null, count, offset: 0, limit: 100 },
});
const inSegment = (string: string) => ({
  buckets: [{ treatment: 'on', size: 100 }],
  condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string }] },
});

describe('Explain Flag for a Key…', () => {
  it('shows the live definition, the draft and the open request next to each other, but no draft that is the open request', async () => {
    const live = await readLive('new-search');
    const draft = { ...live, rules: [], defaultRule: [{ treatment: 'hybrid', size: 100 }], trafficAllocation: 100 };
    const answers = ['nobody', 'appVersion: …', '6.2.0', 'country: …', 'LI', 'Explain new-search …'];
    const { text } = await explained(answers, 'new-search', depsWith(draft));
    assert.equal(opened[0]?.name, 'nobody – new-search, production.txt');
    const title = '# Flag Admin: what the flag new-search serves to the key nobody in Storefront / production\n\n';
    assert.ok(text.startsWith(title) && isOwnText(text), text);
    assert.match(text, /Live definition\n {2}gets: vector 5%, off 95%\n {2}why: the default rule\n/);
    assert.match(text, /50% of the keys are outside the traffic allocation/);
    assert.match(text, /Draft\n {2}gets: hybrid 100%\n/);
    assert.match(text, /Change request “New search: .* buyers”\n {2}gets: hybrid 100%\n {2}why: rule 3\n/);
    assert.match(text, /appVersion = “6\.2\.0”\n {2}country = “LI”/);
    assert.match(text, /^ {2}rule 2 \([^)]+\):\n {4}\S.*\)\n {4}\S.*\)$/m, 'a line for each condition');
    for (const line of text.split('\n')) assert.ok(line.length <= 100, line);
    const { flag } = await service.as('submitter-key').readChangeRequest(live.openChangeRequestId!);
    const same = await explained(['nobody', 'Explain new-search …'], 'new-search', depsWith({ ...live, ...flag }));
    assert.doesNotMatch(same.text, /^Draft$/m);
    assert.match(same.text, /^Change request “New search/m);
  });

  it('does not show the live definition as that of a request whose operation is not known', async () => {
    const live = await readLive('new-search');
    const request = await service.as('submitter-key').readChangeRequest(live.openChangeRequestId!);
    service.onCall = ({ path }) =>
      path.endsWith(request.id) ? { status: 200, body: { ...request, operationType: 'REALLOCATE' } } : undefined;
    const { text } = await explained(['nobody', 'Explain new-search …'], 'new-search');
    assert.match(text, /Change request “New search: .* buyers”\n {2}This version can’t be read\. Open it to see why\./);
  });

  it('says what is unknown without an attribute, and what depends on the SDK', async () => {
    const { text } = await explained(['somebody', 'Explain mobile-app-upsell …'], 'mobile-app-upsell');
    assert.match(text, /gets: off 100% \(unless rule 1, rule 2, or rule 3 decides first; it is not known whether it\s+does\)/);
    assert.match(text, /rule 2 \(not known\): key gets “vector” from the flag “new-search” \(not known\)/);
    const lacking = await explained(['lacking', 'email: …', '', 'Explain mobile-app-upsell …'], 'mobile-app-upsell');
    assert.match(lacking.text, /not: email ends with “\.edu”, “\.ac\.uk” \(depends on the SDK, because the\s+key has no email\)/);
  });

  it('says how to type a date or several values only for an attribute whose conditions need it', async () => {
    const live = await readLive('legacy-cart');
    const matchers = [
      { type: 'IN_LIST_STRING', attribute: 'country', strings: ['LI'] },
      { type: 'ON_DATE', attribute: 'since', date: 0 },
      { type: 'ANY_OF_SET', attribute: 'tags', strings: ['x'] },
    ];
    const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers } }];
    const body = { ...live, openChangeRequestId: null, rules };
    service.onCall = ({ path }) => (path.includes('/legacy-cart/environments/') ? { status: 200, body } : undefined);
    const answers = ['a-key', 'country: …', 'LI', 'since: …', '', 'tags: …', '', undefined];
    const { asked } = await explained(answers, 'legacy-cart');
    assert.deepEqual(
      [2, 4, 6].map((question) => asked[question]?.prompt),
      [
        'Value of the attribute country. Leave this empty if the key has no country.',
        'Value of the attribute since. Leave this empty if the key has no since. Type a date in UTC: 2026-10-01 14:30',
        'Value of the attribute tags. Leave this empty if the key has no tags. Separate values with commas.',
      ],
    );
  });

  it('suggests the values that were typed before, but not for a different connection, or one whose service changed', async () => {
    const suggested = async (place: Partial<Connected> = {}): Promise<readonly unknown[]> => {
      const { asked } = await explained(['somebody', undefined], 'mobile-app-upsell', depsWith(undefined, place));
      return [asked[0]?.value, asked[1]?.options.find((option) => option.startsWith('email'))];
    };
    await explained(['somebody', 'email: …', 'a@b.edu', undefined], 'mobile-app-upsell');
    for (const place of [{ connectionId: 'c2' }, { origin: 'https://elsewhere.example' }])
      assert.deepEqual(await suggested(place), ['', 'email: not known']);
    assert.deepEqual(await suggested(), ['somebody', 'email = “a@b.edu”']);
  });

  it('checks the segments from the top, five at a time, and stops at the rule that decides', async () => {
    const live = await readLive('price-experiment');
    const rules = Array.from({ length: 200 }, (_, index) => ({ ...live.rules[0]!, ...inSegment(`s-${index}`) }));
    const checked = new Set<string>();
    service.onCall = ({ path }) => {
      if (path.includes('/price-experiment/environments/')) return { status: 200, body: { ...live, rules } };
      const name = /\/(s-\d+)\/keys/.exec(path)?.[1];
      if (name === undefined) return undefined;
      checked.add(name);
      return name === 's-7' ? keysPage(1, 'a-key') : keysPage(0);
    };
    const { text } = await explained(['a-key'], 'price-experiment');
    assert.match(text, /why: rule 8\n[^]* in “s-7” \(read at /);
    assert.deepEqual([...checked].toSorted(), Array.from({ length: 10 }, (_, index) => `s-${index}`)); // prettier-ignore
  });

  it('reads a small segment each time, because a swap of two keys does not change their number', async () => {
    const key = 'enterprise-accounts/keys';
    service.onCall = ({ path }) => (path.includes(key) ? keysPage(1, 'a-key') : undefined);
    assert.match((await explained(['a-key'], 'price-experiment')).text, / in “enterprise-accounts” \(read at /);
    service.onCall = ({ path }) => (path.includes(key) ? keysPage(1, 'another') : undefined);
    const calls = service.count('GET', /enterprise-accounts\/keys/);
    assert.match((await explained(['a-key'], 'price-experiment')).text, / not in “enterprise-accounts” \(read at /);
    assert.equal(service.count('GET', /enterprise-accounts\/keys/), calls + 1);
  });

  it('reads a larger segment once for a connection, until it has a different number of keys, and a very large one only on request', async () => {
    const keys = Array.from({ length: 1_500 }, (_, index) => `k-${index}`);
    const isCount = (path: string): boolean => /limit=1(&|$)/.test(path);
    const serve = (count: number): void =>
      void (service.onCall = ({ path }) => {
        if (!path.includes('/enterprise-accounts/keys')) return undefined;
        return isCount(path) ? keysPage(count, 'k-0') : keysPage(1_500, ...keys);
      });
    const reads = (): number =>
      service.seen.filter(({ path }) => path.includes('/enterprise-accounts/keys') && !isCount(path)).length;
    serve(1_500);
    await explained(['a-key'], 'price-experiment');
    const first = reads();
    assert.ok(first > 0);
    await explained(['another'], 'price-experiment');
    assert.equal(reads(), first);
    serve(1_501);
    await explained(['another'], 'price-experiment');
    assert.ok(reads() > first);
    service.onCall = ({ path }) => (path.includes('/holiday-campaign-2026/keys') ? keysPage(20_000) : undefined);
    const { asked, text } = await explained(['a-key', 'Explain holiday-prices …', 'Explain holiday-prices …'], 'holiday-prices');
    assert.ok(
      asked[2]?.options.includes(
        'holiday-campaign-2026: not known whether it contains the key. Choose this row to read its 20,000 keys',
      ),
    );
    assert.match(text, /not known whether in “holiday-campaign-2026” \(20,000 keys, not read\)/);
    const wanted = ['a-key', 'Explain holiday-prices …', 'holiday-campaign-2026: …', 'Explain holiday-prices …'];
    service.onCall = ({ path }) => (path.includes('/holiday-campaign-2026/keys') ? keysPage(20_000, ...keys) : undefined);
    assert.match((await explained(wanted, 'holiday-prices')).text, / in “holiday-campaign-2026” \(not all/);
  });

  it('reports a request and a draft that can’t be read', async () => {
    service.onCall = ({ path }) => (path.startsWith('/changeRequests/') ? 403 : undefined);
    const deps = depsWith({} as FlagDefinition);
    const fails = async () => Promise.reject(new Error('no definition'));
    const list = await deps.definitionDrafts.open();
    for (const open of [fails, async () => ({ ...list, definitionOf: fails })]) {
      const definitionDrafts = { ...deps.definitionDrafts, open } as never;
      const { text } = await explained(['anybody'], 'legacy-cart', { ...deps, definitionDrafts });
      assert.match(text, /Draft\n {2}This version can’t be read\. Open it to see why\./);
      assert.match(text, /Open change request\n {2}This version can’t be read\. Open it to see why\./);
    }
  });

  it('ends if it is cancelled, whether it reads the request or the keys of a segment', async () => {
    for (const [call, answers, flag] of [
      [/^\/changeRequests\//, ['anybody'], flagIn('production', 'legacy-cart')],
      [
        /sepa-accounts\/keys.*limit=1000/,
        ['acct', 'Explain instant-payouts …'],
        flagIn('staging', 'instant-payouts', 'Payments'),
      ],
    ] as const) {
      service.onCall = ({ path }) => {
        if (call.test(path)) progresses.at(-1)?.cancel();
        // A definition without segments, so the reading of its request is the last call.
        const isRequested = path.includes('/legacy-cart/environments/');
        return isRequested ? { status: 200, body: { ...leastDefinition, openChangeRequestId: 'r1' } } : undefined;
      };
      await assert.rejects(explained(answers, flag), { name: 'AbortError' });
    }
    assert.match(progresses.at(-1)?.title ?? '', /^Looking for acct in /);
    assert.deepEqual(opened, []);
  });

  it('uses the key that is selected in the editor, without the quotes and spaces around it', async () => {
    await explained(['typed before'], 'legacy-cart');
    for (const [text, key] of [
      ['  "usr_1",\n', 'usr_1'],
      ["'usr_2';", 'usr_2'],
      ['usr_4\nusr_5', 'typed before'],
    ]) {
      const selection = { start: 3 };
      const getText = (of: unknown) => (of === selection ? text : 'the whole document');
      Object.assign(fakeWindow, { activeTextEditor: { selection, document: { getText, uri: undefined } } });
      const { asked } = await explained([undefined], 'legacy-cart');
      Object.assign(fakeWindow, { activeTextEditor: undefined });
      assert.equal(asked[0]?.value, key);
    }
  });

  it('keeps the parts that were read if the service fails meanwhile, and makes no call for an invalid key', async () => {
    const flag = flagIn('staging', 'instant-payouts', 'Payments');
    // With the second fault, reading the number of keys fails, too.
    for (const [call, status] of [
      [/sepa-accounts\/keys.*limit=1000/, 503],
      [/sepa-accounts\/keys/, 400],
    ] as const) {
      service.onCall = ({ path }) => (call.test(path) ? { status, body: {} } : undefined);
      const { text } = await explained(['acct', 'Explain instant-payouts …'], flag);
      assert.match(text, /not known whether in “sepa-accounts” \(not all of its keys could be read\)/);
      assert.match(text, /not in “pilot-merchants”/);
    }
    service.seen.length = 0;
    const { asked } = await explained(['  '], 'legacy-cart');
    assert.equal(asked[0]?.refused, 'Type a key, or select one in an editor first.');
    assert.deepEqual(service.seen, []);
  });
});
