/**
 * Tests Explain Flag for a Key…: which rule decides and why, live and in an open request, and what it says about unknown facts.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';
import { useService } from '../../operations/service.ts';
import { progresses, shown } from '../fakeVscode.ts';
import { answering, type Answer } from '../scripted.ts';
import type { ListedDraft } from '../../../src/operations/definitions/drafts/draft.ts';
import { draftsOf, testServices } from '../services.ts';

const fakeWindow = (globalThis as unknown as { fakeVscode: { window: object } }).fakeVscode.window;
const { explainForKey } = await import('../../../src/editor/review/explainForKey.ts');
const { isOwnText } = await import('../../../src/editor/words/ownText.ts');
const service = useService();

const opened: { readonly name: string; readonly text: string }[] = [];

beforeEach(() => {
  opened.length = 0;
  shown.length = 0;
  typedKeys.clear();
});

/** One window, with the typed texts by connection. */
const typedKeys: ReviewContext['typedKeys'] = new Map();

function depsWith(
  draft?: FlagDefinition,
  place: { readonly connectionId?: string; readonly origin?: string } = {},
): ReviewContext {
  const client = service.as('submitter-key');
  const sandbox = { connectionId: 'c1', connectionName: 'Sandbox', keyName: 'submitter-key', origin: client.origin, client };
  const connected = { ...sandbox, ...place };
  const open = async (name: string, text: string) => opened.push({ name, text });
  const find = () => draft && ({ id: 'd1' } as ListedDraft);
  const definitionDrafts = draftsOf({ find, definitionOf: async () => draft });
  const services = testServices({ connections: { orAsk: async () => connected }, texts: { open }, definitionDrafts });
  return { ...services, typedKeys } as unknown as ReviewContext;
}

const flagIn = (environment: string, name: string, workspace = 'Storefront') => ({
  target: {
    kind: 'flag',
    workspace: { id: service.workspace(workspace), name: workspace, requiresTitleAndComments: false },
    environment: service.environment(environment, workspace),
    name,
  },
});

async function explained(answers: readonly Answer[], ...[environment, name, draft]: [string, string, FlagDefinition?]) {
  const asked = await answering(answers, () => explainForKey(depsWith(draft), flagIn(environment, name)));
  return { asked, text: opened.at(-1)?.text ?? '' };
}

