/** What of a change would serve a treatment to more keys than before. */
import type { Rule, Treatment } from '../../api/model.ts';
import type { BucketChange } from './bucketDiff.ts';
import type { DefinitionDiff } from './definitionDiff.ts';
import { valuesOf } from './likeness.ts';
import { meaningOf } from './matcherMeaning.ts';
import type { MatcherChange, RuleEdit } from './ruleEdit.ts';
import type { RuleChange } from './ruleDiff.ts';
import type { TreatmentChange, TreatmentEdit } from './treatmentDiff.ts';

/** What an approver should not overlook. */
export type Risk = 'killed' | 'servesMore' | 'removesRule' | 'removesDefinition' | 'nothing';

/** The mark of an item, where it has it. */
export const servesMore = (isSo: boolean): { readonly risk?: Risk } => (isSo ? { risk: 'servesMore' } : {});

/** How many of those that a rule matches get a treatment, in percent. */
type Share = Rule['buckets'][number];

/** Treatments that stand for "not served", besides the default one. */
const OFF = new Set(['off', 'control']);

/** True of a treatment that is more than what everybody gets anyway: neither the default one nor off. */
function isServing({ serving }: DefinitionDiff, treatment: string): boolean {
  return treatment !== (serving.after ?? serving.before)?.defaultTreatment && !OFF.has(treatment);
}

/** The default rule gives more to a treatment, with the traffic allocation reckoned in. */
export function defaultRuleServesMore(diff: DefinitionDiff): boolean {
  const { before, after } = diff.serving;
  const [was, will] = [before?.trafficAllocation ?? 0, after?.trafficAllocation ?? 0];
  return sizes(diff.defaultRule).some(
    ([treatment, old, now]) => isServing(diff, treatment) && now > old && now * will > old * was,
  );
}

/** The allocation grows, and some rule serves something to those that come; or it shrinks, and more get a default treatment that serves. */
export function allocationServesMore(diff: DefinitionDiff): boolean {
  const { before, after } = diff.serving;
  const [was, will] = [before?.trafficAllocation ?? 0, after?.trafficAllocation ?? 0];
  if (will < was) return leavingOutServes(diff);
  return (
    will > was &&
    (diff.defaultRule.some(({ treatment, after: size = 0 }) => size > 0 && isServing(diff, treatment)) ||
      diff.rules.some((one) => one.change !== 'removed' && newRuleServes(diff, ruleAfter(one))))
  );
}

/** Those who are left out get the default treatment, where some rule gave them anything else. A killed flag asks no rule. */
function leavingOutServes({ serving: { after }, defaultRule, rules }: DefinitionDiff): boolean {
  const treatment = after?.defaultTreatment;
  if (!after || after.isKilled || treatment === undefined || OFF.has(treatment)) return false;
  const isOther = (one: string, size: number): boolean => size > 0 && one !== treatment;
  return (
    defaultRule.some(({ treatment: one, before = 0 }) => isOther(one, before)) ||
    rules.some(
      (one) => one.change !== 'added' && ruleBefore(one).buckets.some(({ treatment: name, size }) => isOther(name, size)),
    )
  );
}

const ruleAfter = (one: Exclude<RuleChange, { change: 'removed' }>): Rule => (one.change === 'edited' ? one.after : one.rule);
const ruleBefore = (one: Exclude<RuleChange, { change: 'added' }>): Rule => (one.change === 'edited' ? one.before : one.rule);

/** What those get who are left out, or everybody if the flag is killed, is another treatment. */
export function defaultTreatmentServesMore({ serving: { after }, defaultTreatment }: DefinitionDiff): boolean {
  const treatment = defaultTreatment?.after;
  if (!after || treatment === undefined || OFF.has(treatment)) return false;
  return after.isKilled || after.trafficAllocation < 100;
}

/** A new rule serves something. */
export function newRuleServes(diff: DefinitionDiff, { buckets }: Rule): boolean {
  return buckets.some(({ treatment, size }) => size > 0 && isServing(diff, treatment));
}

/** A rule serves more of something, or serves it to more; or it lets go of some that what follows it, at `to`, serves more. */
export function editServesMore(diff: DefinitionDiff, edit: RuleEdit, to: number): boolean {
  const shares = sizes(edit.buckets).filter(([treatment]) => isServing(diff, treatment));
  if (shares.some(([, old, now]) => now > old)) return true;
  // How conditions of an unknown combiner match is not known.
  const matches = (which: 'more' | 'fewer'): boolean =>
    edit.combiner !== undefined || edit.matchers.some((one) => mayMatch(which, one));
  if (shares.some(([, , now]) => now > 0) && matches('more')) return true;
  const before = edit.buckets.map(({ treatment, before: size = 0 }) => ({ treatment, size }));
  return matches('fewer') && isServedMoreFrom(diff, to + 1, before);
}

