/** The undo of the last upload or removal of a segment: which change that is, whether it can be undone, and by what. */
import { planUndo, type BodyLimit, type KeyPlan, type Refused } from '../../domain/keys/keyPlan.ts';
import type { Client } from '../../api/client.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { withResult } from './contents.ts';
import { changedBy, containedBefore } from './expected.ts';
import type { Journal } from './journal.ts';
import {
  hasStarted,
  isDone,
  hasOpenPart,
  isUndoable,
  isUnfinished,
  isUntouched,
  isWhole,
  keysOf,
  type KeyChange,
} from './keyChange.ts';
import { keysChanged, placeMark, type KeysChanged } from './startChange.ts';

/** The newest undo of a change of which something was sent or waits for an approval; one that was refused or declined is none. */
export const undoOf = (changes: readonly KeyChange[], { id }: Pick<KeyChange, 'id'>): KeyChange | undefined =>
  changes.find((undo) => undo.kind === 'undo' && undo.source.undoes === id && (hasStarted(undo) || hasOpenPart(undo)));

/** The newest change of each segment that changed something and is not undone. `changes` are all. */
export function lastChanges(changes: readonly KeyChange[]): readonly KeyChange[] {
  // When a change request was published is not known: only when that was read.
  const endOf = ({ way, startedAt, endedAt = startedAt }: KeyChange): number => (way === 'request' ? startedAt : endedAt);
  const isUndone = (change: KeyChange): boolean => {
    const undo = undoOf(changes, change);
    return undo !== undefined && isWhole(undo);
  };
  const places = new Set<string>();
  return changes
    .filter((change) => change.kind !== 'undo' && hasStarted(change) && !isUndone(change) && !changedNothing(change))
    .toSorted((one, other) => (other.order ?? 0) - (one.order ?? 0) || endOf(other) - endOf(one))
    .filter((change) => places.size < places.add(placeMark(change)).size);
}

/**
 * Whether it is recorded of each key whether the segment contained it before, and nobody else is known to have changed the
 * segment. That is proven only if `isUndoProven`.
 */
export const mayUndo = (change: KeyChange): boolean =>
  isUndoable(change) && hasStarted(change) && containedBefore(change) !== undefined && change.proof !== 'moved';

/** Whether it is proven which keys the segment contained before, so that nothing of others is undone. */
export const isUndoProven = (change: KeyChange): boolean => mayUndo(change) && change.proof === 'proven';

/**
 * The change with its proof, which is made now if it has none: it was left half way, or its keys could not be read at its end.
 * Reads all keys of the segment. To be called while the change is locked. Rejects if the segment can't be counted.
 */
export async function proveUndo(
  client: Pick<Client, 'readKeys'>,
  journal: Journal,
  change: KeyChange,
  read: CallOptions = {},
): Promise<KeyChange> {
  if (!mayUndo(change) || isUndoProven(change)) return change;
  const checked = await withResult(client, change, { read });
  // How many keys there were right after the change stays on record.
  const proven = change.countAfter === undefined ? checked : { ...checked, countAfter: change.countAfter };
  await journal.save(proven).catch(() => undefined);
  return proven;
}

/** Whether the segment was before as the change wanted it. */
const changedNothing = (change: KeyChange): boolean =>
  change.parts.every((part) => part.state === 'waiting' || changedBy(change, part) === 0);

export type UndoPlan = KeyPlan | Refused | Refused<KeysChanged>;

/**
 * The reverse of what a change did. `keys` are those of the change, found again; `count` is how many keys the segment contains
 * now. Throws where the change can't be undone: ask undoObstacle before.
 */
export async function undoPlan(change: KeyChange, keys: readonly string[], count: number, limit?: BodyLimit): Promise<UndoPlan> {
  const changed = await keysChanged(change, keys);
  if (changed) return { ok: false, refusal: changed };
  const wasThere = containedBefore(change);
  if (!wasThere) throw new Error('It is not known which keys the segment contained before.');
  const done = change.parts.filter(isDone).map((part) => ({
    operation: part.operation,
    keys: keysOf(part, keys),
    wasThere: (index: number) => wasThere(part.start + index),
  }));
  return planUndo(done, count, limit);
}

/** The keys of an undo that is resumed, from those of the change that it undoes; undefined = they are others by now. */
export async function keysOfUndo(
  undo: KeyChange,
  undone: KeyChange,
  keys: readonly string[],
): Promise<readonly string[] | undefined> {
  const plan = await undoPlan(undone, keys, 0);
  const again = plan.ok ? plan.batches.flatMap((batch) => batch.keys) : [];
  return (await keysChanged(undo, again)) ? undefined : again;
}

/** Why a change can't be undone now. */
export type UndoObstacle =
  | { readonly code: 'isUndone' | 'busy' | 'notKnown' }
  /** Another change of the segment came after it. */
  | { readonly code: 'changedSince'; readonly after: KeyChange }
  /** Its own last answer was lost, or an undo of it was left half way: that one is resumed first. */
  | { readonly code: 'isLeft'; readonly left: KeyChange };

/** To be asked while the change is locked: then no other window resumes or undoes it. */
export async function undoObstacle(journal: Journal, change: KeyChange): Promise<UndoObstacle | undefined> {
  const changes = await journal.list();
  const undo = undoOf(changes, change);
  if (undo) return isWhole(undo) || undo.isDiscarded ? { code: 'isUndone' } : { code: 'isLeft', left: undo };
  const last = lastChanges(changes).find((one) => placeMark(one) === placeMark(change));
  if (last && last.id !== change.id) return { code: 'changedSince', after: last };
  for (const other of changes) {
    const isAtIt = (other.state === 'running' || isUnfinished(other)) && placeMark(other) === placeMark(change);
    if (isAtIt && other.id !== change.id && (await journal.isLocked(other.id))) return { code: 'busy' };
  }
  if (!mayUndo(change)) return { code: 'notKnown' };
  if (change.parts.every(({ state }) => state !== 'sending')) return undefined;
  return change.isDiscarded ? { code: 'notKnown' } : { code: 'isLeft', left: change };
}

/**
 * False if another window has it: then it stays. What was done stays on record, or may have been: what came before it is not
 * undone over it, and nothing is undone twice.
 */
export async function discardChange(journal: Journal, id: string): Promise<boolean> {
  const lock = await journal.lock(id);
  if (!lock) return false;
  try {
    const change = await journal.read(id);
    if (change && !isUntouched(change)) await journal.save({ ...change, isDiscarded: true, state: 'done' });
    else await journal.remove(id);
    return true;
  } finally {
    await lock.release();
  }
}
