/** Keys that meet the same of what is asked, and what two versions of a definition give them. */
import type { FlagDefinition, Treatment } from '../../api/model.ts';
import type { Atoms, Condition } from './atoms.ts';
import { allOf, decide, isSameOutcome, not, outcomeOf, type Answer, type Outcome, type Share } from './outcome.ts';
import { canMeet, type Trait } from './traits.ts';
import type { Work } from './work.ts';

/**
 * `otherKeys` = the same shares, and other keys get them. `unclear` = what comes before it, and can't be decided, is not the same.
 */
export type AudienceChange = 'same' | 'changed' | 'otherKeys' | 'unclear';

/** The atoms that its keys meet, and all that names them; no trait = everybody else. */
export interface Group {
  readonly atoms: ReadonlySet<number>;
  readonly traits: readonly Trait[];
}

export interface Audience extends Group {
  readonly before: Outcome;
  readonly after: Outcome;
  readonly change: AudienceChange;
}

/** Both at once; undefined if no key can be in both. Throws OutOfWork. */
export function joined(one: Group, other: Group, work: Work): Group | undefined {
  for (const mine of one.traits) for (const its of other.traits) if (!canMeet(mine, its, work)) return undefined;
  work.spend(JOIN_COST + one.atoms.size + other.atoms.size);
  return { atoms: one.atoms.union(other.atoms), traits: [...new Set([...one.traits, ...other.traits])] };
}

/** Units to make one group of two. */
const JOIN_COST = 200;

/** One version of a definition, asked for those who meet some atoms and no others. */
export interface Version {
  /** By its targets, and then its rules. */
  readonly asked: readonly Condition[];
  readonly rules: readonly Condition[];
  /** Throws OutOfWork. */
  outcomeFor(atoms: ReadonlySet<number>, work: Work): Outcome;
}

export function createVersion(definition: FlagDefinition | undefined, atoms: Atoms): Version {
  const rules = (definition?.rules ?? []).map((rule) => atoms.ofRule(rule));
  const atomsOf = ({ keys, segments }: Treatment): readonly number[] => [
    ...(keys && keys.length > 0 ? [atoms.ofMatcher({ type: 'IN_LIST_STRING', strings: keys })] : []),
    ...(segments ?? []).map((string) => atoms.ofMatcher({ type: 'IN_SEGMENT', string })),
  ];
  const targets = new Map((definition?.treatments ?? []).map((treatment) => [treatment, atomsOf(treatment)]));
  const uses = Map.groupBy(
    rules.flatMap(({ positive }) => positive),
    (atom) => atom,
  );
  /** Rules by the one of their atoms that fewest others ask; undefined = those that may be met by who meets none. */
  const byAtom = Map.groupBy(rules.keys(), (index) => atoms.rarest(rules[index]!.positive, uses));
  const known = new Map<string, Outcome>();
  const sizeOfTargets = [...targets.values()].reduce((sum, { length }) => sum + 1 + length, 0);
  const sizesOfRules = rules.map(({ positive, negative }) => 1 + positive.length + negative.length);
  /** Characters of each rule: an outcome compares conditions that can't be decided, and buckets, as JSON. */
  const textSizes = (definition?.rules ?? []).map((rule) => JSON.stringify(rule).length);

  return {
    asked: [...[...targets.values()].flat().map((atom) => ({ positive: [atom], negative: [] })), ...rules],
    rules,
    outcomeFor(met, work) {
      const answer = (atom: number): Answer => met.has(atom) || atoms.all[atom]!.otherwise;
      const mayBeMet = [...(byAtom.get(undefined) ?? [])];
      for (const atom of met) mayBeMet.push(...(byAtom.get(atom) ?? []));
      const meetsTarget = (treatment: Treatment): Answer => targets.get(treatment)!.some((atom) => met.has(atom));
      const meetsRule = (index: number): Answer =>
        allOf([...rules[index]!.positive.map(answer), ...rules[index]!.negative.map(answer).map(not)]);
      work.spend(OUTCOME_COST + sizeOfTargets + mayBeMet.reduce((sum, index) => sum + RULE_COST * sizesOfRules[index]!, 0));
      const decision = decide(definition, meetsTarget, meetsRule, Uint32Array.from(mayBeMet).toSorted());
      work.spend(DOUBT_COST * decision.unless.length);
      const name = JSON.stringify(decision);
      const outcome = known.get(name);
      if (outcome) return outcome;
      for (const one of [decision.by, ...decision.unless]) if (one.code === 'rule') work.spend(textSizes[one.index]!);
      const found = outcomeOf(definition, decision);
      known.set(name, found);
      return found;
    },
  };
}

/** Units to work out one outcome, for each matcher of a rule that may be met, and to name a rule that can't be decided. */
const OUTCOME_COST = 300;
const RULE_COST = 5;
const DOUBT_COST = 40;

/** Throws OutOfWork. */
export const audienceFor = (group: Group, [old, now]: readonly Version[], work: Work): Audience =>
  audienceOf(group, old!.outcomeFor(group.atoms, work), now!.outcomeFor(group.atoms, work));

export function audienceOf({ atoms, traits }: Group, before: Outcome, after: Outcome): Audience {
  return { atoms, traits, before, after, change: changeBetween(before, after) };
}

function changeBetween(before: Outcome, after: Outcome): AudienceChange {
  if (isSameOutcome(before, after)) return 'same';
  const isUnclear = [before, after].some(({ by }) => by.code === 'severalTargets');
  if (isUnclear || before.division === after.division) return 'unclear';
  const isGiven = (share: Share): boolean =>
    before.shares.some(({ treatment, percent }) => treatment === share.treatment && percent === share.percent);
  const isShared = before.shares.length > 0 && before.shares.length === after.shares.length && after.shares.every(isGiven);
  return isShared ? 'otherKeys' : 'changed';
}
