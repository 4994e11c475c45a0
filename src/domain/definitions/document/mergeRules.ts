/**
 * Merges two changes of the rules of a definition. The first rule that matches decides, so the position of a rule is part of
 * its meaning.
 */
import type { Rule } from '../../../api/model.ts';
import { pairRules } from '../rulePairs.ts';
import { canonical } from '../sameValue.ts';
import { mergeFields, mergeValue, oneSidedChange, type DecideConflict } from './mergeValue.ts';

type Rules = readonly Rule[];

/** The rules of one side. */
interface Side {
  /** The rules that correspond to a rule of the base, by the index of that rule in the base. */
  readonly kept: ReadonlyMap<number, Rule>;
  /**
   * All rules in their order. A rule of the base is represented by its index in the base, and a new rule by the rule itself.
   */
  readonly entries: readonly (number | Rule)[];
}

/** Adjacent new rules of one side, between two rules that both sides have kept. */
interface Insertion {
  /** The index, in the base, of the rule that follows the new rules. -1 = the new rules are at the end. */
  readonly before: number;
  readonly rules: Rules;
}

/** The new rules, by the index of the base rule that they follow. -1 = the new rules are at the top. */
type Insertions = ReadonlyMap<number, Insertion>;

export function mergeRules(base: Rules, live: Rules, mine: Rules, add: DecideConflict): Rules {
  const whole = oneSidedChange(base, live, mine);
  if (whole) return whole.value;
  const [theirs, own] = [sideOf(base, live), sideOf(base, mine)];
  const isUnclear = areEqualRulesUnclear(base, { rules: live, ...theirs }, { rules: mine, ...own });
  const rules = base.map((rule, index) => mergeRule(index, rule, theirs.kept.get(index), own.kept.get(index), add));
  const isKept = (entry: number | Rule): entry is number =>
    typeof entry === 'number' && theirs.kept.has(entry) && own.kept.has(entry);
  const [theirOrder, ownOrder] = [theirs.entries.filter(isKept), own.entries.filter(isKept)];
  const inOrder = theirOrder.toSorted((one, other) => one - other);
  const order = mergeValue(inOrder, theirOrder, ownOrder, ['rules'], add);
  const [theirRuns, ownRuns] = [insertionsOf(theirs, isKept), insertionsOf(own, isKept)];
  const isOrdered = oneSidedChange(inOrder, theirOrder, ownOrder) !== undefined;
  if (!isOrdered || isInsertionOrderUnclear(order, theirRuns, ownRuns) || isUnclear) {
    // An unclear order is a conflict. The result then has the whole list of rules of the chosen side.
    const side = add(['rules']);
    if (side) return side === 'theirs' ? live : mine;
  }
  // If one side removed a rule and the other side changed it, the result has the rule only if the changed version was chosen.
  const chosen = base.flatMap((_, index) => (rules[index] && !order.includes(index) ? [index] : []));
  return [-1, ...withChosen(order, chosen, theirs, own)].flatMap((index) => [
    ...(index < 0 ? [] : [rules[index]!]),
    ...((ownRuns.get(index) ?? theirRuns.get(index))?.rules ?? []),
  ]);
}

/** Adds each chosen rule after the rule that precedes it on the side that still contains the chosen rule. */
function withChosen(order: readonly number[], chosen: readonly number[], theirs: Side, own: Side): readonly number[] {
  const all = [...order];
  for (const index of chosen) {
    const { entries } = theirs.kept.has(index) ? theirs : own;
    const before = entries.slice(0, entries.indexOf(index)).findLast((entry) => typeof entry === 'number' && all.includes(entry));
    all.splice(all.indexOf(before as number) + 1, 0, index);
  }
  return all;
}

function sideOf(base: Rules, rules: Rules): Side {
  const pairs = pairRules(base, rules);
  const froms = new Map(pairs.map(({ from, to }) => [to, from]));
  return {
    kept: new Map(pairs.map(({ from, to }) => [from, rules[to]!])),
    entries: rules.map((rule, index) => froms.get(index) ?? rule),
  };
}

function mergeRule(
  index: number,
  base: Rule,
  live: Rule | undefined,
  mine: Rule | undefined,
  add: DecideConflict,
): Rule | undefined {
  if (!live || !mine) return mergeValue<Rule | undefined>(base, live, mine, ['rules', index], add);
  return mergeFields(base, live, mine, (name, ...values) => {
    const isPart = name === 'condition' || name === 'buckets';
    return mergeValue(...values, isPart ? ['rules', index, name] : ['rules', index], add);
  });
}

function insertionsOf({ entries }: Side, isKept: (entry: number | Rule) => entry is number): Insertions {
  const runs = new Map<number, Insertion>();
  let [after, rules]: [number, Rule[]] = [-1, []];
  for (const entry of [...entries, -1]) {
    if (typeof entry !== 'number') rules.push(entry);
    else if (entry === -1 || isKept(entry)) {
      if (rules.length > 0) runs.set(after, { before: entry, rules });
      [after, rules] = [entry, []];
    }
  }
  return runs;
}

/** True if the order of the new rules of both sides is unclear. */
function isInsertionOrderUnclear(order: readonly number[], live: Insertions, mine: Insertions): boolean {
  const next = new Map([-1, ...order].map((index, place) => [index, order[place] ?? -1]));
  const liveTexts = new Set([...live.values()].flatMap(({ rules }) => rules.map(canonical)));
  return (
    // The rules around the new rules are no longer adjacent.
    [...live, ...mine].some(([after, { before }]) => next.get(after) !== before) ||
    [...mine].some(([after, { rules }]) => {
      const other = live.get(after);
      return other ? canonical(other.rules) !== canonical(rules) : rules.some((rule) => liveTexts.has(canonical(rule)));
    })
  );
}

interface WholeSide extends Side {
  readonly rules: Rules;
}

/**
 * True if several rules have the same text, one side has changed their number, and the other side has changed their number,
 * too, or has added, removed or moved any rule. It is then unclear which of the equal rules was edited, removed or added.
 */
function areEqualRulesUnclear(base: Rules, live: WholeSide, mine: WholeSide): boolean {
  const [before, theirs, own] = [base, live.rules, mine.rules].map((rules) => Map.groupBy(rules, canonical));
  const countIn = (rules: typeof before, text: string): number => rules!.get(text)?.length ?? 0;
  const isInPlace = ({ entries }: Side): boolean =>
    entries.length === base.length && entries.every((entry, index) => entry === index);
  return [...new Set([...before!.keys(), ...theirs!.keys(), ...own!.keys()])].some((text) => {
    const [was, liveCount, mineCount] = [before, theirs, own].map((rules) => countIn(rules, text));
    if (Math.max(was!, liveCount!, mineCount!) < 2) return false;
    const [isLiveOther, isMineOther] = [liveCount !== was, mineCount !== was];
    return (isLiveOther && (isMineOther || !isInPlace(mine))) || (isMineOther && !isInPlace(live));
  });
}
