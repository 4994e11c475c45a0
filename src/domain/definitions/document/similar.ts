/** The name that somebody meant who wrote another one. */

/** Longer names, and more of them, are not compared: this is for slips of the fingers. */
const MAX_LENGTH = 60;
const MAX_NAMES = 2000;

/** The one name that is nearest, and near enough; undefined if there is none, or two are as near. */
export function similarTo(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '' || wanted.length > MAX_LENGTH) return undefined;
  const most = wanted.length < 4 ? 1 : wanted.length < 8 ? 2 : 3;
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
  return least < Math.max(2, wanted.length) ? best : undefined;
}

/** Letters that are added, left out, replaced, or have changed places with the next. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
