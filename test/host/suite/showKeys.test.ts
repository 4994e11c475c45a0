/** Show Keys in the editor itself: a full segment in few refreshes, and an end when its document is closed. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { textScheme } from '../../../src/editor/window/names.ts';
import { createReadOnlyText, type ReadOnlyText } from '../../../src/editor/window/readOnlyText.ts';
import type { SegmentsContext } from '../../../src/editor/segments/context.ts';
import { showKeys } from '../../../src/editor/segments/showKeys.ts';
import type { ShownLists } from '../../../src/editor/segments/shownKeys.ts';

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

describe('Show Keys', function () {
  // The editor takes its time for a text of 100,000 lines where the machine is busy.
  this.timeout(60_000);
  let texts: ReadOnlyText;
  let asked = 0;
  let edits = 0;
  const changes: ShownLists = { shown: new Set() };
  let listener: vscode.Disposable;

  before(() => {
    texts = createReadOnlyText();
    listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === textScheme && contentChanges.length > 0) edits += 1;
    });
  });
  beforeEach(() => {
    asked = 0;
    edits = 0;
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => {
    listener.dispose();
    texts.dispose();
    changes.lenses?.dispose();
  });

  /** A service that takes its time for each page. */
  function run(milliseconds: number): Promise<void> {
    const readKeys = async (
      _environment: string,
      _name: string,
      { offset }: { offset: number },
      { signal }: { signal: AbortSignal },
    ) => {
      await wait(milliseconds);
      signal.throwIfAborted();
      asked += 1;
      const length = Math.min(PAGE, FULL - offset);
      const keys = Array.from({ length }, (_, index) => ({ key: `acct-${String(offset + index).padStart(6, '0')}` }));
      return { keys, count: FULL, offset, limit: PAGE, openChangeRequestId: null };
    };
    const connected = { connectionId: 'c1', connectionName: 'Shop', client: { readKeys } };
    const log = { warn: () => undefined };
    const connections = {
      orAsk: async () => connected,
      chosen: () => ({ id: connected.connectionId, name: connected.connectionName }),
      onDidChange: () => ({ dispose: () => undefined }),
    };
    const events = { on: () => ({ dispose: () => undefined }) };
    return showKeys({ connections, texts, log, events, changes } as unknown as SegmentsContext, [{ target }]);
  }

  it('shows 100,000 keys with the first page at once and few refreshes', async () => {
    await run(5);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.path, '/a∕b everybody – Storefront, staging.txt');
    for (let tries = 0; tries < 800 && document.lineCount <= FULL; tries += 1) await wait(50);
    assert.equal(document.lineCount, FULL + 1);
    assert.equal(document.lineAt(FULL - 1).text, 'acct-099999');
    // Each page but the first begins with the last key of the one before.
    assert.equal(asked, 1 + Math.ceil((FULL - PAGE) / (PAGE - 1)));
    assert.ok(edits >= 1 && edits <= 8, `${edits} refreshes`);
  });

  it('ends with its document', async () => {
    const reading = run(20);
    while (!vscode.window.activeTextEditor) await wait(10);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await reading;
    const before = asked;
    await wait(100);
    assert.equal(asked, before);
    assert.ok(asked < FULL / PAGE, `${asked} pages`);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});
