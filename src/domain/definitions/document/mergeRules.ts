/** Two changes to the rules of a definition. The first rule that matches decides, so where a rule stands is part of what it says. */
import type { Rule } from '../../../api/model.ts';
import { pairRules } from '../rulePairs.ts';
import { isSame, isSameText } from '../sameValue.ts';
import { merged, ofOneSide, type Conflicts } from './mergeValue.ts';

type Rules = readonly Rule[];

/** One side's rules: those of the base by their index there, in its order, and what it added between them. */
interface Side {
  readonly kept: ReadonlyMap<number, Rule>;
  /** Indexes in the base, or rules that are new. */
  readonly entries: readonly (number | Rule)[];
}

/** New rules of one side between two that both sides keep; `after` -1 = at the top. */
interface Run {
  readonly after: number;
  readonly before: number;
  readonly rules: Rules;
}

export function mergeRules(base: Rules, live: Rules, mine: Rules, add: Conflicts): Rules {
  const whole = ofOneSide(base, live, mine);
  if (whole) return whole.value;
  const [theirs, own] = [sideOf(base, live), sideOf(base, mine)];
  const rules = base.map((rule, index) => mergeRule(index, rule, theirs.kept.get(index), own.kept.get(index), add));
  const isKept = (index: number): boolean => theirs.kept.has(index) && own.kept.has(index);
  const [theirOrder, ownOrder] = [theirs, own].map(({ entries }) =>
    entries.filter((entry): entry is number => typeof entry === 'number' && isKept(entry)),
  ) as [number[], number[]];
  const order = merged(theirOrder.toSorted(byIndex), theirOrder, ownOrder, () => ({ code: 'ruleOrder' }), add);
  const [theirRuns, ownRuns] = [runsOf(theirs, isKept), runsOf(own, isKept)];
  const added = mergeRuns(order, theirRuns, ownRuns, add);
  return [-1, ...order].flatMap((index) => [...(index < 0 ? [] : [rules[index]!]), ...(added.get(index) ?? [])]);
}

const byIndex = (one: number, other: number): number => one - other;

function sideOf(base: Rules, rules: Rules): Side {
  const pairs = pairRules(base, rules);
  const froms = new Map(pairs.map(({ from, to }) => [to, from]));
  return {
    kept: new Map(pairs.map(({ from, to }) => [from, rules[to]!])),
    entries: rules.map((rule, to) => froms.get(to) ?? rule),
  };
}

function mergeRule(index: number, base: Rule, live: Rule | undefined, mine: Rule | undefined, add: Conflicts): Rule | undefined {
  if (!live || !mine) return merged<Rule | undefined>(base, live, mine, () => ({ code: 'rule', rule: index }), add);
  const one = ofOneSide(base, live, mine);
  if (one) return one.value;
  const part = <K extends 'condition' | 'buckets'>(name: K): Rule[K] =>
    merged(base[name], live[name], mine[name], () => ({ code: 'rule', rule: index, part: name }), add);
  const rest = (rule: Rule): object => Object.fromEntries(Object.entries(rule).filter(([name]) => name !== 'condition' && name !== 'buckets')); // prettier-ignore
  const others = merged(rest(base), rest(live), rest(mine), () => ({ code: 'rule', rule: index, part: 'otherFields' }), add);
  // The parts in the order in which they were written.
  const parts = { ...others, buckets: part('buckets'), condition: part('condition') };
  const names = [...new Set([...Object.keys(mine), ...Object.keys(parts)])].filter((name) => Object.hasOwn(parts, name));
  return Object.fromEntries(names.map((name) => [name, parts[name as keyof typeof parts]])) as Rule;
}

function runsOf({ entries }: Side, isKept: (index: number) => boolean): readonly Run[] {
  const runs: { after: number; before: number; rules: Rule[] }[] = [];
  let run = { after: -1, before: -1, rules: [] as Rule[] };
  for (const entry of entries) {
    if (typeof entry !== 'number') run.rules.push(entry);
    else if (isKept(entry)) {
      runs.push({ ...run, before: entry });
      run = { after: entry, before: -1, rules: [] };
    }
  }
  return [...runs, run].filter(({ rules }) => rules.length > 0);
}

/** What comes behind which rule of the base; -1 = at the top. */
function mergeRuns(
  order: readonly number[],
  live: readonly Run[],
  mine: readonly Run[],
  add: Conflicts,
): ReadonlyMap<number, Rules> {
  const next = new Map([-1, ...order].map((index, place) => [index, order[place] ?? -1]));
  const added = new Map<number, Rules>();
  const place = ({ after }: Run): { code: 'rulesAdded'; after?: number } => ({
    code: 'rulesAdded',
    ...(after >= 0 && { after }),
  });
  const liveRules = live.flatMap(({ rules }) => rules);
  for (const run of live) {
    const other = mine.find(({ after }) => after === run.after);
    // The rules that it stands between were moved apart, or both sides put something there.
    const isClear = next.get(run.after) === run.before && (!other || isSame(other.rules, run.rules));
    if (!isClear) add({ place: place(run), base: [], live: run.rules, mine: other?.rules ?? [] });
    added.set(run.after, run.rules);
  }
  for (const run of mine) {
    const other = live.find(({ after }) => after === run.after);
    const isElsewhere = run.rules.some((rule) => liveRules.some((theirs) => isSame(theirs, rule)));
    if (!other && (next.get(run.after) !== run.before || isElsewhere))
      add({ place: place(run), base: [], live: liveRules.filter((rule) => run.rules.some((own) => isSameText(own, rule))), mine: run.rules }); // prettier-ignore
    added.set(run.after, run.rules);
  }
  return added;
}
