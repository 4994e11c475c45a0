/** What a definition gives, in the service's order: killed, individual targets, traffic allocation, rules from the top, default rule. */
import type { FlagDefinition, Treatment } from '../../api/model.ts';
import { canonical } from '../definitions/sameValue.ts';

/** `undefined` = can't be said. */
export type Answer = boolean | undefined;

export const allOf = (answers: readonly Answer[]): Answer =>
  !answers.includes(false) && (answers.includes(undefined) ? undefined : true);

export const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);

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

export interface Decision {
  readonly by: Decider;
  /** It is so unless one of these is met; which of them decides then is not followed. */
  readonly unless: readonly Doubt[];
}

export interface Outcome extends Decision {
  /** One for each treatment that somebody gets. */
  readonly shares: readonly Share[];
  /** Equal for two outcomes that give each key the same: shares may be equal, and go to other keys. */
  readonly division: string;
  /** Equal where `unless` asks the same and gives the same. */
  readonly doubts: string;
}

export const isSameOutcome = (one: Outcome, other: Outcome): boolean =>
  one.division === other.division && one.doubts === other.doubts;

/** `mayBeMet` = the rules that are asked, in their order. */
export function decide(
  definition: FlagDefinition | undefined,
  meetsTarget: (treatment: Treatment) => Answer,
  meetsRule: (index: number) => Answer,
  mayBeMet?: Iterable<number>,
): Decision {
  const unless: Doubt[] = [];
  if (!definition) return { by: { code: 'noDefinition' }, unless };
  if (definition.killed === true) return { by: { code: 'killed' }, unless };
  const targets: string[] = [];
  for (const treatment of definition.treatments) {
    const isMet = meetsTarget(treatment);
    if (isMet) targets.push(treatment.name);
    else if (isMet === undefined) unless.push({ code: 'target', treatment: treatment.name });
  }
  const [treatment] = targets;
  if (targets.length > 1) return { by: { code: 'severalTargets', treatments: targets }, unless };
  if (treatment !== undefined) return { by: { code: 'target', treatment }, unless };
  if (allocationOf(definition) <= 0) return { by: { code: 'noTraffic' }, unless };
  for (const index of mayBeMet ?? definition.rules.keys()) {
    const isMet = meetsRule(index);
    if (isMet) return { by: { code: 'rule', index }, unless };
    if (isMet === undefined) unless.push({ code: 'rule', index });
  }
  return { by: { code: 'defaultRule' }, unless };
}

export function outcomeOf(definition: FlagDefinition | undefined, { by, unless }: Decision): Outcome {
  const division = divisionOf(definition, by);
  const asked = new Set<string>();
  const doubts = unless
    .map((doubt) => ({ doubt, asked: askedBy(definition, doubt), division: divisionOf(definition, doubt) }))
    // Who does not meet it does not meet it a second time.
    .filter((one) => !asked.has(one.asked) && asked.add(one.asked));
  // One that would give the same as what follows is none.
  while (doubts.at(-1)?.division === division) doubts.pop();
  return {
    by,
    shares: sharesOf(definition, by),
    unless: doubts.map(({ doubt }) => doubt),
    division,
    doubts: doubts.map((one) => JSON.stringify([one.asked, one.division])).join(),
  };
}

/** What those get for whom it decides. */
export function sharesOf(definition: FlagDefinition | undefined, by: Decider): readonly Share[] {
  const sizes = new Map<string | undefined, number>();
  for (const { treatment, size } of partsOf(definition, by)) sizes.set(treatment, (sizes.get(treatment) ?? 0) + size);
  // Sums of hundredths: what floating point adds to them is nothing that anybody wrote.
  return [...sizes].map(([treatment, size]) => ({ treatment, percent: Math.round(size * 10_000) / 10_000 }));
}

function askedBy(definition: FlagDefinition | undefined, doubt: Doubt): string {
  if (doubt.code === 'rule') return canonical(definition?.rules[doubt.index]?.condition);
  const target = definition?.treatments.find(({ name }) => name === doubt.treatment);
  return canonical([target?.keys, target?.segments]);
}

interface Part {
  readonly treatment: string | undefined;
  readonly size: number;
  /** Outside the allocation: another draw than that of the buckets. */
  readonly isOutside?: true;
}

const allocationOf = ({ trafficAllocation }: FlagDefinition): number => trafficAllocation ?? 100;

function partsOf(definition: FlagDefinition | undefined, by: Decider): readonly Part[] {
  if (!definition || by.code === 'noDefinition' || by.code === 'severalTargets') return [];
  if (by.code === 'target') return [{ treatment: by.treatment, size: 100 }];
  const fallback = definition.defaultTreatment ?? undefined;
  const allocation = allocationOf(definition);
  if (by.code === 'killed' || allocation <= 0) return [{ treatment: fallback, size: 100 }];
  const buckets = by.code === 'rule' ? definition.rules[by.index]!.buckets : definition.defaultRule;
  const filled = buckets.filter(({ size }) => size > 0).map(({ treatment, size }): Part => ({ treatment, size }));
  const isAllTheSame = filled.length > 0 && filled.every(({ treatment }) => treatment === fallback);
  if (allocation >= 100 || isAllTheSame) return filled;
  const inside = filled.map(({ treatment, size }) => ({ treatment, size: (size * allocation) / 100 }));
  return [...inside, { treatment: fallback, size: 100 - allocation, isOutside: true }];
}

function divisionOf(definition: FlagDefinition | undefined, by: Decider): string {
  if (by.code === 'noDefinition' || by.code === 'severalTargets') return JSON.stringify(by);
  const merged: Part[] = [];
  for (const part of partsOf(definition, by)) {
    const last = merged.at(-1);
    // Neighbours that get the same are one part.
    const isMore = last && last.treatment === part.treatment && last.isOutside === part.isOutside;
    if (isMore) merged[merged.length - 1] = { ...last, size: last.size + part.size };
    else merged.push(part);
  }
  return JSON.stringify(merged);
}
