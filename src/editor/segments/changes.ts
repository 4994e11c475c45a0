/** The changes of keys in this window: the journal, and the keys of changes that can still be resumed or undone. */
import { openJournal, type Journal } from '../../operations/keys/journal.ts';
import type { Contents } from '../../operations/keys/expectedContents.ts';
import { hasOpenPart, isResumable, areAllPartsWaiting, type KeyChange } from '../../operations/keys/keyChange.ts';
import { nextPart, saveDecidedParts } from '../../operations/keys/requestParts.ts';
import { keysChanged, changedSegmentId, type KeysChanged } from '../../operations/keys/startChange.ts';
import { discardChange, keysOfUndo } from '../../operations/keys/undo.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { isUnknownOutcome } from '../../operations/lostAnswer.ts';
import { sendSegmentActivation } from '../../operations/segments/segmentActivation.ts';
import { changeFailed } from '../changes/attempt.ts';
import { changedPlace } from '../changes/change.ts';
import type { Connected } from '../window/connected.ts';
import { isObject, type SegmentTarget } from '../window/target.ts';
import type { ChangesOfWindow, SegmentsContext } from './segmentsContext.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import { activationTitle, otherConnectionSentence } from './messages.ts';
import { findKeysAgain } from './source/findKeys.ts';

/** A change that has been created, and the data that is needed to send or continue it. */
export interface BegunChange {
  readonly connected: Connected;
  readonly change: KeyChange;
  readonly keys: readonly string[];
  readonly suggestedComment?: string;
  /** The number of keys that the segment had when the change was planned, and these keys if they were read. */
  readonly planned?: Contents | undefined;
  /** The permit to activate the segment before the first part is sent. Absent if the segment is already active. */
  readonly activation?: WritePermit | undefined;
}

/**
 * The maximum number of keys that stay in memory, for all changes together. A key takes about 100 bytes. The keys of the latest
 * change stay even if they exceed the maximum.
 */
const MAX_KEYS_IN_MEMORY = 500_000;

export const journalOf = ({ storage }: ChangesOfWindow): Journal => openJournal(storage.fsPath);

/**
 * Stores the keys of a change in memory. If there are too many keys, first drops keys that can be read again from a file, and
 * then other keys, each time those of the oldest changes first.
 */
function storeKeys({ keys }: ChangesOfWindow, { id, source }: KeyChange, own: readonly string[]): void {
  keys.delete(id);
  const latestFirst = [...keys].toReversed().toSorted(([, one], [, other]) => Number(one.isInFile) - Number(other.isInFile));
  let left = MAX_KEYS_IN_MEMORY - own.length;
  for (const [old, { keys: kept }] of latestFirst) {
    left -= kept.length;
    if (left < 0) keys.delete(old);
  }
  keys.set(id, { keys: own, isInFile: source.uri !== undefined });
}

/**
 * Returns the id of the change that a command was called with (`{change: id}`). Undefined for any other argument, because any
 * extension may call the command.
 */
export const changeFrom = (argument: unknown): string | undefined =>
  isObject(argument) && typeof argument.change === 'string' ? argument.change : undefined;

/**
 * Returns the keys of an upload or a removal, in order to undo it. Prefers the keys in the memory of this window. Returns
 * 'gone' if the keys are in no file, and no longer in the memory of this window. Undefined = the file can't be read, and a
 * message says why.
 */
export async function keysToUndo(
  { changes }: SegmentsContext,
  { id, source: { uri, form } }: KeyChange,
): Promise<readonly string[] | 'gone' | undefined> {
  return changes.keys.get(id)?.keys ?? (uri === undefined ? 'gone' : findKeysAgain(uri, form));
}

/**
 * Returns the keys of an interrupted change, in order to continue it. If the change has a file, reads the file instead of the
 * memory, because the user sees the file. An undo has no list of keys: its keys are computed from those of the change that it
 * reverts. Returns a refusal if the keys have changed since then. For 'gone' and undefined, see keysToUndo.
 */
