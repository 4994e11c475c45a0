/** The buttons below what is said of a work. */
import * as vscode from 'vscode';
import { keysDone, type KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { mayUndo } from '../../../operations/keyWork/undoPlan.ts';
import type { SegmentTarget } from '../../target.ts';
import { commandStep, type NextStep } from '../../tell.ts';

const { t } = vscode.l10n;

export const targetOf = ({ target }: KeyWork): SegmentTarget => ({ kind: 'segment', ...target });

export const showKeysStep = (work: KeyWork): NextStep =>
  commandStep(t('Show Keys'), 'flagAdmin.segment.showKeys', { target: targetOf(work) });

export const receiptStep = ({ id }: KeyWork): NextStep =>
  commandStep(t('Open Receipt'), 'flagAdmin.segment.openReceipt', { work: id });

export const resumeStep = ({ id }: KeyWork): NextStep =>
  commandStep(t('Resume Upload…'), 'flagAdmin.segment.resumeUpload', { work: id });

/** Nothing where it is known that it can't be undone. */
export const undoSteps = (work: KeyWork): readonly NextStep[] =>
  work.kind !== 'undo' && keysDone(work) > 0 && mayUndo(work)
    ? [commandStep(t('Undo…'), 'flagAdmin.segment.undoLast', { work: work.id })]
    : [];
