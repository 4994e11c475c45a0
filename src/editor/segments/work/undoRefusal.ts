/** Why there is no plan that changes a work back, in a sentence that says what to do next. */
import * as vscode from 'vscode';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import type { UndoPlan } from '../../../operations/keyWork/undoPlan.ts';
import { formatNumber, keysWords } from '../../requestWords.ts';
import { heldUnknown, planSentence } from './planWords.ts';
import { changedSentence } from './resumeWords.ts';

const { t } = vscode.l10n;

export function undoRefusal(refusal: Extract<UndoPlan, { ok: false }>['refusal'], work: KeyWork): string {
  const { kind, source, target, parts } = work;
  if (refusal.code === 'removedGone') {
    return t(
      'The keys that were removed stood in {0} only, and the window that had them is closed or has gone on: they can’t be brought back from here, and nothing was changed.',
      target.name,
    );
  }
  if (refusal.code === 'heldUnknown' && parts.some(({ unsure }) => unsure !== undefined)) {
    return t(
      'The answer of the service was lost, and when the keys were sent again, {0} held {1} of them already: whether you or somebody else added them is not known, so nothing was changed. “Remove Keys Listed in Current File…” takes away those that you choose.',
      target.name,
      formatNumber(refusal.unknown),
    );
  }
  if (refusal.code === 'heldUnknown' && kind === 'removal') {
    return heldUnknown(refusal.unknown, target.name, t('See which of them it holds'));
  }
  if (refusal.code !== 'keysChanged') return planSentence(refusal, target.name, source.description);
  return t(
    '{0} So it is not known any more which keys were sent, and nothing was changed.',
    changedSentence(refusal, source.description),
  );
}

/** `stays` are keys that are so now, and may be so by others. */
export const staysSentence = ({ target }: KeyWork, stays: number): string =>
  t(
    'The answer of the service was lost, and of {0} it is not known whether you or somebody else changed them: nothing was changed. Look at what {1} holds, and add or remove those that you choose.',
    keysWords(stays),
    target.name,
  );
