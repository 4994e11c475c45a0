/** Tests a read-only text that changes: one change at a time, and always the last one. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { Document, Uri } from '../fakeDocuments.ts';

type Listener = (event: never) => void;
const listeners = new Set<Listener>();
const closers = new Set<Listener>();
const on =
  (all: Set<Listener>) =>
  (listener: Listener): vscode.Disposable => {
    all.add(listener);
    return { dispose: () => void all.delete(listener) };
  };

const documents: Document[] = [];
const { fakeVscode } = globalThis as unknown as { fakeVscode: { workspace: object } };
Object.assign(fakeVscode.workspace, {
  textDocuments: documents,
  onDidChangeTextDocument: on(listeners),
  onDidCloseTextDocument: on(closers),
});

const { keepText } = await import('../../../src/editor/window/openText.ts');

describe('a read-only text that is open', () => {
  let fired = 0;
  let texts: Parameters<typeof keepText>[0];
  const keep = (text: string): void => void keepText(texts, 'keys.txt', text);

  /** Like the editor, requests the text some time after the event, and changes the document. */
  function editorTakesOver(): void {
    documents[0] = new Document(documents[0]!.uri, [...texts.all.values()][0]!);
    for (const listener of Array.from(listeners)) listener({ document: documents[0] } as never);
  }

  beforeEach(() => {
    fired = 0;
    texts = { all: new Map(), changed: { fire: () => (fired += 1) } as unknown as vscode.EventEmitter<vscode.Uri> };
    documents.length = 0;
    keep('a');
    documents.push(new Document(new Uri({ scheme: 'flag-admin-text', path: '/keys.txt' }), 'a'));
    fired = 0;
  });

  it('is changed once until the editor has applied the change, however often it is shown; then to the last text', () => {
    keep('b');
    keep('c');
    keep('d');
    assert.equal(fired, 1);
    editorTakesOver();
    assert.equal(documents[0]!.getText(), 'd');
    assert.equal(fired, 1);
    keep('e');
    keep('f');
    editorTakesOver();
    keep('g');
    assert.equal(fired, 3);
    editorTakesOver();
    assert.equal(documents[0]!.getText(), 'g');
    assert.equal(listeners.size + closers.size, 0);
  });

  it('is changed again if the text that the editor has applied is no longer the last one', () => {
    keep('b');
    const before = documents[0]!.uri;
    keep('c');
    // It requested the text before the second change.
    documents[0] = new Document(before, 'b');
    for (const listener of Array.from(listeners)) listener({ document: documents[0] } as never);
    assert.equal(fired, 2);
    editorTakesOver();
    assert.equal(listeners.size + closers.size, 0);
  });

  it('does not wait once it is closed, or if the editor has nothing to change', (context) => {
    keep('b');
    for (const closer of Array.from(closers)) closer(documents[0] as never);
    assert.equal(listeners.size + closers.size, 0);
    context.mock.timers.enable({ apis: ['setTimeout'] });
    keep('a\r\n');
    context.mock.timers.tick(10_000);
    assert.equal(listeners.size + closers.size, 0);
  });
});
