/** Sends a definition to an environment: as a change request, or at once where no approval is asked for. */
import * as vscode from 'vscode';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { isSameDefinition } from '../../domain/definitions/sameDefinition.ts';
import { changeDefinition } from '../../operations/changeDefinition.ts';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { askChoice, askSteps, askText } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { definitionUri, type DefinitionPlace } from '../definitionUri.ts';
import { lockedBy } from '../lockedBy.ts';
import { logFailure, orLogged } from '../log.ts';
import { askPermit } from '../permit.ts';
import type { Proposal } from '../proposal.ts';
import { createDrafts, objectOf } from '../requestDrafts.ts';
import type { EnvironmentRef, WorkspaceRef } from '../target.ts';
import { commandStep, tellDone, tellProgress, tellRefusal } from '../tell.ts';
import { draftTitle } from './draftPlace.ts';
import { largeNumberSentence, withKept } from './fileErrors.ts';
import { askLastLook } from './lastLook.ts';
import type { Live } from './live.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export interface Sending {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly place: DefinitionPlace;
  readonly wanted: FlagDefinition;
  readonly rolloutStatus: WantedStatus | undefined;
  /** What is there now, as it was read last; undefined = nothing. */
  readonly live: FlagDefinition | undefined;
  /** As typed so far; may be empty. */
  readonly title: string;
  readonly comment: string;
  /** What the title is at first where none was typed. */
  readonly suggestedTitle?: string;
  /** Decided already, and not asked. */
  readonly way?: Way;
  /** Told what its title and comment became, once it is sent. */
  explained?(title: string, comment: string): void;
}

/** The request as it was submitted, or that it is live. */
export type Sent = ChangeRequest | 'changed';
type Way = 'request' | 'directly';

/** Undefined = the user walked away, or was told why it was not sent. */
export async function sendDefinition(room: Room, sending: Sending): Promise<Sent | undefined> {
  const way = sending.way ?? (await askWay(room, sending));
  if (way === undefined) return undefined;
  let sent: Sent | undefined;
  try {
    sent = way === 'request' ? await propose(room, sending, { isRefused: false }) : await changeAtOnce(room, sending);
    return sent;
  } finally {
    // It is another one now, or locked: by what was sent, or by somebody else who was quicker.
    const reading = room.live.read(sending.place).catch(() => undefined);
    if (sent) await reading;
  }
}

