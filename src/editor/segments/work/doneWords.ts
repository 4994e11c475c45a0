/** What is true after a work, by the service's own count, and whether that is what was to be expected. */
import * as vscode from 'vscode';
import { lengthOfList } from '../../../operations/keyWork/equalKeys.ts';
import { isWhole, type KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { receiptOf } from '../../../operations/keyWork/receipt.ts';
import { formatNumber, keysWords } from '../../requestWords.ts';
import { expectedCount } from './expectedCount.ts';
import { placeOf } from './workWords.ts';

const { t } = vscode.l10n;

export function doneSentence(work: KeyWork): string {
  const { keys } = receiptOf(work);
  const { name } = work.target;
  const place = placeOf(work.target);
  const changed = [
    keys.added > 0 ? t('{0} sent', formatNumber(keys.added)) : '',
    keys.removed > 0 ? t('{0} sent to be removed', formatNumber(keys.removed)) : '',
    keys.before === undefined ? '' : t('{0} before', formatNumber(keys.before)),
  ]
    .filter(Boolean)
    .join(', ');
  if (keys.after === undefined) {
    return t(
      'All was sent to {1} in {2} ({0}), but the service did not say how many keys it holds now.',
      keysWords(keys.all),
      name,
      place,
    );
  }
  const now = t('{0} in {1} now holds {2}, by the service’s own count ({3}).', name, place, keysWords(keys.after), changed);
  return [now, surpriseSentence(work)].filter(Boolean).join(' ');
}

/** Says so where the count is another than this work alone leads to; else ''. */
export function surpriseSentence(work: KeyWork): string {
  const { countAfter, source } = work;
  if (isUnequal(work)) {
    return t(
      '{0} has {1}, so they are not equal: somebody else changed the segment meanwhile. Compare them again.',
      source.description,
      keysWords(lengthOfList(work) ?? 0),
    );
  }
  const expected = expectedCount(work);
  if (!expected || countAfter === undefined || (countAfter >= expected.least && countAfter <= expected.most)) return '';
  const [least, most] = [formatNumber(expected.least), formatNumber(expected.most)];
  return expected.least === expected.most
    ? t('{0} were to be expected: somebody else changed the segment meanwhile.', least)
    : t('{0} to {1} were to be expected: somebody else changed the segment meanwhile.', least, most);
}

/** True of a segment that was to be made equal to a list, and holds another number of keys than the list has. */
export function isUnequal(work: KeyWork): boolean {
  const { kind, countAfter } = work;
  const length = lengthOfList(work);
  return kind === 'equal' && isWhole(work) && length !== undefined && countAfter !== undefined && countAfter !== length;
}
