/** Which rules go past another so that those whom both match are served more than before. */
import type { Matcher, Rule } from '../../api/model.ts';
import type { DefinitionDiff } from './definitionDiff.ts';
import { meaningOf } from './matcherMeaning.ts';
import { givesOther } from './risk.ts';
import { canonical } from './sameValue.ts';
import { combinerOf } from './ruleEdit.ts';

/** So many pairs of rules are looked at closely; of the others it is taken that they have keys in common. */
const MAX_CLOSE_LOOKS = 1000;

interface Placed {
  readonly from: number;
  readonly to: number;
  readonly isMoved: boolean;
  readonly rule: Rule;
  /** Equal for rules that serve the same. */
  readonly serves: number;
}

/** The places after, counted from 0, of those rules that are moved. */
export function movesServeMore(diff: DefinitionDiff): ReadonlySet<number> {
  const rules = placed(diff);
  const givesMore = comparing(diff);
  let looks = 0;
  const haveCommon = (one: Rule, other: Rule): boolean => {
    looks += 1;
    return looks > MAX_CLOSE_LOOKS || !areApart(one, other);
  };
  const risky = rules.filter(
    (moved) =>
      moved.isMoved &&
      rules.some((other) => {
        if (other.serves === moved.serves || other.from < moved.from === other.to < moved.to) return false;
        const [first, second] = moved.to < other.to ? [moved, other] : [other, moved];
        return givesMore(first, second) && haveCommon(first.rule, second.rule);
      }),
  );
  return new Set(risky.map(({ to }) => to));
}

/** The rules that stay. */
function placed({ rules }: DefinitionDiff): readonly Placed[] {
  const numbers = new Map<string, number>();
  return rules.flatMap((one) => {
    if (one.change === 'added' || one.change === 'removed') return [];
    const rule = one.change === 'edited' ? one.after : one.rule;
    const shares = canonical(rule.buckets);
    const serves = numbers.get(shares) ?? numbers.size;
    numbers.set(shares, serves);
    const isMoved = one.change === 'moved' || (one.change === 'edited' && one.isMoved);
    return [{ from: one.from, to: one.to, isMoved, rule, serves }];
  });
}

/** True if those who now get the first instead of the second are served more; each two shares are compared once. */
function comparing(diff: DefinitionDiff): (first: Placed, second: Placed) => boolean {
  const known: boolean[][] = [];
  return (first, second) => {
    const row = (known[first.serves] ??= []);
    return (row[second.serves] ??= givesOther(diff, first.rule.buckets, second.rule.buckets));
  };
}

/** True if no key can match both: each wants another value of the same. */
function areApart(one: Rule, other: Rule): boolean {
  if (combinerOf(one) !== 'AND' || combinerOf(other) !== 'AND') return false;
  const lists = other.condition.matchers.flatMap(listOf);
  return one.condition.matchers
    .flatMap(listOf)
    .some((list) =>
      lists.some(({ attribute, values }) => attribute === list.attribute && !values.some((value) => list.known.has(value))),
    );
}

function listOf(matcher: Matcher): readonly {
  readonly attribute: string | undefined;
  readonly values: readonly string[];
  readonly known: ReadonlySet<string>;
}[] {
  const meaning = meaningOf(matcher);
  if (meaning.code !== 'inList' || meaning.negate || meaning.more !== undefined) return [];
  return [{ attribute: meaning.attribute, values: meaning.values, known: new Set(meaning.values) }];
}
