/**
 * The second half of every change of keys, once it is asked and planned: the right API key → the permit → a record in the
 * journal → sent, or proposed where an approval is needed → what is now true.
 */
import * as vscode from 'vscode';
import type { KeyBatch } from '../../domain/keys/keyPlan.ts';
import { sendSegmentActivation } from '../../operations/segments/segmentActivation.ts';
import {
  isLeft,
  hasOpenPart,
  keysDone,
  type ChangeKind,
  type ChangeSource,
  type KeyChange,
} from '../../operations/keys/keyChange.ts';
import { runChange, type ChangeOutcome } from '../../operations/keys/runChange.ts';
import { placeMark, startChange } from '../../operations/keys/startChange.ts';
import { discardChange } from '../../operations/keys/undo.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { askText } from '../ask/ask.ts';
import { setContext } from '../window/command.ts';
import type { Connected } from '../window/connected.ts';
import { describeFailure } from '../words/failureWords.ts';
import { keyForAction } from '../ask/keyForAction.ts';
import { lockedBy } from '../../operations/changeRequests/lockedBy.ts';
import { orLogged } from '../window/log.ts';
import { milestones } from '../window/names.ts';
import { askPermit } from '../ask/permit.ts';
import { formatNumber, openRequestSentence } from '../words/requestWords.ts';
import type { SegmentTarget } from '../window/target.ts';
import { tellDone, tellError, tellProgress, tellRefusal } from '../window/notifications.ts';
import { reviewStep } from '../words/nextSteps.ts';
import { journalOf, keepKeys, readDecisionsOn, type ChangeInHand } from './changes.ts';
import type { SegmentsContext } from './context.ts';
import {
  againSteps,
  busySentence,
  changeTitle,
  doneSentence,
  isUnequal,
  movedSentence,
  noUndoSentence,
  receiptStep,
  resumeStep,
  showKeysStep,
  staysSentence,
  undoSteps,
} from './messages.ts';
import { proposeNext } from './proposeNext.ts';
import type { SegmentState } from './segmentState.ts';
import type { FoundKeys } from './source/source.ts';

const { t } = vscode.l10n;

/** What is to be done, as it was asked and planned. */
export interface Order {
  readonly kind: ChangeKind;
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly source: ChangeSource;
  readonly batches: readonly KeyBatch[];
  /** Undefined = the segment is not active here yet. */
  readonly state: SegmentState | undefined;
  readonly way: 'direct' | 'request';
  /** What the comment is at first. */
  readonly suggestedComment: string;
}

/** Where the keys of a list come from. */
export const sourceOf = ({ source: { description, fileUri }, form }: FoundKeys): ChangeSource => ({
  description,
  form,
  ...(fileUri !== undefined && { uri: fileUri }),
});

export async function sendKeys(deps: SegmentsContext, order: Order): Promise<void> {
  const { kind, target, source, batches, state, way, suggestedComment } = order;
  const { environment, workspace, name } = target;
  const keyCount = batches.reduce((sum, { keys }) => sum + keys.length, 0);
  const title = changeTitle({ kind, target, keyCount, source });
  const where = t('{0} in {1} / {2}', title, workspace.name, environment.name);
  const connected = await keyForAction({
    ...deps,
    connected: order.connected,
    ability: way === 'request' && state ? 'submit' : 'change',
    environment,
    title: where,
  });
  if (!connected) return;

  const comment = way === 'direct' ? await askComment(order, where) : '';
  if (comment === undefined) return;
  let permit: WritePermit | undefined;
  if (way === 'direct' || !state) {
    const heading = state ? where : t('Activate {0}: {1}', name, where);
    permit = await askPermit(connected, { workspaceId: workspace.id, environment }, heading);
    if (!permit) return;
  }
  const { connectionId, connectionName, origin, keyName, instance } = connected;
  const { change, keys } = await startChange({
    kind,
    connection: { id: connectionId, name: connectionName, origin, keyName, ...(instance !== undefined && { instance }) },
    target: { workspace, environment, name, trafficType: target.trafficType },
    source,
    batches,
    way,
    title,
    comment,
    startedAt: Date.now(),
  });
  keepKeys(deps.changes, change, keys);
  await readDecisionsOn(deps, connected, target);
  const inHand: ChangeInHand = { connected, change, keys, suggestedComment, planned: state };
  const prepare = async (): Promise<void> => {
    const place = { environmentId: environment.id, segmentName: name };
    if (!state && permit) await sendSegmentActivation(connected.client, place, permit);
    await discardEarlier(deps, change);
  };
  if (way === 'request' || !permit) return proposeNext(deps, { ...inHand, prepare }, false);
  await prepare();
  return sendKeyChange(deps, inHand, permit);
}

