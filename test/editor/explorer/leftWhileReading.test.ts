/** Tests Escape in a list that is still being read: an endless list is not read any further. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../../src/editor/window/connected.ts';
import { useService } from '../../operations/service.ts';
import '../fakeVscode.ts';

const { askTrafficType } = await import('../../../src/editor/ask/placeOptions.ts');
const { askWorkspace } = await import('../../../src/editor/ask/placeOptions.ts');
const { chooseFlag, chooseSegment } = await import('../../../src/editor/ask/choosePlace.ts');

const service = useService();
const { window } = (globalThis as unknown as { fakeVscode: { window: Record<string, unknown> } }).fakeVscode;

/** Presses Escape after this many pages. Chooses the first row of a list that was read completely. */
async function callsUntilLeft(listing: RegExp, ask: (connected: Connected) => Promise<unknown>): Promise<number> {
  let pages = 0;
  let leave = (): void => undefined;
  const none = (): void => undefined;
  window['createQuickPick'] = () => {
    let accept = none;
    let rows: readonly object[] = [];
    const pick = {
      get items() {
        return rows;
      },
      set items(items: readonly object[]) {
        rows = items;
        pick.selectedItems = items.slice(0, 1);
        queueMicrotask(accept);
      },
      value: '',
      selectedItems: [] as readonly object[],
      activeItems: [],
      onDidAccept: (listener: () => void) => (accept = listener),
      onDidHide: (listener: () => void) => (leave = listener),
      onDidChangeValue: none,
      onDidTriggerButton: none,
      show: none,
      dispose: none,
    };
    return pick;
  };
  service.onCall = ({ path }) => {
    if (path.startsWith('/trafficTypes/')) return { status: 405, body: {} };
    if (!listing.test(path)) return undefined;
    pages += 1;
    if (pages === 3) leave();
    return { status: 200, body: { objects: [{ id: `i${pages}`, name: `n${pages}` }], totalCount: 1e9 } };
  };
  const { client, origin } = { client: service.as('submitter-key'), origin: 'x' };
  assert.equal(await ask({ client, origin } as unknown as Connected), undefined);
  await setTimeout(100);
  return pages;
}

describe('Escape ends the reading', () => {
  const workspace = () => ({ id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false });
  const position = { title: '', placeholder: '', prompt: '' };

  it('in a list of workspaces', async () => {
    assert.equal(await callsUntilLeft(/^\/workspaces/, (connected) => askWorkspace(connected, position)), 3);
  });

  it('in a list of segments', async () => {
    assert.equal(await callsUntilLeft(/^\/segments\/ws/, (connected) => chooseSegment(connected, '')), 3);
  });

  it('in a list of traffic types, which come from the segments', async () => {
    const ask = (connected: Connected) => askTrafficType(connected, workspace(), position, '');
    assert.equal(await callsUntilLeft(/^\/segments\/ws/, ask), 3);
  });

  it('in a list of flags', async () => {
    const oneWorkspace = (connected: Connected) => chooseFlag(connected, '');
    assert.equal(await callsUntilLeft(/^\/flags\/ws/, oneWorkspace), 3);
  });
});
