/** The buttons in messages about a change of keys: to see the change, continue it, undo it, or start again. */
import * as vscode from 'vscode';
import { countDoneKeys, type KeyChange } from '../../operations/keys/keyChange.ts';
import { isUndoProven } from '../../operations/keys/undo.ts';
import type { SegmentTarget } from '../window/target.ts';
import { commandStep, type CommandId, type NextStep } from '../words/nextSteps.ts';

const { t } = vscode.l10n;

export const segmentTargetOf = ({ target }: Pick<KeyChange, 'target'>): SegmentTarget => ({ kind: 'segment', ...target });

export const showKeysStep = (place: Pick<KeyChange, 'target'>): NextStep =>
  commandStep(t('Show Keys'), 'flagAdmin.segment.showKeys', { target: segmentTargetOf(place) });

export const uploadStep = (target?: SegmentTarget): NextStep =>
  commandStep(t('Upload Keys from Current File…'), 'flagAdmin.segment.uploadKeys', ...(target ? [{ target }] : []));

/** For each kind of change, the command that starts it from a list of keys. An undo has no list. */
const COMMANDS = {
  upload: 'flagAdmin.segment.uploadKeys',
  removal: 'flagAdmin.segment.removeKeys',
  equal: 'flagAdmin.segment.compareKeys',
} as const;

/**
 * Returns the button for a change that can't be continued, because its keys are lost: no file contains them, and the window that
 * had them in its memory was closed. The button starts a new change with the keys of the file that is active when the user
 * presses the button. Empty for an undo.
 */
export function newChangeSteps({ kind, target }: Pick<KeyChange, 'kind' | 'target'>): readonly NextStep[] {
  if (kind === 'undo') return [];
  const labels = { upload: t('Upload Keys from Current File…'), removal: t('Remove Keys…'), equal: t('Compare…') };
  return [commandStep(labels[kind], COMMANDS[kind], { target: segmentTargetOf({ target }) })];
}

export const receiptStep = ({ id }: KeyChange): NextStep =>
  commandStep(t('Open Receipt'), 'flagAdmin.segment.openReceipt', { change: id });

export const resumeStep = ({ id }: KeyChange): NextStep =>
  commandStep(t('Resume Upload…'), 'flagAdmin.segment.resumeUpload', { change: id });

/** Offers Undo only if it is proven which keys were in the segment before the change. */
export const undoSteps = (change: KeyChange): readonly NextStep[] =>
  countDoneKeys(change) > 0 && isUndoProven(change) ? [undoStep(change)] : [];

const undoStep = ({ id }: Pick<KeyChange, 'id'>): NextStep =>
  commandStep(t('Undo…'), 'flagAdmin.segment.undoLast', { change: id });

/**
 * Returns a button that starts the change again with the same file. Empty if the keys are not from a file. Starting again is
 * safe, because adding or removing a key twice has the same effect as doing it once. An undo is planned again from the change
 * that it undoes.
 */
export function repeatSteps(change: KeyChange): readonly NextStep[] {
  const { kind, source } = change;
  if (kind === 'undo') return source.undoes === undefined ? [] : [undoStep({ id: source.undoes })];
  if (source.uri === undefined) return [];
  const again = { target: segmentTargetOf(change), files: [vscode.Uri.parse(source.uri)] };
  return [tryAgainStep(COMMANDS[kind], again)];
}

export const tryAgainStep = (command: CommandId, argument: unknown): NextStep => commandStep(t('Try Again…'), command, argument);
