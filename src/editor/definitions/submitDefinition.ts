/**
 * Submit Definition as Change Request… and Change Definition at Once…: reads the live definition again, checks the text, asks
 * what to do if others have changed the live definition, and sends the text.
 */
import * as vscode from 'vscode';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';
import { requireTrust, requireWritable } from '../ask/permit.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { checkedDefinition } from './checkText.ts';
import { chooseDraft, connectedFor, currentTarget } from './chooseDefinition.ts';
import type { Way } from '../changes/change.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { withoutHeader } from './documentText.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { documentOf, saveUnsaved } from './documents.ts';
import { noChangeSentence, offerFirstDefinition } from './fileErrors.ts';
import { handleLiveChange } from './liveChanged.ts';
import { tellIfLocked, sendDefinition } from './definitionChange.ts';

const { t } = vscode.l10n;

export async function submitDefinition(context: DefinitionsContext, argument: unknown, way: Way): Promise<void> {
  if (!requireTrust()) return;
  const place = await chooseDraft(context, argument, way === 'request' ? t('Submit Change Request') : t('Change Definition'));
  if (!place) return;
  const connected = await connectedFor(context, place);
  if (!connected || !requireWritable(connected) || !(await saveUnsaved(place))) return;
  const now = await tellProgress(t('Reading {0}', definitionTitle(place)), () => context.live.read(place));
  if (tellIfLocked(place, now)) return;
  const live = now.definition;
  if (!live && documentOf(place) && !context.drafts.find(place)) await startDraft(context, place, now.text);
  const draft = context.drafts.find(place);
  const checked = draft && (await checkedDefinition(context, place, draft.text));
  if (draft && !checked) return;
  const { wanted, rolloutStatus } = checked ?? {};
  if (!draft && !live) return offerFirstDefinition(context, place);
  if (!draft || !wanted || (live && isSameDefinition(wanted, live))) {
    const isStatus = rolloutStatus !== undefined;
    const status =
      isStatus && t('A change request can’t change only the rollout status. Change it in the service’s web console.');
    return tellRefusal([noChangeSentence(place), status].filter(Boolean).join(' '));
  }
  if (!(await handleLiveChange(context, place, draft, wanted, live, way))) return;
  const where = await currentTarget(connected, place);
  if (!where) return;
  const [title = '', ...rest] = context.messageOf(draft).trim().split('\n');
  const said = { title: title.trim(), comment: rest.join('\n').trim() };
  await sendDefinition(context, { connected, ...where, place, wanted, rolloutStatus, live, way, ...said });
}

/**
 * Stores the suggested first definition as a draft, unless there is one. Call this only if its document is open, because users
 * must not send a text that they have not seen.
 */
const startDraft = ({ drafts }: DefinitionsContext, place: DocumentPlace, text: string): Promise<unknown> =>
  drafts.change(place, (now) => now ?? { place, text: withoutHeader(text), base: undefined, message: '' });
