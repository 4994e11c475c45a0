/**
 * Delete Segment…: asks for a segment, shows where it is used, asks the user to type its name, asks for a permit for each
 * affected environment, and deletes the segment. If the outcome is uncertain, reads whether the segment still exists.
 */
import * as vscode from 'vscode';
import { isApprovalsRequired } from '../../api/errors.ts';
import { sendSegmentDeletion, isAffected, type Deletion } from '../../operations/segments/segmentDeletion.ts';
import type { EnvironmentUse } from '../../operations/segments/segmentUse.ts';
import { askText } from '../ask/ask.ts';
import { connectedToChange, requestPermit } from '../ask/permit.ts';
import { workspaceSegmentFrom, type WorkspaceSegment } from '../window/target.ts';
import { confirm, tellDone, tellProgress, tellRefusal } from '../window/notifications.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import { errorOfWrite } from '../../operations/lostAnswer.ts';
import { showLogStep } from '../words/nextSteps.ts';
import { chooseSegment } from '../ask/choosePlace.ts';
import {
  tellIfApprovalsRequired,
  listWords,
  permitsFor,
  tellConflict,
  tellApprovalsRequired,
  readUsesWithProgress,
  segmentUseText,
} from './severalEnvironments.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { tryAgainStep } from './steps.ts';

const { t } = vscode.l10n;

export async function deleteSegmentCommand(deps: SegmentsContext, argument: unknown): Promise<void> {
  const connected = await connectedToChange(deps.connections);
  if (!connected) return;
  const segment = workspaceSegmentFrom(argument) ?? (await chooseSegment(connected, t('Delete Segment')));
  if (!segment) return;
  const { workspace, name } = segment;
  const uses = await readUsesWithProgress(connected, segment, true);
  const touched = uses.filter(isAffected).map(({ environment }) => environment);
  const again = { command: 'flagAdmin.segment.delete', target: segment } as const;
  if (tellIfApprovalsRequired(deps, connected, touched, again, argument)) return;
  if (!(await confirmDeletion(segment, uses))) return;
  const title = t('Delete {0}', name);
  const able = await permitsFor(deps, connected, workspace, touched, title);
  const permit = able && requestPermit(able.connected);
  if (!permit) return;
  let isChanged = false;
  try {
    const outcome = await tellProgress(
      title,
      (_, signal) => {
        const permits = { workspace: permit, environments: able.permits };
        return sendSegmentDeletion(able.connected.client, { workspaceId: workspace.id, name, uses }, permits, { signal });
      },
      { cancellable: true },
    );
    isChanged = outcome.outcome !== 'changedElsewhere' && outcome.outcome !== 'notDone';
    tellOutcome(segment, outcome);
  } catch (error) {
    if (isApprovalsRequired(error)) tellApprovalsRequired(name, listWords(touched, 'disjunction') || workspace.name);
    else {
      const retry = tryAgainStep('flagAdmin.segment.delete', { target: segment });
      tellConflict(error, name, deps.log, showLogStep(), outcomeSentences(t('Delete {0} from {1}', name, workspace.name), retry));
    }
  }
  const place = { object: 'segment', workspaceId: workspace.id, name } as const;
  deps.events.fire({ kind: 'object', connection: able.connected.connectionId, place, isChanged });
}

/** Shows what else would be removed, then asks for the segment's name. */
async function confirmDeletion({ workspace, name }: WorkspaceSegment, uses: readonly EnvironmentUse[]): Promise<boolean> {
  const lines = uses.map((use) => t('{0}: {1}', use.environment.name, segmentUseText(use)));
  const question = t('Delete {0} from {1} and all its environments?', name, workspace.name);
  const isConfirmed = await confirm(
    question,
    [...lines, '', t('This can’t be undone. The segment can’t be deleted if a rule of a flag uses it.')].join('\n'),
    t('Delete…'),
  );
  if (!isConfirmed) return false;
  const answer = await askText({
    title: question,
    prompt: t('Type “{0}” exactly.', name),
    placeholder: name,
    validate: (typed) => (typed.trim() === name.trim() ? undefined : t('Type “{0}” exactly.', name)),
  });
  return typeof answer === 'string';
}

function tellOutcome(segment: WorkspaceSegment, outcome: Deletion): void {
  const { workspace, name } = segment;
  switch (outcome.outcome) {
    case 'done':
    case 'wasGone':
      return tellDone(t('{0} is deleted from {1} and all its environments.', name, workspace.name));
    case 'changedElsewhere':
      return tellRefusal(
        t('Somebody has changed the keys of {0} or the environments in which it is active. Nothing was deleted.', name),
        tryAgainStep('flagAdmin.segment.delete', { target: segment }),
      );
    case 'notDone':
    case 'unknown':
      throw errorOfWrite(outcome);
    default:
      outcome satisfies never;
  }
}
