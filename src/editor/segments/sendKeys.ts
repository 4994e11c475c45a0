/** Sends the keys of a change directly: activates the segment, sends the parts, and reports the result. */
import * as vscode from 'vscode';
import { areAllPartsDone, countDoneKeys, type KeyChange } from '../../operations/keys/keyChange.ts';
import { isAnswerLost } from '../../operations/lostAnswer.ts';
import { runChange, type ChangeOutcome } from '../../operations/keys/runChange.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { findLockingRequest } from '../../operations/changeRequests/lockingRequest.ts';
import { changedPlace, type DirectOutcome } from '../changes/change.ts';
import { setContext } from '../window/command.ts';
import type { Connected } from '../window/connected.ts';
import { describeFailure } from '../words/failureWords.ts';
import { milestones } from '../window/names.ts';
import { placeLabel } from '../words/placeWords.ts';
import { formatNumber, keysWords, openRequestSentence } from '../words/requestWords.ts';
import { tellDone, tellError, tellProgress, tellRefusal } from '../window/notifications.ts';
import { checkAgainStep, reviewStep } from '../words/nextSteps.ts';
import { activateFirst, journalOf, sendPartOf, type BegunChange } from './changes.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import {
  busySentence,
  changeTitle,
  doneSentence,
  differsFromList,
  changedElsewhereSentence,
  notFinishedSentence,
  noUndoSentence,
  progressKeptSentence,
} from './messages.ts';
import { repeatSteps, receiptStep, resumeStep, showKeysStep, undoSteps } from './steps.ts';

const { t } = vscode.l10n;

type SendResult =
  | Extract<DirectOutcome, { outcome: 'done' }>
  /** The remaining part of `change` must become change requests. */
  | { readonly outcome: 'approvalsRequired'; readonly change: KeyChange };

/**
 * Sends the keys, shows how many are sent, and offers Cancel. Undefined = not everything was sent, and the user was told why.
 */
export async function sendKeys(
  context: SegmentsContext,
  begun: BegunChange,
  permit: WritePermit,
): Promise<SendResult | undefined> {
  const { connected, change, keys, planned } = begun;
  await activateFirst(context, begun);
  const outcome = await tellProgress(
    changeTitle(change),
    async (progress, signal) => {
      let reported = 0;
      const onProgress = (done: number, all: number): void => {
        const message = t('{0} of {1} keys', formatNumber(done), formatNumber(all));
        progress.report({ message, increment: ((done - reported) / all) * 100 });
        reported = done;
      };
      return sendPartOf(context, begun, (journal) =>
        runChange(connected.client, journal, change, keys, {
          permit,
          onCheck: () => progress.report({ message: t('Reading {0}', change.target.name) }),
          signal,
          keyName: connected.keyName,
          planned,
          onProgress,
        }),
      );
    },
    { cancellable: true },
  );
  return resultOf(context, connected, outcome);
}

async function resultOf(context: SegmentsContext, connected: Connected, outcome: ChangeOutcome): Promise<SendResult | undefined> {
  if (outcome.outcome === 'running') return tellRefusal(busySentence());
  const { change } = outcome;
  const done = countDoneKeys(change);
  context.log.note(`${change.kind} ${change.target.name} ${outcome.outcome} ${done}/${change.keyCount}`);
  // Only a failure is reported to the views here, because makeChange reports success. The service might have received a part of
  // a failed change.
  const isChanged = outcome.outcome === 'stopped' || done > 0;
  const affectsViews = outcome.outcome !== 'done' && (isChanged || outcome.outcome !== 'approvalsRequired');
  const place = changedPlace(change.target, { kind: 'segment', name: change.target.name });
  if (affectsViews) context.events.fire({ kind: 'object', connection: connected.connectionId, place, isChanged });
  switch (outcome.outcome) {
    case 'approvalsRequired':
      return { outcome: outcome.outcome, change };
    case 'done': {
      void setContext(milestones.hasUploaded, true);
      const again = differsFromList(change) ? repeatSteps(change) : [];
      const steps = [...again, showKeysStep(change), receiptStep(change), ...undoSteps(change)];
      return { outcome: outcome.outcome, message: [doneSentence(change), ...steps] };
    }
    case 'changedElsewhere':
      return tellRefusal(changedElsewhereSentence(change), ...repeatSteps(change));
    case 'cancelled':
      return tellRefusal(
        [progressKeptSentence(change), noUndoSentence(change)].filter(Boolean).join(' '),
        resumeStep(change),
        receiptStep(change),
        ...undoSteps(change),
      );
    case 'stopped':
      return tellStopped(context, connected, outcome);
    default:
      return outcome satisfies never;
  }
}

async function tellStopped(
  { log, changes }: Pick<SegmentsContext, 'log' | 'changes'>,
  { client }: Pick<Connected, 'client'>,
  { change, error }: Pick<Extract<ChangeOutcome, { outcome: 'stopped' }>, 'change' | 'error'>,
): Promise<undefined> {
  const { sentence, detail, steps } = describeFailure(error);
  log.warn(detail);
  const { workspace, environment, name } = change.target;
  const place = { workspaceId: workspace.id, environmentId: environment.id, object: { kind: 'segment', name } as const };
  const openId = await findLockingRequest(error, client, place);
  if (openId !== undefined) {
    const locked = openRequestSentence(name, environment.name);
    return tellRefusal(`${locked} ${progressKeptSentence(change)}`, reviewStep(openId), resumeStep(change));
  }
  const isLost = isAnswerLost(error);
  const checkAgain = async (): Promise<void> => {
    const page = await client.readKeys(environment.id, name, { offset: 0, limit: 1 }).catch(() => undefined);
    // The user may have resumed the change since this message was shown.
    const saved = (await journalOf(changes).read(change.id)) ?? change;
    const now = { ...saved, ...(page && { countAfter: page.count }) };
    if (areAllPartsDone(now)) tellDone(doneSentence(now), showKeysStep(now), receiptStep(now));
    else await tellStopped({ log, changes }, { client }, { change: now, error });
  };
  const check = isLost && change.countAfter === undefined ? [checkAgainStep(log, checkAgain)] : [];
  const now =
    change.countAfter === undefined
      ? isLost && t('It is not known how many keys {0} contains now.', name)
      : t(
          '{0} in {1} now contains {2}, as counted by the service.',
          name,
          placeLabel(change.target),
          keysWords(change.countAfter),
        );
  tellError(
    [notFinishedSentence(change), now, sentence].filter(Boolean).join(' '),
    ...check,
    resumeStep(change),
    showKeysStep(change),
    ...steps,
  );
  return undefined;
}