/** Whether an environment asks for approvals can't be read: it is known from the last time, if there was one. */
async function askWay({ learnt }: Room, { connected, environment, place }: Sending): Promise<Way | undefined> {
  const isGated = learnt.isGated(connected.origin, environment.id);
  if (isGated === true) return 'request';
  const request = {
    label: t('Submit a change request'),
    detail: t('It changes when somebody has approved it'),
    icon: new vscode.ThemeIcon('git-pull-request'),
    value: 'request' as const,
  };
  const directly = {
    label: t('Change it at once'),
    detail:
      isGated === false
        ? t('{0} asked for no approval last time', environment.name)
        : t('If {0} asks for an approval, it becomes a change request all the same', environment.name),
    icon: new vscode.ThemeIcon('zap'),
    value: 'directly' as const,
  };
  const answer = await askChoice<Way>({
    title: t('Submit {0}', draftTitle({ place })),
    placeholder: t('How shall {0} change?', environment.name),
    options: isGated === false ? [directly, request] : [request, directly],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

async function propose(
  room: Room,
  sending: Sending,
  after: Pick<Proposal, 'isRefused' | 'isInstead'>,
): Promise<Sent | undefined> {
  const { connected, workspace, environment, wanted, live, title, comment } = sending;
  const request = await room.propose({
    connected,
    workspace,
    environment,
    change: { operationType: live ? 'UPDATE' : 'CREATE', flag: wanted },
    rolloutStatus: sending.rolloutStatus,
    ...after,
    suggestedTitle: title || defaultTitle(sending),
    suggestedComment: comment,
    ...(title !== '' && comment !== '' && { isExplained: true }),
    stillHolds: () => stillHolds(room, sending),
  });
  if (!request) return undefined;
  sending.explained?.(request.title ?? '', request.comments[0]?.comment ?? '');
  return request;
}

async function changeAtOnce(room: Room, sending: Sending): Promise<Sent | undefined> {
  const { connected, workspace, environment, place, wanted, live } = sending;
  const { origin } = connected;
  const drafts = createDrafts(room.workspaceMemory);
  const object = objectOf({ operationType: live ? 'UPDATE' : 'CREATE', flag: wanted });
  // What was typed for a change request that was not submitted is for this change, too.
  const typed = { title: '', comment: '', approvers: '', ...drafts.of(origin, environment.id, object)?.typed };
  const title = sending.title || typed.title || defaultTitle(sending);
  let comment = sending.comment || typed.comment;
  const isLookedAt = await askSteps([
    {
      applies: () => sending.comment === '',
      ask: async (position) => {
        const answer = await askText({
          ...position,
          title,
          prompt: t('Why? It is kept in the history.'),
          value: comment,
          onType: (text) => {
            const kept = { ...typed, comment: text };
            logFailure(
              drafts.keep({ origin, workspace, environment, change: undefined, object, typed: kept, at: Date.now() }),
              room.log,
            );
          },
          validate: (text) => (text.trim() === '' ? t('Write a word or two.') : undefined),
        });
        if (typeof answer !== 'string') return answer;
        comment = answer.trim();
        return true;
      },
    },
    (position) => askLastLook({ ...position, title }, sending, comment),
  ]);
  if (!isLookedAt) return undefined;
  const permit = await askPermit(connected, { workspaceId: workspace.id, environment }, title);
  if (!permit || !(await stillHolds(room, sending))) return undefined;
  const at = { workspaceId: workspace.id, environmentId: environment.id, flagName: place.flagName };
  const change = { wanted, isThere: live !== undefined };
  const changed = await tellProgress(title, () =>
    changeDefinition(connected.client, at, change, { title, comment }, { permit }).catch(async (error: unknown) => {
      const object = { kind: 'flag', name: place.flagName } as const;
      const openRequestId = await lockedBy(error, connected.client, { ...at, object }, (id) =>
        room.learnt.environmentOf(origin, id),
      );
      if (!isLocked(room, place, { openRequestId })) throw error;
    }),
  );
  if (!changed) return undefined;
  const { outcome } = changed;
  const explained = { ...sending, title, comment };
  switch (outcome) {
    case 'done':
      await orLogged(room.learnt.rememberGated(origin, environment.id, false), room.log);
      await orLogged(drafts.drop({ origin, environment, object }), room.log);
      room.refresh();
      sending.explained?.(title, comment);
      tellDone(
        sending.rolloutStatus
          ? t(
              '{0} is changed: its new definition is live. Its rollout status is as it was: only a change request sets it.',
              draftTitle({ place }),
            )
          : t('{0} is changed: its new definition is live.', draftTitle({ place })),
      );
      return 'changed';
    case 'approvalsRequired':
      await orLogged(room.learnt.rememberGated(origin, environment.id, true), room.log);
      return propose(room, explained, { isRefused: true });
    case 'notDirectly':
      return propose(room, explained, { isRefused: false, isInstead: true });
    default:
      return outcome satisfies never;
  }
}

const defaultTitle = ({ live, place, suggestedTitle }: Sending): string =>
  suggestedTitle ?? (live ? t('Change {0}', place.flagName) : t('Add a definition of {0}', place.flagName));

/** Between the questions and the sending, somebody else may have changed the live definition. */
async function stillHolds(room: Room, { place, live }: Sending): Promise<boolean> {
  const now = await room.live.read(place);
  if (isLocked(room, place, now)) return false;
  if (isSameDefinition(live, now.definition)) return true;
  tellRefusal(
    t('{0} was changed by somebody else in this moment. Nothing was sent.', draftTitle({ place })),
    commandStep(t('Look at It'), 'flagAdmin.flag.submit', definitionUri(place)),
  );
  return false;
}

/** True, and the user is told, while a request is open on it, or it has a number that would not be sent as it is. */
export function isLocked(
  { drafts }: Room,
  place: DefinitionPlace,
  { openRequestId, definition }: Pick<Live, 'openRequestId'> & Partial<Live>,
): boolean {
  if (openRequestId === undefined && definition?.largeNumber !== undefined) {
    const sentence = largeNumberSentence(draftTitle({ place }), definition.largeNumber);
    tellRefusal(withKept(sentence, drafts.find(draftId(place))));
    return true;
  }
  if (openRequestId === undefined) return false;
  tellRefusal(
    withKept(
      t('A change request is open on {0}: decide it first, or withdraw it.', draftTitle({ place })),
      drafts.find(draftId(place)),
    ),
    commandStep(t('Review'), 'flagAdmin.changeRequest.open', openRequestId),
  );
  return true;
}
