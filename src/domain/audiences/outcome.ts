/** What a definition gives, in the service's order: killed, individual targets, traffic allocation, rules from the top, default rule. */
import type { Bucket, FlagDefinition, Rule, Treatment } from '../../api/model.ts';
import { canonical } from '../definitions/sameValue.ts';

/** A part of the keys, in percent of all of them, after traffic allocation; no treatment = the definition names none there. */
export interface Share {
  readonly treatment: string | undefined;
  readonly percent: number;
}

/** What decides. Rules count from 0. */
export type Decider =
  /** `noTraffic`: the traffic allocation is 0, and no rule is asked. */
  | { readonly code: 'noDefinition' | 'killed' | 'noTraffic' | 'defaultRule' }
  | { readonly code: 'target'; readonly treatment: string }
  /** The service's documents don't say which of them goes first. */
  | { readonly code: 'severalTargets'; readonly treatments: readonly string[] }
  | { readonly code: 'rule'; readonly index: number };

/** A target or a rule before the one that decides, of which can't be said whether it is met. */
type Doubt = Extract<Decider, { code: 'target' | 'rule' }>;

export interface Outcome {
  readonly by: Decider;
  /** One for each treatment that somebody gets. */
  readonly shares: readonly Share[];
  /** It is so unless one of these is met; which of them decides then is not followed. */
  readonly unless: readonly Doubt[];
  /** Equal for two outcomes that give each key the same: shares may be equal, and go to other keys. */
  readonly division: string;
  /** Equal where `unless` asks the same and gives the same. */
  readonly doubts: string;
}

/** Whom the definition is asked for; undefined = can't be said. */
export interface Asking {
  meetsTarget(treatment: Treatment): boolean | undefined;
  meetsRule(index: number): boolean | undefined;
  /** Rules that may be met, in their order; all if it is left out. */
  readonly rules?: Iterable<number>;
  /** What was found before, of the same definition. */
  readonly known?: Map<string, Outcome>;
}

export function outcomeOf(definition: FlagDefinition | undefined, asking: Asking): Outcome {
  if (!definition) return { by: { code: 'noDefinition' }, shares: [], unless: [], division: 'none', doubts: '' };
  const { treatments, rules, defaultRule, killed, trafficAllocation } = definition;
  const decided = (by: Decider, parts: () => readonly Part[]): Outcome => {
    const name = unless.length > 0 || by.code === 'severalTargets' ? undefined : JSON.stringify(by);
    const known = name === undefined ? undefined : asking.known?.get(name);
    const found = known ?? outcome(definition, by, parts(), unless);
    if (name !== undefined) asking.known?.set(name, found);
    return found;
  };
  const unless: Doubt[] = [];
  if (killed === true) return decided({ code: 'killed' }, () => defaultShare(definition));
  const targets: string[] = [];
  for (const treatment of treatments) {
    const isMet = asking.meetsTarget(treatment);
    if (isMet) targets.push(treatment.name);
    else if (isMet === undefined) unless.push({ code: 'target', treatment: treatment.name });
  }
  const [treatment] = targets;
  if (targets.length > 1) return decided({ code: 'severalTargets', treatments: targets }, () => []);
  if (treatment !== undefined) return decided({ code: 'target', treatment }, () => [{ treatment, size: 100 }]);
  if ((trafficAllocation ?? 100) <= 0) return decided({ code: 'noTraffic' }, () => defaultShare(definition));
  for (const index of asking.rules ?? rules.keys()) {
    const isMet = asking.meetsRule(index);
    if (isMet) return decided({ code: 'rule', index }, () => allocated(definition, rules[index]!.buckets));
    if (isMet === undefined) unless.push({ code: 'rule', index });
  }
  return decided({ code: 'defaultRule' }, () => allocated(definition, defaultRule));
}

/** What those get who meet a rule, if nothing before it decides. */
export const sharesOfRule = (definition: FlagDefinition, { buckets }: Rule): readonly Share[] =>
  summed(allocated(definition, buckets));

interface Part {
  readonly treatment: string | undefined;
  readonly size: number;
  /** Outside the allocation: another draw than that of the buckets. */
  readonly isOutside?: true;
}

const defaultShare = ({ defaultTreatment }: FlagDefinition): readonly Part[] => [
  { treatment: defaultTreatment ?? undefined, size: 100 },
];

function allocated(definition: FlagDefinition, buckets: readonly Bucket[]): readonly Part[] {
  const allocation = definition.trafficAllocation ?? 100;
  const [outside] = defaultShare(definition);
  const filled = buckets.filter(({ size }) => size > 0).map(({ treatment, size }): Part => ({ treatment, size }));
  if (allocation <= 0) return [outside!];
  const isAllTheSame = filled.length > 0 && filled.every(({ treatment }) => treatment === outside?.treatment);
  if (allocation >= 100 || isAllTheSame) return filled;
  const inside = filled.map(({ treatment, size }) => ({ treatment, size: (size * allocation) / 100 }));
  return [...inside, { ...outside!, size: 100 - allocation, isOutside: true }];
}

function outcome(definition: FlagDefinition, by: Decider, parts: readonly Part[], unless: readonly Doubt[]): Outcome {
  const division = divisionOf(parts, by.code === 'severalTargets' ? by.treatments : []);
  const asked = new Set<string>();
  const doubts = unless
    .map((doubt) => ({ doubt, ...doubtTexts(definition, doubt) }))
    // Who does not meet it does not meet it a second time.
    .filter((one) => !asked.has(one.asked) && asked.add(one.asked));
  // One that would give the same as what follows is none.
  while (doubts.at(-1)?.division === division) doubts.pop();
  const texts = doubts.map((one) => [one.asked, one.division]);
  return { by, shares: summed(parts), unless: doubts.map(({ doubt }) => doubt), division, doubts: JSON.stringify(texts) };
}

function doubtTexts(definition: FlagDefinition, doubt: Doubt): { readonly asked: string; readonly division: string } {
  if (doubt.code === 'target') {
    const { keys, segments, name } = definition.treatments.find((one) => one.name === doubt.treatment)!;
    return { asked: canonical([keys, segments]), division: divisionOf([{ treatment: name, size: 100 }]) };
  }
  const { condition, buckets } = definition.rules[doubt.index]!;
  return { asked: canonical(condition), division: divisionOf(allocated(definition, buckets)) };
}

const divisionOf = (parts: readonly Part[], targets: readonly string[] = []): string => JSON.stringify([merged(parts), targets]);

/** Neighbours that get the same are one part. */
function merged(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const isMore = last && last.treatment === part.treatment && last.isOutside === part.isOutside;
    if (isMore) result[result.length - 1] = { ...last, size: last.size + part.size };
    else result.push(part);
  }
  return result;
}

function summed(parts: readonly Part[]): readonly Share[] {
  const sizes = new Map<string | undefined, number>();
  for (const { treatment, size } of parts) if (size > 0) sizes.set(treatment, (sizes.get(treatment) ?? 0) + size);
  // Sums of hundredths: what floating point adds to them is nothing that anybody wrote.
  return [...sizes].map(([treatment, size]) => ({ treatment, percent: Math.round(size * 10_000) / 10_000 }));
}
