/** The document with the keys of a segment while they are being read. */
import * as vscode from 'vscode';
import type { ReadOnlyText } from '../../readOnlyText.ts';
import { keysText } from '../source/noteLine.ts';

export interface OpenKeys extends vscode.Disposable {
  /** Opens the document at the first time; nothing once it is closed. */
  show(keys: readonly string[], note?: string): Promise<void>;
  /** Aborted when the user closes the document, or reads the same segment anew. */
  readonly closed: AbortSignal;
}

/** The readings that go on, by the document they fill. */
const going = new Map<string, AbortController>();

/** `connectionId` tells segments of one name apart. */
export function openKeys(texts: ReadOnlyText, name: string, connectionId: string): OpenKeys {
  const id = `${connectionId}/${name}`;
  const closing = new AbortController();
  going.get(id)?.abort();
  going.set(id, closing);
  let address: string | undefined;
  const listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (closed.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === address)) closing.abort();
  });
  return {
    closed: closing.signal,
    async show(keys, note) {
      if (closing.signal.aborted) return;
      const text = keysText(keys, note);
      if (address === undefined) address = (await texts.open(name, text, { query: connectionId })).toString();
      else await texts.keep(name, text, connectionId);
    },
    dispose() {
      listener.dispose();
      if (going.get(id) === closing) going.delete(id);
    },
  };
}
