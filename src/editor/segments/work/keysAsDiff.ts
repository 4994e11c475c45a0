/** The keys of a segment and of a file, sorted, in the editor's own comparison. */
import * as vscode from 'vscode';
import type { ReadOnlyText } from '../../readOnlyText.ts';
import type { SegmentTarget } from '../../target.ts';
import { unturned } from '../../unturned.ts';

const { t } = vscode.l10n;

export async function openKeysAsDiff(
  texts: ReadOnlyText,
  { name, workspace, environment }: SegmentTarget,
  source: string,
  held: readonly string[],
  listed: readonly string[],
): Promise<void> {
  const place = `${workspace.name}, ${environment.name}`;
  const text = (keys: readonly string[]): string => `${keys.toSorted().join('\n')}\n`;
  // In the same order, whatever the order in the segment and the file is. The query keeps it apart from other views of that name.
  const left = await texts.keep(`${name} – ${place}.txt`, text(held), 'segment');
  const right = await texts.keep(source, text(listed), 'file');
  const title = t('{0} ({1}) ↔ {2}', name, place, source);
  await vscode.commands.executeCommand('vscode.diff', left, right, unturned(title), { preview: false });
}
