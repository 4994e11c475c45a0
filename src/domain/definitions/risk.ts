/**
 * Whether a change serves more, or less, than before. A mark says only what the definitions prove: of those whom an item reaches,
 * some get more of a treatment and nobody gets less of any, or the other way round. There is no mark where some gain and others
 * lose, where one treatment takes the place of another, and where it depends on who meets a condition: on which keys are in a
 * segment, for example. So conditions that change, rules that only move and individual targets have none.
 */
import type { Bucket, Rule, Treatment } from '../../api/model.ts';
import type { DefinitionDiff, Serving } from './definitionDiff.ts';
import type { RuleChange } from './ruleDiff.ts';
import { editOf } from './ruleEdit.ts';
import { canonical } from './sameValue.ts';
import type { TreatmentChange } from './treatmentDiff.ts';

export type Served = 'servesMore' | 'servesLess';
/** What an approver should not overlook. */
export type Risk = 'killed' | Served | 'removesRule' | 'removesDefinition' | 'nothing';
/** `unclear` = some gain and others lose, or nobody can tell. */
type Verdict = Served | 'same' | 'unclear';

type Shares = readonly Bucket[];
type Of<Change extends RuleChange['change']> = Extract<RuleChange, { change: Change }>;

/** Treatments that stand for "not served". */
const OFF = new Set(['off', 'control']);

/** The mark of an item, where it has one. */
export const marked = (risk: Risk | undefined): { readonly risk?: Risk } => (risk ? { risk } : {});

/** The one mark of several items: that of each of them, or one that is no matter of more or less. */
export function markOfAll(risks: readonly (Risk | undefined)[]): { readonly risk?: Risk } {
  const [first] = risks;
  const other = risks.find((risk) => risk !== 'servesMore' && risk !== 'servesLess' && risk !== undefined);
  return marked(other ?? (risks.every((risk) => risk === first) ? first : undefined));
}

/** Of those whom the shares decide for, how many get a treatment that is not off, in hundredths of a percent. */
function outcomeOf(shares: Shares, serving: Serving | undefined): ReadonlyMap<string, number> {
  const outcome = new Map<string, number>();
  if (!serving) return outcome;
  const add = (treatment: string, size: number): void => {
    if (size > 0 && !OFF.has(treatment)) outcome.set(treatment, (outcome.get(treatment) ?? 0) + size);
  };
  const allocated = serving.isKilled ? 0 : serving.trafficAllocation;
  for (const { treatment, size } of shares) add(treatment, size * allocated);
  if (serving.defaultTreatment !== undefined) add(serving.defaultTreatment, 100 * (100 - allocated));
  return outcome;
}

