/** Huffman's codes, as deflate has them. */

/** The lengths of Huffman's codes, none over `limit` (package-merge). */
export function codeLengths(counts, limit) {
  const lengths = counts.map(() => 0);
  const used = counts.flatMap((weight, symbol) => (weight > 0 ? [{ weight, symbols: [symbol] }] : []));
  if (used.length === 1) lengths[used[0].symbols[0]] = 1;
  if (used.length < 2) return lengths;
  const byWeight = (one, other) => one.weight - other.weight;
  const leaves = used.toSorted(byWeight);
  let packages = leaves;
  for (let level = 1; level < limit; level += 1) {
    const paired = [];
    for (let at = 0; at + 1 < packages.length; at += 2) {
      const [one, other] = [packages[at], packages[at + 1]];
      paired.push({ weight: one.weight + other.weight, symbols: [...one.symbols, ...other.symbols] });
    }
    packages = [...leaves, ...paired].toSorted(byWeight);
  }
  for (const { symbols } of packages.slice(0, 2 * leaves.length - 2)) for (const symbol of symbols) lengths[symbol] += 1;
  return lengths;
}

/** Lengths of codes with what is repeated told by counts (RFC 1951, 3.2.7). */
export function runsOf(lengths) {
  const runs = [];
  for (let at = 0; at < lengths.length;) {
    let end = at;
    while (end < lengths.length && lengths[end] === lengths[at]) end += 1;
    let left = end - at;
    if (lengths[at] !== 0) {
      runs.push({ symbol: lengths[at], extra: 0, value: 0 });
      left -= 1;
    }
    while (left > 0) {
      const isZero = lengths[at] === 0;
      const [symbol, extra, least, most] = isZero ? (left > 10 ? [18, 7, 11, 138] : [17, 3, 3, 10]) : [16, 2, 3, 6];
      if (left < least) {
        for (; left > 0; left -= 1) runs.push({ symbol: lengths[at], extra: 0, value: 0 });
        break;
      }
      const taken = Math.min(left, most);
      runs.push({ symbol, extra, value: taken - least });
      left -= taken;
    }
    at = end;
  }
  return runs;
}

/** The codes of these lengths, their bits turned round as they are written. */
export function wordsOf(lengths) {
  let next = 0;
  const words = lengths.map(() => 0);
  for (let length = 1; length <= 15; length += 1) {
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      for (let bit = 0; bit < length; bit += 1) words[symbol] |= ((next >> bit) & 1) << (length - 1 - bit);
      next += 1;
    }
    next <<= 1;
  }
  return words;
}
