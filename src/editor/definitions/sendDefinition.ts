/** Sends a definition to an environment: as a change request, or at once where no approval is asked for. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { changeDefinition } from '../../operations/definitions/changeFlag.ts';
import { effectLines, workOutForWhom } from '../words/audienceWords.ts';
import { changeLines, plainLine, rowLine } from '../words/changeLines.ts';
import { askSheet, commentField, type Sheet } from '../ask/sheet.ts';
import { askChoice } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { lockedBy } from '../../operations/changeRequests/lockedBy.ts';
import { logFailure } from '../window/log.ts';
import { askPermit } from '../ask/permit.ts';
import { requestInstead } from '../changes/directChange.ts';
import type { Proposal } from '../changes/proposal.ts';
import { createDrafts, objectOf } from '../changes/requestDrafts.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import { tellDone, tellProgress, tellRefusal } from '../window/notifications.ts';
import { commandStep, reviewStep } from '../words/nextSteps.ts';
import type { DefinitionsContext } from './context.ts';
import { definitionTitle } from './documents.ts';
import { lockedSentence } from './fileErrors.ts';
import type { LiveDefinition } from './live.ts';

const { t } = vscode.l10n;

/** A definition on its way to an environment. */
export interface Sending {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly place: DocumentPlace;
  readonly wanted: FlagDefinition;
  /** What is there now, as it was read last; undefined = nothing. */
  readonly live: FlagDefinition | undefined;
  /** What the text asks for beside the definition. */
  readonly rolloutStatus: WantedStatus | undefined;
  /** As typed so far; may be empty. */
  readonly title: string;
  readonly comment: string;
  /** It was on a sheet with others: nothing is asked that is known. */
  readonly isAgreed?: boolean;
}

/** For whom it is and what it changes, a sentence each; without an environment, only what it changes. */
export async function changesOf({
  wanted,
  live,
  environment,
}: Pick<Sending, 'wanted' | 'live'> & Partial<Sending>): Promise<readonly string[]> {
  const operationType = live ? 'UPDATE' : 'CREATE';
  const request = { id: '', status: 'REQUESTED', operationType, approvers: [], comments: [], flag: wanted };
  const now = { kind: 'definition', definition: live } as const;
  if (!environment) return changeLines(request, now, undefined).map(plainLine);
  await workOutForWhom(request, now);
  return effectLines(request, now, environment).map(rowLine);
}

/** False = the user walked away, or was told why it was not sent. */
export async function sendDefinition(context: DefinitionsContext, sending: Sending): Promise<boolean> {
  const way = await wayOf(context, sending);
  if (way === undefined) return false;
  let isSent = false;
  try {
    isSent = await (way === 'request' ? propose : changeAtOnce)(context, sending);
    return isSent;
  } finally {
    // It is another one now, or locked: by what was sent, or by somebody else who was quicker.
    const reading = context.live.read(sending.place).catch(() => undefined);
    if (isSent) await reading;
  }
}

