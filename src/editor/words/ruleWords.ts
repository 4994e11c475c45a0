/** Describes the conditions of a rule, what the rule serves, treatments, and the changes in all of these. */
import * as vscode from 'vscode';
import type { Rule, Treatment } from '../../api/model.ts';
import { meaningOf } from '../../domain/definitions/matcherMeaning.ts';
import { combinerOf, diffRule, type MatcherChange, type RuleEdit } from '../../domain/definitions/ruleEdit.ts';
import type { ListChange } from '../../domain/definitions/ruleDiff.ts';
import { diffTreatment, type ConfigurationChange, type TreatmentEdit } from '../../domain/definitions/treatmentDiff.ts';
import type { Detail } from '../../webview/protocol.ts';
import { keyText } from './escape.ts';
import { nameOf, quoted } from './quotes.ts';
import { formatNumber } from './requestWords.ts';
import { listed, listedValues, matcherSentence, matcherWithoutValues } from './matcherWords.ts';
import { asJson, bucketsText, fieldDetail, shareDetails } from './valueWords.ts';

const { t } = vscode.l10n;

/**
 * Returns one line for each condition of a rule. Each line after the first begins with the combiner, such as AND. `most` is the
 * maximum number of values that a line names.
 */
export function conditionLines(rule: Rule, most?: number): readonly string[] {
  const conditions = rule.condition.matchers.map((matcher) => matcherSentence(matcher, most));
  const combiner = combinerOf(rule);
  return conditions.length === 0
    ? [noConditions()]
    : conditions.map((line, index) => (index === 0 ? line : `${combiner} ${line}`));
}

/** Returns one line for each condition, one for what the rule serves, and one for each field whose meaning is not known. */
export function ruleLines(rule: Rule): readonly string[] {
  return [
    ...conditionLines(rule),
    t('serves: {0}', rule.buckets.length === 0 ? t('nothing') : bucketsText(rule.buckets)),
    // The comparison with an empty rule finds the fields whose meaning is not known.
    ...diffRule(EMPTY, { ...rule, condition: { ...rule.condition, matchers: [], combiner: 'AND' } }).otherFields.map(
      ({ field, after }) => `${field}: ${asJson(after)}`,
    ),
  ];
}

/** The words for a rule without conditions. SDKs can't read such a rule, and the service never returns one. */
export const noConditions = (): string => t('no conditions, so it is not known who meets the rule');

const EMPTY: Rule = { buckets: [], condition: { matchers: [] } };

/**
 * Returns one line for each part of a rule that was added, removed or changed. For a list of values, the line names only those
 * that differ.
 */
export function ruleDetails(edit: RuleEdit): readonly Detail[] {
  const { matchers, areMatchersReordered, combiner, buckets, bucketOrder, otherFields } = edit;
  const details: Detail[] = matchers.flatMap(matcherDetails);
  if (combiner) {
    details.push({ change: 'edited', text: `${t('conditions')}: ${combiner.before} → ${combiner.after}` });
  }
  if (areMatchersReordered) details.push({ change: 'moved', text: t('in a different order: {0}', t('conditions')) });
  return [...details, ...shareDetails(buckets, bucketOrder), ...otherFields.map(fieldDetail)];
}

function matcherDetails(one: MatcherChange): readonly Detail[] {
  switch (one.change) {
    case 'same':
      return [];
    case 'added':
    case 'removed': {
      const segment = plainSegment(one.matcher);
      const [label, what] =
        segment === undefined ? [t('condition'), matcherSentence(one.matcher)] : [t('segment'), quoted(segment)];
      const text = one.change === 'added' ? t('{0} added: {1}', label, what) : t('{0} removed: {1}', label, what);
      return [{ change: one.change, text }];
    }
    case 'edited': {
      if (one.values) return valueDetails(matcherWithoutValues(one.after), one.values);
      const [old, now] = [plainSegment(one.before), plainSegment(one.after)];
      const text =
        old !== undefined && now !== undefined
          ? `${t('segment')}: ${quoted(old)} → ${quoted(now)}`
          : `${matcherSentence(one.before)} → ${matcherSentence(one.after)}`;
      return [{ change: 'edited', text }];
    }
    default:
      return one satisfies never;
  }
}

/** Returns the name of the segment if the matcher only checks that a key is in a segment. Otherwise undefined. */
function plainSegment(matcher: Parameters<typeof meaningOf>[0]): string | undefined {
  const meaning = meaningOf(matcher);
  return meaning.code === 'inSegment' && !meaning.negate && meaning.more === undefined ? meaning.segment : undefined;
}

/** Returns for example "country is one of …: + “CH”, “LI” (3 unchanged)" and "country is one of …: − “AT” (3 unchanged)". */
function valueDetails(label: string, { added, removed, kept }: ListChange): readonly Detail[] {
  const details: Detail[] = [];
  const others = kept > 0 ? ` ${t('({0} unchanged)', formatNumber(kept))}` : '';
  if (added.length > 0) details.push({ change: 'added', text: `${label}: + ${listedValues(added)}${others}` });
  if (removed.length > 0) details.push({ change: 'removed', text: `${label}: − ${listedValues(removed)}${others}` });
  return details;
}

