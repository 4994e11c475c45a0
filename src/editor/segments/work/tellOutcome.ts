/** How a work ended: one sentence, and what can be done next. */
import * as vscode from 'vscode';
import { keysDone } from '../../../operations/keyWork/keyWork.ts';
import type { KeyWorkOutcome } from '../../../operations/keyWork/keyWorkOutcome.ts';
import { describeFailure } from '../../failure.ts';
import { lockedBy } from '../../lockedBy.ts';
import { orLogged } from '../../log.ts';
import { setContext } from '../../command.ts';
import { milestones } from '../../names.ts';
import { commandStep, tellDone, tellError, tellRefusal } from '../../tell.ts';
import type { SegmentsDeps } from '../index.ts';
import type { WorkInHand } from './carryOut.ts';
import { doneSentence, isUnequal } from './doneWords.ts';
import { proposeNext } from './proposeNext.ts';
import { compareStep } from './resumeWords.ts';
import { receiptStep, resumeStep, showKeysStep, undoSteps } from './steps.ts';
import { progressSentence } from './workWords.ts';

const { t } = vscode.l10n;

export async function tellOutcome(deps: SegmentsDeps, inHand: WorkInHand, outcome: KeyWorkOutcome): Promise<void> {
  const { connected } = inHand;
  switch (outcome.outcome) {
    case 'done': {
      const { work } = outcome;
      await orLogged(deps.learnt.rememberGated(connected.origin, work.target.environment.id, false), deps.log);
      deps.refresh();
      void setContext(milestones.hasUploaded, true);
      const steps = outcome.isKept ? [receiptStep(work), ...undoSteps(work)] : [];
      tellDone(doneSentence(work), ...(isUnequal(work) ? compareStep(work) : []), showKeysStep(work), ...steps);
      return;
    }
    case 'approvalsRequired': {
      const { work } = outcome;
      await orLogged(deps.learnt.rememberGated(connected.origin, work.target.environment.id, true), deps.log);
      await proposeNext(deps, { ...inHand, work }, keysDone(work) === 0);
      return;
    }
    case 'cancelled': {
      const { work } = outcome;
      deps.refresh();
      if (!outcome.isKept) {
        tellRefusal(t('Cancelled: {0}. It can’t be resumed, because that could not be written down.', progressSentence(work)));
        return;
      }
      tellRefusal(
        t('Cancelled: {0}. What was done stays; the rest can be done later.', progressSentence(work)),
        resumeStep(work),
        receiptStep(work),
        ...undoSteps(work),
      );
      return;
    }
    case 'stopped': {
      const { work } = outcome;
      deps.refresh();
      const { sentence, detail, steps } = describeFailure(outcome.error);
      deps.log.warn(detail);
      const { workspace, environment, name } = work.target;
      const object = { kind: 'segment', name } as const;
      const place = { workspaceId: workspace.id, environmentId: environment.id, object };
      const openId = await lockedBy(outcome.error, connected.client, place);
      if (openId !== undefined) {
        tellRefusal(
          t(
            'A change request is open on {0} in {1}, which takes no other change until it is decided or withdrawn. {2}; what was done stays.',
            name,
            environment.name,
            progressSentence(work),
          ),
          commandStep(t('Review'), 'flagAdmin.changeRequest.open', openId),
          ...(outcome.isKept ? [resumeStep(work)] : []),
        );
        return;
      }
      tellError(
        t('{0} {1}; what was done stays.', sentence, progressSentence(work)),
        ...(outcome.isKept ? [resumeStep(work)] : []),
        ...steps,
      );
      return;
    }
    case 'running':
      tellRefusal(t('Another window is at it already. Nothing was sent from here.'));
      return;
    case 'unkept':
      return;
    default:
      outcome satisfies never;
  }
}
