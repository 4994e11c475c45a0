/** Keys that are removed stood in the segment only: in a file they can be had again, when the window that had them is closed. */
import * as vscode from 'vscode';
import type { KeyPlan } from '../../../domain/keys/keyPlan.ts';
import { drain } from '../../../operations/inSlices.ts';
import { tellRefusal } from '../../tell.ts';

const { t } = vscode.l10n;

/** Where they are kept now; undefined = the user walked away. Throws what the file system refuses. */
export async function keepRemoved(segment: string, { batches }: KeyPlan): Promise<vscode.Uri | undefined> {
  const keys = batches.flatMap((batch) => (batch.operation === 'remove' ? batch.keys : []));
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = t('removed from {0}.json', segment.replaceAll(/[\\/:*?"<>|]/g, '_'));
  const file = await vscode.window.showSaveDialog({
    title: t('Keep What Is Removed'),
    filters: { JSON: ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (file) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(removedText(keys)));
  return file;
}

/** The keys that were kept, each as it was; undefined = the user was told why they can't be had. */
export async function readRemoved(address: string): Promise<readonly string[] | undefined> {
  const uri = vscode.Uri.parse(address, true);
  try {
    // As bytes: the editor would read them in the encoding that is set for files.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await vscode.workspace.fs.readFile(uri));
    return await drain(removedIn(text));
  } catch {
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    tellRefusal(
      t(
        '{0}, in which the keys that were removed are kept, can’t be read: it was moved, deleted or changed. Put it back as it was and try again. Nothing was changed.',
        name,
      ),
    );
    return undefined;
  }
}

/** A JSON list, so that each key is in it as it is: with the spaces around it, whatever its characters. */
const removedText = (keys: readonly string[]): string => `[\n${keys.map((key) => JSON.stringify(key)).join(',\n')}\n]\n`;

/** Lines read in one step. */
const STEP = 2_000;

/** Line by line, as it was written: the whole at once would hold up the editor's other extensions. */
function* removedIn(text: string): Generator<void, readonly string[]> {
  const lines = text.trim().split(/\r?\n/);
  if (lines.shift() !== '[' || lines.pop() !== ']') return keysIn(JSON.parse(text));
  const keys: string[] = [];
  for (let start = 0; start < lines.length; start += STEP) {
    keys.push(
      ...keysIn(
        JSON.parse(
          `[${lines
            .slice(start, start + STEP)
            .join('\n')
            .replace(/,\s*$/, '')}]`,
        ),
      ),
    );
    yield;
  }
  return keys;
}

function keysIn(list: unknown): readonly string[] {
  if (!Array.isArray(list) || !list.every((key) => typeof key === 'string')) throw new TypeError('no list of keys');
  return list;
}