/** Whether an environment asks for approvals can't be read: it is known from the last time, if there was one. */
async function wayOf(
  { serviceFacts }: DefinitionsContext,
  { connected, environment, place, isAgreed }: Sending,
): Promise<'request' | 'directly' | undefined> {
  const isGated = serviceFacts.isGated(connected.origin, environment.id);
  if (isGated === true) return 'request';
  if (isAgreed) return isGated === false ? 'directly' : 'request';
  const request = {
    label: t('Submit as a change request…'),
    icon: new vscode.ThemeIcon('git-pull-request'),
    value: 'request' as const,
  };
  const directly = {
    label: t('Change it at once'),
    detail: t('If {0} asks for an approval, it becomes a change request all the same', environment.name),
    icon: new vscode.ThemeIcon('zap'),
    value: 'directly' as const,
  };
  const answer = await askChoice<'request' | 'directly'>({
    title: definitionTitle(place),
    placeholder: t('How shall {0} change?', environment.name),
    options: isGated === false ? [directly, request] : [request, directly],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

async function propose(
  context: DefinitionsContext,
  sending: Sending,
  after: Pick<Proposal, 'isRefused' | 'isInstead'> = { isRefused: false },
): Promise<boolean> {
  const { connected, workspace, environment, wanted, live, rolloutStatus, title, comment, isAgreed = false } = sending;
  const request = await context.propose({
    connected,
    workspace,
    environment,
    change: { operationType: live ? 'UPDATE' : 'CREATE', flag: wanted },
    rolloutStatus,
    ...after,
    suggestedTitle: title || defaultTitle(sending),
    suggestedComment: comment,
    isExplained: isAgreed || (title !== '' && comment !== ''),
    isAgreed,
    stillHolds: () => stillHolds(context, sending),
  });
  return request !== undefined;
}

async function changeAtOnce(context: DefinitionsContext, sending: Sending): Promise<boolean> {
  const { connected, workspace, environment, place, wanted, live, rolloutStatus } = sending;
  const { origin, connectionId } = connected;
  const drafts = createDrafts(context.workspaceMemory);
  const object = objectOf({ operationType: live ? 'UPDATE' : 'CREATE', flag: wanted });
  const lines = await changesOf(sending);
  // What was typed for a change request that was not submitted is for this change, too.
  const before = drafts.of(connected, environment.id, object)?.typed;
  const title = sending.title || before?.title || defaultTitle(sending);
  // Where the workspace wants a reason, only a person has it.
  const suggested = workspace.requiresTitleAndComments ? '' : (await changesOf({ wanted, live })).join(' ');
  const typed = { approvers: '', ...before, title, comment: sending.comment || before?.comment || suggested };
  const onType = (): void => {
    const subject = { origin, connectionId, environment, object };
    const draft = { ...subject, workspace, change: undefined, typed: { ...typed }, at: Date.now() };
    logFailure(drafts.save(draft), context.log);
  };
  const sheet: Sheet = {
    placeholder: t('Enter makes it live. Choose a row to change it'),
    submit: {
      label: t('Make it live: change {0} in {1}', place.flagName, environment.name),
      description: t('with “{0}”', connected.keyName),
      icon: new vscode.ThemeIcon('zap'),
    },
    fields: () => [
      commentField({ typed, heading: title, onType }, t('Why? It is kept in the history.'), t('Write a word or two.')),
    ],
    lines,
  };
  const isReady = sending.isAgreed === true && typed.comment !== '';
  if (!isReady && (await askSheet(sheet, { title })) !== true) return false;
  const permit = await askPermit(connected, { workspaceId: workspace.id, environment }, title);
  if (!permit || !(await stillHolds(context, sending))) return false;
  const at = { workspaceId: workspace.id, environmentId: environment.id, flagName: place.flagName };
  // What becomes a request after all is looked at.
  const explained = { ...sending, title, comment: typed.comment.trim(), isAgreed: false };
  const changed = await tellProgress(title, () =>
    changeDefinition(connected.client, at, { wanted, isThere: live !== undefined }, explained, { permit }).catch(
      async (error: unknown): Promise<undefined> => {
        const flag = { kind: 'flag', name: place.flagName } as const;
        const openRequestId = await lockedBy(error, connected.client, { ...at, object: flag }, (id) =>
          context.serviceFacts.environmentOf(origin, id),
        );
        if (!tellIfLocked(place, { openRequestId })) throw error;
        return undefined;
      },
    ),
  );
  if (!changed) return false;
  const instead = await requestInstead(context, changed, { origin, connectionId, environment, object });
  if (instead) return propose(context, explained, instead);
  const status = rolloutStatus !== undefined && t('Its rollout status is as it was: only a change request sets it.');
  tellDone([t('{0} is changed: its new definition is live.', definitionTitle(place)), status].filter(Boolean).join(' '));
  return true;
}

const defaultTitle = ({ live, place }: Sending): string =>
  live ? t('Change {0}', place.flagName) : t('Add a definition of {0}', place.flagName);

/** Between the questions and the sending, somebody else may have changed the live definition. */
async function stillHolds(context: DefinitionsContext, { place, live }: Sending): Promise<boolean> {
  const now = await context.live.read(place);
  if (tellIfLocked(place, now)) return false;
  if (isSameDefinition(live, now.definition)) return true;
  tellRefusal(
    t('{0} was changed by somebody else in this moment. Nothing was sent.', definitionTitle(place)),
    commandStep(t('Submit It Again…'), 'flagAdmin.flag.submit', definitionUri(place)),
  );
  return false;
}

/** True, and the user is told, where it can't be changed now. */
export function tellIfLocked(place: DocumentPlace, live: Partial<LiveDefinition>): boolean {
  const sentence = lockedSentence(place, live);
  if (sentence === undefined) return false;
  const { openRequestId } = live;
  tellRefusal(sentence, ...(openRequestId ? [reviewStep(openRequestId)] : []));
  return true;
}
