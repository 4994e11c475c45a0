/** The summary of a comparison. Nothing happens in it: a side has what the other lacks, or has it otherwise. */
import * as vscode from 'vscode';
import type { SummaryItem } from '../../domain/definitions/summary.ts';
import type { SummaryLine, Tone } from '../../webview/protocol.ts';
import { summarySentence } from '../changeWords/summaryWords.ts';
import { formatNumber } from '../requestWords.ts';

const { t } = vscode.l10n;

/** `labels` = what the left and the right side are called. */
export function differenceSentence(item: SummaryItem, [before, after]: readonly [string, string]): SummaryLine {
  const say = (text: string, tone: Tone = 'info'): SummaryLine => ({ text, tone, mark: '' });
  switch (item.code) {
    case 'killed':
      return say(t('The flag is killed in {0} and not in {1}.', after, before), 'warning');
    case 'restored':
      return say(t('The flag is killed in {0} and not in {1}.', before, after), 'warning');
    case 'definitionAdded':
      return say(t('Only {0} has a definition.', after), 'warning');
    case 'definitionRemoved':
      return say(t('Only {0} has a definition.', before), 'warning');
    case 'rulesAdded':
      return say(rulesOnlyIn(item.count, after));
    case 'rulesRemoved':
      return say(rulesOnlyIn(item.count, before));
    case 'rulesMoved':
      return say(
        item.count === 1
          ? t('1 rule stands in another place: the first that matches wins.')
          : t('{0} rules stand in other places: the first that matches wins.', formatNumber(item.count)),
      );
    case 'rulesEdited':
      return say(item.count === 1 ? t('1 rule differs.') : t('{0} rules differ.', formatNumber(item.count)));
    case 'treatmentsAdded':
      return say(t('Treatments only in {0}: {1}.', after, item.names.join(', ')));
    case 'treatmentsRemoved':
      return say(t('Treatments only in {0}: {1}.', before, item.names.join(', ')));
    case 'treatmentsEdited':
      return say(t('Treatments that differ: {0}.', item.names.join(', ')));
    case 'otherFields':
      return say(t('Other fields that differ: {0}.', item.fields.join(', ')));
    case 'nothing':
      return say(t('They are the same.'), 'good');
    // "10 % → 25 %" reads from the left side to the right one as well as from now to then.
    default:
      return { mark: '', ...summarySentence(item), tone: 'info' };
  }
}

function rulesOnlyIn(count: number, side: string): string {
  return count === 1 ? t('1 rule is only in {0}.', side) : t('{0} rules are only in {1}.', formatNumber(count), side);
}
