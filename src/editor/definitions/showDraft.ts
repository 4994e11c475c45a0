/** Show What Draft Would Change: compares the live definition with the draft in the review panel, in plain words. */
import * as vscode from 'vscode';
import { tellRefusal } from '../window/notifications.ts';
import type { FlagTarget } from '../window/target.ts';
import { checkedDefinition } from './checkText.ts';
import { chooseDraft, connectedFor, currentTarget } from './chooseDefinition.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { saveUnsaved } from './documents.ts';

const { t } = vscode.l10n;

export async function showDraft(context: DefinitionsContext, argument: unknown): Promise<void> {
  const place = await chooseDraft(context, argument, t('What Would Change'));
  const connected = place && (await connectedFor(context, place));
  if (!connected) return;
  if (!(await saveUnsaved(place))) return;
  const draft = context.drafts.find(place);
  if (!draft) return tellRefusal(t('{0} has no draft.', definitionTitle(place)));
  const where = (await checkedDefinition(context, place, draft.text, '')) && (await currentTarget(connected, place));
  if (!where) return;
  const { workspace, environment } = where;
  const target: FlagTarget = { kind: 'flag', workspace, environment, name: place.flagName };
  await vscode.commands.executeCommand('flagAdmin.flag.compare', { target, isWithDraft: true });
}
