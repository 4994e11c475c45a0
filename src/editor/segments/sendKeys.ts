/**
 * The second half of every change of keys, once it is asked and planned: the right API key → the permit → a record in the
 * journal → sent, or proposed where an approval is needed → what is now true.
 */
import * as vscode from 'vscode';
import type { KeyBatch } from '../../domain/keys/keyPlan.ts';
import { activateSegment } from '../../operations/activateSegment.ts';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import { asRequests, keysDone, type ChangeKind, type ChangeSource } from '../../operations/keyChanges/keyChange.ts';
import { runChange, type ChangeOutcome } from '../../operations/keyChanges/runChange.ts';
import { startChange } from '../../operations/keyChanges/startChange.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { askText } from '../prompts/ask.ts';
import { setContext } from '../command.ts';
import type { Connected } from '../service/connected.ts';
import { describeFailure } from '../messages/failure.ts';
import { keyForAction } from '../prompts/keyForAction.ts';
import { lockedBy } from '../messages/lockedBy.ts';
import { orLogged } from '../log.ts';
import { milestones } from '../names.ts';
import { askPermit } from '../prompts/permit.ts';
import { formatNumber } from '../formats/requestWords.ts';
import type { SegmentTarget } from '../service/target.ts';
import { tellDone, tellError, tellProgress, tellRefusal } from '../messages/notifications.ts';
import { confirmUnkept, holdKeys, journalOf, type ChangeInHand } from './changes.ts';
import type { Held } from './heldNow.ts';
import type { SegmentsDeps } from './index.ts';
import {
  actionTitle,
  againSteps,
  doneSentence,
  isUnequal,
  movedSentence,
  progressSentence,
  receiptStep,
  resumeStep,
  reviewStep,
  runningTitle,
  showKeysStep,
  suggestedTitle,
  undoSteps,
} from './messages.ts';
import { proposeNext } from './proposeNext.ts';
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
  readonly held: Held | undefined;
  readonly way: 'direct' | 'request';
  /** Of a removal, for the audit log; '' = none was asked for. */
  readonly comment: string;
  /** What the comment of a change request is at first. */
  readonly suggestedComment: string;
  readonly mayBegin?: ChangeInHand['mayBegin'];
}

/** Where the keys of a list come from. */
export function sourceOf({ source, form, counts }: FoundKeys): ChangeSource {
  const { description, kept } = source;
  const { repeated, blank, unusable } = counts;
  return { description, form, leftOut: { repeated, blank, unusable }, ...(kept.kind === 'file' && { uri: kept.uri }) };
}

export async function sendKeys(deps: SegmentsDeps, order: Order): Promise<void> {
  const { kind, target, source, batches, held, way, suggestedComment, mayBegin } = order;
  const { environment, workspace, name } = target;
  const keyCount = batches.reduce((sum, { keys }) => sum + keys.length, 0);
  const title = actionTitle({ kind, target, keyCount });
  const connected = await keyForAction({
    ...deps,
    abilities: createKeyAbilities(deps.memory),
    connected: order.connected,
    ability: way === 'request' && held ? 'submit' : 'change',
    environment,
    title,
  });
  if (!connected) return;

  const comment = way === 'direct' ? await commentFor(order, title) : order.comment;
  if (comment === undefined) return;
  let permit: WritePermit | undefined;
  if (way === 'direct' || !held) {
    const heading = held ? title : t('Activate {0}: {1}', name, title);
    permit = await askPermit(connected, { workspaceId: workspace.id, environment }, heading);
    if (!permit) return;
  }
  if (!held && permit) {
    await activateSegment(connected.client, { environmentId: environment.id, segmentName: name }, permit);
  }
  const { connectionId, connectionName, origin, keyName, instance } = connected;
  const { change, keys } = await startChange({
    kind,
    connection: { id: connectionId, name: connectionName, origin, keyName, ...(instance !== undefined && { instance }) },
    target: { workspace, environment, name, trafficType: target.trafficType },
    source,
    batches,
    way,
    title: suggestedTitle({ kind, keyCount, target, source }),
    comment,
    startedAt: Date.now(),
  });
  const heldBefore = held?.keys;
  holdKeys(deps.changes, change, { keys, heldBefore });
  const inHand: ChangeInHand = { connected, change, keys, suggestedComment, heldBefore, ...(mayBegin && { mayBegin }) };
  if (way === 'request' || !permit) await proposeNext(deps, inHand, false);
  else if (!mayBegin || (await mayBegin(inHand))) await send(deps, inHand, permit);
}

