/** The name that somebody meant who wrote another one. */
import { keepingPlace, pairEqual } from '../sequence.ts';

/** Longer names, and more of them, are not compared: this is for slips of the fingers. */
const MAX_LENGTH = 60;
const MAX_NAMES = 500;

/** The one name that is nearest, and near enough; undefined if there is none, or two are as near. */
export function similarTo(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '' || wanted.length > MAX_LENGTH) return undefined;
  // In a name of two letters any letter may be meant.
  const most = wanted.length < 3 ? 0 : wanted.length < 7 ? 1 : wanted.length < 10 ? 2 : 3;
  let best: string | undefined;
  let least = most + 1;
  let count = 0;
  for (const candidate of names) {
    if ((count += 1) > MAX_NAMES) break;
    if (Math.abs(candidate.length - wanted.length) > most) continue;
    // One that differs in capitals alone is nearer than any other.
    const distance = distanceOf(wanted, candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
    else if (distance === least && candidate !== best) best = undefined;
  }
  return best;
}

/** Letters that are added, left out, replaced, or stand elsewhere. */
function distanceOf(one: string, other: string): number {
  const still = keepingPlace(pairEqual(one.split(''), other.split('')));
  return Math.max(one.length, other.length) - still.size;
}
