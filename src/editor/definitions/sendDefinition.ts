/** Sends a definition to an environment: as a change request, or at once where no approval is asked for. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { changeDefinition } from '../../operations/changeFlag.ts';
import { askChoice, askSteps, askText } from '../prompts/ask.ts';
import { definitionUri, type DefinitionPlace } from '../texts/definitionUri.ts';
import { lockedBy } from '../messages/lockedBy.ts';
import { logFailure, orLogged } from '../log.ts';
import { askPermit } from '../prompts/permit.ts';
import type { Proposal } from '../service/proposal.ts';
import { createDrafts, objectOf } from '../service/requestDrafts.ts';
import { commandStep, tellDone, tellProgress, tellRefusal } from '../messages/notifications.ts';
import { titleOf } from './documents.ts';
import { lockedSentence } from './fileErrors.ts';
import { confirmChange, type DefinitionChange } from './confirmChange.ts';
import type { Live } from './live.ts';
import type { DefinitionsContext } from './context.ts';

const { t } = vscode.l10n;

export interface Sending extends DefinitionChange {
  readonly rolloutStatus: WantedStatus | undefined;
  /** As typed so far; may be empty. */
  readonly title: string;
  readonly comment: string;
  /** What the title is at first where none was typed. */
  readonly suggestedTitle?: string;
  /** Decided already, and not asked. */
  readonly way?: Way | undefined;
  /** Told what its title and comment became, once it is sent. */
  explained?(title: string, comment: string): void;
}

/** The request as it was submitted, or that it is live. */
export type Sent = ChangeRequest | 'changed';
type Way = 'request' | 'directly';

/** Undefined = the user walked away, or was told why it was not sent. */
export async function sendDefinition(context: DefinitionsContext, sending: Sending): Promise<Sent | undefined> {
  const way = sending.way ?? (await askWay(context, sending));
  if (way === undefined) return undefined;
  let sent: Sent | undefined;
  try {
    sent = way === 'request' ? await propose(context, sending, { isRefused: false }) : await changeAtOnce(context, sending);
    return sent;
  } finally {
    // It is another one now, or locked: by what was sent, or by somebody else who was quicker.
    const reading = context.live.read(sending.place).catch(() => undefined);
    if (sent) await reading;
  }
}

/** Whether an environment asks for approvals can't be read: it is known from the last time, if there was one. */
async function askWay(
  { serviceFacts }: DefinitionsContext,
  { connected, environment, place }: Sending,
): Promise<Way | undefined> {
  const isGated = serviceFacts.isGated(connected.origin, environment.id);
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
    title: t('Submit {0}', titleOf(place)),
    placeholder: t('How shall {0} change?', environment.name),
    options: isGated === false ? [directly, request] : [request, directly],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

async function propose(
  context: DefinitionsContext,
  sending: Sending,
  after: Pick<Proposal, 'isRefused' | 'isInstead'>,
): Promise<Sent | undefined> {
  const { connected, workspace, environment, wanted, live, title, comment } = sending;
  const request = await context.propose({
    connected,
    workspace,
    environment,
    change: { operationType: live ? 'UPDATE' : 'CREATE', flag: wanted },
    rolloutStatus: sending.rolloutStatus,
    ...after,
    suggestedTitle: title || defaultTitle(sending),
    suggestedComment: comment,
    ...(title !== '' && comment !== '' && { isExplained: true }),
    stillHolds: () => stillHolds(context, sending),
  });
  if (!request) return undefined;
  sending.explained?.(request.title ?? '', request.comments[0]?.comment ?? '');
  return request;
}

async function changeAtOnce(context: DefinitionsContext, sending: Sending): Promise<Sent | undefined> {
  const { connected, workspace, environment, place, wanted, live } = sending;
  const { origin } = connected;
  const drafts = createDrafts(context.workspaceMemory);
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
              context.log,
            );
          },
          validate: (text) => (text.trim() === '' ? t('Write a word or two.') : undefined),
        });
        if (typeof answer !== 'string') return answer;
        comment = answer.trim();
        return true;
      },
    },
    (position) => confirmChange({ ...position, title }, sending, comment),
  ]);
  if (!isLookedAt) return undefined;
  const permit = await askPermit(connected, { workspaceId: workspace.id, environment }, title);
  if (!permit || !(await stillHolds(context, sending))) return undefined;
  const at = { workspaceId: workspace.id, environmentId: environment.id, flagName: place.flagName };
  const change = { wanted, isThere: live !== undefined };
  const changed = await tellProgress(title, () =>
    changeDefinition(connected.client, at, change, { title, comment }, { permit }).catch(async (error: unknown) => {
      const object = { kind: 'flag', name: place.flagName } as const;
      const openRequestId = await lockedBy(error, connected.client, { ...at, object }, (id) =>
        context.serviceFacts.environmentOf(origin, id),
      );
      if (!isLocked(place, { openRequestId })) throw error;
    }),
  );
  if (!changed) return undefined;
  const { outcome } = changed;
  const explained = { ...sending, title, comment };
  switch (outcome) {
    case 'done':
      await orLogged(context.serviceFacts.rememberGated(origin, environment.id, false), context.log);
      await orLogged(drafts.drop({ origin, environment, object }), context.log);
      context.refresh();
      sending.explained?.(title, comment);
      tellDone(
        sending.rolloutStatus
          ? t(
              '{0} is changed: its new definition is live. Its rollout status is as it was: only a change request sets it.',
              titleOf(place),
            )
          : t('{0} is changed: its new definition is live.', titleOf(place)),
      );
      return 'changed';
    case 'approvalsRequired':
      await orLogged(context.serviceFacts.rememberGated(origin, environment.id, true), context.log);
      return propose(context, explained, { isRefused: true });
    case 'notDirectly':
      return propose(context, explained, { isRefused: false, isInstead: true });
    default:
      return outcome satisfies never;
  }
}

const defaultTitle = ({ live, place, suggestedTitle }: Sending): string =>
  suggestedTitle ?? (live ? t('Change {0}', place.flagName) : t('Add a definition of {0}', place.flagName));

/** Between the questions and the sending, somebody else may have changed the live definition. */
async function stillHolds(context: DefinitionsContext, { place, live }: Sending): Promise<boolean> {
  const now = await context.live.read(place);
  if (isLocked(place, now)) return false;
  if (isSameDefinition(live, now.definition)) return true;
  tellRefusal(
    t('{0} was changed by somebody else in this moment. Nothing was sent.', titleOf(place)),
    commandStep(t('Look at It'), 'flagAdmin.flag.submit', definitionUri(place)),
  );
  return false;
}

/** True, and the user is told, where it can't be changed now. */
export function isLocked(place: DefinitionPlace, live: Partial<Live>): boolean {
  const sentence = lockedSentence(place, live);
  if (sentence === undefined) return false;
  const { openRequestId } = live;
  tellRefusal(sentence, ...(openRequestId ? [commandStep(t('Review'), 'flagAdmin.changeRequest.open', openRequestId)] : []));
  return true;
}
