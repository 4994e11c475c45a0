/**
 * Writes the explanation of a flag for a key: which rule decides in each version of the definition and why, and what is known
 * about the key.
 */
import * as vscode from 'vscode';
import type { FlagDefinition, Matcher, Rule } from '../../api/model.ts';
import {
  explain,
  dependsOnSdk,
  evaluate,
  type MaybeBoolean,
  type Explanation,
  type KeyFacts,
  type Outcome,
} from '../../domain/audiences/evaluate.ts';
import { decidingFields, reconfiguredTreatments } from '../../domain/audiences/unknowns.ts';
import { archivedSentence } from '../words/archivedWords.ts';
import { deciderText } from '../words/groupWords.ts';
import { sharesText } from '../words/moveWords.ts';
import { joined, nameOf, quoted } from '../words/quotes.ts';
import { configurationText, noConditions } from '../words/ruleWords.ts';
import { matcherSentence } from '../words/matcherWords.ts';
import { formatPercent } from '../words/requestWords.ts';
import type { FlagTarget } from '../window/target.ts';
import { wrapLines } from '../words/wrapLines.ts';
import { withOwnMark } from '../words/ownText.ts';

const { t } = vscode.l10n;

export interface ExplainedVersion {
  readonly label: string;
  /** Undefined if the flag has no definition in this version. */
  readonly definition: FlagDefinition | undefined;
  readonly isUnread?: boolean;
}

export interface SegmentFact {
  readonly name: string;
  /** True if the segment contains the key. Undefined if that is not known. */
  readonly hasKey: boolean | undefined;
  /** Says when the segment was read, or why it is not known whether it contains the key. */
  readonly note: string;
}

/** What is known about a key. */
export interface KnownKey {
  readonly key: string;
  /** The attributes as the user typed them, by name. Undefined for an attribute that the key does not have. */
  readonly attributes: ReadonlyMap<string, string | undefined>;
  /** The segments in which the key was looked up. */
  readonly segments: readonly SegmentFact[];
}

interface Explained extends KnownKey {
  readonly target: FlagTarget;
  readonly versions: readonly ExplainedVersion[];
  /** True if the flag is archived: its definitions have no effect. */
  readonly isArchived?: boolean;
}

export function factsOf({ key, attributes, segments }: KnownKey): KeyFacts {
  const typed = [...attributes].map(([field, value]) => [field, value === undefined ? value : { typed: value }] as const);
  return { key, attributes: new Map(typed), segments: new Map(segments.map((fact) => [fact.name, fact.hasKey])) };
}

/** Returns for example "country = DE". */
export const attributeText = (name: string, value: string | undefined): string =>
  value === undefined ? t('{0}: no value', nameOf(name)) : `${nameOf(name)} = ${quoted(value)}`;

export function explanationText({ target, versions, key, attributes, segments, isArchived }: Explained): string {
  const { name, workspace, environment } = target;
  const facts = factsOf({ key, attributes, segments });
  const about = [...segments.map(segmentLine), ...[...attributes].map(([field, value]) => attributeText(field, value))];
  const parts = versions.map((version, index) => [
    version.label,
    ...explanationLines(version, facts, index > 0 ? versions[0] : undefined),
  ]);
  if (about.length > 0) parts.push([t('Known facts about the key'), ...about]);
  const hasShares = versions.some(({ definition }) => evaluate(definition, facts).shares.length > 1);
  const note = t(
    'The service uses a hash to select a share for a key. Flag Admin does not calculate this hash, so it can’t say which share the key gets.',
  );
  const paragraphs = [
    ...(isArchived ? [wrapLines(archivedSentence(name))] : []),
    ...parts.map((lines) => lines.map((line) => wrapLines(line, '    ')).join('\n  ')),
    ...(hasShares ? [wrapLines(note)] : []),
  ];
  const title = t('what the flag {1} serves to the key {0} in {2} / {3}', key, name, workspace.name, environment.name);
  return withOwnMark(`${paragraphs.join('\n\n')}\n`, title);
}

function segmentLine({ name, hasKey, note }: SegmentFact): string {
  const words =
    hasKey === undefined
      ? t('not known whether in {0}', quoted(name))
      : hasKey
        ? t('in {0}', quoted(name))
        : t('not in {0}', quoted(name));
  return `${words} (${note})`;
}

/**
 * Explains one version. Its configurations are compared with those of the live definition. `live` undefined = the version is the
 * live definition itself.
 */
function explanationLines(
  { definition, isUnread }: ExplainedVersion,
  facts: KeyFacts,
  live: ExplainedVersion | undefined,
): readonly string[] {
  if (isUnread) return [t('This version can’t be read. Open it to see why.')];
  // The service answers in the same way if there is no live definition and if the API key can't see the definition.
  if (!definition) return [live ? t('no definition') : t('no definition, or this API key can’t see it')];
  const { outcome, isDeciderSure, rules } = explain(definition, facts);
  const { by } = outcome;
  const asked = rules.slice(0, by.code === 'rule' ? by.index + 1 : by.code === 'defaultRule' ? rules.length : 0);
  const isServed = by.code === 'rule' || by.code === 'defaultRule';
  const fields = definition.killed === true ? [] : decidingFields([definition]);
  const isSure = isDeciderSure && fields.length === 0;
  const outside = isServed ? 100 - (definition.trafficAllocation ?? 100) : 0;
  return [
    t('gets: {0}', outcomeText(outcome)),
    isSure ? t('why: {0}', deciderText(by)) : t('why: {0} (not certain)', deciderText(by)),
    ...fields.map((field) =>
      t('Flag Admin can’t evaluate {0}. This key might get a different treatment because of it.', quoted(field)),
    ),
    ...asked.map(({ isMet, matchers }, index) => ruleText(definition.rules[index]!, index, { isMet, matchers }, facts)),
    ...reconfiguredTreatments(live?.definition, definition, new Set(outcome.shares.map(({ treatment }) => treatment))).map(
      ({ treatment, change }) => t('a different configuration of {0}: {1}', quoted(treatment), configurationText(change)),
    ),
    ...(outside > 0 ? [t('{0} of the keys are outside the traffic allocation', formatPercent(outside))] : []),
  ];
}

function outcomeText({ by, shares, unless }: Outcome): string {
  const text =
    by.code === 'severalTargets' ? t('{0} ({1})', t('not known'), deciderText(by)) : sharesText(shares) || t('not known');
  return unless.length === 0
    ? text
    : t('{0} (unless {1} decides first; it is not known whether it does)', text, joined(unless.map(deciderText), 'disjunction'));
}

type ExplainedRule = Explanation['rules'][number];

const answerText = (answer: MaybeBoolean): string => (answer === undefined ? t('not known') : answer ? t('met') : t('not met'));

/** Returns a text that says whether the key meets the rule and each of its conditions. */
function ruleText({ condition }: Rule, index: number, { isMet, matchers }: ExplainedRule, facts: KeyFacts): string {
  const answerOf = (matcher: Matcher, at: number): string =>
    dependsOnSdk(matcher, facts)
      ? t('depends on the SDK, because the key has no {0}', matcher.attribute ?? '')
      : answerText(matchers[at]);
  const conditions = condition.matchers.map((one, at) => `${matcherSentence(one)} (${answerOf(one, at)})`);
  const all = conditions.length > 1 ? ['', ...conditions].join('\n    ') : ` ${conditions[0] ?? noConditions()}`;
  return `${t('rule {0}', index + 1)} (${answerText(isMet)}):${all}`;
}
