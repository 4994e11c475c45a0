/**
 * Undo Last Upload or Removal…: asks for a change, plans its reverse, and makes the reverse directly or as a change request.
 */
import * as vscode from 'vscode';
import { bodyLimitOf } from '../../api/network/baseUrl.ts';
import type { KeyPlan } from '../../domain/keys/keyPlan.ts';
import type { Journal } from '../../operations/keys/journal.ts';
import { hasStarted, type KeyChange } from '../../operations/keys/keyChange.ts';
import { changedSegmentId, segmentIdPrefix } from '../../operations/keys/startChange.ts';
import { isUndoProven, lastChanges, mayUndo, proveUndo, undoObstacle, undoPlan } from '../../operations/keys/undo.ts';
import { back } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { connectedToChange } from '../ask/permit.ts';
import { formatNumber, formatTime, keysWords } from '../words/requestWords.ts';
import { inPlace } from '../words/placeWords.ts';
import { makeChange } from '../changes/makeChange.ts';
import { segmentFrom } from '../window/target.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { askWay } from '../changes/askWay.ts';
import { changeFrom, journalOf, keysToUndo, withDecisions } from './changes.ts';
import { chooseChange } from './chooseChange.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { openPlan, showOption } from './confirmPlan.ts';
import {
  callsWords,
  sourceChangedSentence,
  changeTitle,
  keysLostSentence,
  missingSentence,
  obstacleWords,
  planLabel,
  noPlanSentence,
  requestLabel,
  otherConnectionSentence,
} from './messages.ts';
import { showKeysStep, segmentTargetOf } from './steps.ts';
import { readCount, type SegmentState } from './segmentState.ts';
import { keyChange } from './changeOfKeys.ts';

const { t } = vscode.l10n;

/** Undoes a change. The argument may name a change (from the button of a message) or a segment (from a node of the tree). */
export async function undoLast(deps: SegmentsContext, [argument]: readonly unknown[]): Promise<void> {
  const connected = await connectedToChange(deps.connections);
  if (!connected) return undefined;
  const journal = journalOf(deps.changes);
  const chosen = await changeToUndo(deps, connected, argument);
  if (!chosen) return undefined;
  const elsewhere = otherConnectionSentence(chosen, connected);
  if (elsewhere !== undefined) return tellRefusal(elsewhere);
  // The lock prevents other windows and commands from resuming or undoing the change while the questions are open.
  const lock = await journal.lock(chosen.id);
  if (!lock) return tellRefusal(...obstacleWords({ code: 'busy' }, chosen));
  try {
    // A different window may have sent more parts of the change since the journal was read.
    const change = await journal.read(chosen.id);
    if (!change) return tellRefusal(nothingToUndo());
    return await undo(deps, connected, journal, change);
  } finally {
    await lock.release();
  }
}

const nothingToUndo = (): string => t('There is no upload or removal to undo.');

async function undo(deps: SegmentsContext, connected: Connected, journal: Journal, change: KeyChange): Promise<void> {
  const obstacle = await undoObstacle(journal, change);
  if (obstacle) return tellRefusal(...obstacleWords(obstacle, change));
  const target = segmentTargetOf(change);
  const { name } = target;
  const { description } = change.source;
  const state = await readCount(connected, target);
  if (!state) return tellRefusal(missingSentence(change));
  const keys = await keysToUndo(deps, change);
  if (keys === undefined) return undefined;
  if (keys === 'gone') return tellRefusal(keysLostSentence(change));
  if (!isUndoProven(change)) {
    const reading = t('Reading {0}', name);
    const prove = (_: unknown, signal: AbortSignal): Promise<KeyChange> =>
      proveUndo(connected.client, journal, change, { signal });
    const proven = await tellProgress(reading, prove, { cancellable: true });
    if (!isUndoProven(proven)) return tellRefusal(...obstacleWords({ code: 'notKnown' }, proven), showKeysStep(change));
  }
  const plan = await undoPlan(change, keys, state.count, bodyLimitOf(connected.origin));
  if (!plan.ok) {
    const { refusal } = plan;
    const sentence =
      refusal.code === 'keysChanged' ? sourceChangedSentence(refusal, change) : noPlanSentence(refusal, name, description);
    return tellRefusal(sentence, showKeysStep(change));
  }
  const way = await confirmUndo(deps, connected, change, plan, state);
  if (!way) return undefined;
  await makeChange(
    deps,
    keyChange(deps, {
      kind: 'undo',
      connected,
      target,
      source: { ...change.source, undoes: change.id },
      batches: plan.batches,
      state,
      way,
      suggestedComment: undoTitle(change),
    }),
  );
}

const undoTitle = (change: KeyChange): string => t('Undo: {0}', changeTitle(change));

async function confirmUndo(
  { serviceFacts, texts }: SegmentsContext,
  { origin }: Connected,
  change: KeyChange,
  plan: KeyPlan,
  state: SegmentState,
): Promise<'direct' | 'request' | undefined> {
  const { environment } = change.target;
  const title = inPlace(undoTitle(change), change.target);
  const [all, others] = [change.keyCount, change.keyCount - plan.adding - plan.removing];
  const detail =
    others > 0
      ? t('{0} of the {1} keys stay as they are, because the change did not affect them', formatNumber(others), formatNumber(all))
      : '';
  const requiresApprovals = serviceFacts.requiresApprovals(origin, environment.id) === true;
  const sent = t('Sent {0}', formatTime(change.startedAt));
  for (;;) {
    const answer = await askWay<'plan'>({
      title,
      placeholder: t('Nothing is undone yet'),
      facts: [sent, t('From {0}', change.source.description), t('The segment contains {0} now', keysWords(state.count))].join(
        '. ',
      ),
      state,
      target: segmentTargetOf(change),
      direct: {
        label: planLabel(plan),
        detail: [callsWords(plan.batches.length), detail].filter(Boolean).join('. '),
        icon: 'discard',
      },
      request: { label: requestLabel(plan.batches.length), detail: planLabel(plan) },
      requiresApprovals,
      optionsBelow: [showOption()],
    });
    if (answer === back) return undefined;
    if (answer !== 'plan') return answer;
    await openPlan(texts, title, plan);
  }
}

/**
 * Returns the change to undo. Offers the last change of each segment, newest first: an earlier change can't be undone before the
 * last one.
 */
async function changeToUndo(deps: SegmentsContext, connected: Connected, argument: unknown): Promise<KeyChange | undefined> {
  const named = changeFrom(argument);
  const segment = segmentFrom(argument);
  const all = await journalOf(deps.changes).list();
  const changes = await Promise.all(all.map((change) => withDecisions(deps, connected, change)));
  const last = lastChanges(changes);
  let undoable = last.filter(mayUndo);
  if (named !== undefined) undoable = changes.filter((one) => one.id === named && one.kind !== 'undo' && hasStarted(one));
  else if (segment) {
    const prefix = segmentIdPrefix(connected.origin, segment);
    const here = last.filter(({ connection, target }) => segmentIdPrefix(connection.origin, target) === prefix);
    const segmentId = changedSegmentId({ connection: connected, target: segment });
    // If this sandbox has no change, chooses a change of a different sandbox at this address. That change can't be undone here,
    // and a message says why.
    undoable = [...here.filter((one) => changedSegmentId(one) === segmentId), ...here].slice(0, 1);
  }
  if (undoable.length === 0) tellRefusal(nothingToUndo());
  if (undoable.length === 0 || named !== undefined || segment) return undoable[0];
  return chooseChange(undoable, connected, { title: t('Undo Last Upload or Removal') });
}
