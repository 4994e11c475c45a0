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
    const distance = distanceOf(wanted, candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
    else if (distance === least && candidate !== best) best = undefined;
  }
  return best;
}

/** Letters that are added, left out, replaced, or have changed places with the next. */
function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i += 1) {
    const [row, last] = [[i], rows[i - 1]!];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isTurned) cost = Math.min(cost, rows[i - 2]![j - 2]! + 1);
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
