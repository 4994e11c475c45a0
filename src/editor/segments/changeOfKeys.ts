/** Creates a change of a segment's keys: a new change from a plan, or the remaining part of a change in the journal. */
import * as vscode from 'vscode';
import type { KeyBatch } from '../../domain/keys/keyPlan.ts';
import { hasStarted, type ChangeKind, type ChangeSource, type KeyChange } from '../../operations/keys/keyChange.ts';
import { startChange } from '../../operations/keys/startChange.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { askComment } from '../ask/askComment.ts';
import { keptText, type KeptText } from '../ask/keptText.ts';
import type { Change, DirectOutcome, Way, TitleAndComment } from '../changes/change.ts';
import type { Connected } from '../window/connected.ts';
import type { SegmentTarget } from '../window/target.ts';
import { readDecisionsOn, type BegunChange } from './changes.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { changeTitle, notFinishedSentence, progressKeptSentence } from './messages.ts';
import { resumeStep, segmentTargetOf } from './steps.ts';
import { nextRequest } from './nextRequest.ts';
import type { SegmentState } from './segmentState.ts';
import { sendKeys } from './sendKeys.ts';
import type { FoundKeys } from './source/source.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import { inPlace } from '../words/placeWords.ts';

const { t } = vscode.l10n;

/** A change that the user asked for, with its plan. */
export interface PlannedChange {
  readonly kind: ChangeKind;
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly source: ChangeSource;
  readonly batches: readonly KeyBatch[];
  /** Undefined = the segment is not active in the environment yet. */
  readonly state: SegmentState | undefined;
  readonly way: Way;
  /** The initial text of the comment. */
  readonly suggestedComment: string;
}

/** Returns the description, the format and the file (if any) of a list of keys, as the journal stores them. */
export const sourceOf = ({ source: { description, fileUri }, form }: FoundKeys): ChangeSource => ({
  description,
  form,
  ...(fileUri !== undefined && { uri: fileUri }),
});

export function keyChange(context: SegmentsContext, order: PlannedChange): Change {
  const { kind, connected, target, source, batches, state, way, suggestedComment } = order;
  const keyCount = batches.reduce((sum, { keys }) => sum + keys.length, 0);
  const title = changeTitle({ kind, target, keyCount, source });
  const heading = inPlace(title, target);
  // A typed comment is stored under the title of the change, because a change with different keys needs a different comment.
  const kept = keptText(context, connected, `${target.environment.id}/${target.name}`, title);

  /** Creates the change, but stores nothing. The journal stores the change when its first part is sent or submitted. */
  async function begin({ connected: able, titleAndComment }: Change, permit: WritePermit | undefined): Promise<BegunChange> {
    const { connectionId, connectionName, origin, keyName, instance } = able;
    const { workspace, environment, name, trafficType } = target;
    const { change, keys } = await startChange({
      kind,
      connection: { id: connectionId, name: connectionName, origin, keyName, ...(instance !== undefined && { instance }) },
      target: { workspace, environment, name, trafficType },
      source,
      batches,
      way,
      ...titleAndComment,
      startedAt: Date.now(),
    });
    await readDecisionsOn(context, able, target);
    return { connected: able, change, keys, suggestedComment, planned: state, activation: state ? undefined : permit };
  }

  return {
    ...segmentPlace(connected, target),
    heading: state ? heading : t('Activate {0}: {1}', target.name, heading),
    titleAndComment: { title, comment: '' },
    kept,
    // If the segment is not active, a permit is needed, because the segment is activated first.
    needsPermit: !state,
    direct: {
      chooseWay: async () => way,
      askTitleAndComment: () => askTitleAndComment(order, { title, heading, kept }),
      send: async (change, permit) => send(context, await begin(change, permit), permit),
    },
    request: async (change, permit) => nextRequest(context, await begin(change, permit)),
  };
}

/**
 * Returns the rest of a change that has already begun: it was interrupted, or the service accepts the rest only as change
 * requests.
 */
export function remainingChange(context: SegmentsContext, begun: BegunChange): Change {
  const { connected, change } = begun;
  const { title, comment, way } = change;
  const target = segmentTargetOf(change);
  const heading = inPlace(changeTitle(change), target);
  return {
    ...segmentPlace(connected, target),
    heading,
    outcomes: { ...outcomeSentences(heading, resumeStep(change)), notDone: notFinishedSentence(change) },
    titleAndComment: { title, comment },
    direct: {
      chooseWay: async () => way,
      send: ({ connected: able }, permit) => send(context, { ...begun, connected: able }, permit),
    },
    request: ({ connected: able }) => nextRequest(context, { ...begun, connected: able }),
  };
}

async function send(context: SegmentsContext, begun: BegunChange, permit: WritePermit): Promise<DirectOutcome | undefined> {
  const sent = await sendKeys(context, begun, permit);
  if (sent?.outcome !== 'approvalsRequired') return sent;
  const { change } = sent;
  return {
    outcome: sent.outcome,
    remaining: remainingChange(context, { ...begun, change, activation: undefined }),
    alreadyDone: alreadyDoneSentence(begun, change),
  };
}

/** Returns what has changed before the service required an approval. `change` is the change after that. Undefined = nothing. */
function alreadyDoneSentence({ activation }: BegunChange, change: KeyChange): string | undefined {
  // The sent parts were sent directly, although the rest needs change requests.
  if (hasStarted(change)) return progressKeptSentence({ ...change, way: 'direct' });
  const { name, environment } = change.target;
  return activation && t('{0} is active in {1} now, but no key was added.', name, environment.name);
}

const segmentPlace = (connected: Connected, { workspace, environment, name }: SegmentTarget) => ({
  connected,
  workspace,
  environment,
  object: { kind: 'segment', name } as const,
});

/**
 * Asks for a comment if the workspace requires one, or if the change removes keys, because the service writes the comment of a
 * removal into the segment's audit log. Otherwise, the comment is empty. Undefined = the user cancelled.
 */
async function askTitleAndComment(
  { batches, target, suggestedComment }: PlannedChange,
  { title, heading, kept }: { readonly title: string; readonly heading: string; readonly kept: KeptText },
): Promise<TitleAndComment | undefined> {
  const { workspace } = target;
  const isRemoval = batches.some(({ operation }) => operation === 'remove');
  if (!isRemoval && !workspace.requiresTitleAndComments) return { title, comment: '' };
  const prompt = isRemoval
    ? t('Why do you make this change? Your answer is kept in the history.')
    : t('{0} requires a comment for each change. Why do you make this change?', workspace.name);
  const comment = await askComment(heading, prompt, suggestedComment, kept);
  return comment === undefined ? undefined : { title, comment };
}
