/** Submit Definition as Change Request…: no problems → live read again → not moved, or dealt with → the request's own questions. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/sameDefinition.ts';
import { draftId, type DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import type { Connected } from '../connected.ts';
import { definitionUri, type DefinitionPlace } from '../definitionUri.ts';
import { commands } from '../names.ts';
import { requireWritable } from '../permit.ts';
import type { EnvironmentRef, WorkspaceRef } from '../target.ts';
import { environmentOptions, workspaceOptions } from '../places.ts';
import { commandStep, tellProgress, tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { chooseDraft, documentOf } from './chooseDraft.ts';
import { checkedDefinition } from './checkedDefinition.ts';
import { draftTitle } from './draftPlace.ts';
import { dealWithMoved } from './moved.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export async function submitDefinition(room: Room, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  const place = await chooseDraft(room, argument, t('Submit Definition as Change Request'));
  if (!place) return;
  const connected = await connectedFor(room, place);
  if (!connected || !requireWritable(connected) || !(await isSaved(place))) return;
  const live = await tellProgress(t('Reading {0}', draftTitle({ place })), () => room.live.read(place));
  if (isLocked(place, live.definition)) return;
  const draft = room.drafts.find(draftId(place));
  const mine = draft && (await checkedDefinition(room, place, draft.text));
  if (draft && !mine) return;
  if (!draft || !mine || (live.definition && isSameDefinition(mine, live.definition))) {
    tellRefusal(t('{0} has no change: it says what the live definition says.', draftTitle({ place })));
    return;
  }
  if (!isSameDefinition(draft.base, live.definition) && !(await dealWithMoved(room, place, draft, mine, live.definition))) return;
  await propose(room, connected, place, mine);
}

async function propose(room: Room, connected: Connected, place: DefinitionPlace, mine: FlagDefinition): Promise<void> {
  const where = await placeNow(connected, place);
  const draft = room.drafts.find(draftId(place));
  if (!where || !draft) return;
  const [title = '', ...rest] = room.messageOf(draft).trim().split('\n');
  const comment = rest.join('\n').trim();
  const request = await room.propose({
    connected,
    ...where,
    change: { operationType: draft.base ? 'UPDATE' : 'CREATE', flag: mine },
    isRefused: false,
    suggestedTitle: title.trim() || defaultTitle(draft),
    suggestedComment: comment,
    ...(title.trim() !== '' && comment !== '' && { isExplained: true }),
    stillHolds: () => stillHolds(room, place, draft),
  });
  // It is open now: the document is read-only until it is decided.
  if (request) await room.live.read(place).catch(() => undefined);
}

const defaultTitle = ({ base, place }: DefinitionDraft): string =>
  base ? t('Change {0}', place.flagName) : t('Add a definition of {0}', place.flagName);

/** Between the questions and the sending, somebody else may have changed the live definition. */
async function stillHolds(room: Room, place: DefinitionPlace, { base }: DefinitionDraft): Promise<boolean> {
  const { definition } = await room.live.read(place);
  if (isLocked(place, definition)) return false;
  if (isSameDefinition(base, definition)) return true;
  tellRefusal(
    t('{0} was changed by somebody else in this moment. Nothing was sent.', draftTitle({ place })),
    commandStep(t('Look at It'), commands.submitDefinition, definitionUri(place)),
  );
  return false;
}

/** True, and the user is told, while a request is open on it. */
function isLocked(place: DefinitionPlace, live: FlagDefinition | undefined): boolean {
  if (!live?.openChangeRequestId) return false;
  tellRefusal(
    t('A change request is open on {0}: decide it first, or withdraw it. Your draft is kept.', draftTitle({ place })),
    commandStep(t('Review'), commands.openRequest, live.openChangeRequestId),
  );
  return true;
}

/** False where the editor could not save, and has said so. */
async function isSaved(place: DefinitionPlace): Promise<boolean> {
  const document = documentOf(place);
  return document?.isDirty !== true || document.save();
}

async function connectedFor({ connections }: Room, place: DefinitionPlace): Promise<Connected | undefined> {
  const connected = await connections.orAsk();
  if (!connected || connected.connectionId === place.connectionId) return connected;
  tellRefusal(
    t('This draft belongs to the connection “{0}”, and “{1}” is in use.', place.connectionName, connected.connectionName),
    commandStep(t('Switch Connection…'), commands.switchConnection),
  );
  return undefined;
}

/** As the service has them now: whether an environment is production is taken from nobody's memory. */
async function placeNow(
  connected: Connected,
  place: DefinitionPlace,
): Promise<{ readonly workspace: WorkspaceRef; readonly environment: EnvironmentRef } | undefined> {
  const workspace = (await workspaceOptions(connected)).find(({ value }) => value.id === place.workspace.id)?.value;
  const environment =
    workspace && (await environmentOptions(connected, workspace)).find(({ value }) => value.id === place.environment.id)?.value;
  if (environment) return { workspace, environment };
  tellRefusal(
    t('{0} / {1} is not there any more, or this API key may not see it.', place.workspace.name, place.environment.name),
  );
  return undefined;
}
