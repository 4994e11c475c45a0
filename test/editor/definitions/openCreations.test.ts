/**
 * Tests requests that add a definition: how documents without a definition find them, with how many calls, and what the row of the
 * flag shows.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { shown } from '../fakeVscode.ts';
import { answering, fill, submit as submitRow } from '../scripted.ts';
import { openUris } from './fakeEditor.ts';
import { NEW_DEFINITION, decide, openRequest, requestCreation, submitFlagRequest, withoutEnvironments } from './others.ts';
import { rowOf } from './row.ts';
import { ALLOCATION, openWindow, service, setGated, submit, until, window } from './window.ts';

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

describe('documents without a definition that are checked together', () => {
  it('read once which requests are open, and again at the next check', async () => {
    await requestCreation(await open(FLAG, 'one', 'two', 'three', 'four'));
    service.seen.length = 0;
    await window.refresh();
    assert.deepEqual([walks(), await isLocked(), await isLocked('one')], [1, true, false]);
    await withdraw();
    service.seen.length = 0;
    await window.refresh();
    assert.deepEqual([walks(), await isLocked()], [1, false]);
  });

  it('fail together, without an effect on the next check', async () => {
    await requestCreation(await open(FLAG, 'one', 'two'));
    service.onCall = ({ path }) => (path.startsWith('/changeRequests') ? 403 : undefined);
    service.seen.length = 0;
    await window.refresh();
    assert.deepEqual([walks(), await isLocked()], [1, false]);
    service.onCall = () => undefined;
    await window.refresh();
    assert.equal(await isLocked(), true);
  });
});

describe('a request to add a definition that the service refuses because one is open', () => {
  for (const [what, isFiltered] of [
    ['names its environment', undefined],
    ['names none, and is listed by environment', true],
    ['names none, and is listed with those of all environments', false],
  ] as const)
    it(`is reported with a link to the open request, if that ${what}`, async () => {
      const text = await open(FLAG);
      await setGated('production');
      const uri = window.uri(FLAG);
      await window.edit(uri, ALLOCATION, 'trafficAllocation: 42');
      const list = isFiltered === undefined ? () => undefined : withoutEnvironments(isFiltered);
      service.onCall = async (call) => {
        if (call.method === 'POST') {
          // Somebody else submits a request that adds the definition first.
          service.onCall = list;
          await requestCreation(text);
        }
        return list(call);
      };
      const answers = [...fill({ rolloutStatus: 'Ramping', title: 'Mine', comment: 'Because.' }), submitRow];
      await answering(answers, () => submit(uri));
      const { message, buttons } = shown.at(-1)!;
      assert.match(
        message,
        /^Not submitted: a change request is open on wishlist-sharing in production\..*What you typed is kept/,
      );
      assert.deepEqual(buttons, ['Review']);
      if (isFiltered !== false) await until(() => isLocked());
      assert.match(await window.read(uri), /trafficAllocation: 42/);
    });
});

describe('the row of a flag without a definition', () => {
  const isMarked = (row: TreeNode): boolean => {
    const { description, accessibilityInformation } = row.toTreeItem();
    const is = String(description).split(' · ').includes('request open');
    assert.equal(accessibilityInformation?.label.split(', ').includes('request open'), is);
    return is;
  };
  const row = (): Promise<TreeNode> => rowOf(window, FLAG, 'production');

  it('mentions an own request if the service does not name its environment', async () => {
    await openWindow();
    const { id } = await submitFlagRequest('CREATE', NEW_DEFINITION);
    service.onCall = withoutEnvironments(false);
    const node = await row();
    assert.equal(isMarked(node), false);
    const { origin } = service.as('submitter-key');
    await window.deps.serviceFacts.rememberRequest(origin, id, service.environment('production'));
    service.seen.length = 0;
    assert.deepEqual([isMarked(node), service.seen], [true, []]);
  });

  it('shows, for a limited time, the open request that its document has read', async () => {
    await openWindow();
    await submitFlagRequest('CREATE', NEW_DEFINITION);
    service.onCall = withoutEnvironments(true);
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
