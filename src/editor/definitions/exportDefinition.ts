/** Export Definition as File…: the text of a definition, as it stands in the editor, in a file: said to be the draft where it is. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { tellDone } from '../window/notifications.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';
import { chooseDefinition, ownText } from './chooseDefinition.ts';
import type { DefinitionsContext } from './context.ts';
import { withHeader } from './documentText.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { requireDefinition } from './fileErrors.ts';

const { t } = vscode.l10n;

export async function exportDefinition(context: DefinitionsContext, argument: unknown): Promise<void> {
  const place = await chooseDefinition(context, argument, t('Export Definition as File'));
  if (!place) return;
  const own = ownText(context, place);
  const live = own === undefined ? await context.live.read(place).finally(() => context.live.keepOpen()) : undefined;
  // A file of another number could become a draft.
  if (live && !requireDefinition(place, live.definition)) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title: t('Export Definition as File'),
    defaultUri: vscode.Uri.joinPath(folder, fileNameOf(place)),
    filters: { YAML: ['yaml', 'yml'] },
  });
  if (!target) return;
  const definition = context.live.known(place)?.definition ?? context.drafts.find(place)?.base;
  const text = own === undefined ? (live?.text ?? '') : withHeader(place, definition, own);
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const name = target.path.split('/').at(-1) ?? '';
  const what = own === undefined ? definitionTitle(place) : t('your draft of {0}', definitionTitle(place));
  const open = { label: t('Open'), log: context.log, run: () => vscode.window.showTextDocument(target) };
  tellDone(t('The file {0} has {1}.', name, what), open);
}

/** Characters of a flag's name: a file's name has 255 bytes at most. */
const LONGEST = 150;

export function fileNameOf({ flagName, environment }: DocumentPlace): string {
  return safe(`${flagName.slice(0, LONGEST)} (${environment.name}).yaml`);
}

/** True if a file of this name was exported from an environment of that name. */
export function namesEnvironment(fileName: string, environmentName: string): boolean {
  return fileName.replace(/\.\w+$/, '').endsWith(safe(` (${environmentName})`));
}

/** What would be a folder, or is no name for a file on some system: Windows has devices of some names, whatever follows a dot. */
const safe = (name: string): string => name.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]|(?<=^(con|prn|aux|nul|com\d|lpt\d))\./giu, '_');
