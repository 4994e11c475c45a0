/**
 * Tests that a review begins with “For whom”, for flags and segments, and that the request's row in the tree shows it from then
 * on.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';
import { executed } from '../fakeVscode.ts';
import { aWhile, until, untilSized, usePanels } from './usePanels.ts';

const { toolsFor } = await import('../../../src/editor/review/reviewActions.ts');
const { createRequestNode } = await import('../../../src/editor/explorer/requestNode.ts');
const { rememberedForWhom, rememberForWhom } = await import('../../../src/editor/words/audienceWords.ts');

const panels = usePanels();

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
    const page = await panels.openReview(/^Kill the rec/);
    await untilSized(page);
    const { forWhom } = page.view();
    assert.equal(forWhom?.title, 'For whom');
    assert.deepEqual(forWhom.lines[0], {
      text: 'In “vip-accounts” (312 keys), orders at least 5; everybody, unless interests has any of “garden”, “kitchen”, “tools”, or basketValue is between 0 and 2500: on → off',
      parts: [
        'In “vip-accounts” (312 keys), orders at least 5; everybody, unless interests has any of “garden”, “kitchen”, “tools”, or basketValue is between 0 and 2500',
        'on → off',
      ],
      tone: 'warning',
      mark: 'loses on',
    });
    assert.deepEqual(
      forWhom.folds.map(({ label, lines }) => [label, ...lines.map(({ text }) => text)]),
      [],
    );
    assert.match(
      await tooltipOf(/^Kill the rec/),
      /LOSES ON: In “vip-accounts” \(312 keys\), orders at least 5; everybody, unless interests/,
    );
    // A different connection with its own client has read no review. There, the same ID may belong to a different request.
    const other = { ...panels.connectedAs('lab'), client: { ...panels.connectedAs('lab').client } };
    assert.doesNotMatch(await tooltipOf(/^Kill the rec/, other), /LOSES/);
  });

  it('is remembered for the newest requests of a connection only', () => {
    const { client } = panels.connectedAs('shop');
    const line = { text: 'on: gains', tone: 'good' } as const;
    for (let index = 0; index <= 500; index += 1) rememberForWhom(client, `r${index}`, { changed: [line], exact: [] });
    assert.deepEqual(
      ['r0', 'r1', 'r500'].map((id) => rememberedForWhom(client, id).length),
      [0, 1, 1],
    );
  });

  it('has a button that explains its flag for a key, in its environment; that of a segment has none', async () => {
    const page = await panels.openReview(/^Kill the rec/);
    assert.ok(page.view().actions.some(({ id, label }) => id === 'explain' && label === 'Explain for a Key…'));
    page.say({ type: 'action', id: 'explain' });
    await until(() => executed.some(([command]) => command === 'flagAdmin.flag.explainForKey'));
    const [, argument] = executed.at(-1)!;
    const { target } = argument as { readonly target: Record<string, unknown> };
    const { id, name } = panels.service.environment('production');
    assert.deepEqual(
      [target['kind'], target['name'], { ...(target['environment'] as object) }],
      ['flag', 'recommendation-engine', { id, name, isProduction: true }],
    );
    assert.deepEqual(target['workspace'], {
      id: panels.service.workspace('Storefront'),
      name: 'Storefront',
      requiresTitleAndComments: false,
    });
    const ofSegment = await panels.openReview(/VIP accounts/);
    assert.ok(ofSegment.view().actions.every(({ id: action }) => action !== 'explain' && action !== 'count'));
  });

  it('has a button that counts the keys of its groups, unless there are no groups', async () => {
    const page = await panels.openReview(/^Kill the rec/);
    const opened: string[] = [];
    Object.assign(panels.deps, { texts: { open: async (name: string) => opened.push(name) } });
    page.say({ type: 'action', id: 'count' });
    await until(() => opened.length > 0);
    assert.deepEqual(opened, ['recommendation-engine – count, production.txt']);
    const hasButton = ({ reviewed, ...state }: typeof drawn): boolean =>
      toolsFor({ ...state, reviewed } as never).some(({ id }) => id === 'count');
    const request = await panels.service.as('release-key').readChangeRequest(await panels.requestId(/^Kill the rec/));
    const { workspace, flag } = request;
    const { environmentId } = panels.service.place('production');
    const definition = await panels.service.as('release-key').readDefinition(workspace!.id, flag!.name, environmentId);
    const drawn = {
      reviewed: { request, live: { kind: 'definition', definition } },
      place: { environment: panels.service.environment('production') },
      connected: panels.connectedAs('shop'),
    };
    assert.equal(hasButton(drawn), true);
    const killed = { kind: 'definition', definition: { ...definition, killed: true } };
    assert.equal(hasButton({ ...drawn, reviewed: { request, live: killed } }), false);
  });

  it('says which rules of which flags the keys of a segment match, if the service lists definitions', async () => {
    let listing = (): void => undefined;
    const held = new Promise<undefined>((resolve) => (listing = () => resolve(undefined)));
    panels.service.onCall = ({ path }) => (isListing(path) ? held : undefined);
    const page = await panels.openReview(/VIP accounts/);
    // The other parts are drawn first.
    assert.equal(page.view().forWhom, undefined);
    assert.match(page.view().summary[0]?.text ?? '', /^Adds 25 keys to the segment\.$/);
    listing();
    await page.until(() => page.view().forWhom !== undefined);
    assert.deepEqual(
      page.view().forWhom?.lines.map(({ text }) => text),
      [
        '25 more keys meet rule 2 of “checkout-redesign” (on 50%, off 50%). This holds for keys that meet its other conditions, unless an individual target or an earlier rule decides first.',
        '25 more keys meet rule 1 of “recommendation-engine” (on 100%). This holds for keys that meet its other conditions, unless an individual target or an earlier rule decides first.',
      ],
    );
    assert.match(await tooltipOf(/VIP accounts/), /25 more keys meet rule 2 of “checkout-redesign”/);
  });

  const listDefinitions = (totalCount: number): void => {
    panels.service.onCall = ({ path }) => {
      if (!isListing(path)) return undefined;
      const offset = Number(/offset=(\d+)/.exec(path)?.[1] ?? 0);
      const objects = Array.from({ length: 50 }, (_, index) => ({ ...leastDefinition, name: `flag-${offset + index}` }));
      return { status: 200, body: { objects, offset, limit: 50, totalCount } };
    };
  };

  it('leaves out these rules if there are too many definitions to read them all', async () => {
    listDefinitions(5_000);
    const page = await panels.openReview(/VIP accounts/);
    const pages = (): number => panels.service.seen.filter(({ path }) => isListing(path)).length;
    await until(() => pages() >= 11);
    await aWhile();
    assert.deepEqual([page.view().forWhom, pages()], [undefined, 11]);
  });
});