/** Some workspaces take no change without one. Undefined = the user walked away. */
async function commentFor({ comment, target, suggestedComment }: Order, title: string): Promise<string | undefined> {
  if (comment !== '' || !target.workspace.requiresTitleAndComments) return comment;
  const answer = await askText({
    title,
    prompt: t('{0} wants a comment with each change: why is this one made?', target.workspace.name),
    value: suggestedComment,
    validate: (text) => (text.trim() === '' ? t('Write a word or two.') : undefined),
  });
  return typeof answer === 'string' ? answer.trim() : undefined;
}

/** Sends what is left of a change, with progress in keys and Cancel, and says what is now true. */
export async function send(deps: SegmentsDeps, inHand: ChangeInHand, permit: WritePermit): Promise<void> {
  let outcome = await run(deps, inHand, permit, false);
  if (outcome.outcome === 'unkept') {
    if (!(await confirmUnkept(outcome.error))) return;
    outcome = await run(deps, inHand, permit, true);
  }
  if ('change' in outcome) {
    const { change } = outcome;
    deps.log.note(`${change.kind} ${change.target.name} ${outcome.outcome} ${keysDone(change)}/${change.keyCount}`);
  }
  await tellOutcome(deps, inHand, outcome);
}

async function run(
  deps: SegmentsDeps,
  { connected, change, keys, heldBefore }: ChangeInHand,
  permit: WritePermit,
  isUnkeptAllowed: boolean,
): Promise<ChangeOutcome> {
  const journal = await journalOf(deps.changes);
  return tellProgress(
    runningTitle(change),
    async (progress, signal) => {
      let shown = 0;
      const report = (done: number, all: number): void => {
        const message = t('{0} of {1} keys', formatNumber(done), formatNumber(all));
        progress.report({ message, increment: ((done - shown) / all) * 100 });
        shown = done;
      };
      // At once, so that what is resumed starts where it was.
      report(keysDone(change), change.keyCount);
      return runChange(connected.client, journal, change, keys, {
        permit,
        signal,
        isUnkeptAllowed,
        keyName: connected.keyName,
        heldBefore,
        onProgress: report,
        onWait: (seconds) => progress.report({ message: t('the service asks to wait {0} s', seconds) }),
      });
    },
    { cancellable: true },
  );
}

async function tellOutcome(deps: SegmentsDeps, inHand: ChangeInHand, outcome: ChangeOutcome): Promise<void> {
  if (outcome.outcome === 'unkept') return undefined;
  if (outcome.outcome === 'running') {
    return tellRefusal(t('Another window is at it already. Nothing was sent from here.'));
  }
  const { change, isKept } = outcome;
  const { connected } = inHand;
  const remember = (isGated: boolean): Promise<void> =>
    orLogged(deps.serviceFacts.rememberGated(connected.origin, change.target.environment.id, isGated), deps.log);
  if (outcome.outcome === 'approvalsRequired') {
    await remember(true);
    return proposeNext(deps, { ...inHand, change: asRequests(change) }, keysDone(change) === 0);
  }
  deps.refresh();
  switch (outcome.outcome) {
    case 'done': {
      await remember(false);
      void setContext(milestones.hasUploaded, true);
      const steps = isKept ? [receiptStep(change), ...undoSteps(change)] : [];
      return tellDone(doneSentence(change), ...(isUnequal(change) ? againSteps(change) : []), showKeysStep(change), ...steps);
    }
    case 'moved':
      return tellRefusal(movedSentence(change), ...againSteps(change));
    case 'cancelled':
      return isKept
        ? tellRefusal(
            t('Cancelled: {0}. What was done stays; the rest can be done later.', progressSentence(change)),
            resumeStep(change),
            receiptStep(change),
            ...undoSteps(change),
          )
        : tellRefusal(
            t('Cancelled: {0}. It can’t be resumed, because that could not be written down.', progressSentence(change)),
          );
    case 'stopped':
      return tellStopped(deps, connected, outcome);
    default:
      return outcome satisfies never;
  }
}

async function tellStopped(
  deps: SegmentsDeps,
  connected: Connected,
  { change, isKept, error }: Extract<ChangeOutcome, { outcome: 'stopped' }>,
): Promise<void> {
  const { sentence, detail, steps } = describeFailure(error);
  deps.log.warn(detail);
  const { workspace, environment, name } = change.target;
  const place = { workspaceId: workspace.id, environmentId: environment.id, object: { kind: 'segment', name } as const };
  const openId = await lockedBy(error, connected.client, place);
  const resume = isKept ? [resumeStep(change)] : [];
  const progress = progressSentence(change);
  if (openId === undefined) return tellError(t('{0} {1}; what was done stays.', sentence, progress), ...resume, ...steps);
  return tellRefusal(
    t(
      'A change request is open on {0} in {1}, which takes no other change until it is decided or withdrawn. {2}; what was done stays.',
      name,
      environment.name,
      progress,
    ),
    reviewStep(openId),
    ...resume,
  );
}
