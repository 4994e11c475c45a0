/** Discard Draft…: the document shows the live definition again. */
import * as vscode from 'vscode';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { confirm, tellRefusal } from '../tell.ts';
import { chooseDraft, documentOf } from './chooseDraft.ts';
import { draftTitle } from './draftPlace.ts';
import { orTold } from './fileErrors.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export async function discardDraft(room: Room, argument: unknown): Promise<void> {
  const place = await chooseDraft(room, argument, t('Discard Draft'));
  if (!place) return;
  const draft = room.drafts.find(draftId(place));
  const document = documentOf(place);
  if (!draft && !document?.isDirty) {
    tellRefusal(t('{0} has no draft.', draftTitle({ place })));
    return;
  }
  const isAgreed = await confirm(
    t('Discard the draft of {0}?', draftTitle({ place })),
    t('What was written is gone for good. The live definition, and a change request that is open, stay as they are.'),
    t('Discard Draft'),
  );
  if (!isAgreed) return;
  if (draft && !(await orTold(place, room.drafts.remove(draft)))) return;
  if (document?.isDirty) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}
