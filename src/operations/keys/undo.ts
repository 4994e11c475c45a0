/**
 * The undo of the last upload or removal of a segment: finds the change, checks whether it can be undone, and plans the undo.
 */
import { planUndo, type BodyLimit, type KeyPlan, type Refused } from '../../domain/keys/keyPlan.ts';
import type { Client } from '../../api/client.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { withResult } from './contents.ts';
import { containedBefore, createChangedKeyCounter } from './expectedContents.ts';
import type { Journal } from './journal.ts';
import {
  hasStarted,
  isPartDone,
  hasOpenPart,
  isUndoable,
  isUnfinished,
  areAllPartsWaiting,
  areAllPartsDone,
  keysOfPart,
  orderOf,
  type KeyChange,
} from './keyChange.ts';
import { keysChanged, changedSegmentId, type KeysChanged } from './startChange.ts';

/**
 * Returns the newest undo of a change, provided that part of it was sent or waits for approval. A refused or declined undo does
 * not count.
 */
export const undoOf = (changes: readonly KeyChange[], { id }: Pick<KeyChange, 'id'>): KeyChange | undefined =>
  changes.find((undo) => undo.kind === 'undo' && undo.source.undoes === id && (hasStarted(undo) || hasOpenPart(undo)));

/** Returns for each segment the newest change that changed something and is not undone. `changes` must be all changes. */
export function lastChanges(changes: readonly KeyChange[]): readonly KeyChange[] {
  // For a change request, `endedAt` is the time when its publication was noticed. The time of the publication itself is
  // unknown.
  const endOf = ({ way, startedAt, endedAt = startedAt }: KeyChange): number => (way === 'request' ? startedAt : endedAt);
  const isUndone = (change: KeyChange): boolean => {
    const undo = undoOf(changes, change);
    return undo !== undefined && areAllPartsDone(undo);
  };
  const places = new Set<string>();
  return changes
    .filter((change) => change.kind !== 'undo' && hasStarted(change) && !isUndone(change) && !changedNothing(change))
    .toSorted((one, other) => orderOf(other) - orderOf(one) || endOf(other) - endOf(one))
    .filter((change) => places.size < places.add(changedSegmentId(change)).size);
}

/**
 * True if the journal records for each key whether the segment contained it before, and nobody else is known to have changed
 * the segment. The record may be wrong; only `isUndoProven` shows that it is right.
 */
export const mayUndo = (change: KeyChange): boolean =>
  isUndoable(change) && hasStarted(change) && containedBefore(change) !== undefined && change.proof !== 'changedElsewhere';

/** True if it is proven which keys the segment contained before, so that an undo reverts no changes of other people. */
export const isUndoProven = (change: KeyChange): boolean => mayUndo(change) && change.proof === 'proven';

/**
 * Returns the change from the journal with a proof. The proof is missing if the change was interrupted, or if its keys could
 * not be read at its end. This function then reads all keys of the segment to create it. Call it while the change is locked.
 * Returns `change` itself if the journal does not contain it. Rejects if the keys can't be counted.
 */
export async function proveUndo(
  client: Pick<Client, 'readKeys'>,
  journal: Journal,
  change: KeyChange,
  read: CallOptions = {},
): Promise<KeyChange> {
  // `change` may be an outdated copy: a different window may have sent more parts since.
  const saved = await journal.read(change.id);
  if (!saved) return change;
  if (!mayUndo(saved) || isUndoProven(saved)) return saved;
  const checked = await withResult(client, saved, { read });
  // Keeps the number of keys that was counted right after the change.
  const proven = saved.countAfter === undefined ? checked : { ...checked, countAfter: saved.countAfter };
  await journal.save(proven).catch(() => undefined);
  return proven;
}

/** True if no part has added or removed a key, because the segment was already in the wanted state. */
function changedNothing(change: KeyChange): boolean {
  const changedBy = createChangedKeyCounter(change);
  return change.parts.every((part) => part.state === 'waiting' || changedBy(part) === 0);
}

