/** The undo of the last upload or removal of a segment: which change that is, whether it can be undone, and by what. */
import { planUndo, type KeyPlan, type Refused } from '../../domain/keys/keyPlan.ts';
import { holdsAsKnown, wasHeld } from './heldBefore.ts';
import { updateChange, type Journal } from './journal.ts';
import { hasBegun, isDone, isOpen, isUnfinished, isWhole, keysOf, type KeyChange } from './keyChange.ts';
import { keysChanged, placeMark, type KeysChanged } from './startChange.ts';

/** The undos of a change, newest first. */
export const undosOf = (changes: readonly KeyChange[], { id }: Pick<KeyChange, 'id'>): readonly KeyChange[] =>
  changes.filter(({ kind, source }) => kind === 'undo' && source.undoes === id);

/** How far a change is undone; undefined = nothing of it, as where its undo was refused or declined. */
export function undoneState(changes: readonly KeyChange[], change: KeyChange): 'done' | 'begun' | undefined {
  const undos = undosOf(changes, change);
  if (undos.some(isWhole)) return 'done';
  // The record of the undo says how far it came, as long as there is one.
  return undos.some(isUndoing) || (change.isUndone === true && undos.length === 0) ? 'begun' : undefined;
}

const isUndoing = (undo: KeyChange): boolean => hasBegun(undo) || isOpen(undo);

/** The newest change of each segment that changed something and is not undone. `changes` are all. */
export function lastChanges(changes: readonly KeyChange[]): readonly KeyChange[] {
  // When a change request was published is not known: only when that was read.
  const endOf = ({ way, startedAt, endedAt = startedAt }: KeyChange): number => (way === 'request' ? startedAt : endedAt);
  const places = new Set<string>();
  return changes
    .filter((change) => change.kind !== 'undo' && hasBegun(change) && undoneState(changes, change) !== 'done')
    .filter((change) => !changedNothing(change))
    .toSorted((one, other) => endOf(other) - endOf(one))
    .filter((change) => places.size < places.add(placeMark(change)).size);
}

/** Whether it is known of each key whether the segment held it before. */
export const mayUndo = (change: KeyChange): boolean =>
  (change.kind === 'upload' || change.kind === 'removal') && hasBegun(change) && wasHeld(change) !== undefined;

/** Whether the segment was before as the change wanted it. */
function changedNothing(change: KeyChange): boolean {
  const was = wasHeld(change);
  if (!was) return false;
  return change.parts.every((part) => {
    if (part.state === 'waiting' || part.state === 'declined') return true;
    for (let at = part.start; at < part.start + part.count; at += 1) if (was(at) !== (part.operation === 'add')) return false;
    return true;
  });
}

export type UndoPlan =
  /** `change`: what was on its way is judged. */
  | (KeyPlan & { readonly change: KeyChange })
  | Refused
  /** `heldMoved`: the answer of the service was lost, and which keys are others' is not known. */
  | { readonly ok: false; readonly refusal: KeysChanged | { readonly code: 'heldNotKnown' | 'heldMoved' } };

/**
 * The reverse of what a change did. `keys` are those of the change, found again. `heldNow` is what the segment holds now: its
 * keys are needed where a part was on its way.
 */
export async function undoPlan(
  change: KeyChange,
  keys: readonly string[],
  heldNow: number | ReadonlySet<string>,
): Promise<UndoPlan> {
  const changed = await keysChanged(change, keys);
  if (changed) return { ok: false, refusal: changed };
  const was = wasHeld(change);
  if (!was) return { ok: false, refusal: { code: 'heldNotKnown' } };
  let judged: KeyChange | undefined = change;
  if (isAnswerLost(change)) {
    const isKnown = typeof heldNow === 'object' && (await holdsAsKnown(change, keys, heldNow));
    judged = isKnown ? withAnswers(change, keys, heldNow) : undefined;
    if (!judged) return { ok: false, refusal: { code: 'heldMoved' } };
  }
  const done = judged.parts.filter(isDone).map((part) => ({
    operation: part.operation,
    keys: keysOf(part, keys),
    wasHeld: (index: number) => was(part.start + index),
  }));
  const plan = planUndo(done, typeof heldNow === 'number' ? heldNow : heldNow.size);
  return plan.ok ? { ...plan, change: judged } : plan;
}

