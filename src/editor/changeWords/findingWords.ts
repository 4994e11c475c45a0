/** What is remarkable about a change request, in words. */
import * as vscode from 'vscode';
import type { EffectFinding } from '../../domain/changeRequests/requestEffect.ts';
import { formatNumber } from '../requestWords.ts';
import { riskWord, type Said } from './said.ts';

const { t } = vscode.l10n;

export function findingSentence(finding: EffectFinding): Said {
  const warning = (text: string, mark = ''): Said => ({ text, tone: 'warning', mark });
  const idle = riskWord('nothing');
  switch (finding.code) {
    case 'unknownOperation':
      return {
        text: t(
          'It asks for “{0}”, which Flag Admin does not know: what it would change can’t be shown. Decide on it in the service’s own pages.',
          finding.operation,
        ),
        tone: 'danger',
        mark: '',
      };
    case 'flagAndSegment':
      return {
        text: t(
          'It carries both a flag and a segment, so what it would change can’t be shown. Decide on it in the service’s own pages.',
        ),
        tone: 'danger',
        mark: '',
      };
    case 'largeNumber':
      return {
        text: t(
          'It has the number {0}, which can’t be read exactly here: what it would change can’t be shown. Decide on it in the service’s own pages.',
          finding.number,
        ),
        tone: 'danger',
        mark: '',
      };
    case 'updateOfMissing':
      return warning(t('It changes a definition that does not exist in this environment.'));
    case 'createOfExisting':
      return warning(t('It adds a definition where there is one already.'));
    case 'killOfKilled':
      return warning(t('It kills a flag that is killed already.'), idle);
    case 'restoreOfLive':
      return warning(t('It restores a flag that is not killed.'), idle);
    case 'archiveOfMissing':
      return warning(t('It removes a definition that does not exist in this environment.'), idle);
    case 'nothingChanges':
      return warning(t('It would change nothing: what it asks for is so already.'), idle);
    case 'segmentMissing':
      return warning(
        t('The segment is not active in this environment, so there is nothing that its keys could be added to or removed from.'),
      );
    case 'tooManyKeys':
      return {
        text: t(
          'The segment would hold {0} keys, and it can hold at most {1}: the service will refuse.',
          formatNumber(finding.count),
          formatNumber(finding.limit),
        ),
        tone: 'danger',
        mark: '',
      };
    case 'emptiesSegment':
      return warning(t('The segment would hold no key any more.'));
    default:
      return finding satisfies never;
  }
}