export async function keysToResume(
  deps: SegmentsContext,
  change: KeyChange,
): Promise<readonly string[] | KeysChanged | 'gone' | undefined> {
  const { uri, form, undoes } = change.source;
  const own = deps.changes.keys.get(change.id)?.keys;
  if (undoes !== undefined) return own ?? keysOfInterruptedUndo(deps, change, undoes);
  const keys = uri === undefined ? own : await findKeysAgain(uri, form);
  if (!keys) return uri === undefined ? 'gone' : undefined;
  return (await keysChanged(change, keys)) ?? keys;
}

async function keysOfInterruptedUndo(deps: SegmentsContext, undo: KeyChange, undoes: string): ReturnType<typeof keysToResume> {
  const undone = await journalOf(deps.changes).read(undoes);
  if (!undone) return 'gone';
  const keys = await keysToUndo(deps, undone);
  return typeof keys === 'object' ? keysOfUndo(undo, undone, keys) : keys;
}

/**
 * Reads the decisions on the open change requests of a change, and returns the change with them. If they can't be read, returns
 * the change as it is.
 */
export async function withDecisions(deps: SegmentsContext, connected: Connected, change: KeyChange): Promise<KeyChange> {
  if (otherConnectionSentence(change, connected) !== undefined || !hasOpenPart(change)) return change;
  const { change: now } = await nextPart(connected.client, change).catch(() => ({ change }));
  return now === change ? now : saveDecidedParts(journalOf(deps.changes), now);
}

/**
 * Reads the decision on the open change request of a segment. Call this before a different change of the segment is sent,
 * because that change would make it impossible to prove which keys the segment had after the decision.
 */
export async function readDecisionsOn(deps: SegmentsContext, connected: Connected, target: SegmentTarget): Promise<void> {
  const segmentId = changedSegmentId({ connection: connected, target });
  for (const change of await journalOf(deps.changes).list()) {
    // An error is ignored here. If the journal can't be written, saving the new change reports the error.
    if (changedSegmentId(change) === segmentId) await withDecisions(deps, connected, change).catch(() => undefined);
  }
}

/** Runs before the first part is sent: activates the segment, if it is not active yet, and tells the views. */
export async function activateFirst(context: SegmentsContext, { connected, change, activation }: BegunChange): Promise<void> {
  if (!activation) return;
  const { target } = change;
  const place = { environmentId: target.environment.id, segmentName: target.name };
  await sendSegmentActivation(connected.client, place, activation).catch((error: unknown) => {
    // No key was sent yet, so the error is about the activation. Therefore, Check Again checks only whether the segment is
    // active.
    throw isUnknownOutcome(error) ? changeFailed(outcomeSentences(activationTitle(target)), error) : error;
  });
  const changed = changedPlace(target, { kind: 'segment', name: target.name });
  context.events.fire({ kind: 'object', connection: connected.connectionId, place: changed, isChanged: true });
}

/**
 * Calls `send`, which sends one or more parts of `change`, and returns its outcome. Keeps the keys in memory if the journal
 * then contains the change, because only such a change can be resumed or undone. After the first part, discards the earlier
 * changes that this change replaces.
 */
export async function sendPartOf<Outcome extends { readonly change?: KeyChange; readonly outcome: string }>(
  { changes }: SegmentsContext,
  { change, keys }: Pick<BegunChange, 'change' | 'keys'>,
  send: (journal: Journal) => Promise<Outcome>,
): Promise<Outcome> {
  const journal = journalOf(changes);
  let outcome: Outcome;
  try {
    outcome = await send(journal);
  } finally {
    const isKept = await journal.read(change.id).catch(() => undefined);
    if (isKept) storeKeys(changes, change, keys);
  }
  const after = outcome.change;
  if (after && areAllPartsWaiting(change) && !areAllPartsWaiting(after)) await discardReplaced(journal, after);
  return outcome;
}

/**
 * Discards earlier interrupted changes of the same segment and kind, but only for 'equal' and 'undo': these kinds are planned
 * from the segment's content, and `change` has a newer plan.
 */
async function discardReplaced(journal: Journal, change: KeyChange): Promise<void> {
  if (change.kind !== 'equal' && change.kind !== 'undo') return;
  const segmentId = changedSegmentId(change);
  for (const one of await journal.list()) {
    const isEarlier = one.id !== change.id && one.kind === change.kind && changedSegmentId(one) === segmentId;
    if (isEarlier && isResumable(one) && !hasOpenPart(one)) await discardChange(journal, one.id).catch(() => false);
  }
}
