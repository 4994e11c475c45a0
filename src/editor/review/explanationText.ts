/** An explanation as a text: what is known of the key, and for each version of the definition what decides and why. */
import * as vscode from 'vscode';
import type { FlagDefinition, Rule } from '../../api/model.ts';
import { explain, type KeyFacts } from '../../domain/audiences/explain.ts';
import type { Answer, Decider } from '../../domain/audiences/outcome.ts';
import { outcomeText } from '../changeTexts/audienceWords.ts';
import { matcherSentence } from '../changeTexts/matcherWords.ts';
import { formatPercent } from '../formats/requestWords.ts';
import { displayLanguage } from '../formats/displayLanguage.ts';
import type { FlagTarget } from '../service/target.ts';

const { t } = vscode.l10n;

export interface Version {
  readonly label: string;
  /** Undefined = there is none. */
  readonly definition: FlagDefinition | undefined;
  /** Why it is not known. */
  readonly failure?: string;
}

export interface SegmentFact {
  readonly name: string;
  /** Undefined = not known; `note` says why. */
  readonly isIn: boolean | undefined;
  readonly note?: string;
  readonly at?: Date;
}

interface Explained {
  readonly target: FlagTarget;
  readonly versions: readonly Version[];
  readonly key: string;
  readonly attributes: ReadonlyMap<string, string | undefined>;
  readonly segments: readonly SegmentFact[];
}

/** "country = DE". */
export const attributeText = (name: string, value: string | undefined): string =>
  value === undefined ? t('{0}: has none', name) : `${name} = ${value}`;

export function explanationText({ target, versions, key, attributes, segments }: Explained): string {
  const { name, workspace, environment } = target;
  const facts: KeyFacts = { key, attributes, segments: new Map(segments.map((fact) => [fact.name, fact.isIn])) };
  const about = [...segments.map(segmentLine), ...[...attributes].map(([field, value]) => attributeText(field, value))];
  const parts = versions.map(({ label, definition, failure }) => [
    label,
    ...(failure ? [failure] : explanationLines(definition, facts)),
  ]);
  if (about.length > 0) parts.push([t('What is known of the key'), ...about]);
  return [
    t('{0} in {1} / {2}, for the key {3}', name, workspace.name, environment.name, key),
    ...parts.map((lines) => lines.join('\n  ')),
    t('Which of several shares the key falls into is decided by the service’s hash, which is not worked out here.'),
    '',
  ].join('\n\n');
}

function segmentLine({ name, isIn, note, at }: SegmentFact): string {
  const words = isIn === undefined ? t('{0}: not known', name) : isIn ? t('in {0}', name) : t('not in {0}', name);
  const read = at && t('read at {0}', new Intl.DateTimeFormat(displayLanguage(), { timeStyle: 'medium' }).format(at));
  const more = [note, read].filter(Boolean).join(', ');
  return more === '' ? words : `${words} (${more})`;
}

function explanationLines(definition: FlagDefinition | undefined, facts: KeyFacts): readonly string[] {
  if (!definition) return [t('no definition')];
  const { outcome, rules } = explain(definition, facts);
  const { by } = outcome;
  const asked = by.code === 'rule' ? rules.slice(0, by.index + 1) : by.code === 'defaultRule' ? rules : undefined;
  const isOpen = asked?.some(({ isMet }) => isMet === undefined) ?? false;
  return [
    t('gets {0}', outcomeText(outcome)),
    causeOf(by, isOpen),
    ...(asked ?? []).map(({ isMet, matchers }, index) => ruleText(definition.rules[index]!, index, isMet, matchers)),
    ...(asked ? allocationLines(definition) : []),
  ];
}

/** `isOpen` = whether it meets some rule up to the one that decides is not known. */
function causeOf(by: Decider, isOpen: boolean): string {
  switch (by.code) {
    case 'noDefinition':
      return t('no definition');
    case 'killed':
      return t('because the flag is killed');
    case 'target':
      return t('because it is an individual target of {0}', by.treatment);
    case 'severalTargets':
      return t('because it is a target of several treatments: which goes first is not documented');
    case 'rule':
      return isOpen
        ? t('because of rule {0}, unless it meets an earlier one: that is not known', by.index + 1)
        : t('because of rule {0}, the first that it meets', by.index + 1);
    case 'defaultRule':
      return isOpen
        ? t('because of the default rule: as far as known, it meets no rule')
        : t('because of the default rule: it meets no rule');
    case 'noTraffic':
      return t('because the traffic allocation is 0%: no rule is asked');
    default:
      return by satisfies never;
  }
}

/** Whether it is met, and each of its conditions. */
function ruleText({ condition }: Rule, index: number, isMet: Answer, matchers: readonly Answer[]): string {
  const words = [t('rule {0} may be met', index + 1), t('rule {0} is met', index + 1), t('rule {0} is not met', index + 1)];
  const answers = [t('not known'), t('yes'), t('no')];
  const of = (answer: Answer): number => (answer === undefined ? 0 : answer ? 1 : 2);
  const conditions = condition.matchers.map((one, at) => `${matcherSentence(one)} (${answers[of(matchers[at])]})`);
  return `${words[of(isMet)]}: ${conditions.join('; ') || t('everybody')}`;
}

function allocationLines({ trafficAllocation, defaultTreatment }: FlagDefinition): readonly string[] {
  const outside = 100 - (trafficAllocation ?? 100);
  if (outside <= 0) return [];
  const given = defaultTreatment ?? t('default treatment');
  return [t('{0} of the keys are outside the traffic allocation and get {1}', formatPercent(outside), given)];
}