/** What was planned from what the segment contained, and left half way, is planned anew with this one. */
async function discardEarlier(deps: SegmentsContext, change: KeyChange): Promise<void> {
  if (change.kind !== 'equal' && change.kind !== 'undo') return;
  const journal = journalOf(deps.changes);
  const earlier = (await journal.list()).filter(
    (one) => one.kind === change.kind && isLeft(one) && !hasOpenPart(one) && placeMark(one) === placeMark(change),
  );
  for (const { id } of earlier) await discardChange(journal, id).catch(() => false);
}

/**
 * The service writes the comment of a removal into the segment's audit log, and some workspaces take no change without one.
 * Undefined = the user walked away.
 */
async function askComment({ batches, target, suggestedComment }: Order, title: string): Promise<string | undefined> {
  const { workspace } = target;
  const isRemoval = batches.some(({ operation }) => operation === 'remove');
  if (!isRemoval && !workspace.requiresTitleAndComments) return '';
  const answer = await askText({
    title,
    prompt: isRemoval
      ? t('Why? It is kept in the history.')
      : t('{0} wants a comment with each change: why is this one made?', workspace.name),
    value: suggestedComment,
    validate: (text) => (text.trim() === '' ? t('Write a word or two.') : undefined),
  });
  return typeof answer === 'string' ? answer.trim() : undefined;
}

/** Sends what is left of a change, with progress in keys and Cancel, and says what is now true. */
export async function sendKeyChange(deps: SegmentsContext, inHand: ChangeInHand, permit: WritePermit): Promise<void> {
  const { connected, change, keys, planned } = inHand;
  const journal = journalOf(deps.changes);
  const { target } = change;
  const { workspace, environment, name } = target;
  const place = { object: 'segment', workspaceId: workspace.id, environmentId: environment.id, name } as const;
  const outcome = await tellProgress(
    changeTitle(change),
    async (progress, signal) => {
      let reported = 0;
      const onProgress = (done: number, all: number): void => {
        const message = t('{0} of {1} keys', formatNumber(done), formatNumber(all));
        progress.report({ message, increment: ((done - reported) / all) * 100 });
        reported = done;
      };
      return runChange(connected.client, journal, change, keys, {
        permit,
        onCheck: () => progress.report({ message: t('Reading {0}', change.target.name) }),
        signal,
        keyName: connected.keyName,
        planned,
        onProgress,
      });
    },
    { cancellable: true },
  );
  // A change that failed half way may have arrived all the same.
  const isChanged = outcome.outcome === 'stopped' || ('change' in outcome && keysDone(outcome.change) > 0);
  if (isChanged || (outcome.outcome !== 'running' && outcome.outcome !== 'approvalsRequired'))
    deps.events.fire({ kind: 'object', connection: connected.connectionId, place, isChanged });
  await tellOutcome(deps, inHand, outcome);
}

async function tellOutcome(deps: SegmentsContext, inHand: ChangeInHand, outcome: ChangeOutcome): Promise<void> {
  if (outcome.outcome === 'running') return tellRefusal(busySentence());
  const { change } = outcome;
  const { connected } = inHand;
  deps.log.note(`${change.kind} ${change.target.name} ${outcome.outcome} ${keysDone(change)}/${change.keyCount}`);
  const remember = (isGated: boolean): Promise<void> =>
    orLogged(deps.serviceFacts.rememberGated(connected.origin, change.target.environment.id, isGated), deps.log);
  if (outcome.outcome === 'approvalsRequired') {
    await remember(true);
    return proposeNext(deps, { ...inHand, change }, keysDone(change) === 0);
  }
  switch (outcome.outcome) {
    case 'done': {
      await remember(false);
      void setContext(milestones.hasUploaded, true);
      const again = isUnequal(change) ? againSteps(change) : [];
      return tellDone(doneSentence(change), ...again, showKeysStep(change), receiptStep(change), ...undoSteps(change));
    }
    case 'moved':
      return tellRefusal(movedSentence(change), ...againSteps(change));
    case 'cancelled':
      return tellRefusal(
        [staysSentence(change), noUndoSentence(change)].filter(Boolean).join(' '),
        resumeStep(change),
        receiptStep(change),
        ...undoSteps(change),
      );
    case 'stopped':
      return tellStopped(deps, connected, outcome);
    default:
      return outcome satisfies never;
  }
}

async function tellStopped(
  deps: SegmentsContext,
  connected: Connected,
  { change, error }: Extract<ChangeOutcome, { outcome: 'stopped' }>,
): Promise<void> {
  const { sentence, detail, steps } = describeFailure(error);
  deps.log.warn(detail);
  const { workspace, environment, name } = change.target;
  const place = { workspaceId: workspace.id, environmentId: environment.id, object: { kind: 'segment', name } as const };
  const openId = await lockedBy(error, connected.client, place);
  const stays = staysSentence(change);
  if (openId === undefined) return tellError(`${sentence} ${stays}`, resumeStep(change), ...steps);
  const locked = openRequestSentence(name, environment.name);
  return tellRefusal(`${locked} ${stays}`, reviewStep(openId), resumeStep(change));
}
