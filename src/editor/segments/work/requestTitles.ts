/** What the title and the comment of a change request are at first. */
import * as vscode from 'vscode';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { keysWords } from '../../requestWords.ts';

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

/** What was typed for the whole, or "Add 10,000 keys to beta-accounts (part 2 of 3)" with the part's own count. `index` counts from 0. */
export function partTitle(work: KeyWork, index: number): string {
  const of = work.parts.length;
  if (of === 1) return work.title || suggestedTitle(work);
  const isTyped = work.title !== '' && work.title !== suggestedTitle(work);
  const title = isTyped ? work.title : suggestedTitle({ ...work, keyCount: work.parts[index]!.count });
  return `${title} ${partMark(index, of)}`;
}

/** The title for the parts that follow: as it was typed for this one. A suggestion that stayed is made anew for each. */
export const titleAfter = (work: KeyWork, index: number, title: string): string =>
  title === partTitle(work, index) ? work.title : withoutPart(title, work.parts.length);

/** A title as it was before `partTitle`; one that was typed otherwise stays. */
function withoutPart(title: string, of: number): string {
  for (let index = 0; index < of; index += 1) {
    const mark = ` ${partMark(index, of)}`;
    if (title.endsWith(mark)) return title.slice(0, -mark.length);
  }
  return title;
}

const partMark = (index: number, of: number): string => t('(part {0} of {1})', index + 1, of);
