/** Sends what is left of a work, with progress in keys and Cancel, and says what is now true. */
import * as vscode from 'vscode';
import { keysDone } from '../../../operations/keyWork/keyWork.ts';
import type { KeyWorkOutcome } from '../../../operations/keyWork/keyWorkOutcome.ts';
import { runKeyWork } from '../../../operations/keyWork/runKeyWork.ts';
import type { WritePermit } from '../../../operations/productionGuard.ts';
import { formatNumber } from '../../requestWords.ts';
import { tellProgress } from '../../tell.ts';
import type { SegmentsDeps } from '../index.ts';
import type { WorkInHand } from './carryOut.ts';
import { tellOutcome } from './tellOutcome.ts';
import { confirmUnkept } from './unkept.ts';
import { journalOf } from './workRoom.ts';
import { runningTitle } from './workWords.ts';

const { t } = vscode.l10n;

export async function send(deps: SegmentsDeps, inHand: WorkInHand, permit: WritePermit): Promise<void> {
  const outcome = await run(deps, inHand, permit, false);
  if (outcome.outcome !== 'unkept') return tellOutcome(deps, inHand, outcome);
  if (await confirmUnkept(outcome.error)) await tellOutcome(deps, inHand, await run(deps, inHand, permit, true));
  return undefined;
}

async function run(
  deps: SegmentsDeps,
  { connected, work, keys }: WorkInHand,
  permit: WritePermit,
  isUnkeptAllowed: boolean,
): Promise<KeyWorkOutcome> {
  const journal = await journalOf(deps.room);
  return tellProgress(
    runningTitle(work),
    async (progress, signal) => {
      let shown = 0;
      const report = (done: number, all: number): void => {
        const message = t('{0} of {1} keys', formatNumber(done), formatNumber(all));
        progress.report({ message, increment: ((done - shown) / all) * 100 });
        shown = done;
      };
      // At once, so that what is resumed starts where it was.
      report(keysDone(work), work.keyCount);
      return runKeyWork(connected.client, journal, work, keys, {
        permit,
        signal,
        isUnkeptAllowed,
        keyName: connected.keyName,
        onProgress: report,
        onWait: (seconds) => progress.report({ message: t('the service asks to wait {0} s', seconds) }),
      });
    },
    { cancellable: true },
  );
}
