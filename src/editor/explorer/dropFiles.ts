/**
 * Uploads the keys in files that the user drops on a segment. Asks the same questions as the command Upload Keys from Current
 * File….
 */
import * as vscode from 'vscode';
import { tellRefusal } from '../window/notifications.ts';
import type { TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

type Dropped = vscode.Uri | { readonly name: string; readonly bytes: Uint8Array };

export async function dropFiles(node: TreeNode | undefined, transfer: vscode.DataTransfer): Promise<void> {
  const { target } = node ?? {};
  const files = await filesIn(transfer);
  if (target?.kind !== 'segment' || files.length === 0)
    return tellRefusal(t('Nothing is uploaded. To add keys to a segment, drop a file with keys on the row of that segment.'));
  await vscode.commands.executeCommand('flagAdmin.segment.uploadKeys', { target, files });
}

/**
 * Returns the dropped files. A file has an address. If the editor runs in a browser and the file comes from outside the
 * editor, there is only its content.
 */
async function filesIn(transfer: vscode.DataTransfer): Promise<readonly Dropped[]> {
  const list = (await transfer.get('text/uri-list')?.asString()) ?? '';
  const addresses = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  if (addresses.length > 0) return addresses.flatMap(parse);
  const files: Dropped[] = [];
  for (const [, item] of transfer) {
    const file = item.asFile();
    if (file) files.push(file.uri ?? { name: file.name, bytes: await file.data() });
  }
  return files;
}

function parse(address: string): readonly vscode.Uri[] {
  try {
    return [vscode.Uri.parse(address, true)];
  } catch {
    return [];
  }
}
