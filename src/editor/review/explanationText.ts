/** An explanation as a text: what is known of the key, and for each version of the definition what decides and why. */
import * as vscode from 'vscode';
import type { FlagDefinition, Rule } from '../../api/model.ts';
import { explain, type KeyFacts } from '../../domain/audiences/explain.ts';
import type { Answer, Outcome } from '../../domain/audiences/outcome.ts';
import { outcomeText } from '../changeTexts/audienceWords.ts';
import { matcherSentence } from '../changeTexts/matcherWords.ts';
import { formatPercent } from '../formats/requestWords.ts';
import type { FlagTarget } from '../service/target.ts';
import { displayLanguage } from '../formats/displayLanguage.ts';

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

export function explanationText({ target, versions, key, attributes, segments }: Explained): string {
  const { name, workspace, environment } = target;
  const known = segments.flatMap((fact) => (fact.isIn === undefined ? [] : [[fact.name, fact.isIn] as const]));
  const facts: KeyFacts = { key, attributes, segments: new Map(known) };
  const about = [
    ...segments.map(segmentLine),
    ...[...attributes].map(([field, value]) => (value === undefined ? t('{0}: has none', field) : `${field} = ${value}`)),
  ];
  return [
    t('{0} in {1} / {2}, for the key {3}', name, workspace.name, environment.name, key),
    ...versions.map(({ label, definition, failure }) =>
      [label, ...(failure ? [failure] : explanationLines(definition, facts))].join('\n  '),
    ),
    ...(about.length > 0 ? [[t('What is known of the key'), ...about].join('\n  ')] : []),
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
  const { outcome, rules } = explain(definition, facts);
  if (!definition) return [t('no definition')];
  const { by } = outcome;
  const last = by.code === 'rule' ? by.index : by.code === 'defaultRule' ? rules.length - 1 : -1;
  return [
    t('gets {0}', outcomeText(outcome)),
    causeOf(
      outcome,
      rules.slice(0, last + 1).some(({ isMet }) => isMet === undefined),
    ),
    ...rules
      .slice(0, last + 1)
      .map((rule, index) => `${ruleWord(index, rule.isMet)}: ${conditionText(definition.rules[index]!, rule.matchers)}`),
    ...(by.code === 'rule' || by.code === 'defaultRule' ? allocationLines(definition) : []),
  ];
}

/** `isOpen` = whether it meets some rule up to the one that decides is not known. */
function causeOf({ by }: Outcome, isOpen: boolean): string {
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

function ruleWord(index: number, isMet: Answer): string {
  if (isMet === undefined) return t('rule {0} may be met', index + 1);
  return isMet ? t('rule {0} is met', index + 1) : t('rule {0} is not met', index + 1);
}

/** Of each condition, whether it is so. */
function conditionText({ condition }: Rule, matchers: readonly Answer[]): string {
  if (condition.matchers.length === 0) return t('everybody');
  const words = (answer: Answer): string => (answer === undefined ? t('not known') : answer ? t('yes') : t('no'));
  return condition.matchers.map((matcher, index) => `${matcherSentence(matcher)} (${words(matchers[index])})`).join('; ');
}

function allocationLines({ trafficAllocation, defaultTreatment }: FlagDefinition): readonly string[] {
  const allocation = trafficAllocation ?? 100;
  if (allocation >= 100) return [];
  return [
    t(
      '{0} of the keys are outside the traffic allocation and get {1}',
      formatPercent(100 - allocation),
      defaultTreatment ?? t('default treatment'),
    ),
  ];
}
