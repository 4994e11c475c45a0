/** The summary of a comparison. Nothing happens in it: a side has what the other lacks, or has it otherwise. */
import * as vscode from 'vscode';
import type { SummaryItem } from '../../domain/definitions/summary.ts';
import type { SummaryLine, Tone } from '../../webview/protocol.ts';
import { fieldChange, notSet } from '../changeWords/fieldWords.ts';
import { percent } from '../changeWords/shareWords.ts';
import { summarySentence } from '../changeWords/summaryWords.ts';
import { formatNumber } from '../requestWords.ts';

const { t } = vscode.l10n;

/** `labels` = what the left and the right side are called. */
export function differenceSentence(item: SummaryItem, [before, after]: readonly [string, string]): SummaryLine {
  const [text, tone] = told(item, before, after);
  return { text, tone, mark: '' };
}

function told(item: SummaryItem, before: string, after: string): readonly [text: string, tone: Tone] {
  switch (item.code) {
    case 'killed':
      return [t('The flag is killed in {0} and not in {1}.', after, before), 'warning'];
    case 'restored':
      return [t('The flag is killed in {0} and not in {1}.', before, after), 'warning'];
    case 'staysKilled':
      return [t('The flag is killed in both.'), 'warning'];
    case 'trafficAllocation':
      return [t('Traffic allocation {0} → {1}.', allocation(item.before), allocation(item.after)), 'info'];
    case 'defaultTreatment':
      return [t('Default treatment {0} → {1}.', item.before ?? notSet(), item.after ?? notSet()), 'info'];
    case 'definitionAdded':
      return [t('Only {0} has a definition.', after), 'warning'];
    case 'definitionRemoved':
      return [t('Only {0} has a definition.', before), 'warning'];
    case 'ruleAdded':
      return [t('Rule {0} is only in {1}.', item.number, after), 'info'];
    case 'ruleRemoved':
      return [t('Rule {0} is only in {1}.', item.number, before), 'info'];
    case 'rulesAdded':
      return [t('{0} rules are only in {1}.', formatNumber(item.count), after), 'info'];
    case 'rulesRemoved':
      return [t('{0} rules are only in {1}.', formatNumber(item.count), before), 'info'];
    case 'rulesMoved':
      return [movedRules(item.count), 'info'];
    case 'ruleEdited':
      return [t('Rule {0} differs.', item.number), 'info'];
    case 'rulesEdited':
      return [t('{0} rules differ.', formatNumber(item.count)), 'info'];
    case 'treatmentsAdded':
      return [t('Treatments only in {0}: {1}.', after, item.names.join(', ')), 'info'];
    case 'treatmentsRemoved':
      return [t('Treatments only in {0}: {1}.', before, item.names.join(', ')), 'info'];
    case 'treatmentEdited':
      return [t('Treatments that differ: {0}.', item.name), 'info'];
    case 'treatmentsEdited':
      return [t('Treatments that differ: {0}.', item.names.join(', ')), 'info'];
    case 'treatmentsReordered':
      return [t('The treatments stand in another order.'), 'info'];
    case 'otherFields':
      return [t('Other fields that differ: {0}.', item.fields.map(fieldChange).join(', ')), 'info'];
    case 'more':
      return [t('There is more that differs: see below.'), 'info'];
    case 'nothing':
      return [t('They are the same.'), 'good'];
    // "10 % → 25 %" reads from the left side to the right one as well as from now to then.
    default:
      return [summarySentence(item).text, 'info'];
  }
}

const allocation = (size: number | undefined): string => (size === undefined ? notSet() : percent(size));

function movedRules(count: number): string {
  return count === 1
    ? t('1 rule stands in another place: the first that matches wins.')
    : t('{0} rules stand in other places: the first that matches wins.', formatNumber(count));
}
