/**
 * Tests that a review begins with “For whom”, for flags and segments, and that the request's row in the tree shows it from then
 * on.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';
import { executed } from '../fakeVscode.ts';
import { aWhile, buttonOf, textsOf, until, untilSized, usePanels } from './usePanels.ts';

const { createRequestNode } = await import('../../../src/editor/explorer/requestNode.ts');
const { rememberedForWhom, rememberForWhom } = await import('../../../src/editor/words/audienceWords.ts');

const panels = usePanels();
const { service, openReview } = panels;

/** The list of an environment's definitions. */
const isListing = (path: string): boolean =>
  /^\/flags\/ws\/[^/]+\/environments\//.test(path) && !/environments\/[^/?]+\/./.test(path);

/** The description of the request's row in the tree of a connection. */
async function tooltipOf(title: RegExp, { client } = panels.connectedAs('shop')): Promise<string> {
  const request = await client.readChangeRequest(await panels.requestId(title));
  const node = createRequestNode({ request, client, email: undefined, place: () => undefined, id: 'row' });
  return (await node.tooltip?.()) ?? '';
}

describe('a review', () => {
  it('begins with who gains and who loses, which the tree also shows once both sides were read', async () => {
    assert.doesNotMatch(await tooltipOf(/^Kill the rec/), /LOSES/);
    const page = await openReview(/^Kill the rec/);
    await untilSized(page);
    const { title, lines, folds } = page.view().forWhom!;
    const { parts: [who, what] = [], ...line } = lines[0]!;
    assert.match(who!, /^In “vip-accounts” \(312 keys\), orders at least 5; everybody, unless interests has any of /);
    assert.deepEqual(line, { text: `${who}: ${what}`, tone: 'warning', mark: 'loses on' });
    assert.deepEqual([title, what, folds], ['For whom', 'on → off', []]);
    assert.match(await tooltipOf(/^Kill the rec/), /LOSES ON: In “vip-accounts” \(312 keys\), orders/);
    // A different connection with its own client has read no review. There, the same ID may belong to a different request.
    const other = { ...panels.connectedAs('lab'), client: { ...panels.connectedAs('lab').client } };
    assert.doesNotMatch(await tooltipOf(/^Kill the rec/, other), /LOSES/);
  });

  it('is remembered for the newest requests of a connection only', () => {
    const { client } = panels.connectedAs('shop');
    const line = { text: 'on: gains', tone: 'good' } as const;
    for (let index = 0; index <= 500; index += 1) rememberForWhom(client, `r${index}`, { changed: [line], exact: [] });
    const counts = ['r0', 'r1', 'r500'].map((id) => rememberedForWhom(client, id).length);
    assert.deepEqual(counts, [0, 1, 1]);
  });

  it('has buttons that explain its flag for a key and count the keys of its groups; that of a segment has neither', async () => {
    const page = await openReview(/^Kill the rec/);
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
    assert.deepEqual(opened, ['recommendation-engine – count, production.txt']);
    const ofSegment = await openReview(/VIP accounts/);
    assert.deepEqual([buttonOf(ofSegment, 'explain'), buttonOf(ofSegment, 'count')], [undefined, undefined]);
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
    const rules = textsOf(page.view().forWhom!.lines).map((text) => /^25 more keys meet (.*?)\. /.exec(text)?.[1]);
    const expected = ['rule 2 of “checkout-redesign” (on 50%, off 50%)', 'rule 1 of “recommendation-engine” (on 100%)'];
    assert.deepEqual(rules, expected);
    assert.match(await tooltipOf(/VIP accounts/), /25 more keys meet rule 2 of “checkout-redesign”/);
  });

  it('leaves out these rules if there are too many definitions to read them all', async () => {
    service.onCall = ({ path }) => {
      if (!isListing(path)) return undefined;
      const offset = Number(/offset=(\d+)/.exec(path)?.[1] ?? 0);
      const objects = Array.from({ length: 50 }, (_, index) => ({ ...leastDefinition, name: `flag-${offset + index}` }));
      return { status: 200, body: { objects, offset, limit: 50, totalCount: 5_000 } };
    };
    const page = await openReview(/VIP accounts/);
    const pages = (): number => service.seen.filter(({ path }) => isListing(path)).length;
    await until(() => pages() >= 11);
    await aWhile();
    assert.deepEqual([page.view().forWhom, pages()], [undefined, 11]);
  });
});
