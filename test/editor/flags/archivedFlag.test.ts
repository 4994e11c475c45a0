/** Tests archived flags: they are marked, listed last, and can't be changed. Runs with both words for a flag. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withReplies } from '../person.ts';
import { answering } from '../scripted.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { chooseFlag, chooseFlagPlace, listedRow } = await import('../../../src/editor/ask/choosePlace.ts');
const { explainForKey } = await import('../../../src/editor/review/explainForKey.ts');
const { find } = await import('../../../src/editor/explorer/find.ts');
const { reviewView } = await import('../../../src/editor/review/reviewView.ts');
const { killFlagCommand } = await import('../../../src/editor/flags/switchFlag.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');
const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { createRoot } = await import('../explorer/treeRoot.ts');

const SENTENCE = 'checkout-redesign is archived: applications get “control” in every environment, whatever its definitions say.';

for (const vocabulary of ['flag', 'split']) {
  describe(`an archived flag, word ${vocabulary}`, () => {
    const { service, openWindow, flagIn } = useSubmitting({ vocabulary });
    const writes = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

    async function set(state: 'archive' | 'unarchive'): Promise<void> {
      const { baseUrl, keys } = service.sandbox;
      const path = `/internal/api/v2/${vocabulary}s/ws/${service.workspace('Storefront')}/checkout-redesign/${state}`;
      const { status } = await fetch(`${baseUrl}${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${keys[0]!.key}` },
      });
      assert.equal(status, 200);
    }

    it('is the last row below Flags in the tree, marked as archived with an explanation', async () => {
      await set('archive');
      const { connected } = openWindow();
      let nodes = await createRoot(connected).nodes();
      for (const label of ['Storefront', 'production', 'Flags'])
        nodes = (await nodes.find((node) => String(node.toTreeItem().label) === label)!.children?.()) ?? [];
      const last = nodes.at(-1)!;
      const { label, description, iconPath } = last.toTreeItem();
      assert.deepEqual([label, (iconPath as { id: string }).id], ['checkout-redesign', 'archive']);
      assert.match(String(description), /^archived · .*account$/);
      assert.match(last.contextValue, /^flag isUnpinned isArchived /);
      assert.ok((await last.tooltip?.())?.includes(SENTENCE));
    });

    it('is the last option in a quick pick, marked as archived, even if it matches best; it is not offered for a change', async () => {
      await set('archive');
      const { connected, memory, deps } = openWindow();
      const position = { connected, memory, title: 'Flag' };
      const open = await answering([{ typed: 'checkout storefront' }], async () => void (await chooseFlagPlace(position)));
      const rows = open[0]!.options;
      assert.deepEqual(rows.filter((row) => row.startsWith('checkout-redesign')).length, 4);
      assert.match(rows.at(-1) ?? '', /^checkout-redesign · archived · .*Storefront$/);
      const [all] = await answering([undefined], async () => void (await chooseFlag(connected, 'Pin Flag')));
      assert.equal(all?.options.at(-1), 'checkout-redesign · archived · Storefront');
      const [found] = await answering([undefined], async () => find(deps));
      assert.ok(found?.options.some((row) => row.startsWith('checkout-redesign · archived · production')));
      const item = catalogOf(connected.client)
        .flags(service.workspace('Storefront'))
        .items.find(({ name }) => name === 'checkout-redesign')!;
      const place = { kind: 'flag', workspace: { id: 'w', name: 'Storefront', requiresTitleAndComments: false }, item } as const;
      const iconIn = (isProduction: boolean): unknown =>
        listedRow({ ...place, environment: { id: 'e', name: 'e', isProduction } }).icon?.id;
      assert.deepEqual([iconIn(true), iconIn(false)], ['shield', 'archive']);
      const forChange = async (): Promise<void> => void (await chooseFlagPlace(position, { excludesArchived: true }));
      const [offered] = await answering([undefined], forChange);
      assert.ok(offered?.options.some((row) => row.startsWith('gift-cards')));
      assert.ok(!offered?.options.some((row) => row.startsWith('checkout-redesign')));
    });

    it('can’t be changed while it is known to be archived, but can be changed once somebody has unarchived it', async () => {
      await set('archive');
      const { connected, deps } = openWindow();
      await catalogOf(connected.client).flags(service.workspace('Storefront')).read();
      const { target } = flagIn('development', 'checkout-redesign');
      const where = 'The flag can only be unarchived in the service’s web console.';
      assert.deepEqual(await withReplies([], () => killFlagCommand(deps, { target })), [`${SENTENCE} ${where}`]);
      const { workspace, environment, name } = target;
      const change = requestOnly({ connected, workspace, environment }, { operationType: 'KILL', flag: { name } });
      assert.deepEqual(await withReplies([], () => makeChange(deps, change)), [`${SENTENCE} ${where}`]);
      assert.equal(writes(), 0);
      await set('unarchive');
      const told = await withReplies(['It breaks.'], () => killFlagCommand(deps, { target }));
      assert.match(told.join(), /^checkout-redesign is killed in Storefront \/ development/);
    });

    it('is marked as archived in the review of its requests once the list of flags has been read', async () => {
      const { connected } = openWindow();
      const { workspace, environment, name } = flagIn('development', 'checkout-redesign').target;
      const definition = await connected.client.readDefinition(workspace.id, name, environment.id);
      const lists = { approvers: [], comments: [] };
      const request = {
        id: 'r',
        status: 'WITHDRAWN',
        operationType: 'KILL',
        ...lists,
        workspace: { ...workspace },
        flag: definition,
      };
      const reviewed = { request, live: { kind: 'definition' as const, definition }, fingerprint: '' };
      const place = { workspaceName: 'Storefront', environment, provenBy: 'reading' as const };
      const unknown = { previous: undefined, before: undefined, remembered: () => undefined, environmentOf: () => undefined };
      const rest = { key: { name: 'submitter-key' }, others: [], readAt: 0, ...unknown };
      const state = { connected: connected as never, place, reviewed, ...rest };
      const warnings = (): readonly string[] =>
        reviewView(state).notices.flatMap(({ tone, text }) => (tone === 'warning' ? text : []));
      await set('archive');
      assert.deepEqual(warnings(), []);
      await catalogOf(connected.client).flags(workspace.id).read();
      assert.deepEqual(warnings(), [SENTENCE]);
    });

    it('gives control to each key in the explanation, as applications get it', async () => {
      await set('archive');
      const { deps, opened } = openWindow();
      const review = { ...deps, typedKeys: new Map() } as never;
      await withReplies(['acct-1'], () => explainForKey(review, flagIn('development', 'checkout-redesign')));
      assert.ok(opened[0]?.text.replaceAll(/\s+/g, ' ').includes(SENTENCE), opened[0]?.text);
    });
  });
}
