/** Submit Definition as Change Request…: no problems → live read again → not moved, or dealt with → the request's own questions. */
import * as vscode from 'vscode';
import { isSameDefinition } from '../../domain/definitions/sameDefinition.ts';
import { draftId, type DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import { definitionUri, type DefinitionPlace } from '../definitionUri.ts';
import { orLogged } from '../log.ts';
import { requireWritable } from '../permit.ts';
import { tellProgress, tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { checkedDefinition } from './checkedDefinition.ts';
import { chooseDraft, documentOf } from './chooseDraft.ts';
import { draftTitle } from './draftPlace.ts';
import { dealWithMoved } from './moved.ts';
import { connectedFor, placeNow } from './placeNow.ts';
import type { Room } from './room.ts';
import { isLocked, sendDefinition } from './sendDefinition.ts';
import { settleSubmitted } from './settleSent.ts';

const { t } = vscode.l10n;

export async function submitDefinition(room: Room, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  const place = await chooseDraft(room, argument, t('Submit Definition as Change Request'));
  if (!place) return;
  const connected = await connectedFor(room, place);
  const document = documentOf(place);
  // Where it can't be saved, the editor has said so.
  if (!connected || !requireWritable(connected) || (document?.isDirty === true && !(await document.save()))) return;
  const now = await tellProgress(t('Reading {0}', draftTitle({ place })), () => room.live.read(place));
  if (isLocked(room, place, now)) return;
  const live = now.definition;
  await room.settle(place);
  const draft = room.drafts.find(draftId(place)) ?? (live ? undefined : await begin(room, place, now.text));
  const checked = draft && (await checkedDefinition(room, place, draft.text));
  if (draft && !checked) return;
  const { wanted, rolloutStatus } = checked ?? {};
  if (!draft && !live) {
    tellRefusal(t('{0} has no definition yet.', draftTitle({ place })), {
      label: t('Write a Definition'),
      run: () => vscode.window.showTextDocument(definitionUri(place)),
    });
    return;
  }
  if (!draft || !wanted || (live && isSameDefinition(wanted, live))) {
    tellRefusal(
      rolloutStatus
        ? t(
            '{0} has no change but its rollout status. A change request can’t change that alone: set it in the service’s own pages.',
            draftTitle({ place }),
          )
        : t('{0} has no change: it says what the live definition says.', draftTitle({ place })),
    );
    return;
  }
  if (!isSameDefinition(draft.base, live) && !(await dealWithMoved(room, place, draft, wanted, live))) return;
  const where = await placeNow(connected, place);
  if (!where) return;
  const message = room.messageOf(draft);
  const [title = '', ...rest] = message.trim().split('\n');
  const said = { title: title.trim(), comment: rest.join('\n').trim() };
  const sent = await sendDefinition(room, { connected, ...where, place, wanted, rolloutStatus, live, ...said });
  // It is sent whatever becomes of the draft: nobody shall think that it failed.
  if (sent) await orLogged(settleSubmitted(room, place, draft, { sent, wanted, live, message }), room.log);
}

/** The beginning that stands in an open document is a draft once it is to be sent as it is: nobody sends what they have not seen. */
async function begin({ drafts }: Room, place: DefinitionPlace, text: string): Promise<DefinitionDraft | undefined> {
  if (!documentOf(place)) return undefined;
  const id = draftId(place);
  const { connectionName: _, ...stored } = place;
  await drafts.save({ id, place: stored, text, base: undefined, message: '', stamp: 1 }, undefined);
  return drafts.find(id);
}