/** The maximum number of changed fields of a configuration that a sentence names. */
const MAX_CONFIGURATIONS = 4;

/** The maximum number of names in the path to a field. The middle of a longer path is left out. */
const MAX_PATH = 8;

/**
 * The maximum length of a text that a line about a change contains. A longer text is shown only in the row of the whole
 * treatment.
 */
const MAX_TEXT = 80;

export function treatmentLines(treatment: Treatment): readonly string[] {
  const { description, configurations, keys, segments } = treatment;
  // The comparison with an empty treatment finds the large and rule-based segments, and the fields whose meaning is not
  // known.
  const { largeSegments, ruleBasedSegments, otherFields: others } = diffTreatment({ name: treatment.name }, treatment);
  const lines = [
    description ?? '',
    configurations ? t('{0}: {1}', t('configuration'), configurations) : '',
    keys && keys.length > 0 ? t('{0}: {1}', t('keys that always get it'), listedValues(keys)) : '',
    segments && segments.length > 0 ? t('{0}: {1}', t('segments whose keys always get it'), listedValues(segments)) : '',
    largeSegments ? t('{0}: {1}', t('large segments whose keys always get it'), listedValues(largeSegments.added)) : '',
    ruleBasedSegments
      ? t('{0}: {1}', t('rule-based segments whose keys always get it'), listedValues(ruleBasedSegments.added))
      : '',
    ...others.map(({ field, after }) => `${field}: ${asJson(after)}`),
  ].filter((line) => line !== '');
  return lines.length > 0 ? lines : [t('no description')];
}

/** Returns one line for each part of a treatment that was added, removed or changed. */
export function treatmentDetails(edit: TreatmentEdit): readonly Detail[] {
  const { description, configurations, keys, segments, largeSegments, ruleBasedSegments, otherFields } = edit;
  const details: Detail[] = [];
  if (description) details.push(textDetail(t('description'), description));
  for (const { change, text } of configurations ? configurationDetails(configurations) : [])
    details.push({ change, text: t('{0}: {1}', t('configuration'), text) });
  if (keys) details.push(...valueDetails(t('keys that always get it'), keys));
  if (segments) details.push(...valueDetails(t('segments whose keys always get it'), segments));
  if (largeSegments) details.push(...valueDetails(t('large segments whose keys always get it'), largeSegments));
  if (ruleBasedSegments) details.push(...valueDetails(t('rule-based segments whose keys always get it'), ruleBasedSegments));
  return [...details, ...otherFields.map(fieldDetail)];
}

/**
 * Returns one line for each changed field of a configuration, for example "limit 100 → 999". If the configuration is not a JSON
 * object or list, one line shows it as a whole.
 */
function configurationDetails({ fields, before: old, after: now }: ConfigurationChange): readonly Detail[] {
  if (!fields || fields.some(({ path }) => path.length === 0)) {
    const text = Math.max(old.length, now.length) > MAX_TEXT ? t('changed') : `${quoted(old)} → ${quoted(now)}`;
    return [{ change: 'edited', text }];
  }
  return fields.map(({ path, before, after }) => {
    const field = pathText(path);
    const values = [before, after].map((value) => keyText(asJson(value), MAX_TEXT));
    if (before === undefined) return { change: 'added', text: t('{0} added: {1}', field, values[1]!) };
    if (after === undefined) return { change: 'removed', text: t('{0} removed: {1}', field, values[0]!) };
    return { change: 'edited', text: `${field} ${values.join(' → ')}` };
  });
}

/** Returns the path to a field: "limits.daily.[2]". Leaves out the middle of a long path, and the ends of long names. */
function pathText(path: readonly (string | number)[]): string {
  const text = (name: string): string => (name.length > MAX_TEXT ? keyText(asJson(name), MAX_TEXT) : nameOf(name));
  const names = path.map((name) => (typeof name === 'number' ? `[${name}]` : text(name)));
  return (names.length > MAX_PATH ? [...names.slice(0, MAX_PATH / 2), '…', ...names.slice(-MAX_PATH / 2)] : names).join('.');
}

/** Returns the changed fields of a configuration for a sentence: "limit 100 → 999, topK added: 5 and 3 more". */
export const configurationText = (change: ConfigurationChange): string =>
  listed(
    configurationDetails(change).map(({ text }) => text),
    MAX_CONFIGURATIONS,
  );

function textDetail(label: string, { before, after }: { readonly before: string; readonly after: string }): Detail {
  if (before.length > MAX_TEXT || after.length > MAX_TEXT) return { change: 'edited', text: `${label}: ${t('changed')}` };
  if (before === '') return { change: 'added', text: t('{0} added: {1}', label, quoted(after)) };
  if (after === '') return { change: 'removed', text: t('{0} removed: {1}', label, quoted(before)) };
  return { change: 'edited', text: `${label}: ${quoted(before)} → ${quoted(after)}` };
}