export type UndoPlan = KeyPlan | Refused | Refused<KeysChanged>;

/**
 * Plans the reverse of what a change did. `keys` = the keys of the change, read again from their source. `count` = the
 * current number of keys in the segment. Throws if the change can't be undone; call undoObstacle first.
 */
export async function undoPlan(change: KeyChange, keys: readonly string[], count: number, limit?: BodyLimit): Promise<UndoPlan> {
  const changed = await keysChanged(change, keys);
  if (changed) return { ok: false, refusal: changed };
  const wasThere = containedBefore(change);
  if (!wasThere) throw new Error('It is not known which keys the segment contained before.');
  const done = change.parts.filter(isPartDone).map((part) => ({
    operation: part.operation,
    keys: keysOfPart(part, keys),
    wasThere: (index: number) => wasThere(part.start + index),
  }));
  return planUndo(done, count, limit);
}

/**
 * Returns the keys of an interrupted undo, derived from the keys of the change that it reverts. Returns a refusal if the keys
 * are different now.
 */
export async function keysOfUndo(
  undo: KeyChange,
  undone: KeyChange,
  keys: readonly string[],
): Promise<readonly string[] | KeysChanged> {
  const plan = await undoPlan(undone, keys, 0);
  if (!plan.ok && plan.refusal.code === 'keysChanged') return plan.refusal;
  const again = plan.ok ? plan.batches.flatMap((batch) => batch.keys) : [];
  return (await keysChanged(undo, again)) ?? again;
}

/** The reason why a change can't be undone now. */
export type UndoObstacle =
  | { readonly code: 'isUndone' | 'busy' | 'notKnown' }
  /** The segment was changed again by a later change, `after`. */
  | { readonly code: 'changedSince'; readonly after: KeyChange }
  /**
   * The answer to the change's last part was lost, the request of a part is open, or an undo of the change was interrupted.
   * `unfinished` is the change or the undo, which must be resumed or decided first.
   */
  | { readonly code: 'isUnfinished'; readonly unfinished: KeyChange };

/**
 * Returns the reason why the change can't be undone, if any. Call it while the change is locked, so that no other window
 * resumes or undoes it.
 */
export async function undoObstacle(journal: Journal, change: KeyChange): Promise<UndoObstacle | undefined> {
  const changes = await journal.list();
  const undo = undoOf(changes, change);
  if (undo) return areAllPartsDone(undo) || undo.isDiscarded ? { code: 'isUndone' } : { code: 'isUnfinished', unfinished: undo };
  const last = lastChanges(changes).find((one) => changedSegmentId(one) === changedSegmentId(change));
  if (last && last.id !== change.id) return { code: 'changedSince', after: last };
  for (const other of changes) {
    const isAtIt = (other.state === 'running' || isUnfinished(other)) && changedSegmentId(other) === changedSegmentId(change);
    if (isAtIt && other.id !== change.id && (await journal.isLocked(other.id))) return { code: 'busy' };
  }
  if (!mayUndo(change)) return { code: 'notKnown' };
  if (hasOpenPart(change)) return { code: 'isUnfinished', unfinished: change };
  if (change.parts.every(({ state }) => state !== 'sending')) return undefined;
  return change.isDiscarded ? { code: 'notKnown' } : { code: 'isUnfinished', unfinished: change };
}

/**
 * Discards the rest of a change. Returns false, and does nothing, if a different window is working on it. A change with parts
 * that were or may have been sent remains on record, so that no earlier change is undone before it, and nothing is undone
 * twice.
 */
export async function discardChange(journal: Journal, id: string): Promise<boolean> {
  const lock = await journal.lock(id);
  if (!lock) return false;
  try {
    const change = await journal.read(id);
    if (change && !areAllPartsWaiting(change)) await journal.save({ ...change, isDiscarded: true, state: 'done' });
    else await journal.remove(id);
    return true;
  } finally {
    await lock.release();
  }
}
