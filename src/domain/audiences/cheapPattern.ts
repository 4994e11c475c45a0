/**
 * Compiles regular expressions from a definition. Anybody who can edit a flag can write such an expression, and an expression
 * that backtracks can block the editor for minutes. Therefore, only expressions are compiled whose worst case can be computed
 * from their text.
 */

/** The maximum length of a pattern. Longer patterns are not compiled. */
const MAX_PATTERN = 200;
/** The maximum length of a value. Longer values are not matched. */
const MAX_VALUE = 250;
/** The maximum number of characters that the engine may compare for a value of `MAX_VALUE` characters: about 30 ms of work. */
const MAX_STEPS = 10_000_000;

export interface CheapPattern {
  readonly regex: RegExp;
  /** Returns how many characters the engine compares at most for a value of this length. Infinity if the value is too long. */
  steps(length: number): number;
}

/**
 * Matches a parenthesis, a bar, or one unit: a character, an escape with the same meaning in all dialects, or a class. A unit
 * may have a quantifier. Does not match a quantifier in any other place, a backreference, a lookaround or a group with options.
 */
const TOKEN =
  /(?<mark>\((?!\?)|[)|])|(?:\\[dwst.\\/()[\]{}+*?^$|-]|\[(?!\^?\])\^?(?:\\[dwst.\\/()[\]{}+*?^$|-]|[^\\[\]])+\]|[^\\[\](){}|*+?])(?<quantifier>[*+?]|\{(?<from>\d{1,3})(?<to>,\d{0,3})?\})?/y;

/**
 * Returns undefined if the pattern isn't proven cheap. A cheap pattern may have one variable repetition (`*`, `+`, `?`, `{n,}`
 * or `{m,n}`) of a single character or class. It may have alternatives, but no repetition of a group. Therefore, the engine
 * compares at most this many characters: start positions × lengths of the repetition × ways through the alternatives ×
 * characters in the pattern.
 */
export function cheapPattern(pattern: string): CheapPattern | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  let repetitions = 0;
  let width = 1;
  /** For each open group: the number of ways to match its finished alternatives, and to match its current alternative. */
  const groups = [{ finished: 0, current: 1 }];
  for (let at = 0; at < pattern.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(pattern)?.groups;
    if (!found) return undefined;
    const { mark, quantifier, from, to } = found;
    width += Number(from ?? 1);
    if (mark === '(') groups.push({ finished: 0, current: 1 });
    if (mark === ')') {
      const group = groups.pop();
      const outer = groups.at(-1);
      if (!group || !outer) return undefined;
      outer.current *= group.finished + group.current;
    }
    if (mark === '|') {
      const group = groups.at(-1)!;
      group.finished += group.current;
      group.current = 1;
    }
    const isFixed = quantifier === undefined || (from !== undefined && (to === undefined || to === `,${from}`));
    if (!isFixed) repetitions += 1;
  }
  const whole = groups[0]!;
  if (repetitions > 1) return undefined;
  const ways = whole.finished + whole.current;
  const isAnchored = pattern.startsWith('^') && whole.finished === 0;
  const steps = (length: number): number =>
    (isAnchored ? 1 : length + 1) * (repetitions > 0 ? length + 1 : 1) * ways * Math.min(width, length + 1);
  const regex = steps(MAX_VALUE) > MAX_STEPS ? undefined : compiled(pattern);
  return regex && { regex, steps: (length) => (length > MAX_VALUE ? Infinity : steps(length)) };
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