function compare(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Verdict {
  const differences = [...new Set([...before.keys(), ...after.keys()])].map(
    (treatment) => (after.get(treatment) ?? 0) - (before.get(treatment) ?? 0),
  );
  const [gains, loses] = [differences.some((size) => size > 0), differences.some((size) => size < 0)];
  if (gains && loses) return 'unclear';
  if (gains) return 'servesMore';
  return loses ? 'servesLess' : 'same';
}

/** For those who got the one shares and get the other. What that does by itself must be so with all else that changes. */
function verdictOf({ serving }: DefinitionDiff, before: Shares, after: Shares): Verdict {
  const now = outcomeOf(after, serving.after);
  const byItself = compare(outcomeOf(before, serving.after), now);
  return byItself === compare(outcomeOf(before, serving.before), now) ? byItself : 'unclear';
}

/** What all of them say together: those for whom nothing changes don't count. */
function together(verdicts: Iterable<Verdict>): Served | undefined {
  const said = new Set(verdicts);
  said.delete('same');
  const [only] = said;
  return said.size === 1 && only !== 'unclear' && only !== 'same' ? only : undefined;
}

export const defaultRuleServes = (diff: DefinitionDiff): Served | undefined =>
  together([verdictOf(diff, defaultBefore(diff), defaultAfter(diff))]);

/** For everybody, by itself and with all else that changes; only where the same rule decides for each as before. */
export function settingServes(diff: DefinitionDiff, setting: 'trafficAllocation' | 'defaultTreatment'): Served | undefined {
  const { before, after } = diff.serving;
  if (!before || !after) return undefined;
  const unset = { ...after, [setting]: before[setting] };
  const groups = [[defaultBefore(diff), defaultAfter(diff)] as const];
  for (const one of diff.rules) {
    const isStill = one.change === 'same' || (one.change === 'edited' && !one.isMoved && asksTheSame(one));
    if (!isStill) return undefined;
    groups.push([sharesBefore(one), sharesAfter(one)]);
  }
  const byItself = together(groups.map(([, now]) => compare(outcomeOf(now, unset), outcomeOf(now, after))));
  const withAll = together(groups.map(([old, now]) => compare(outcomeOf(old, before), outcomeOf(now, after))));
  return byItself === withAll ? withAll : undefined;
}

/** Until now everybody got the default treatment. */
export function restoringServes(diff: DefinitionDiff): Served | undefined {
  const { before, after } = diff.serving;
  const targets = diff.treatments.flatMap((one): Shares[] => {
    if (one.change === 'removed') return [];
    const treatment = one.change === 'edited' ? one.after : one.treatment;
    return isTargeted(treatment) ? [[{ treatment: treatment.name, size: 100 }]] : [];
  });
  const rules = diff.rules.flatMap((one) => (one.change === 'removed' ? [] : [sharesAfter(one)]));
  const old = outcomeOf([], before);
  return together([...targets, ...rules, defaultAfter(diff)].map((now) => compare(old, outcomeOf(now, after))));
}

/** A rule that asks what it asked, of those who meet it. */
export function editServes(diff: DefinitionDiff, one: Of<'edited'>): Served | undefined {
  return asksTheSame(one) ? together([verdictOf(diff, sharesBefore(one), sharesAfter(one))]) : undefined;
}

/**
 * What each new rule serves, held against all that those who meet it may have got: by the default rule, and by any rule but those
 * that stand above it and ask what they asked, for who meets these does not come to it.
 */
export function createNewRuleServes(diff: DefinitionDiff): (one: Of<'added'>) => Served | undefined {
  const defaultShares = defaultBefore(diff);
  /** By what they give: the place after of the last of them, Infinity where it may have decided for anybody. */
  const given = new Map([[canonical(defaultShares), { shares: defaultShares, last: Infinity }]]);
  const asked = new Map<string, number>();
  for (const one of diff.rules) {
    for (const text of new Set(conditionsOf(one).map(canonical))) asked.set(text, (asked.get(text) ?? 0) + 1);
    if (one.change === 'added') continue;
    const shares = sharesBefore(one);
    const last = one.change !== 'removed' && asksTheSame(one) ? one.to : Infinity;
    const text = canonical(shares);
    given.set(text, { shares, last: Math.max(last, given.get(text)?.last ?? 0) });
  }
  // A rule that everybody meets may leave nobody to the others, and who was a target got what no rule says.
  const isUnclear =
    given.size > MAX_GIVEN ||
    diff.rules.some((one) => conditionsOf(one).some(({ matchers }) => matchers.length === 0)) ||
    diff.treatments.some((one) => one.change !== 'added' && one.change !== 'same' && isTargeted(treatmentBefore(one)));
  return ({ index, rule }) => {
    // So may another rule that asks the same.
    if (isUnclear || asked.get(canonical(rule.condition)) !== 1) return undefined;
    const may = [...given.values()].filter(({ last }) => last > index);
    return together(may.map(({ shares }) => verdictOf(diff, shares, rule.buckets)));
  };
}

/** With more different shares than that, new rules have no mark: each would be held against each. */
const MAX_GIVEN = 100;

/** A rule of which the condition stays, so that the same keys meet it. */
function asksTheSame(one: Of<'edited' | 'moved' | 'same'>): boolean {
  if (one.change !== 'edited') return true;
  const { matchers, combiner, otherFields } = editOf(one);
  return combiner === undefined && otherFields.length === 0 && matchers.every(({ change }) => change === 'same');
}

const isTargeted = ({ keys, segments }: Treatment): boolean => (keys?.length ?? 0) + (segments?.length ?? 0) > 0;
const treatmentBefore = (one: Exclude<TreatmentChange, { change: 'added' }>): Treatment =>
  one.change === 'edited' ? one.before : one.treatment;
const conditionsOf = (one: RuleChange): readonly Rule['condition'][] =>
  one.change === 'edited' ? [one.before.condition, one.after.condition] : [one.rule.condition];
const sharesBefore = (one: Exclude<RuleChange, { change: 'added' }>): Shares =>
  (one.change === 'edited' ? one.before : one.rule).buckets;
const sharesAfter = (one: Exclude<RuleChange, { change: 'removed' }>): Shares =>
  (one.change === 'edited' ? one.after : one.rule).buckets;
const defaultBefore = ({ defaultRule }: DefinitionDiff): Shares =>
  defaultRule.map(({ treatment, before: size = 0 }) => ({ treatment, size }));
const defaultAfter = ({ defaultRule }: DefinitionDiff): Shares =>
  defaultRule.map(({ treatment, after: size = 0 }) => ({ treatment, size }));
