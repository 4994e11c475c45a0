/** Show What Draft Would Change: the live definition and the draft in the panel of the reviews, in plain words. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { tellRefusal } from '../window/notifications.ts';
import { checkedDefinition, definitionOfText } from './checkText.ts';
import { chooseDraft, connectedFor, placeNow } from './chooseDefinition.ts';
import type { DefinitionsContext } from './context.ts';
import { documentOf, definitionTitle } from './documents.ts';

const { t } = vscode.l10n;

export async function showDraft(context: DefinitionsContext, argument: unknown): Promise<void> {
  const place = await chooseDraft(context, argument, t('What Would Change'));
  const connected = place && (await connectedFor(context, place));
  if (!connected) return;
  const document = documentOf(place);
  if (document?.isDirty === true && !(await document.save())) return;
  const draft = context.drafts.find(place);
  if (!draft) return tellRefusal(t('{0} has no draft.', definitionTitle(place)));
  const where = (await checkedDefinition(context, place, draft.text, '')) && (await placeNow(connected, place));
  if (!where) return;
  await context.compare({
    workspace: { id: where.workspace.id, name: where.workspace.name },
    flagName: place.flagName,
    before: { kind: 'environment', environment: where.environment },
    after: { kind: 'draft', id: draft.id, label: t('your draft') },
  });
}

/** For the panel: undefined = the draft is gone. Throws if it can't be read as a definition. */
export async function readDraft(
  context: Pick<DefinitionsContext, 'drafts' | 'ask'>,
  id: string,
): Promise<FlagDefinition | undefined> {
  const draft = context.drafts.all().find((one) => one.id === id);
  const definition = draft && (await definitionOfText(context, draft.text, definitionTitle(draft.place)));
  if (typeof definition === 'string') throw new Error(definition);
  return definition;
}
