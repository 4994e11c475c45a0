/** A review says first for whom it is, of a flag and of a segment; from then on, so does the request's row in the tree. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';
import { aWhile, until, usePanels } from './usePanels.ts';

const { createRequestNode } = await import('../../../src/editor/explorer/requestNode.ts');

const { rememberedForWhom, rememberForWhom } = await import('../../../src/editor/changeTexts/audienceWords.ts');

const panels = usePanels();

/** The listing of an environment's definitions. */
const isListing = (path: string): boolean =>
  /^\/flags\/ws\/[^/]+\/environments\//.test(path) && !/environments\/[^/?]+\/./.test(path);

/** Of the request's row in the tree of a connection. */
async function tooltipOf(title: RegExp, { client } = panels.connectedAs('shop')): Promise<string> {
  const request = await client.readChangeRequest(await panels.requestId(title));
  const { tooltip } = createRequestNode({ request, client, email: undefined, place: () => undefined, id: 'row' }).toTreeItem();
  return typeof tooltip === 'string' ? tooltip : '';
}

describe('a review', () => {
  it('begins with who gains and who loses, and the tree says it once both sides were read', async () => {
    assert.doesNotMatch(await tooltipOf(/^Kill the rec/), /LOSES/);
    const page = await panels.openReview(/^Kill the rec/);
    const { forWhom } = page.view();
    assert.equal(forWhom?.title, 'For whom');
    assert.deepEqual(forWhom.lines[0], {
      text: 'Everybody else; vip-accounts and orders ≥ 5: on 100% → off 100%',
      parts: ['Everybody else; vip-accounts and orders ≥ 5', 'on 100% → off 100%'],
      tone: 'warning',
      mark: 'loses on',
    });
    assert.deepEqual(
      forWhom.folds.map(({ label, lines }) => [label, ...lines.map(({ text }) => text)]),
      [['1 unchanged', 'basketValue is between 0 and 2500: no change, off 100%']],
    );
    assert.match(await tooltipOf(/^Kill the rec/), /LOSES ON: Everybody else; vip-accounts and orders ≥ 5: on 100% → off 100%/);
    // Another connection, with a client of its own, has read no review: there, the same id may be that of another request.
    const other = { ...panels.connectedAs('lab'), client: { ...panels.connectedAs('lab').client } };
    assert.doesNotMatch(await tooltipOf(/^Kill the rec/, other), /LOSES/);
  });

  it('is remembered for the newest requests of a connection only', () => {
    const { client } = panels.connectedAs('shop');
    const line = { text: 'on: gains', tone: 'good' } as const;
    for (let index = 0; index <= 500; index += 1) rememberForWhom(client, `r${index}`, { changed: [line], unchanged: [] });
    assert.deepEqual(
      ['r0', 'r1', 'r500'].map((id) => rememberedForWhom(client, id).length),
      [0, 1, 1],
    );
  });

  it('says which rules of which flags the keys of a segment meet, where the service lists definitions', async () => {
    let listing = (): void => undefined;
    const held = new Promise<undefined>((resolve) => (listing = () => resolve(undefined)));
    panels.service.onCall = ({ path }) => (isListing(path) ? held : undefined);
    const page = await panels.openReview(/VIP accounts/);
    // The rest is drawn first.
    assert.equal(page.view().forWhom, undefined);
    assert.match(page.view().summary[0]?.text ?? '', /^Adds 25 keys to the segment\.$/);
    listing();
    await page.until(() => page.view().forWhom !== undefined);
    assert.deepEqual(
      page.view().forWhom?.lines.map(({ text }) => text),
      [
        '25 keys more meet rule 2 of checkout-redesign (on 50%, off 50%) if its other conditions hold, unless an earlier rule or a target has them.',
        '25 keys more meet rule 1 of recommendation-engine (on 100%) if its other conditions hold, unless an earlier rule or a target has them.',
      ],
    );
    assert.match(await tooltipOf(/VIP accounts/), /25 keys more meet rule 2 of checkout-redesign/);
  });

  const listDefinitions = (totalCount: number): void => {
    panels.service.onCall = ({ path }) => {
      if (!isListing(path)) return undefined;
      const offset = Number(/offset=(\d+)/.exec(path)?.[1] ?? 0);
      const objects = Array.from({ length: 50 }, (_, index) => ({ ...leastDefinition, name: `flag-${offset + index}` }));
      return { status: 200, body: { objects, offset, limit: 50, totalCount } };
    };
  };

  it('says it of 500 definitions, too', async () => {
    listDefinitions(500);
    const page = await panels.openReview(/VIP accounts/);
    await page.until(() => page.view().forWhom !== undefined);
    assert.match(page.view().forWhom?.lines[0]?.text ?? '', /^No definition that this API key can read asks for vip-accounts\.$/);
  });

  it('leaves that out where there are too many definitions to read them all', async () => {
    listDefinitions(5_000);
    const page = await panels.openReview(/VIP accounts/);
    const pages = (): number => panels.service.seen.filter(({ path }) => isListing(path)).length;
    await until(() => pages() >= 11);
    await aWhile();
    assert.deepEqual([page.view().forWhom, pages()], [undefined, 11]);
  });

  it('leaves that out where the the service has no such listing', async () => {
    panels.service.onCall = ({ path }) => (isListing(path) ? 405 : undefined);
    const page = await panels.openReview(/VIP accounts/);
    await aWhile();
    assert.equal(page.view().forWhom, undefined);
    assert.match(page.view().summary[0]?.text ?? '', /^Adds 25 keys to the segment\.$/);
  });
});
