/** What the title and the comment of a change request are at first. */
import * as vscode from 'vscode';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { keysWords } from '../keysWords.ts';

const { t } = vscode.l10n;

export function suggestedTitle({
  kind,
  keyCount,
  target,
  source,
}: Pick<KeyWork, 'kind' | 'keyCount' | 'target' | 'source'>): string {
  const count = keysWords(keyCount);
  switch (kind) {
    case 'upload':
      return t('Add {0} to {1}', count, target.name);
    case 'removal':
      return t('Remove {0} from {1}', count, target.name);
    case 'equal':
      return t('Make {0} equal to {1}', target.name, source.description);
    case 'undo':
      return t('Change {0} of {1} back', count, target.name);
    default:
      return kind satisfies never;
  }
}

export const suggestedComment = ({ source }: KeyWork): string => t('From {0}.', source.description);

/** "Add 25,000 keys to beta-accounts (part 2 of 3)". `index` counts from 0. */
export const partTitle = (title: string, index: number, of: number): string =>
  of === 1 ? title : `${title} ${partMark(index, of)}`;

/** A title as it was before `partTitle`; one that was typed otherwise stays. */
export function withoutPart(title: string, of: number): string {
  for (let index = 0; index < of; index += 1) {
    const mark = ` ${partMark(index, of)}`;
    if (title.endsWith(mark)) return title.slice(0, -mark.length);
  }
  return title;
}

const partMark = (index: number, of: number): string => t('(part {0} of {1})', index + 1, of);
