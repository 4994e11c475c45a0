/**
 * Tests that a review begins with “For whom”, for flags and segments, and that the request's row in the tree shows it from then
 * on.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executed } from '../fakeVscode.ts';
import { buttonOf, textsOf, until, untilSized, usePanels } from './usePanels.ts';

const { createRequestNode } = await import('../../../src/editor/explorer/requestNode.ts');
const { rememberedForWhom, rememberForWhom } = await import('../../../src/editor/words/audienceWords.ts');

const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');

const panels = usePanels();
const { service, openReview } = panels;

/** The list of an environment's definitions. */
const isListing = (path: string): boolean =>
  /^\/flags\/ws\/[^/]+\/environments\//.test(path) && !/environments\/[^/?]+\/./.test(path);

/** The description of the request's row in the tree. */
async function tooltipOf(title: RegExp): Promise<string> {
  const { client } = panels.connectedAs('shop');
  const request = await client.readChangeRequest(await panels.requestId(title));
  const node = createRequestNode({ request, client, email: undefined, place: () => undefined, id: 'row' });
  return (await node.tooltip?.()) ?? '';
}

describe('a review', () => {
  it('is remembered for the newest requests of a connection only', () => {
    const { client } = panels.connectedAs('shop');
    const line = { text: 'on: gains', tone: 'good' } as const;
    for (let index = 0; index <= 500; index += 1) rememberForWhom(client, `r${index}`, { changed: [line], exact: [] });
    const counts = ['r0', 'r1', 'r500'].map((id) => rememberedForWhom(client, id).length);
    assert.deepEqual(counts, [0, 1, 1]);
    rememberForWhom(client, 'r500', undefined);
    assert.deepEqual(rememberedForWhom(client, 'r500'), [], 'a later reading found nobody');
  });

  it('begins with who loses, which the tree also shows, and has buttons that explain its flag and count keys, unlike one of a segment', async () => {
    const page = await openReview(/^Kill the rec/);
    await untilSized(page);
    const { text, ...line } = page.view().forWhom!.lines[0]!;
    assert.match(text, /^In “vip-accounts” \(312 keys\), orders at least 5; everybody, unless interests .*: on → off$/);
    assert.deepEqual([line.tone, line.mark], ['warning', 'loses “on”']);
    assert.match(await tooltipOf(/^Kill the rec/), /LOSES “ON”: In “vip-accounts” \(312 keys\), orders/);
    page.say({ type: 'action', id: 'explain' });
    await until(() => executed.some(([command]) => command === 'flagAdmin.flag.explainForKey'));
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false };
    const { id, name, isProduction } = service.environment('production');
    const target = { kind: 'flag', name: 'recommendation-engine', workspace, environment: { id, name, isProduction } };
    assert.deepEqual(executed.at(-1)![1], { target });
    const opened: string[] = [];
    Object.assign(panels.deps, { texts: { open: async (text: string) => opened.push(text) } });
    page.say({ type: 'action', id: 'count' });
    await until(() => opened.length > 0);
    assert.deepEqual(opened, ['recommendation-engine – key counts, production.txt']);
    const ofSegment = await openReview(/VIP accounts/);
    assert.deepEqual([buttonOf(ofSegment, 'explain'), buttonOf(ofSegment, 'count')], [undefined, undefined]);
  });

  it('names the flags that depend on the flag, and those that depend on it only through others', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const page = { offset: 0, limit: 50 };
    const { objects = [] } = (await service.as('release-key').listDefinitions(workspaceId, environmentId, page)) ?? {};
    const ask = (flag: string, splitName: string): void => {
      const matchers = [{ type: 'IN_SPLIT', depends: { splitName, treatment: 'on' } }];
      Object.assign(
        objects.find(({ name }) => name === flag)!,
        { rules: [{ buckets: [], condition: { matchers } }] },
      );
    };
    ask('checkout-redesign', 'recommendation-engine');
    ask('new-search', 'checkout-redesign');
    ask('mobile-app-upsell', 'new-search');
    const body = { objects, ...page, totalCount: objects.length };
    service.onCall = ({ path }) => (isListing(path) ? { status: 200, body } : undefined);
    const review = await openReview(/^Kill the rec/);
    const lines = (): readonly string[] => textsOf(review.view().forWhom!.lines);
    await review.until(() => lines().some((text) => text.includes('depend')));
    assert.deepEqual(
      lines().filter((text) => /depend/.test(text)),
      [
        '“checkout-redesign” depends on this flag: rule 1 checks whether a key gets “on” from this flag.',
        'The change might also affect these flags, because they depend on flags that depend on this flag: “new-search” and “mobile-app-upsell”.',
      ],
    );
  });

  it('has no button that counts keys if nobody gets a different treatment', async () => {
    service.onCall = async ({ path }) => {
      if (!path.includes('/recommendation-engine/environments/')) return undefined;
      service.onCall = () => undefined;
      const { workspaceId, environmentId } = service.place('production');
      const live = await service.as('release-key').readDefinition(workspaceId, 'recommendation-engine', environmentId);
      return { status: 200, body: { ...live, killed: true } };
    };
    const page = await openReview(/^Kill the rec/);
    assert.deepEqual([buttonOf(page, 'count'), buttonOf(page, 'explain')?.id], [undefined, 'explain']);
  });

  it('says which rules of which flags the keys of a segment match, if the service lists definitions', async () => {
    const { promise: held, resolve: list } = Promise.withResolvers<undefined>();
    service.onCall = ({ path }) => (isListing(path) ? held : undefined);
    const page = await openReview(/VIP accounts/);
    // The other parts are drawn first.
    assert.equal(page.view().forWhom, undefined);
    assert.match(page.view().summary[0]?.text ?? '', /^Adds 25 keys to the segment\.$/);
    list(undefined);
    await page.until(() => page.view().forWhom !== undefined);
    const rules = textsOf(page.view().forWhom!.lines).map((text) => /^25 more keys meet (.*?\))\./.exec(text)?.[1]);
    const expected = ['rule 2 of “checkout-redesign” (on 50%, off 50%)', 'rule 1 of “recommendation-engine” (on 100%)'];
    assert.deepEqual(rules, expected);
    assert.match(await tooltipOf(/VIP accounts/), /25 more keys meet rule 2 of “checkout-redesign”/);
  });

  it('reads a flag that the list calls archived once more, because it may have been unarchived since', async () => {
    const { client } = panels.connectedAs('shop');
    const flags = catalogOf(client).flags(service.workspace('Storefront'));
    await flags.read();
    for (const name of ['checkout-redesign', 'recommendation-engine']) flags.put({ ...flags.get(name)!, status: 'ARCHIVED' });
    service.onCall = ({ path }) =>
      path.endsWith('/checkout-redesign') ? { status: 200, body: flags.get('checkout-redesign') } : undefined;
    const page = await openReview(/VIP accounts/);
    await page.until(() => page.view().forWhom !== undefined);
    const texts = textsOf(page.view().forWhom!.lines).join('\n');
    assert.match(texts, /“checkout-redesign” uses this segment but is archived: nobody gets a different treatment/);
    assert.match(texts, /25 more keys meet rule 1 of “recommendation-engine”/);
    assert.doesNotMatch(texts, /rule 2 of “checkout-redesign”/);
  });
});