describe('Explain Flag for a Key…', () => {
  it('says which rule decides and why, asks for the attributes, and checks the segments for the key', async () => {
    const keys = await service
      .as('submitter-key')
      .readKeys(service.environment('production').id, 'beta-accounts', { offset: 0, limit: 1 });
    const [{ key } = { key: '' }] = keys.keys;
    const { asked, text } = await explained([key, 'Explain checkout-redesign …'], 'production', 'checkout-redesign');
    assert.deepEqual(asked[1]?.options.slice(1), ['country: not known']);
    assert.equal(opened[0]?.name, `${key} – checkout-redesign, production.txt`);
    const title = `# Flag Admin: what the key ${key} gets of checkout-redesign in Storefront / production\n\n`;
    assert.ok(text.startsWith(title) && isOwnText(text), text);
    assert.match(
      text,
      /Live definition\n {2}gets on 100%\n {2}why: rule 1\n {2}rule 1 \(met\): key is in the segment “beta-accounts” \(met\)\n/,
    );
    assert.match(text, /in “beta-accounts” \(read at /);
    assert.match(text, /The service’s hash decides/);
  });

  it('shows the live definition, the draft and the open request next to each other', async () => {
    const live = await service
      .as('submitter-key')
      .readDefinition(service.workspace('Storefront'), 'new-search', service.environment('production').id);
    const draft = { ...live, rules: [], defaultRule: [{ treatment: 'hybrid', size: 100 }], trafficAllocation: 100 };
    const { text } = await explained(
      ['nobody', 'appVersion: …', '6.2.0', 'country: …', 'LI', 'Explain new-search …'],
      'production',
      'new-search',
      draft,
    );
    assert.match(text, /Live definition\n {2}gets vector 5%, off 95%\n {2}why: the default rule\n/);
    assert.match(text, /50% of the keys are outside the traffic allocation/);
    assert.match(text, /Draft\n {2}gets hybrid 100%\n/);
    assert.match(
      text,
      /Change request “New search: 10 % to 25 %, and the wholesale buyers”\n {2}gets hybrid 100%\n {2}why: rule 3\n/,
    );
    assert.match(text, /appVersion = “6\.2\.0”\n {2}country = “LI”/);
  });

  it('leaves out a draft that is the open request, and breaks lines that a window would cut', async () => {
    const client = service.as('submitter-key');
    const live = await client.readDefinition(service.workspace('Storefront'), 'new-search', service.environment('production').id);
    const { flag } = await client.readChangeRequest(live.openChangeRequestId!);
    const answers = ['nobody', 'Explain new-search …'];
    const { text } = await explained(answers, 'production', 'new-search', { ...live, ...flag });
    assert.doesNotMatch(text, /^Draft$/m);
    assert.match(text, /^Change request “New search/m);
    assert.match(text, /^ {2}rule 2 \([^)]+\):\n {4}\S.*\)\n {4}\S.*\)$/m, 'a line for each condition');
    for (const line of text.split('\n')) assert.ok(line.length <= 100, line);
  });

  it('says what is unknown without an attribute, and suggests the values that were typed before', async () => {
    const { text } = await explained(['somebody', 'Explain mobile-app-upsell …'], 'production', 'mobile-app-upsell');
    assert.match(text, /gets off 100% \(unless rule 1, rule 2, or rule 3 decides: not known\)/);
    assert.match(text, /rule 2 \(not known\): key gets vector from the flag “new-search” \(not known\)/);
    await explained(['somebody', 'email: …', 'a@b.edu', undefined], 'production', 'mobile-app-upsell');
    const { asked } = await explained(['somebody', undefined], 'production', 'mobile-app-upsell');
    assert.equal(asked[0]?.value, 'somebody');
    assert.ok(asked[1]?.options.includes('email = “a@b.edu”'), asked[1]?.options.join('\n'));
  });

  it('does not suggest values that were typed for a different connection, or before the connection’s service changed', async () => {
    const place = flagIn('production', 'mobile-app-upsell');
    const explain = (deps: ReviewContext) => () => explainForKey(deps, place);
    await answering(['somebody', 'email: …', 'a@b.edu', undefined], explain(depsWith()));
    for (const other of [{ connectionId: 'c2' }, { origin: 'https://elsewhere.example' }]) {
      const asked = await answering(['somebody', undefined], explain(depsWith(undefined, other)));
      assert.equal(asked[0]?.value, '');
      assert.ok(asked[1]?.options.includes('email: not known'), asked[1]?.options.join('\n'));
    }
    const [first, second] = await answering(['somebody', undefined], explain(depsWith()));
    assert.equal(first?.value, 'somebody');
    assert.ok(second?.options.includes('email = “a@b.edu”'), 'and it is still there');
  });

  it('says what depends on the SDK, and asks for dates in UTC', async () => {
    const answers = ['lacking', 'email: …', '', 'Explain mobile-app-upsell …'];
    const { asked, text } = await explained(answers, 'production', 'mobile-app-upsell');
    assert.match(asked[2]?.prompt ?? '', /A date is in UTC: 2026-10-01 14:30$/);
    assert.match(text, /not: email ends with “\.edu”, “\.ac\.uk” \(depends on the SDK, because the\s+key has no email\)/);
  });

  it('checks the segments from the top, five at a time, and stops at the rule that decides', async () => {
    const place = flagIn('production', 'price-experiment');
    const { workspaceId, environmentId } = service.place('production');
    const live = await service.as('submitter-key').readDefinition(workspaceId, 'price-experiment', environmentId);
    const rules = Array.from({ length: 200 }, (_, index) => ({
      ...live.rules[0]!,
      condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string: `s-${index}` }] },
    }));
    service.onCall = ({ path }) => {
      if (path.includes('/price-experiment/environments/')) return { status: 200, body: { ...live, rules } };
      const [, name] = /\/(s-\d+)\/keys/.exec(path) ?? [];
      const keys = name === 's-7' ? [{ key: 'a-key' }] : [];
      return name === undefined
        ? undefined
        : { status: 200, body: { keys, openChangeRequestId: null, count: keys.length, offset: 0, limit: 100 } };
    };
    service.seen.length = 0;
    await answering(['a-key'], () => explainForKey(depsWith(), place));
    const asked = service.seen.flatMap(({ path }) => /\/(s-\d+)\/keys/.exec(path)?.[1] ?? []);
    assert.deepEqual(
      [...new Set(asked)],
      Array.from({ length: 10 }, (_, index) => `s-${index}`),
    );
  });

  it('reads each segment once for a connection, and a large one only on request', async () => {
    const deps = depsWith();
    const place = flagIn('production', 'legacy-cart');
    const flag = { ...place, target: { ...place.target, name: 'price-experiment' } };
    service.seen.length = 0;
    await answering(['a-key'], () => explainForKey(deps, flag));
    const reads = (): number =>
      service.seen.filter(
        ({ path }) => path.includes('enterprise-accounts/keys') && !path.includes('limit=1&') && !path.endsWith('limit=1'),
      ).length;
    const first = reads();
    assert.ok(first > 0);
    await answering(['another'], () => explainForKey(deps, flag));
    assert.equal(reads(), first);
    // A segment with a different number of keys is read again.
    service.onCall = ({ path }) =>
      /enterprise-accounts\/keys.*limit=1(&|$)/.test(path)
        ? { status: 200, body: { keys: [], openChangeRequestId: null, count: 3, offset: 0, limit: 1 } }
        : undefined;
    await answering(['another'], () => explainForKey(deps, flag));
    assert.ok(reads() > first);
    service.onCall = ({ path }) =>
      path.includes('/holiday-campaign-2026/keys')
        ? { status: 200, body: { keys: [], openChangeRequestId: null, count: 20_000, offset: 0, limit: 1 } }
        : undefined;
    const answers = ['a-key', 'Explain holiday-prices …', 'Explain holiday-prices …'];
    const { asked, text } = await explained(answers, 'production', 'holiday-prices');
    assert.ok(asked[2]?.options.includes('holiday-campaign-2026: not known. Choose this row to read its 20,000 keys'));
    assert.match(text, /“holiday-campaign-2026”: not known \(20,000 keys, not read\)/);
  });

  it('does not decide whether a key is in a missing segment, unless the listings prove that the segment is not active', async () => {
    const rules = ['by-rules', 'wholesale-buyers'].map((string) => ({
      buckets: [{ treatment: 'on', size: 100 }],
      condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string }] },
    }));
    service.onCall = ({ path }) =>
      path.includes('/legacy-cart/environments/')
        ? { status: 200, body: { ...leastDefinition, rules, openChangeRequestId: null } }
        : undefined;
    const { text } = await explained(['somebody'], 'production', 'legacy-cart');
    assert.match(text, /“by-rules”: not known \(not active here, or this API key may not see it\)/);
    assert.match(text, /not in “wholesale-buyers” \(not active here\)/);
    assert.match(text, /unless rule 1 decides: not known/);
  });

  it('reports a request and a draft that can’t be read', async () => {
    service.onCall = ({ path }) => (path.startsWith('/changeRequests/') ? 403 : undefined);
    const place = flagIn('production', 'legacy-cart');
    const deps = depsWith({} as FlagDefinition);
    const fails = async () => Promise.reject(new Error('no definition'));
    const list = await deps.definitionDrafts.open();
    for (const open of [fails, async () => ({ ...list, definitionOf: fails })]) {
      const definitionDrafts = { ...deps.definitionDrafts, open } as never;
      await answering(['anybody'], () => explainForKey({ ...deps, definitionDrafts }, place));
      assert.match(opened.at(-1)?.text ?? '', /Draft\n {2}It can’t be read: open it to see why\./);
      assert.match(opened.at(-1)?.text ?? '', /Open change request\n {2}It can’t be read: open it to see why\./);
      opened.length = 0;
    }
  });

  it('ends if it is cancelled, whatever it is reading', async () => {
    service.onCall = async ({ path }) => {
      if (path.startsWith('/changeRequests/')) progresses.at(-1)?.cancel();
      // A request without segments, so its reading is the last call.
      if (!path.includes('/legacy-cart/environments/')) return undefined;
      return { status: 200, body: { ...leastDefinition, openChangeRequestId: 'r1' } };
    };
    const explain = () => explainForKey(depsWith(), flagIn('production', 'legacy-cart'));
    // The caller of a command can't set this.
    const isCancelled = { name: 'AbortError' };
    await assert.rejects(answering(['anybody'], explain), isCancelled);
    // Or the keys of a segment.
    service.onCall = ({ path }) => void (/sepa-accounts\/keys.*limit=1000/.test(path) && progresses.at(-1)?.cancel());
    const flag = flagIn('staging', 'instant-payouts', 'Payments');
    const reading = answering(['acct', 'Explain instant-payouts …'], () => explainForKey(depsWith(), flag));
    await assert.rejects(reading, isCancelled);
    assert.match(progresses.at(-1)?.title ?? '', /^Looking for acct in /);
    assert.deepEqual(opened, []);
  });

  it('uses the key that is selected in the editor, without the quotes and spaces around it', async () => {
    const selection = { start: 3 };
    const lines = new Map([['  "usr_1",\n', 'usr_1'], ["'usr_2';", 'usr_2'], ['usr_3', 'usr_3'], ['usr_4\nusr_5', 'typed before']]); // prettier-ignore
    await explained(['typed before'], 'production', 'legacy-cart');
    for (const [text, key] of lines) {
      const getText = (of: unknown): string => (of === selection ? text : 'the whole document');
      const editor = { selection, document: { getText, uri: undefined } };
      Object.assign(fakeWindow, { activeTextEditor: editor });
      const { asked } = await explained([undefined], 'production', 'legacy-cart');
      Object.assign(fakeWindow, { activeTextEditor: undefined });
      assert.equal(asked[0]?.value, key);
    }
  });

  it('keeps the parts that were read if the service fails meanwhile, and makes no call for an invalid key', async () => {
    service.onCall = ({ path }) => (/sepa-accounts\/keys.*limit=1000/.test(path) ? { status: 503, body: {} } : undefined);
    const flag = flagIn('staging', 'instant-payouts', 'Payments');
    await answering(['acct', 'Explain instant-payouts …'], () => explainForKey(depsWith(), flag));
    assert.match(opened.at(-1)?.text ?? '', /“sepa-accounts”: not known \(not all of it could be read\)/);
    assert.match(opened.at(-1)?.text ?? '', /not in “pilot-merchants”/);
    // Its count, too.
    service.onCall = ({ path }) => (/sepa-accounts\/keys/.test(path) ? 400 : undefined);
    await answering(['acct', 'Explain instant-payouts …'], () => explainForKey(depsWith(), flag));
    assert.match(opened.at(-1)?.text ?? '', /“sepa-accounts”: not known \(not all of it could be read\)/);
    const { asked } = await explained(['  '], 'production', 'legacy-cart');
    assert.equal(asked[0]?.refused, 'Type a key, or select one in an editor first.');
    assert.ok(progresses.length > 0);
  });
});
