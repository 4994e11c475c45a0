/**
 * Tests requests that add a definition: how documents without a definition find them, with how many calls, and what the row of the
 * flag shows.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { openUris } from './fakeEditor.ts';
import { NEW_DEFINITION, decide, openRequest, requestCreation, submitFlagRequest, withoutEnvironments } from './others.ts';
import { rowOf } from './row.ts';
import { openWindow, service, window } from './window.ts';

const FLAG = 'wishlist-sharing';
const walks = (): number => service.count('GET', /^\/changeRequests\?/);

/** Opens documents of flags without a definition. Returns the text of the first. */
async function open(...names: readonly string[]): Promise<string> {
  await openWindow();
  const uris = names.map((name) => window.uri(name));
  openUris.push(...(uris as never[]));
  for (const uri of uris) await window.read(uri);
  const text = await window.read(uris[0]!);
  service.seen.length = 0;
  return text;
}
const isLocked = (flag = FLAG): Promise<boolean> => window.isLocked(window.uri(flag));
const withdraw = async (): Promise<unknown> => decide(await openRequest(FLAG), 'WITHDRAWN');

it('several documents without a definition share one reading of the open requests, even if it fails, and each check reads again', async () => {
  await requestCreation(await open(FLAG, 'one', 'two'));
  const refresh = async (): Promise<void> => {
    service.seen.length = 0;
    await window.refresh();
    assert.equal(walks(), 1);
  };
  service.onCall = ({ path }) => (path.startsWith('/changeRequests') ? 403 : undefined);
  await refresh();
  assert.equal(await isLocked(), false);
  service.onCall = () => undefined;
  await refresh();
  assert.deepEqual([await isLocked(), await isLocked('one')], [true, false]);
  await withdraw();
  await refresh();
  assert.equal(await isLocked(), false);
});

describe('the row of a flag without a definition', () => {
  const isMarked = (row: TreeNode): boolean => {
    const { description, accessibilityInformation } = row.toTreeItem();
    const is = String(description).split(' · ').includes('request open');
    assert.equal(accessibilityInformation?.label.split(', ').includes('request open'), is);
    return is;
  };
  const row = (): Promise<TreeNode> => rowOf(window, FLAG, 'production');

  it('shows, for a limited time, the open request that its document has read', async () => {
    await openWindow();
    await submitFlagRequest('CREATE', NEW_DEFINITION);
    service.onCall = withoutEnvironments;
    const node = await row();
    assert.equal(isMarked(node), false);
    let redraws = 0;
    const listening = window.deps.serviceFacts.onDidLearn(() => (redraws += 1));
    openUris.push(window.uri(FLAG));
    await window.read(window.uri(FLAG));
    assert.deepEqual([isMarked(node), redraws], [true, 1]);
    await window.refresh();
    assert.deepEqual([isMarked(node), redraws], [true, 1]);
    await withdraw();
    await window.refreshRequests(false);
    assert.deepEqual([isMarked(node), redraws], [false, 2]);
    await submitFlagRequest('CREATE', NEW_DEFINITION);
    await window.refresh();
    assert.deepEqual([isMarked(node), redraws], [true, 3]);
    // The view is no longer visible. A new reading of the tree does not get the facts that were found before.
    openUris.length = 0;
    await withdraw();
    assert.equal(isMarked(await row()), false);
    listening.dispose();
  });

  it('no longer shows an open request once the definition was read or removed', async () => {
    await openWindow();
    const added = await submitFlagRequest('CREATE', NEW_DEFINITION);
    const node = await row();
    await decide(added, 'APPROVED');
    assert.equal(isMarked(node), true);
    await node.tooltip?.();
    assert.equal(isMarked(node), false);
  });
});
