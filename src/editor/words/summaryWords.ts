/**
 * Writes the summary of a change in plain language. Each item becomes a sentence with a tone and, if it is a risk, a warning
 * word.
 */
import * as vscode from 'vscode';
import type { Rule } from '../../api/model.ts';
import type { Risk, RuleMove, SummaryItem } from '../../domain/definitions/summary.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { formatPercent, keysWords } from './requestWords.ts';
import { listed, matcherSentence } from './matcherWords.ts';
import { nameOf, quoted } from './quotes.ts';
import { noConditions, ruleDetails, treatmentDetails } from './ruleWords.ts';
import { bucketsText, fieldChange, notSet, orderText, shareText } from './valueWords.ts';

const { t } = vscode.l10n;

/** The maximum number of details that a line of the summary has for one rule or treatment. */
const MAX_DETAILS = 3;

export function summarySentence(item: SummaryItem): SummaryLine {
  const { text, tone } = lineOf(item);
  const mark = item.risk ? riskWord(item.risk) : '';
  return { text, tone: mark !== '' && tone === 'info' ? 'warning' : tone, mark };
}

export function riskWord(risk: Risk): string {
  switch (risk) {
    case 'killed':
      return t('kills');
    case 'removesRule':
      return t('removes a rule');
    case 'removesDefinition':
      return t('removes the definition');
    case 'nothing':
      return t('no effect');
    default:
      return risk satisfies never;
  }
}

function lineOf(item: SummaryItem): SummaryLine {
  switch (item.code) {
    case 'killed':
      return { text: t('Kills the flag: everyone gets {0} at once.', served(item.treatment)), tone: 'danger' };
    case 'restored':
      return { text: t('Restores the flag: its definition applies again.'), tone: 'warning' };
    case 'staysKilled':
      return {
        text: t('The flag stays killed: everyone gets {0} until it is restored.', served(item.treatment)),
        tone: 'info',
      };
    case 'definitionAdded':
      return { text: t('Adds a definition to this environment.'), tone: 'info' };
    case 'definitionRemoved':
      return { text: t('Removes the definition from this environment.'), tone: 'danger' };
    case 'defaultRuleChanged':
      return { text: defaultRuleText(item), tone: 'warning' };
    case 'rulesAdded':
      return { text: t('Adds {0}: {1}.', ...ruleParts(item.changes, ruleText)), tone: 'info' };
    case 'rulesRemoved':
      return { text: t('Removes {0}: {1}.', ...ruleParts(item.changes, ruleText)), tone: 'warning' };
    case 'rulesMoved':
      return { text: movesText(item.changes), tone: 'warning' };
    case 'rulesEdited':
      return { text: t('Changes {0}: {1}.', ...ruleParts(item.changes, ({ edit }) => details(ruleDetails(edit)))), tone: 'info' };
    case 'treatmentsAdded':
      return { text: t('Adds {0}: {1}.', t('treatments'), listed(item.names.map(nameOf))), tone: 'info' };
    case 'treatmentsRemoved':
      return { text: t('Removes {0}: {1}.', t('treatments'), listed(item.names.map(nameOf))), tone: 'warning' };
    case 'treatmentsEdited':
      return { text: t('Changes {0}: {1}.', ...treatmentParts(item.changes)), tone: 'info' };
    case 'treatmentsReordered':
      return { text: t('Changes the order of the treatments.'), tone: 'neutral' };
    case 'trafficAllocation':
      return { text: settingText(t('Traffic allocation'), valueOf(item.before), valueOf(item.after)), tone: 'warning' };
    case 'defaultTreatment':
      return { text: defaultTreatmentText(item), tone: 'warning' };
    case 'keysAdded':
      return { text: t('Adds {0} to the segment.', keysWords(item.count)), tone: 'info' };
    case 'keysRemoved':
      return { text: t('Removes {0} from the segment.', keysWords(item.count)), tone: 'warning' };
    case 'keysUnchanged':
      return { text: t('{0} in this request: no change.', keysWords(item.count)), tone: 'neutral' };
    case 'otherFields':
      return { text: t('Changes {0}: {1}.', t('other fields'), listed(item.fields.map(fieldChange))), tone: 'info' };
    case 'more':
      return { text: t('Also changes: {0}.', [...new Set(item.codes.map(kindWord))].join(', ')), tone: 'info' };
    case 'nothing':
      return { text: t('Changes nothing.'), tone: 'neutral' };
    default:
      return item satisfies never;
  }
}

