/** The plain-language summary of a change, and what is remarkable about it. */
import * as vscode from 'vscode';
import type { BucketChange } from '../../domain/definitions/definitionDiff.ts';
import type { EffectFinding } from '../../domain/changeRequests/requestEffect.ts';
import type { SummaryItem } from '../../domain/definitions/summary.ts';
import type { Tone } from '../../webview/protocol.ts';
import { formatNumber, formatPercent } from '../requestWords.ts';

const { t } = vscode.l10n;

export interface Said {
  readonly text: string;
  readonly tone: Tone;
}

export function summarySentence(item: SummaryItem): Said {
  switch (item.code) {
    case 'killed':
      return { text: t('Kills the flag: everybody gets the default treatment at once.'), tone: 'danger' };
    case 'restored':
      return { text: t('Restores the flag: its rules apply again.'), tone: 'warning' };
    case 'definitionAdded':
      return { text: t('Adds a definition to this environment.'), tone: 'info' };
    case 'definitionRemoved':
      return { text: t('Removes the definition from this environment.'), tone: 'danger' };
    case 'defaultRuleChanged':
      return { text: t('Default rule: {0}.', item.buckets.map(bucketChange).join(', ')), tone: 'warning' };
    case 'rulesAdded':
      return { text: item.count === 1 ? t('Adds 1 rule.') : t('Adds {0} rules.', item.count), tone: 'info' };
    case 'rulesRemoved':
      return { text: item.count === 1 ? t('Removes 1 rule.') : t('Removes {0} rules.', item.count), tone: 'warning' };
    case 'rulesMoved':
      return {
        text:
          item.count === 1
            ? t('Moves 1 rule: the first that matches wins.')
            : t('Moves {0} rules: the first that matches wins.', item.count),
        tone: 'warning',
      };
    case 'rulesEdited':
      return { text: item.count === 1 ? t('Changes 1 rule.') : t('Changes {0} rules.', item.count), tone: 'info' };
    case 'treatmentsAdded':
      return { text: t('Adds treatments: {0}.', item.names.join(', ')), tone: 'info' };
    case 'treatmentsRemoved':
      return { text: t('Removes treatments: {0}.', item.names.join(', ')), tone: 'warning' };
    case 'treatmentsEdited':
      return { text: t('Changes treatments: {0}.', item.names.join(', ')), tone: 'info' };
    case 'trafficAllocation':
      return { text: t('Traffic allocation {0} → {1}.', percent(item.before), percent(item.after)), tone: 'warning' };
    case 'defaultTreatment':
      return { text: t('Default treatment {0} → {1}.', item.before ?? '–', item.after ?? '–'), tone: 'warning' };
    case 'keysAdded':
      return {
        text: item.count === 1 ? t('Adds 1 key to the segment.') : t('Adds {0} keys to the segment.', formatNumber(item.count)),
        tone: 'info',
      };
    case 'keysRemoved':
      return {
        text:
          item.count === 1
            ? t('Removes 1 key from the segment.')
            : t('Removes {0} keys from the segment.', formatNumber(item.count)),
        tone: 'warning',
      };
    case 'keysUnchanged':
      return {
        text:
          item.count === 1
            ? t('1 key of the request changes nothing.')
            : t('{0} keys of the request change nothing.', formatNumber(item.count)),
        tone: 'neutral',
      };
    case 'otherFields':
      return { text: t('Changes other fields: {0}.', item.fields.join(', ')), tone: 'info' };
    case 'nothing':
      return { text: t('Changes nothing.'), tone: 'neutral' };
    default:
      return item satisfies never;
  }
}

export function findingSentence(finding: EffectFinding): Said {
  switch (finding.code) {
    case 'unknownOperation':
      return {
        text: t(
          'It asks for “{0}”, which Flag Admin does not know: what it would change can’t be shown. Decide on it in the service’s own pages.',
          finding.operation,
        ),
        tone: 'danger',
      };
    case 'updateOfMissing':
      return { text: t('It changes a definition that does not exist in this environment.'), tone: 'warning' };
    case 'createOfExisting':
      return { text: t('It adds a definition where there is one already.'), tone: 'warning' };
    case 'killOfKilled':
      return { text: t('It kills a flag that is killed already.'), tone: 'warning' };
    case 'restoreOfLive':
      return { text: t('It restores a flag that is not killed.'), tone: 'warning' };
    case 'archiveOfMissing':
      return { text: t('It removes a definition that does not exist in this environment.'), tone: 'warning' };
    case 'nothingChanges':
      return { text: t('It would change nothing: what it asks for is so already.'), tone: 'warning' };
    default:
      return finding satisfies never;
  }
}

/** "on 50 % → 80 %". */
function bucketChange({ treatment, before, after }: BucketChange): string {
  // A treatment that is not in the list gets nobody.
  const [was, will] = [percent(before ?? 0), percent(after ?? 0)];
  return was === will ? `${treatment} ${will}` : `${treatment} ${was} → ${will}`;
}

export function percent(size: number | undefined): string {
  return size === undefined ? '–' : formatPercent(size);
}
