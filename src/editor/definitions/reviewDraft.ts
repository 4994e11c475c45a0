/** Show What Draft Would Change: the live definition and the draft in the panel of the reviews, in plain words. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { tellRefusal } from '../tell.ts';
import { checkedDefinition } from './checkedDefinition.ts';
import { chooseDraft, documentOf } from './chooseDraft.ts';
import { draftTitle } from './draftPlace.ts';
import { connectedFor, placeNow } from './placeNow.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export async function reviewDraft(room: Room, argument: unknown): Promise<void> {
  const place = await chooseDraft(room, argument, t('Show What Draft Would Change'));
  const connected = place && (await connectedFor(room, place));
  if (!connected) return;
  const document = documentOf(place);
  if (document?.isDirty === true && !(await document.save())) return;
  const draft = room.drafts.find(draftId(place));
  if (!draft) {
    tellRefusal(t('{0} has no draft.', draftTitle({ place })));
    return;
  }
  const where = (await checkedDefinition(room, place, draft.text, 'compare')) && (await placeNow(connected, place));
  if (!where) return;
  await room.compare({
    workspace: { id: where.workspace.id, name: where.workspace.name },
    flagName: place.flagName,
    before: { kind: 'environment', environment: where.environment },
    after: { kind: 'draft', id: draft.id, label: t('draft') },
  });
}

/** For the panel: undefined = the draft is gone. Throws if it can't be read as a definition. */
export async function readDraft({ drafts, ask }: Pick<Room, 'drafts' | 'ask'>, id: string): Promise<FlagDefinition | undefined> {
  const draft = drafts.find(id);
  if (!draft) return undefined;
  const definition = await ask(draft.text, 'definition', {});
  if (typeof definition !== 'object') throw new Error(t('The draft can’t be read as a definition.'));
  return definition;
}
