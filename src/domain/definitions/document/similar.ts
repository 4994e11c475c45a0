/** The name that somebody meant who wrote another one. */

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
    const distance = distanceOf(wanted, candidate.toLowerCase(), most);
    if (distance < least) [best, least] = [candidate, distance];
    else if (distance === least && candidate !== best) best = undefined;
  }
  return best;
}

/** Letters that are added, left out, replaced, or have changed places with the next; more than `most` is as good as any. */
function distanceOf(one: string, other: string, most: number): number {
  const width = other.length + 1;
  // Three rows, one after the other: the one before the last, the last, the next.
  const rows = new Uint8Array(3 * width);
  for (let j = 0; j < width; j += 1) rows[width + j] = j;
  for (let i = 1; i <= one.length; i += 1) {
    const [before, last, next] = [((i - 1) % 3) * width, (i % 3) * width, ((i + 1) % 3) * width];
    rows[next] = i;
    let least = i;
    for (let j = 1; j < width; j += 1) {
      const isSame = one.charCodeAt(i - 1) === other.charCodeAt(j - 1);
      let cost = Math.min(rows[last + j]! + 1, rows[next + j - 1]! + 1, rows[last + j - 1]! + (isSame ? 0 : 1));
      const isTurned = i > 1 && j > 1 && one.charCodeAt(i - 1) === other.charCodeAt(j - 2) && one.charCodeAt(i - 2) === other.charCodeAt(j - 1); // prettier-ignore
      if (isTurned) cost = Math.min(cost, rows[before + j - 2]! + 1);
      rows[next + j] = cost;
      least = Math.min(least, cost);
    }
    // It only grows, but by what changes places.
    if (least > most + 1) return least;
  }
  return rows[((one.length + 1) % 3) * width + other.length]!;
}
