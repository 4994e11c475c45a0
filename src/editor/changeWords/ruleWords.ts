/** What a rule asks of a key and what it serves, and what changes in one, in words. */
import * as vscode from 'vscode';
import type { Rule } from '../../api/model.ts';
import { meaningOf } from '../../domain/definitions/matcherMeaning.ts';
import { combinerOf, diffRule, type MatcherChange, type RuleEdit } from '../../domain/definitions/ruleEdit.ts';
import type { ListChange } from '../../domain/definitions/listDiff.ts';
import type { Detail } from '../../webview/protocol.ts';
import { asJson, fieldDetail } from './fieldWords.ts';
import { listed, matcherSentence, matcherWithoutValues } from './matcherWords.ts';
import { bucketsText, shareText, shareWithDelta } from './shareWords.ts';

const { t } = vscode.l10n;

/** One line for each condition, then what is served, then what nobody knows. */
export function ruleLines(rule: Rule): readonly string[] {
  const conditions = rule.condition.matchers.map(matcherSentence);
  return [
    ...(conditions.length === 0 ? [t('everybody')] : combined(conditions, combinerOf(rule))),
    t('serves {0}', rule.buckets.length === 0 ? t('nothing') : bucketsText(rule.buckets)),
    // A rule that is compared with an empty one has all its other fields as changes.
    ...diffRule(EMPTY, { ...rule, condition: { ...rule.condition, matchers: [], combiner: 'AND' } }).otherFields.map(
      ({ field, after }) => `${field}: ${asJson(after)}`,
    ),
  ];
}

const EMPTY: Rule = { buckets: [], condition: { matchers: [] } };

function combined(conditions: readonly string[], combiner: string): readonly string[] {
  if (combiner === 'AND') return conditions.map((line, index) => (index === 0 ? line : t('and {0}', line)));
  return conditions.map((line, index) => (index === 0 ? line : `${combiner} ${line}`));
}

/** One line for each thing in a rule that came, went or changed. Of a long list, only the values that did. */
export function ruleDetails(edit: RuleEdit): readonly Detail[] {
  const { matchers, areMatchersReordered, combiner, buckets, areBucketsChanged, otherFields } = edit;
  const resized = buckets.filter(({ before, after }) => before !== after);
  const details: Detail[] = matchers.flatMap(matcherDetails);
  if (combiner) {
    details.push({ change: 'edited', text: t('conditions are combined by {0} → {1}', combiner.before, combiner.after) });
  }
  if (areMatchersReordered) details.push({ change: 'moved', text: t('conditions in another order') });
  details.push(...resized.map((share): Detail => ({ change: 'edited', text: shareWithDelta(share) })));
  if (areBucketsChanged && resized.length === 0) {
    details.push({ change: 'moved', text: t('shares in another order: {0}', buckets.map(shareText).join(', ')) });
  }
  return [...details, ...otherFields.map(fieldDetail)];
}

function matcherDetails(one: MatcherChange): readonly Detail[] {
  switch (one.change) {
    case 'same':
      return [];
    case 'added': {
      const segment = plainSegment(one.matcher);
      const text =
        segment === undefined ? t('condition added: {0}', matcherSentence(one.matcher)) : t('segment {0} added', segment);
      return [{ change: 'added', text }];
    }
    case 'removed': {
      const segment = plainSegment(one.matcher);
      const text =
        segment === undefined ? t('condition removed: {0}', matcherSentence(one.matcher)) : t('segment {0} removed', segment);
      return [{ change: 'removed', text }];
    }
    case 'edited': {
      if (one.values) return valueDetails(matcherWithoutValues(one.after), one.values);
      const [old, now] = [plainSegment(one.before), plainSegment(one.after)];
      const text =
        old !== undefined && now !== undefined
          ? t('segment {0} → {1}', old, now)
          : `${matcherSentence(one.before)} → ${matcherSentence(one.after)}`;
      return [{ change: 'edited', text }];
    }
    default:
      return one satisfies never;
  }
}

/** The segment of a matcher that asks for nothing else. */
function plainSegment(matcher: Parameters<typeof meaningOf>[0]): string | undefined {
  const meaning = meaningOf(matcher);
  return meaning.code === 'inSegment' && !meaning.negate && meaning.more === undefined ? meaning.segment : undefined;
}

/** "country is one of …: + CH, LI" and "country is one of …: − AT". */
export function valueDetails(label: string, { added, removed, isReordered }: ListChange): readonly Detail[] {
  const details: Detail[] = [];
  if (added.length > 0) details.push({ change: 'added', text: `${label}: + ${listed(added)}` });
  if (removed.length > 0) details.push({ change: 'removed', text: `${label}: − ${listed(removed)}` });
  if (isReordered) details.push({ change: 'moved', text: t('{0}: the same values in another order', label) });
  return details;
}
