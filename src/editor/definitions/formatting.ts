/** Format Document, for definitions in JSON: the editor has nothing of its own for that language. */
import * as vscode from 'vscode';
import { rangeOf } from './ranges.ts';
import type { Room } from './room.ts';

export async function formattingOf(
  { ask }: Pick<Room, 'ask'>,
  document: vscode.TextDocument,
  { tabSize, insertSpaces }: vscode.FormattingOptions,
): Promise<vscode.TextEdit[]> {
  const edits = await ask(document.getText(), 'json', 'format', { tabSize, insertSpaces });
  if (typeof edits === 'string') return [];
  return edits.map(({ span, newText }) => new vscode.TextEdit(rangeOf(document, span), newText));
}
