/** What of a change would serve a treatment to more keys than before. */
import type { Rule } from '../../api/model.ts';
import type { BucketChange } from './bucketDiff.ts';
import type { DefinitionDiff } from './definitionDiff.ts';
import { valuesOf } from './likeness.ts';
import { meaningOf } from './matcherMeaning.ts';
import type { MatcherChange, RuleEdit } from './ruleEdit.ts';
import type { TreatmentEdit } from './treatmentDiff.ts';

/** What an approver should not overlook. */
export type Risk = 'killed' | 'servesMore' | 'removesRule' | 'removesDefinition' | 'nothing';

/** The mark of an item, where it has it. */
export const servesMore = (isSo: boolean): { readonly risk?: Risk } => (isSo ? { risk: 'servesMore' } : {});

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

/** The allocation grows, and some rule serves something to those that come. */
export function allocationServesMore(diff: DefinitionDiff): boolean {
  const { before, after } = diff.serving;
  if ((after?.trafficAllocation ?? 0) <= (before?.trafficAllocation ?? 0)) return false;
  return (
    diff.defaultRule.some(({ treatment, after: size = 0 }) => size > 0 && isServing(diff, treatment)) ||
    diff.rules.some((one) => one.change !== 'removed' && newRuleServes(diff, one.change === 'edited' ? one.after : one.rule))
  );
}

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

/** A rule serves more of something, or serves it to more. */
export function editServesMore(diff: DefinitionDiff, edit: RuleEdit): boolean {
  const shares = sizes(edit.buckets).filter(([treatment]) => isServing(diff, treatment));
  return shares.some(([, old, now]) => now > old) || (shares.some(([, , now]) => now > 0) && edit.matchers.some(matchesMore));
}

/** More keys or segments get a treatment whatever the rules say. */
export function targetsServeMore(diff: DefinitionDiff, name: string, { keys, segments }: TreatmentEdit): boolean {
  return isServing(diff, name) && ((keys?.added.length ?? 0) > 0 || (segments?.added.length ?? 0) > 0);
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
function matchesMore(one: MatcherChange): boolean {
  if (one.change === 'removed') return true;
  if (one.change !== 'edited') return false;
  // A list that gets shorter matches less, unless it is negated; of what else may change nobody can tell.
  if (!one.values || !valuesOf(one.after)) return true;
  const meaning = meaningOf(one.after);
  const { added, removed } = one.values;
  if (meaning.code === 'unknown') return true;
  const [more, less] = meaning.negate ? [removed, added] : [added, removed];
  if (meaning.code === 'allOfSet') return less.length > 0;
  return meaning.code === 'equalsSet' ? true : more.length > 0;
}
