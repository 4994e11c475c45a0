/** Names of others in the titles of tabs and in tooltips: a mark that turns text round is shown, as it is in a question. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DocumentPlace } from '../../../src/editor/window/definitionUri.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { Memento } from '../fakeContext.ts';
import { executed } from '../fakeVscode.ts';
import { isIdle, usePanels } from '../review/usePanels.ts';

const { createTree } = await import('../../../src/editor/explorer/tree.ts');
const { diffTitle } = await import('../../../src/editor/definitions/documents.ts');
const { showTextDiff } = await import('../../../src/editor/window/textDiff.ts');
const { attachComparison } = await import('../../../src/editor/review/comparison.ts');

const panels = usePanels();
const TURNED = 'a\u202eb';
const SHOWN = 'a[U+202E]b';

describe('a hidden mark is shown', () => {
  it('in the title of a review’s or a comparison’s tab', async () => {
    const page = panels.panel();
    const { service } = panels;
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
    const environment = { ...service.environment('staging'), name: TURNED };
    const side = { kind: 'environment', environment } as const;
    attachComparison(panels.deps, page.panel, { workspace, flagName: 'new-search', before: side, after: side });
    page.say({ type: 'ready' });
    await page.until(isIdle);
    assert.equal(page.panel.title, `new-search · ${SHOWN} (1) ↔ ${SHOWN} (2)`);
  });

  it('in the title of a text diff', async () => {
    const texts = { keep: async (name: string) => name } as unknown as Parameters<typeof showTextDiff>[0];
    await showTextDiff(texts, TURNED, { name: 'one', text: '' }, { name: 'other', text: '' });
    assert.equal(executed.at(-1)?.[3], SHOWN);
    const place = { flagName: TURNED, environment: { name: 'staging' } } as DocumentPlace;
    assert.equal(diffTitle(place), `${SHOWN} (staging: live ↔ draft)`);
  });

  it('in what a row says when somebody points at it', async () => {
    const tree = createTree({ connections: panels.connections, store: new Memento() } as unknown as Parameters<
      typeof createTree
    >[0]);
    const node = { tooltip: async () => TURNED } as unknown as TreeNode;
    const item = await tree.resolveTreeItem!({}, node, {} as never);
    assert.equal(item?.tooltip, SHOWN);
  });
});
