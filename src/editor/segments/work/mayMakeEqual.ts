/** A segment is made equal to a list only as long as it holds what it was compared with. */
import * as vscode from 'vscode';
import { isAsCompared } from '../../../operations/keyWork/equalKeys.ts';
import { isUntouched } from '../../../operations/keyWork/keyWork.ts';
import type { Connected } from '../../connected.ts';
import { tellRefusal } from '../../tell.ts';
import type { Order } from './carryOut.ts';
import { readHeld } from './held.ts';
import { compareStep } from './resumeWords.ts';
import { targetOf } from './steps.ts';

const { t } = vscode.l10n;

/** Asked right before something is sent: what others have changed while the questions were open, or between two change requests, counts. */
export function mayMakeEqual(connected: Connected, keys: readonly string[]): NonNullable<Order['mayBegin']> {
  return async (work) => {
    const held = await readHeld(connected, targetOf(work));
    if (!held) return false;
    if (await isAsCompared(work, keys, held)) return true;
    const { target, source } = work;
    const sentence = t(
      'Somebody has changed {0} since it was compared with {1}. Compare them again.',
      target.name,
      source.description,
    );
    tellRefusal(
      isUntouched(work) ? t('{0} Nothing was sent.', sentence) : t('{0} Nothing more was sent.', sentence),
      ...compareStep(work),
    );
    return false;
  };
}
