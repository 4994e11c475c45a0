/** What is learnt of a work outside a run of it, put down under its claim: what another window has written meanwhile stays. */
import type { KeyJournal } from './keyJournal.ts';
import { hasBegun, type KeyPart, type KeyWork } from './keyWork.ts';
import { undoOf, undosOf } from './undoable.ts';
import { withUndone } from './undone.ts';

/**
 * Reads it, changes it and keeps it, in one step for all windows. Undefined = nothing was changed: it is discarded, or somebody
 * is at it, who will learn the same. Rejects where the journal can't be written.
 */
export async function updateWork(
  journal: KeyJournal,
  id: string,
  change: (kept: KeyWork) => KeyWork,
): Promise<KeyWork | undefined> {
  const claim = await journal.claim(id);
  if (!claim) return undefined;
  try {
    const kept = await journal.read(id);
    if (!kept) return undefined;
    const changed = change(kept);
    if (changed !== kept) await journal.save(changed);
    return changed;
  } finally {
    await claim.release();
  }
}

/** Keeps what was read of its change requests (nextPart). Gives the work as it is kept now; `read` where it is not. */
export async function keepDecided(journal: KeyJournal, read: KeyWork): Promise<KeyWork> {
  const kept = await updateWork(journal, read.id, (work) => {
    const parts = work.parts.map((part, index) => (isNews(part, read.parts[index]) ? read.parts[index]! : part));
    const isSame = parts.every(({ state }, index) => state === read.parts[index]?.state);
    const { state, endedAt, countAfter } = read;
    const end = { state, ...(endedAt !== undefined && { endedAt }), ...(countAfter !== undefined && { countAfter }) };
    return { ...work, parts, ...(isSame && end) };
  });
  if (kept) await keepUndoOf(journal, kept);
  return kept ?? read;
}

/** Of an undo: with the work that it changes back, unless somebody is at that. */
async function keepUndoOf(journal: KeyJournal, undo: KeyWork | undefined, isGoing = false): Promise<void> {
  const id = undo?.kind === 'undo' && (hasBegun(undo) || isOpen(undo)) ? undo.source.undoes : undefined;
  if (id === undefined) return;
  const works = await journal.list();
  await updateWork(journal, id, (work) => withUndo(works, work, isGoing)).catch(() => undefined);
}

const isOpen = ({ parts }: KeyWork): boolean => parts.some(({ state }) => state === 'open');

/** What was on its way is known by the undo itself, as long as that is not `isGoing`. */
function withUndo(works: readonly KeyWork[], work: KeyWork, isGoing: boolean): KeyWork {
  const undo = undoOf(works, work);
  const { undone, undoing } = withUndone(work, undosOf(works, work));
  const isOnTheWay = isGoing && undoing !== undefined;
  if (undo === work.undo && undone === work.undone && !isOnTheWay) return work;
  return { ...work, ...(undo && { undo }), ...(undone !== undefined && { undone }), ...(isOnTheWay && { undoing }) };
}

/** True if that is what became of the same request, or the request of a part whose answer was lost. */
function isNews(kept: KeyPart, read: KeyPart | undefined): boolean {
  if (kept.state === 'sending') return read?.state === 'open';
  const isDecided = read?.state === 'published' || read?.state === 'declined';
  return kept.state === 'open' && isDecided && read.requestId === kept.requestId;
}

/**
 * Keeps with a work how far it is changed back, so that it is known when the undo is discarded. To be called by the one that has
 * its claim. `isGoing`: its undos are about to be discarded.
 */
export async function keepUndo(journal: KeyJournal, id: string, isGoing = false): Promise<void> {
  const works = await journal.list();
  const work = works.find((one) => one.id === id);
  const known = work && withUndo(works, work, isGoing);
  if (known && known !== work) await journal.save(known);
}

/** Keeps what was judged of a work before an undo of it begins (settled), or that all of it is changed back. By the one that has its claim. */
export async function keepSettled(journal: KeyJournal, { id, undone }: KeyWork, isDone = false): Promise<void> {
  const kept = await journal.read(id);
  // Where nothing can be kept there is none.
  if (!kept) return;
  const { undoing: _, ...work } = kept;
  await journal.save({ ...work, ...(undone !== undefined && { undone }), ...(isDone && { undo: 'done' as const }) });
}

/** False if somebody is at it: then it stays. */
export async function discardWork(journal: KeyJournal, id: string): Promise<boolean> {
  const claim = await journal.claim(id);
  if (!claim) return false;
  try {
    await keepUndoOf(journal, await journal.read(id), true);
    await journal.remove(id);
    return true;
  } finally {
    await claim.release();
  }
}