/**
 * A change with what became of its parts that were on their way, by what the segment holds now: a part arrives whole or not at
 * all. Undefined = others were at its keys.
 */
export function withAnswers(change: KeyChange, keys: readonly string[], now: ReadonlySet<string>): KeyChange | undefined {
  const was = wasHeld(change);
  const parts = change.parts.map((part) => {
    if (part.state !== 'sending') return part;
    const isAdd = part.operation === 'add';
    const own = keysOf(part, keys);
    if (own.every((key) => now.has(key) === isAdd)) return { ...part, state: 'sent' as const };
    const isAsBefore = own.every((key, index) => now.has(key) === (was ? was(part.start + index) : !isAdd));
    return isAsBefore ? { ...part, state: 'waiting' as const } : undefined;
  });
  return parts.every((part) => part !== undefined) ? { ...change, parts } : undefined;
}

/** Whether what the segment holds now has to be read to undo it. */
export const isAnswerLost = ({ parts }: KeyChange): boolean => parts.some(({ state }) => state === 'sending');

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
  /** `undoDiscarded`: a part of it was undone, and the record of that discarded. */
  | { readonly code: 'isUndone' | 'undoDiscarded' | 'unknown' | 'busy' | 'isEqual' | 'heldNotKnown' }
  /** Another change of the segment came after it. */
  | { readonly code: 'changedSince'; readonly after: KeyChange }
  /** An undo of it was begun, and waits to be resumed. */
  | { readonly code: 'undoBegun'; readonly undo: KeyChange };

/** Asked before the questions, and again after the last of them: other windows go on meanwhile. `own` is the undo that begins. */
export async function undoObstacle(journal: Journal, change: KeyChange, own?: string): Promise<UndoObstacle | undefined> {
  const changes = await journal.list();
  const kept = changes.find(({ id }) => id === change.id);
  // Where nothing can be written there is none.
  if (!kept) return own === undefined ? { code: 'unknown' } : undefined;
  const undo = undosOf(changes, kept).find((one) => one.id !== own && !isWhole(one) && isUndoing(one));
  if (undo) return { code: 'undoBegun', undo };
  const state = undoneState(changes, kept);
  if (state === 'done') return { code: 'isUndone' };
  if (state === 'begun' && undosOf(changes, kept).length === 0) return { code: 'undoDiscarded' };
  const last = lastChanges(changes).find((one) => placeMark(one) === placeMark(kept));
  if (last && last.id !== kept.id) return { code: 'changedSince', after: last };
  for (const other of changes) {
    const isOurs = other.id === own || (own !== undefined && other.id === kept.id);
    const isAtIt = (other.state === 'running' || isUnfinished(other)) && placeMark(other) === placeMark(kept);
    if (isAtIt && !isOurs && (await journal.isLocked(other.id))) return { code: 'busy' };
  }
  if (own === undefined && (await journal.isLocked(kept.id))) return { code: 'busy' };
  if (kept.kind === 'equal') return { code: 'isEqual' };
  return wasHeld(kept) ? undefined : { code: 'heldNotKnown' };
}

/** The change that came after the one that this undo changes back: the rest of it might take away what was sent anew. */
export async function changedSince(journal: Journal, undo: KeyChange): Promise<KeyChange | undefined> {
  const last = lastChanges(await journal.list()).find((change) => placeMark(change) === placeMark(undo));
  return last && last.id !== undo.source.undoes ? last : undefined;
}

/** False if another window is at it: then it stays. That an undo was begun is remembered. */
export async function discardChange(journal: Journal, id: string): Promise<boolean> {
  const lock = await journal.lock(id);
  if (!lock) return false;
  try {
    const change = await journal.read(id);
    if (change?.kind === 'undo') {
      const isUndone = isUndoing(change);
      await updateChange(journal, change.source.undoes ?? '', (kept) => ({ ...kept, isUndone })).catch(() => undefined);
    }
    await journal.remove(id);
    return true;
  } finally {
    await lock.release();
  }
}
