/** What the segment held is read again before what goes later than it was read: others may have added some of the same keys. */
import type { Client } from '../../api/client.ts';
import { isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/transport.ts';
import { readAllKeys } from '../readAllKeys.ts';
import { heldBits, wasHeld } from './heldBefore.ts';
import { isUntouched, keysOf, type KeyPart, type KeyWork } from './keyWork.ts';

/** Milliseconds for which what was read counts as just read: the time of a few questions. */
const FRESH = 10 * 60_000;

/** True if what is known of what the segment held does not count for the parts that wait. `count` is how many keys it holds now. */
export function isHeldOld(work: KeyWork, now: number, count = work.held?.count): boolean {
  if (!isHeldKnown(work)) return false;
  return !isUntouched(work) || now - (work.held?.at ?? work.startedAt) > FRESH || count !== work.held?.count;
}

/**
 * `held` is what the segment holds now; undefined = it was not read, so that of the parts that wait nothing is known, nor of
 * one that was on its way. Whether such a one has arrived is not known either: of its keys that are held now, and were not
 * then, others may have added some. What they add while it is on its way for the second time is seen no more than of any part.
 */
export async function withHeldNow(
  work: KeyWork,
  keys: readonly string[],
  held: ReadonlySet<string> | undefined,
): Promise<KeyWork> {
  if (held && isUntouched(work)) {
    // What a refused attempt had read for its part alone is older than this.
    const parts = work.parts.map((part) => {
      const { heldLater: _, unsure: __, ...rest } = part;
      return rest;
    });
    return { ...work, parts, held: { count: held.size, which: await heldBits(keys, held) } };
  }
  const parts = [];
  for (const part of work.parts) {
    if (part.state === 'waiting') parts.push(await heldNow(part, keys, held));
    else if (part.state === 'sending') parts.push(await onItsWay(work, part, keys, held));
    else parts.push(part);
  }
  return { ...work, parts };
}

/** As withHeldNow, with what is read now and its count: where that fails, nothing is known, and nothing is stopped. */
export async function withHeldReadAgain(
  client: Pick<Client, 'readKeys'>,
  work: KeyWork,
  keys: readonly string[],
  options: CallOptions,
): Promise<{ readonly work: KeyWork; readonly count: number | undefined }> {
  const { environment, name } = work.target;
  const all = await orUndefined(readAllKeys(client, environment.id, name, options));
  const held = all?.isComplete ? new Set(all.keys) : undefined;
  return { work: await withHeldNow(work, keys, held), count: all?.count };
}

/** What a call gives; undefined where it fails. Only a cancel is thrown. */
export const orUndefined = <Read>(call: Promise<Read>): Promise<Read | undefined> =>
  call.catch((error: unknown) => {
    if (isCancelled(error)) throw error;
    return undefined;
  });

async function heldNow(part: KeyPart, keys: readonly string[], held: ReadonlySet<string> | undefined): Promise<KeyPart> {
  return { ...part, heldLater: held ? await heldBits(keysOf(part, keys), held) : '' };
}

/** What a removal took away is brought back as it was known then: that others had removed the same meanwhile is not seen. */
async function onItsWay(
  work: KeyWork,
  part: KeyPart,
  keys: readonly string[],
  held: ReadonlySet<string> | undefined,
): Promise<KeyPart> {
  if (part.operation === 'remove') return part;
  if (!held) return { ...part, heldLater: '' };
  const before = wasHeld(work, part);
  const own = keysOf(part, keys);
  const isUnsure = (key: string, index: number): boolean => (held.has(key) ? before(index) !== true : before(index) === true);
  const unsure = new Set(own.filter(isUnsure));
  // A part arrives whole or not at all: where all of it is there, it came, and what was known before it stays; else others did it.
  const now = own.every((key) => held.has(key)) ? part : await heldNow(part, keys, held);
  return unsure.size === 0 ? now : { ...now, unsure: await heldBits(own, unsure) };
}

const isHeldKnown = ({ held }: KeyWork): boolean => held?.count === 0 || held?.which !== undefined;
