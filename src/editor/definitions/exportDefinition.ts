/**
 * Export Definition as File…: writes the text of a definition, as it is in the editor, to a file. The message says if it is a
 * draft.
 */
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
  // A definition with a rounded number must not be exported, because the file could become a draft.
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

/** The most characters of a flag's name, because a file name has at most 255 bytes. */
const LONGEST = 150;

export function fileNameOf({ flagName, environment }: DocumentPlace): string {
  return safe(`${flagName.slice(0, LONGEST)} (${environment.name}).yaml`);
}

/** True if a file of this name was exported from an environment of that name. */
export function namesEnvironment(fileName: string, environmentName: string): boolean {
  return fileName.replace(/\.\w+$/, '').endsWith(safe(` (${environmentName})`));
}

/**
 * Replaces the characters that would create a folder, or that some system forbids in names. Windows reserves the names of devices,
 * whatever follows a dot.
 */
const safe = (name: string): string => name.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]|(?<=^(con|prn|aux|nul|com\d|lpt\d))\./giu, '_');
