/** The end of a work that went by change requests. */
import * as vscode from 'vscode';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { tellDone, tellRefusal } from '../../tell.ts';
import { doneSentence, isUnequal } from './doneWords.ts';
import { compareStep } from './resumeWords.ts';
import { receiptStep, resumeStep, showKeysStep } from './steps.ts';
import { keysWords } from '../../requestWords.ts';

const { t } = vscode.l10n;

/** `work` has nothing left to submit. */
export function tellPublished(work: KeyWork): void {
  const declined = work.parts.filter(({ state }) => state === 'declined');
  if (declined.length === 0) {
    tellDone(doneSentence(work), ...(isUnequal(work) ? compareStep(work) : []), showKeysStep(work), receiptStep(work));
    return;
  }
  const keys = declined.reduce((sum, { count }) => sum + count, 0);
  tellRefusal(
    t('{0} The change request for {1} was declined, so nothing of it was changed.', doneSentence(work), keysWords(keys)),
    resumeStep(work),
    receiptStep(work),
  );
}
