/** Tests Escape in a list that is still being read: an endless list is not read any further. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../../src/editor/window/connected.ts';
import { useService } from '../../operations/service.ts';
import { connectedTo } from '../connected.ts';
import '../fakeVscode.ts';

const { askTrafficType, askWorkspace } = await import('../../../src/editor/ask/placeOptions.ts');
const { chooseFlag, chooseSegment } = await import('../../../src/editor/ask/choosePlace.ts');

const service = useService();
const { window } = (globalThis as unknown as { fakeVscode: { window: Record<string, unknown> } }).fakeVscode;
const position = { title: '', placeholder: '', prompt: '' };
const workspace = () => ({ id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false });

/**
 * Replaces the editor's list: it chooses the first row as soon as the list has rows. The returned function closes the list as
 * Escape does.
 */
function pickToLeave(): () => void {
  let leave = (): void => undefined;
  const none = (): void => undefined;
  window['createQuickPick'] = () => {
    let accept = none;
    const pick = {
      set items(items: readonly object[]) {
        pick.selectedItems = items.slice(0, 1);
        queueMicrotask(accept);
      },
      get items() {
        return pick.selectedItems;
      },
      value: '',
      selectedItems: [] as readonly object[],
      activeItems: [],
      onDidAccept: (listener: () => void) => (accept = listener),
      onDidHide: (listener: () => void) => (leave = listener),
      onDidChangeValue: none,
      onDidTriggerButton: none,
      onDidTriggerItemButton: none,
      show: none,
      dispose: none,
    };
    return pick;
  };
  return () => leave();
}

for (const [list, listing, ask] of [
  ['workspaces', /^\/workspaces/, (connected: Connected) => askWorkspace(connected, position)],
  ['segments', /^\/segments\/ws/, (connected: Connected) => chooseSegment(connected, '')],
  [
    'traffic types, from the segments',
    /^\/segments\/ws/,
    (connected: Connected) => askTrafficType(connected, workspace(), position, ''),
  ],
  ['flags', /^\/flags\/ws/, (connected: Connected) => chooseFlag(connected, '')],
] as const)
  it(`Escape ends the reading in a list of ${list}`, async () => {
    const leave = pickToLeave();
    let pages = 0;
    service.onCall = ({ path }) => {
      if (path.startsWith('/trafficTypes/')) return { status: 405, body: {} };
      if (!listing.test(path)) return undefined;
      pages += 1;
      if (pages === 3) leave();
      return { status: 200, body: { objects: [{ id: `i${pages}`, name: `n${pages}` }], totalCount: 1e9 } };
    };
    assert.equal(await ask(connectedTo(service)), undefined);
    await setTimeout(100);
    assert.equal(pages, 3);
  });
