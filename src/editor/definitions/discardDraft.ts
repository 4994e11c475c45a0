/** Discard Draft…: removes the draft, so that the document shows the live definition again. */
import * as vscode from 'vscode';
import { tellRefusal } from '../window/notifications.ts';
import { chooseDraft } from './chooseDefinition.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { documentOf } from './documents.ts';
import { confirmDiscard, replaceOrTell } from './fileErrors.ts';

const { t } = vscode.l10n;

export async function discardDraft(context: DefinitionsContext, argument: unknown): Promise<void> {
  const place = await chooseDraft(context, argument, t('Discard Draft'));
  if (!place) return;
  const draft = context.drafts.find(place);
  const document = documentOf(place);
  if (!draft && !document?.isDirty) return tellRefusal(t('{0} has no draft.', definitionTitle(place)));
  if (!(await confirmDiscard(place))) return;
  if (draft && !(await replaceOrTell(context.drafts, place, draft.text, () => undefined))) return;
  if (document?.isDirty) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}
