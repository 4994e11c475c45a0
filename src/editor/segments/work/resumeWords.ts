/** Why a work can't be gone on with, and what to do instead. */
import * as vscode from 'vscode';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import type { ResumeRefusal } from '../../../operations/keyWork/resumeCheck.ts';
import { formatNumber } from '../../requestWords.ts';
import { commandStep, type NextStep } from '../../tell.ts';
import { targetOf } from './steps.ts';

const { t } = vscode.l10n;

export function resumeRefusal(refusal: ResumeRefusal, work: KeyWork): string {
  const { source, target } = work;
  switch (refusal.code) {
    case 'finished':
      return t('All of it is done: there is nothing to resume.');
    case 'compareAgain':
      return t('{0} may have changed since, so it has to be compared with {1} again.', target.name, source.description);
    case 'keysChanged':
      return isBegun(work)
        ? t('{0} Nothing more was sent.', changedSentence(refusal, source.description))
        : t('{0} Nothing was sent.', changedSentence(refusal, source.description));
    default:
      return refusal satisfies never;
  }
}

/** Also where it is not known what became of what was sent. */
const isBegun = ({ parts }: KeyWork): boolean => parts.some(({ state }) => state !== 'waiting' && state !== 'declined');

/** What changed in the source: how many keys it has now, and where the first difference is. */
export function changedSentence(
  { countThen, countNow, firstKey, lastKey }: Extract<ResumeRefusal, { code: 'keysChanged' }>,
  source: string,
): string {
  const [then, now] = [formatNumber(countThen), formatNumber(countNow)];
  const [first, last] = [formatNumber(firstKey), formatNumber(lastKey)];
  return countThen === countNow
    ? t(
        '{0} has changed since: it still has {1} keys, but other ones; the first difference is among keys {2} to {3}.',
        source,
        now,
        first,
        last,
      )
    : t(
        '{0} has changed since: it had {1} keys and has {2} now; the first difference is among keys {3} to {4}.',
        source,
        then,
        now,
        first,
        last,
      );
}

/** The same file anew: keys that are there already don't count twice. */
export function uploadAgainStep(work: KeyWork): readonly NextStep[] {
  if (work.source.uri === undefined) return [];
  const again = { target: targetOf(work), files: [vscode.Uri.parse(work.source.uri)] };
  switch (work.kind) {
    case 'upload':
      return [commandStep(t('Upload It Again…'), 'flagAdmin.segment.uploadKeys', again)];
    case 'removal':
      return [commandStep(t('Remove Its Keys…'), 'flagAdmin.segment.removeKeys', again)];
    default:
      return compareStep(work);
  }
}

export function compareStep(work: KeyWork): readonly NextStep[] {
  if (work.source.uri === undefined) return [];
  const again = { target: targetOf(work), files: [vscode.Uri.parse(work.source.uri)] };
  return [commandStep(t('Compare Again…'), 'flagAdmin.segment.compareKeys', again)];
}
