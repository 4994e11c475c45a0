/** Where the keys of a work come from, and how they are had again. */
import type { KeyWork, WorkSource } from '../../../operations/keyWork/keyWork.ts';
import { equalKeysAgain, listChanged, listedKeys, needsSegment, unchangedKeys } from '../../../operations/keyWork/equalKeys.ts';
import { keysOfUndoIn } from '../../../operations/keyWork/undone.ts';
import type { Connected } from '../../connected.ts';
import { tellRefusal } from '../../tell.ts';
import type { SegmentsDeps } from '../index.ts';
import { findKeysAgain, type FoundKeys } from '../source/findKeys.ts';
import { readHeld } from './held.ts';
import { readRemoved } from './keepRemoved.ts';
import { compareStep, resumeRefusal } from './resumeWords.ts';
import { targetOf } from './steps.ts';
import { journalOf } from './workRoom.ts';

export function workSource({ source, form, counts }: FoundKeys): WorkSource {
  const { description, kept } = source;
  const { repeated, blank, unusable } = counts;
  return { description, form, leftOut: { repeated, blank, unusable }, ...(kept.kind === 'file' && { uri: kept.uri }) };
}

/** Of a work that makes a segment equal to a list: what was in both, and what is needed to find its keys again, if the list is in a file. */
export async function equalSource(
  found: FoundKeys,
  held: ReadonlySet<string>,
  both: readonly string[],
  removedIn: string | undefined,
): Promise<WorkSource> {
  const source = { ...workSource(found), unchanged: await unchangedKeys(both) };
  if (source.uri === undefined) return source;
  return { ...source, listed: { ...(await listedKeys(found.keys, held)), ...(removedIn !== undefined && { removedIn }) } };
}

/**
 * The keys of a work again. 'file': as its file has them now, to go on with it; 'window': those that this window still has
 * come first, to change back what was done with them. 'gone' = they are in no file, and the window that had them is no more;
 * undefined = the user was told why the file can't be read.
 */
export async function keysAgain(
  deps: SegmentsDeps,
  connected: Connected,
  work: KeyWork,
  from: 'file' | 'window',
): Promise<readonly string[] | 'gone' | undefined> {
  const { id, source } = work;
  const held = deps.room.keys.get(id);
  if (held && (from === 'window' || source.uri === undefined)) return held;
  if (source.uri === undefined) return 'gone';
  const list = (await findKeysAgain(source.uri, source.form))?.keys;
  if (!list || !source.listed) return list;
  const changed = await listChanged(source.listed, list);
  if (changed) {
    tellRefusal(resumeRefusal(changed, work), ...compareStep(work));
    return undefined;
  }
  if (held) return held;
  if (from === 'file') {
    if (!needsSegment(work)) return equalKeysAgain(work, source.listed, list);
    const heldNow = await readHeld(connected, targetOf(work));
    return heldNow && equalKeysAgain(work, source.listed, list, { heldNow });
  }
  // What is to be changed back is in the segment no more.
  const { removedIn } = source.listed;
  if (removedIn === undefined) return equalKeysAgain(work, source.listed, list);
  const kept = await readRemoved(removedIn);
  return kept && equalKeysAgain(work, source.listed, list, { kept });
}

/**
 * The keys of an undo again: from those of the work that it undoes, in the order of its plan. Whether they are still the
 * same is for resumeCheck to say; 'gone' also where the work that it undoes is no longer known.
 */
export async function keysOfUndo(
  deps: SegmentsDeps,
  connected: Connected,
  undo: KeyWork,
): Promise<readonly string[] | 'gone' | undefined> {
  const held = deps.room.keys.get(undo.id);
  if (held) return held;
  const undone = await (await journalOf(deps.room)).read(undo.source.undoes ?? '');
  if (!undone) return 'gone';
  const keys = await keysAgain(deps, connected, undone, 'window');
  if (keys === undefined || keys === 'gone') return keys;
  return keysOfUndoIn(undo, undone, keys) ?? 'gone';
}
