/** Pieces of the sentences that say how a change of a segment ended. */
import * as vscode from 'vscode';
import type { SegmentUse } from '../../operations/segmentUse.ts';
import { displayLanguage } from '../displayLanguage.ts';
import { causeOf, describeFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import { commandStep, type NextStep } from '../tell.ts';
import { keysWords } from '../requestWords.ts';

const { t } = vscode.l10n;

/** Why something failed, for the middle of a notification that says itself what to do; the details go to the log. */
export function failureWords(error: unknown, log: Log): string {
  log.warn(describeFailure(error).detail);
  return causeOf(error);
}

/** "development, staging and production", in the language of the editor. */
export const listWords = (names: readonly string[]): string =>
  new Intl.ListFormat(displayLanguage(), { type: 'conjunction' }).format(names);

/** What a segment is in one environment: "8 keys", "not active". */
export function useWords(use: SegmentUse): string {
  switch (use.state) {
    case 'active':
      return use.openRequestId === undefined
        ? keysWords(use.count)
        : t('{0}, and a change request is open on it', keysWords(use.count));
    case 'inactive':
      return t('not active');
    case 'unseen':
      return t('this API key may not see it');
    default:
      return use satisfies never;
  }
}

/** For the search in the service's own pages. */
export const copyNameStep = (name: string): NextStep =>
  commandStep(t('Copy Name'), 'flagAdmin.node.copyName', { copyable: { name } });