const served = (treatment: string | undefined): string => (treatment ? quoted(treatment) : t('the default treatment'));

const named = (treatment: string | undefined): string | undefined => treatment && nameOf(treatment);

/** Returns for example "Default treatment off → on. After this change, the flag would serve “on” while it is killed." */
function defaultTreatmentText({ before, after, isKilled }: Extract<SummaryItem, { code: 'defaultTreatment' }>): string {
  const text = settingText(t('Default treatment'), named(before), named(after));
  return isKilled || !after
    ? text
    : `${text} ${t('After this change, the flag would serve {0} while it is killed.', quoted(after))}`;
}

const valueOf = (size: number | undefined): string | undefined => (size === undefined ? undefined : formatPercent(size));

/** Returns for example "Traffic allocation 100% → 60%.", or "Traffic allocation: 60%." if it was not set before. */
function settingText(name: string, before: string | undefined, after: string | undefined): string {
  return before === undefined ? t('{0}: {1}.', name, after ?? notSet()) : `${name} ${before} → ${after ?? notSet()}.`;
}

/**
 * Returns the default rule with its shares: "on 50% → 80%", or "on 80%" for a new definition. If the order of the shares changes,
 * also returns the new order.
 */
function defaultRuleText({ buckets, order }: Extract<SummaryItem, { code: 'defaultRuleChanged' }>): string {
  const isNew = buckets.every(({ before }) => before === undefined);
  const shares = isNew ? buckets.map(({ treatment, after = 0 }) => ({ treatment, size: after })) : undefined;
  const parts = [shares ? bucketsText(shares) : buckets.map(shareText).join(', '), order ? orderText(order) : ''];
  return t('{0}: {1}.', t('Default rule'), parts.filter(Boolean).join('; '));
}

type Parts = readonly [name: string, what: string];

/**
 * Returns the two parts of a sentence about rules. For one rule: "rule 3" and what changed. For several: "rules" and their
 * numbers.
 */
function ruleParts<C extends { readonly number: number }>(changes: readonly C[], what: (one: C) => string): Parts {
  const [first] = changes;
  if (first && changes.length === 1) return [t('rule {0}', first.number), what(first)];
  return [t('rules'), listed(changes.map(({ number }) => String(number)))];
}

function treatmentParts(changes: Extract<SummaryItem, { code: 'treatmentsEdited' }>['changes']): Parts {
  const [first] = changes;
  if (first && changes.length === 1) return [t('treatment {0}', quoted(first.name)), details(treatmentDetails(first.edit))];
  return [t('treatments'), listed(changes.map(({ name }) => nameOf(name)))];
}

/** Returns the first condition of a rule and what the rule serves: "segment beta → on 100%". */
function ruleText({ rule: { condition, buckets } }: { readonly rule: Rule }): string {
  const [first, ...others] = condition.matchers.map((matcher) => matcherSentence(matcher));
  const who = first === undefined ? noConditions() : others.length > 0 ? t('{0} and {1} more', first, others.length) : first;
  return buckets.length === 0 ? who : `${who} → ${bucketsText(buckets)}`;
}

function movesText(moves: readonly RuleMove[]): string {
  const [first] = moves;
  if (first && moves.length === 1) {
    const { from, to, above, below } = first;
    if (above !== undefined) return t('Rule {0} moved above rule {1}.', from, above);
    return below === undefined
      ? t('Rule {0} moved to position {1}.', from, to)
      : t('Rule {0} moved below rule {1}.', from, below);
  }
  return t('Moves {0}: {1}.', t('rules'), listed(moves.map(({ from, to }) => `${from} → ${to}`)));
}

const details = (lines: readonly { readonly text: string }[]): string =>
  listed(
    lines.map(({ text }) => text),
    MAX_DETAILS,
    '; ',
  );

/** Returns the word for a kind of change. The summary uses it if there is no room to describe the change. */
function kindWord(code: SummaryItem['code']): string {
  if (code.startsWith('rule')) return t('rules');
  if (code.startsWith('treatment')) return t('treatments');
  if (code === 'defaultTreatment') return t('default treatment');
  if (code === 'trafficAllocation') return t('traffic allocation');
  return code === 'defaultRuleChanged' ? t('default rule') : t('other fields');
}
