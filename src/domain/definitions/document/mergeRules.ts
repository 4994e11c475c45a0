/** Two changes to the rules of a definition. The first rule that matches decides, so where a rule stands is part of what it says. */
import type { Rule } from '../../../api/model.ts';
import { createRuleReader, type ReadRules } from '../readRules.ts';
import { pairRead } from '../rulePairs.ts';
import { merged, ofOneSide, type Conflicts } from './mergeValue.ts';

type Rules = readonly Rule[];

/** A rule of a list. Each is written once, however often it is compared. */
interface Item {
  readonly read: ReadRules;
  readonly index: number;
}

/** One side's rules: those of the base by their index there, in its order, and what it added between them. */
interface Side {
  readonly kept: ReadonlyMap<number, Item>;
  /** Indexes in the base, or rules that are new. */
  readonly entries: readonly (number | Item)[];
}

/** New rules of one side between two that both sides keep; `after` -1 = at the top. */
interface Run {
  readonly after: number;
  readonly before: number;
  readonly items: readonly Item[];
}

export function mergeRules(base: Rules, live: Rules, mine: Rules, add: Conflicts): Rules {
  const read = createRuleReader();
  const [old, there, here] = [read(base), read(live), read(mine)];
  const textOf = ({ texts }: ReadRules): string => texts.join();
  const whole = ofOneSide(old, there, here, textOf, ({ meanings }) => meanings.map(({ rule }) => rule).join());
  if (whole) return whole.value.rules;
  const [theirs, own] = [sideOf(old, there), sideOf(old, here)];
  const rules = base.map((_, index) => mergeRule({ read: old, index }, theirs.kept.get(index), own.kept.get(index), add));
  const isKept = (index: number): boolean => theirs.kept.has(index) && own.kept.has(index);
  const [theirOrder, ownOrder] = [theirs, own].map(({ entries }) =>
    entries.filter((entry): entry is number => typeof entry === 'number' && isKept(entry)),
  ) as [number[], number[]];
  const order = merged(theirOrder.toSorted(byIndex), theirOrder, ownOrder, ['rules'], add);
  const [theirRuns, ownRuns] = [runsOf(theirs, isKept), runsOf(own, isKept)];
  const added = mergeRuns(order, theirRuns, ownRuns, add);
  return [-1, ...order].flatMap((index) => [...(index < 0 ? [] : [rules[index]!]), ...(added.get(index) ?? [])]);
}

const byIndex = (one: number, other: number): number => one - other;
const ruleAt = ({ read, index }: Item): Rule => read.rules[index]!;
const textAt = ({ read, index }: Item): string => read.texts[index]!;
const meaningAt = ({ read, index }: Item): number => read.meanings[index]!.rule;

function sideOf(base: ReadRules, read: ReadRules): Side {
  const pairs = pairRead(base, read);
  const froms = new Map(pairs.map(({ from, to }) => [to, from]));
  return {
    kept: new Map(pairs.map(({ from, to }) => [from, { read, index: to }])),
    entries: read.rules.map((_, index) => froms.get(index) ?? { read, index }),
  };
}

function mergeRule(old: Item, theirs: Item | undefined, own: Item | undefined, add: Conflicts): Rule | undefined {
  const { index } = old;
  const [base, live, mine] = [ruleAt(old), theirs && ruleAt(theirs), own && ruleAt(own)];
  if (!theirs || !own || !live || !mine) return merged<Rule | undefined>(base, live, mine, ['rules', index], add); // prettier-ignore
  const one = ofOneSide(old, theirs, own, textAt, meaningAt);
  if (one) return ruleAt(one.value);
  const part = <K extends 'condition' | 'buckets'>(name: K): Rule[K] =>
    merged(base[name], live[name], mine[name], ['rules', index, name], add);
  const rest = (rule: Rule): object => Object.fromEntries(Object.entries(rule).filter(([name]) => name !== 'condition' && name !== 'buckets')); // prettier-ignore
  const others = merged(rest(base), rest(live), rest(mine), ['rules', index], add);
  // The parts in the order in which they were written.
  const parts = { ...others, buckets: part('buckets'), condition: part('condition') };
  const names = [...new Set([...Object.keys(mine), ...Object.keys(parts)])].filter((name) => Object.hasOwn(parts, name));
  return Object.fromEntries(names.map((name) => [name, parts[name as keyof typeof parts]])) as Rule;
}

function runsOf({ entries }: Side, isKept: (index: number) => boolean): readonly Run[] {
  const runs: Run[] = [];
  let [after, items]: [number, Item[]] = [-1, []];
  for (const entry of entries) {
    if (typeof entry !== 'number') items.push(entry);
    else if (isKept(entry)) {
      runs.push({ after, before: entry, items });
      [after, items] = [entry, []];
    }
  }
  return [...runs, { after, before: -1, items }].filter((run) => run.items.length > 0);
}

/** What comes behind which rule of the base; -1 = at the top. */
function mergeRuns(
  order: readonly number[],
  live: readonly Run[],
  mine: readonly Run[],
  add: Conflicts,
): ReadonlyMap<number, Rules> {
  const next = new Map([-1, ...order].map((index, place) => [index, order[place] ?? -1]));
  // The rules that it stands between may have been moved apart.
  const isApart = (run: Run): boolean => next.get(run.after) !== run.before;
  const [lives, mines] = [runsByPlace(live), runsByPlace(mine)];
  const meaningOf = ({ items }: Run): string => items.map(meaningAt).join();
  const liveMeanings = new Set(live.flatMap(({ items }) => items.map(meaningAt)));
  const isConflict =
    live.some((run) => {
      const other = mines.get(run.after);
      return isApart(run) || (other && meaningOf(other) !== meaningOf(run));
    }) ||
    mine.some((run) => !lives.has(run.after) && (isApart(run) || run.items.some((item) => liveMeanings.has(meaningAt(item)))));
  if (isConflict) add(['rules']);
  return new Map([...live, ...mine].map(({ after, items }) => [after, items.map(ruleAt)]));
}

const runsByPlace = (runs: readonly Run[]): ReadonlyMap<number, Run> => new Map(runs.map((run) => [run.after, run]));