/**
 * More keys or segments get a treatment whatever the rules say; or fewer are held back by one. `treatment` = as it is after, or
 * as it was if it is removed.
 */
export function targetsServeMore(diff: DefinitionDiff, { name }: Treatment, { keys, segments }: TargetsEdit): boolean {
  const comes = (keys?.added.length ?? 0) + (segments?.added.length ?? 0) > 0;
  const goes = (keys?.removed.length ?? 0) + (segments?.removed.length ?? 0) > 0;
  if (comes && isServing(diff, name)) return true;
  if (!goes) return false;
  // Segments may have keys in common.
  const isElsewhere = diff.treatments.some((one) => one.change !== 'removed' && serves(diff, treatmentAfter(one)));
  return (!isServing(diff, name) && isElsewhere) || isServedMoreFrom(diff, 0, [{ treatment: name, size: 100 }]);
}

type TargetsEdit = Pick<TreatmentEdit, 'keys' | 'segments'>;

const treatmentAfter = (one: Exclude<TreatmentChange, { change: 'removed' }>): Treatment =>
  one.change === 'edited' ? one.after : one.treatment;
const serves = (diff: DefinitionDiff, { name, segments }: Treatment): boolean =>
  isServing(diff, name) && (segments?.length ?? 0) > 0;

/** What shares serve, in percent: `more` than the default treatment or off, and `on` = anything but off. */
interface Served {
  readonly more: number;
  readonly on: number;
}

function servedBy(diff: DefinitionDiff, shares: readonly Share[]): Served {
  const sum = (counts: (treatment: string) => boolean): number =>
    shares.reduce((total, { treatment, size }) => total + (counts(treatment) ? size : 0), 0);
  return { more: sum((treatment) => isServing(diff, treatment)), on: sum((treatment) => !OFF.has(treatment)) };
}

const isMore = (one: Served, other: Served): boolean => one.more > other.more || one.on > other.on;

/** By place after: the most that the rule there, one of those after it, or the default rule serves; worked out once for all who ask. */
const following = new WeakMap<DefinitionDiff, readonly Served[]>();

function followingOf(diff: DefinitionDiff): readonly Served[] {
  const known = following.get(diff);
  if (known) return known;
  const last = servedBy(
    diff,
    diff.defaultRule.map(({ treatment, after: size = 0 }) => ({ treatment, size })),
  );
  const found = [last];
  for (const one of diff.rules.toReversed()) {
    if (one.change === 'removed') continue;
    const [rest, own] = [found.at(-1)!, servedBy(diff, ruleAfter(one).buckets)];
    found.push({ more: Math.max(rest.more, own.more), on: Math.max(rest.on, own.on) });
  }
  following.set(diff, found.toReversed());
  return found.toReversed();
}

/** True if the rule at the place `to`, one of those after it, or the default rule serves more than these shares. */
const isServedMoreFrom = (diff: DefinitionDiff, to: number, shares: readonly Share[]): boolean =>
  isMore(followingOf(diff)[to]!, servedBy(diff, shares));

/** Who gets the one shares instead of the others is served more of something: nobody can tell which of two treatments is the bolder one. */
export function givesOther(diff: DefinitionDiff, one: readonly Share[], other: readonly Share[]): boolean {
  const of = (shares: readonly Share[], name: string): number =>
    shares.reduce((total, { treatment, size }) => total + (treatment === name ? size : 0), 0);
  return (
    isMore(servedBy(diff, one), servedBy(diff, other)) ||
    one.some(({ treatment }) => isServing(diff, treatment) && of(one, treatment) > of(other, treatment))
  );
}

/** By treatment, for one may have several shares: how much it got and gets, in percent. */
function sizes(buckets: readonly BucketChange[]): readonly (readonly [treatment: string, before: number, after: number])[] {
  return [...Map.groupBy(buckets, ({ treatment }) => treatment)].map(([treatment, all]) => [
    treatment,
    all.reduce((sum, { before = 0 }) => sum + before, 0),
    all.reduce((sum, { after = 0 }) => sum + after, 0),
  ]);
}

/** True as well where nobody can tell. */
function mayMatch(which: 'more' | 'fewer', one: MatcherChange): boolean {
  if (one.change === 'removed') return which === 'more';
  if (one.change === 'added') return which === 'fewer';
  if (one.change !== 'edited') return false;
  // A list that gets shorter matches less, unless it is negated; of what else may change nobody can tell.
  if (!one.values || !valuesOf(one.after)) return true;
  const meaning = meaningOf(one.after);
  const { added, removed } = one.values;
  if (meaning.code === 'unknown') return true;
  if (meaning.code === 'equalsSet') return true;
  // Of a list of which all are asked for, each value more matches fewer.
  const growsWithList = (meaning.code === 'allOfSet') === meaning.negate;
  return (growsWithList === (which === 'more') ? added : removed).length > 0;
}
