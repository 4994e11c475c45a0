/**
 * Export Definition as File…: writes the text of a definition, as it is in the editor, to a file. The final message says if the
 * text is a draft.
 */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { baseName } from '../ask/currentFile.ts';
import { openSavedStep, saveText } from '../ask/saveText.ts';
import { tellDone } from '../window/notifications.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';
import { chooseDefinition, userText } from './chooseDefinition.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { withHeader } from './documentText.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { requireDefinition } from './fileErrors.ts';

const { t } = vscode.l10n;

export async function exportDefinition(context: DefinitionsContext, argument: unknown): Promise<void> {
  const place = await chooseDefinition(context, argument, t('Export Definition as File'));
  if (!place) return;
  const own = userText(context, place);
  const live = own === undefined ? await context.live.read(place).finally(() => context.live.forgetClosed()) : undefined;
  // A definition that contains a rounded number must not be exported, because a user could later open the file as a draft.
  if (live && !requireDefinition(place, live.definition)) return;
  const file = await saveText({
    title: t('Export Definition as File'),
    name: fileNameOf(place),
    otherFolder: vscode.Uri.file(homedir()),
    filters: { YAML: ['yaml', 'yml'] },
    text() {
      const definition = context.live.known(place)?.definition ?? context.drafts.find(place)?.base;
      return own === undefined ? (live?.text ?? '') : withHeader(place, definition, own);
    },
  });
  if (!file) return;
  const what = own === undefined ? definitionTitle(place) : t('your draft of {0}', definitionTitle(place));
  tellDone(t('The file {0} contains {1}.', baseName(file), what), openSavedStep(file, context.log));
}

/** The maximum number of characters of the flag's name in a file name, because a file name has at most 255 bytes. */
const MAX_NAME_LENGTH = 150;

export function fileNameOf({ flagName, environment }: DocumentPlace): string {
  return safeFileName(`${flagName.slice(0, MAX_NAME_LENGTH)} (${environment.name}).yaml`);
}

/** True if a file with this name was probably exported from an environment with that name. */
export function namesEnvironment(fileName: string, environmentName: string): boolean {
  return fileName.replace(/\.\w+$/, '').endsWith(safeFileName(` (${environmentName})`));
}

/**
 * Replaces the characters that would create a folder, or that some operating system forbids in names. Also replaces the dot
 * after the name of a device such as `con`, because Windows reserves these names, even with an extension.
 */
const safeFileName = (name: string): string =>
  name.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]|(?<=^(con|prn|aux|nul|com\d|lpt\d))\./giu, '_');
