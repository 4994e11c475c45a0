/** Export Definition as File…: the text of a definition, as it stands in the editor, in a file: said to be the draft where it is. */
import * as vscode from 'vscode';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { tellDone } from '../tell.ts';
import { documentOf } from './chooseDraft.ts';
import { chooseDefinition } from './chooseDefinition.ts';
import { draftTitle } from './draftPlace.ts';
import { fileNameOf } from './fileNames.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export async function exportDefinition(room: Room, argument: unknown): Promise<void> {
  const place = await chooseDefinition(room, argument, t('Export Definition as File'));
  if (!place) return;
  const [document, draft] = [documentOf(place), room.drafts.find(draftId(place))];
  const isOwn = document?.isDirty === true || draft !== undefined;
  const text = document?.getText() ?? draft?.text ?? (await room.live.read(place).finally(() => room.live.keepOpen())).text;
  const title = draftTitle({ place });
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: isOwn ? t('Export Draft of {0}', title) : t('Export {0}', title),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileNameOf(place)) }),
    filters: place.format === 'json' ? { JSON: ['jsonc', 'json'] } : { YAML: ['yaml', 'yml'] },
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const name = target.path.split('/').at(-1) ?? '';
  tellDone(isOwn ? t('Your draft of {0} is in the file {1}.', title, name) : t('{0} is in the file {1}.', title, name), {
    label: t('Open'),
    run: () => vscode.window.showTextDocument(target),
  });
}
