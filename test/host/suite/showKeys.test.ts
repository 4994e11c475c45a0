/** Tests Show Keys in the editor itself: it stops reading when its document is closed. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createReadOnlyText } from '../../../src/editor/window/readOnlyText.ts';
import type { SegmentsContext } from '../../../src/editor/segments/segmentsContext.ts';
import type { ShownLists } from '../../../src/editor/segments/segmentsContext.ts';
import { showKeys } from '../../../src/editor/segments/showKeys.ts';

const FULL = 100_000;
const PAGE = 1000;

const target = {
  kind: 'segment',
  workspace: { id: 'w1', name: 'Storefront', requiresTitleAndComments: false },
  environment: { id: 'e1', name: 'staging', isProduction: false },
  name: 'a/b everybody',
  trafficType: 'account',
};

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('Show Keys', () => {
  it('stops reading when its document is closed', async () => {
    const texts = createReadOnlyText();
    const changes: ShownLists = { shown: new Set() };
    let asked = 0;
    /** A service that is slow for each page. */
    const readKeys = async (
      _environment: string,
      _name: string,
      { offset }: { offset: number },
      { signal }: { signal: AbortSignal },
    ) => {
      await wait(20);
      signal.throwIfAborted();
      asked += 1;
      const length = Math.min(PAGE, FULL - offset);
      const keys = Array.from({ length }, (_, index) => ({ key: `acct-${String(offset + index).padStart(6, '0')}` }));
      return { keys, count: FULL, offset, limit: PAGE, openChangeRequestId: null };
    };
    const connected = { connectionId: 'c1', connectionName: 'Shop', client: { readKeys } };
    const nothing = () => ({ dispose: () => undefined });
    const parts = {
      connections: { orAsk: async () => connected, chosen: () => ({ id: 'c1', name: 'Shop' }), onDidChange: nothing },
      texts,
      log: { warn: () => undefined },
      events: { on: nothing },
      changes,
    };
    const reading = showKeys(parts as unknown as SegmentsContext, [{ target }]);
    while (!vscode.window.activeTextEditor) await wait(10);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await reading;
    const before = asked;
    await wait(100);
    assert.equal(asked, before);
    assert.ok(asked < FULL / PAGE, `${asked} pages`);
    assert.equal(vscode.window.activeTextEditor, undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    texts.dispose();
    changes.lenses?.dispose();
  });
});
