/** Places of a text as the editor counts them. */
import * as vscode from 'vscode';
import type { Span, TextEdit } from '../../domain/definitions/document/located.ts';

export const rangeOf = (document: vscode.TextDocument, { start, end }: Span): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));

export function editOf(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { span, newText } of edits) edit.replace(document.uri, rangeOf(document, span), newText);
  return edit;
}
