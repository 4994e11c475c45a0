/** Keys that are removed stood in the segment only: in a file they can be had again, when the window that had them is closed. */
import * as vscode from 'vscode';
import type { KeyPlan } from '../../../domain/keys/keyPlan.ts';

const { t } = vscode.l10n;

/** Where they are kept now; undefined = the user walked away. Throws what the file system refuses. */
export async function keepRemoved(segment: string, { batches }: KeyPlan): Promise<vscode.Uri | undefined> {
  const keys = batches.flatMap((batch) => (batch.operation === 'remove' ? batch.keys : []));
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = t('removed from {0}.txt', segment.replaceAll(/[\\/:*?"<>|]/g, '_'));
  const file = await vscode.window.showSaveDialog({
    title: t('Keep What Is Removed'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (file) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`${keys.join('\n')}\n`));
  return file;
}
