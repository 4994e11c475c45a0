/** How a list of targeting rules changes. The first rule that matches decides, so their order is part of their meaning. */
import type { Rule } from '../../api/model.ts';
import { similarPairs } from './ruleLikeness.ts';
import { canonical } from './sameValue.ts';
import { commonPairs, longestIncreasing, type Pair } from './sequence.ts';

/** Indexes count from 0: `index` of a removed rule and `from` in the rules before, the others in the rules after. */
export type RuleChange =
  | { readonly change: 'added'; readonly index: number; readonly rule: Rule }
  | { readonly change: 'removed'; readonly index: number; readonly rule: Rule }
  | {
      readonly change: 'edited';
      readonly from: number;
      readonly to: number;
      readonly isMoved: boolean;
      readonly before: Rule;
      readonly after: Rule;
    }
  | { readonly change: 'moved'; readonly from: number; readonly to: number; readonly rule: Rule }
  | { readonly change: 'same'; readonly from: number; readonly to: number; readonly rule: Rule };

/**
 * One entry for every rule, in the order of `after`, with the removed ones where they stood. Rules are the same rule if
 * they are equal, else if their conditions are, else if they are much alike and stand in the same place. As few as
 * possible of them count as moved.
 */
export function diffRules(before: readonly Rule[], after: readonly Rule[]): readonly RuleChange[] {
  const pairs = pairRules(before, after);
  const still = longestIncreasing(pairs);
  const anchors = new Set(still.map(({ from }) => from));
  const fromOf = new Map(pairs.map(({ from, to }) => [to, from]));
  const paired = new Set(pairs.map(({ from }) => from));

  const changes: RuleChange[] = [];
  let passed = 0;
  let nextAnchor = 0;
  /** Those that stood between the last rule that keeps its place and the next. */
  const passRemoved = (): void => {
    const end = still[nextAnchor]?.from ?? before.length;
    nextAnchor += 1;
    for (; passed < end; passed += 1) {
      if (!paired.has(passed)) changes.push({ change: 'removed', index: passed, rule: before[passed]! });
    }
  };
  passRemoved();
  for (const [to, rule] of after.entries()) {
    const from = fromOf.get(to);
    if (from === undefined) {
      changes.push({ change: 'added', index: to, rule });
      continue;
    }
    const isMoved = !anchors.has(from);
    changes.push(changeOf(before[from]!, rule, { from, to }, isMoved));
    if (!isMoved) passRemoved();
  }
  return changes;
}

function changeOf(before: Rule, after: Rule, { from, to }: Pair, isMoved: boolean): RuleChange {
  if (canonical(before) !== canonical(after)) return { change: 'edited', from, to, isMoved, before, after };
  return { change: isMoved ? 'moved' : 'same', from, to, rule: after };
}

/** Which rule before is which rule after, in the order of the rules before. */
function pairRules(before: readonly Rule[], after: readonly Rule[]): readonly Pair[] {
  const equal = pairEqual(before.map(canonical), after.map(canonical), []);
  const known = pairEqual(before.map(conditionOf), after.map(conditionOf), equal);
  return inOrder([...known, ...similarPairs(before, after, longestIncreasing(inOrder(known)), inOrder(known))]);
}

const conditionOf = ({ condition }: Rule): string => canonical(condition);

/** Adds pairs of equal items to those known already: first those that keep their order, then the others. */
function pairEqual(before: readonly string[], after: readonly string[], known: readonly Pair[]): readonly Pair[] {
  const froms = new Set(known.map(({ from }) => from));
  const tos = new Set(known.map(({ to }) => to));
  const left = [...before.keys()].filter((index) => !froms.has(index));
  const right = [...after.keys()].filter((index) => !tos.has(index));
  const pairs = [...known];
  const add = (from: number, to: number): void => {
    froms.add(from);
    tos.add(to);
    pairs.push({ from, to });
  };
  const common = commonPairs(
    left.map((index) => before[index]!),
    right.map((index) => after[index]!),
  );
  for (const { from, to } of common) add(left[from]!, right[to]!);

  const places = new Map<string, number[]>();
  for (const to of right.toReversed()) {
    if (tos.has(to)) continue;
    const item = after[to]!;
    const open = places.get(item);
    if (open) open.push(to);
    else places.set(item, [to]);
  }
  for (const from of left) {
    if (froms.has(from)) continue;
    const to = places.get(before[from]!)?.pop();
    if (to !== undefined) add(from, to);
  }
  return pairs;
}

const inOrder = (pairs: readonly Pair[]): readonly Pair[] => pairs.toSorted((one, other) => one.from - other.from);
