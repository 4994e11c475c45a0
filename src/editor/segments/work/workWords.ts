/** A piece of work on the keys of a segment in words: what it is, how far it came, what is true now. */
import * as vscode from 'vscode';
import { keysDone, keysUnconfirmed, type KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { formatNumber, keysWords } from '../../requestWords.ts';

const { t } = vscode.l10n;

/** "Storefront / production". */
export const placeOf = ({ workspace, environment }: KeyWork['target']): string => `${workspace.name} / ${environment.name}`;

/** "Upload of accounts.csv to beta-accounts". */
export function nameOf({ kind, source, target }: Pick<KeyWork, 'kind' | 'source' | 'target'>): string {
  switch (kind) {
    case 'upload':
      return t('Upload of {0} to {1}', source.description, target.name);
    case 'removal':
      return t('Removal of the keys in {0} from {1}', source.description, target.name);
    case 'equal':
      return t('{0} made equal to {1}', target.name, source.description);
    case 'undo':
      return t('Undo of the change of {0} by {1}', target.name, source.description);
    default:
      return kind satisfies never;
  }
}

/** "40,000 of 100,000 keys are sent". */
export function progressSentence(work: KeyWork): string {
  const [done, all] = [formatNumber(keysDone(work)), formatNumber(work.keyCount)];
  const unconfirmed = keysUnconfirmed(work);
  const sentence = sentenceOf(work, done, all);
  return unconfirmed === 0 ? sentence : t('{0}, and up to {1} more that were on their way', sentence, formatNumber(unconfirmed));
}

function sentenceOf({ kind, way }: KeyWork, done: string, all: string): string {
  if (way === 'request') return t('{0} of {1} keys are published', done, all);
  switch (kind) {
    case 'upload':
      return t('{0} of {1} keys are sent', done, all);
    case 'removal':
      return t('{0} of {1} keys are removed', done, all);
    case 'equal':
    case 'undo':
      return t('{0} of {1} keys are changed', done, all);
    default:
      return kind satisfies never;
  }
}

/** What runs, as the title of its progress. */
export function runningTitle({ kind, target }: KeyWork): string {
  switch (kind) {
    case 'upload':
      return t('Uploading keys to {0}', target.name);
    case 'removal':
      return t('Removing keys from {0}', target.name);
    case 'equal':
      return t('Changing the keys of {0}', target.name);
    case 'undo':
      return t('Undoing the change of {0}', target.name);
    default:
      return kind satisfies never;
  }
}

/** What is asked for before production is changed, and as the title of a question for another API key. */
export function actionTitle({ kind, target, keyCount }: Pick<KeyWork, 'kind' | 'target' | 'keyCount'>): string {
  const count = keysWords(keyCount);
  switch (kind) {
    case 'upload':
      return t('Upload {0} to {1}', count, target.name);
    case 'removal':
      return t('Remove {0} from {1}', count, target.name);
    case 'equal':
      return t('Change {0} of {1}', count, target.name);
    case 'undo':
      return t('Change {0} of {1} back', count, target.name);
    default:
      return kind satisfies never;
  }
}
