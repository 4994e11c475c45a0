/** Tests a read-only text that changes: one change at a time, and always the last one. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { Document, Uri } from '../fakeDocuments.ts';
import { currentFake } from '../standIn.ts';

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
Object.assign(currentFake().workspace!, {
  textDocuments: documents,
  onDidChangeTextDocument: on(listeners),
  onDidCloseTextDocument: on(closers),
});

const { keepText } = await import('../../../src/editor/window/openText.ts');

describe('a read-only text that is open', () => {
  let fired = 0;
  let texts: Parameters<typeof keepText>[0];
  const show = (...all: readonly string[]): void => all.forEach((text) => void keepText(texts, 'keys.txt', text));
  const shown = (): string => documents[0]!.getText();
  const waiting = (): number => listeners.size + closers.size;

  /** Like the editor, changes the document some time after the event: to the current text, or to the text of an earlier request. */
  function editorApplies(text = [...texts.all.values()][0]!): void {
    documents[0] = new Document(documents[0]!.uri, text);
    for (const listener of Array.from(listeners)) listener({ document: documents[0] } as never);
  }

  beforeEach(() => {
    texts = { all: new Map(), changed: { fire: () => (fired += 1) } as unknown as vscode.EventEmitter<vscode.Uri> };
    documents.length = 0;
    show('a');
    documents.push(new Document(new Uri({ scheme: 'flag-admin-text', path: '/keys.txt' }), 'a'));
    fired = 0;
  });

  it('is changed once until the editor has applied the change, however often it is shown; then to the last text', () => {
    show('b', 'c', 'd');
    editorApplies();
    assert.deepEqual([shown(), fired], ['d', 1]);
    show('e', 'f');
    editorApplies();
    show('g');
    assert.equal(fired, 3);
    editorApplies();
    assert.deepEqual([shown(), waiting()], ['g', 0]);
  });

  it('does not wait once it is closed, or if the editor has nothing to change', (context) => {
    show('b');
    for (const closer of Array.from(closers)) closer(documents[0] as never);
    assert.equal(waiting(), 0);
    context.mock.timers.enable({ apis: ['setTimeout'] });
    show('a\r\n');
    context.mock.timers.tick(10_000);
    assert.equal(waiting(), 0);
  });
});
