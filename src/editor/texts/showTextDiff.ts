/** Two read-only texts beside each other in the editor's own diff editor. */
import * as vscode from 'vscode';
import type { ReadOnlyText } from './readOnlyText.ts';
import { escapeBidi } from '../formats/escapeBidi.ts';

/** `name` is the text's title and decides its language. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The names must differ: they are what the two are told apart by. */
export async function showTextDiff(texts: ReadOnlyText, title: string, before: NamedText, after: NamedText): Promise<void> {
  const [left, right] = [await texts.keep(before.name, before.text), await texts.keep(after.name, after.text)];
  await vscode.commands.executeCommand('vscode.diff', left, right, escapeBidi(title), { preview: false });
}
