/** Finds the name that a person probably meant. */
import { unmovedItems, pairEqual } from '../sequence.ts';

/** The maximum length of a name for which `similarTo` searches a similar one. */
const MAX_LENGTH = 60;
/** The maximum number of other names with which `similarTo` compares a name. */
const MAX_NAMES = 500;

/**
 * Returns the most similar name, if it is similar enough. Undefined if there is no such name, or if two names are equally
 * similar.
 */
export function similarTo(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '' || wanted.length > MAX_LENGTH) return undefined;
  // A name with fewer than three letters is too short for corrections.
  const most = wanted.length < 3 ? 0 : wanted.length < 7 ? 1 : wanted.length < 10 ? 2 : 3;
  let best: string | undefined;
  let least = most + 1;
  let count = 0;
  for (const candidate of names) {
    if ((count += 1) > MAX_NAMES) break;
    if (Math.abs(candidate.length - wanted.length) > most) continue;
    // Ignores case, so a name that differs only in case is the most similar one.
    const distance = distanceOf(wanted, candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
    else if (distance === least && candidate !== best) best = undefined;
  }
  return best;
}

/** Counts letters that are added, missing, replaced, or in a different position. */
function distanceOf(one: string, other: string): number {
  const still = unmovedItems(pairEqual(one.split(''), other.split('')));
  return Math.max(one.length, other.length) - still.size;
}
