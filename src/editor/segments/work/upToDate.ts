/** A work with what was decided elsewhere on its change requests. */
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { nextPart } from '../../../operations/keyWork/requestQueue.ts';
import { keepDecided } from '../../../operations/keyWork/updateWork.ts';
import type { Connected } from '../../connected.ts';
import type { SegmentsDeps } from '../index.ts';
import { strangerTo } from './belongs.ts';
import { journalOf } from './workRoom.ts';

/** Reads it where a request of it is open, and keeps it. One of another connection stays as it is known. */
export async function upToDate(deps: SegmentsDeps, connected: Connected, work: KeyWork): Promise<KeyWork> {
  if (strangerTo(work, connected) || !work.parts.some(({ state }) => state === 'open')) return work;
  // One that can't be read stays as it was: it is nobody else's trouble.
  const { work: now } = await nextPart(connected.client, work).catch(() => ({ work }));
  return now === work ? now : keepDecided(await journalOf(deps.room), now);
}
