/** Proves that trying a regular expression can't take long. A pattern is somebody else's text. */

/** Longer texts are not tried: the time grows with the square of the length. */
export const MAX_PATTERN_TEXT = 256;
/** Ways through the alternatives, multiplied over all groups. */
const MAX_WAYS = 64;
/** Steps of fixed repetitions. */
const MAX_STEPS = 1_000;

/**
 * The expression, if it means the same in every SDK and is proven cheap: no repeated group, no reference, no look around, at most one
 * repetition of variable length, few alternatives. Undefined otherwise: whether a text matches it is then not known.
 */
export function cheapPattern(pattern: string): RegExp | undefined {
  const isPlain = !/\)[*+?{]|\(\?|\\(?:[^dwst.\\/()[\]{}+*?^$|-]|$)/.test(pattern);
  if (!isPlain || !isCheap(withoutLiterals(pattern))) return undefined;
  try {
    // The strict mode refuses what dialects read in different ways.
    return new RegExp(new RegExp(pattern, 'u').source);
  } catch {
    return undefined;
  }
}

/** Escapes and character classes become one letter, so that what is left of the signs has its special meaning. */
const withoutLiterals = (pattern: string): string => pattern.replace(/\\./gs, 'x').replace(/\[\^?\]?[^\]]*\]/g, 'x');

function isCheap(signs: string): boolean {
  const repetitions = signs.match(/[*+?]\??|\{\d*,?\d*\}\??/g) ?? [];
  const isFixed = (repetition: string): boolean => /^\{\d+\}$/.test(repetition);
  const steps = repetitions
    .flatMap((repetition) => repetition.match(/\d+/g) ?? [])
    .reduce((sum, count) => sum + Number(count), 0);
  return (
    repetitions.filter((repetition) => !isFixed(repetition)).length <= 1 && steps <= MAX_STEPS && waysThrough(signs) <= MAX_WAYS
  );
}

/** Groups one after the other multiply their ways, alternatives add them. */
function waysThrough(signs: string): number {
  const open: { done: number; now: number }[] = [{ done: 0, now: 1 }];
  for (const sign of signs) {
    const group = open.at(-1)!;
    if (sign === '(') open.push({ done: 0, now: 1 });
    if (sign === '|') Object.assign(group, { done: group.done + group.now, now: 1 });
    if (sign === ')' && open.length > 1) open.at(-2)!.now *= open.pop()!.done + group.now;
  }
  return open.reduce((ways, { done, now }) => ways * (done + now), 1);
}
