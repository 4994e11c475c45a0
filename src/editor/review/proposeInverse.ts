/** Propose to Revert This Request…: submits a change request that reverts a published one. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { inverseOf, type InverseChange, type InverseRefusal } from '../../domain/changeRequests/inverse.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { mergeDefinitions } from '../../domain/definitions/document/merge.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { requireWritable } from '../ask/permit.ts';
import { requestOnly } from '../changes/change.ts';
import { makeChange } from '../changes/makeChange.ts';
import { rolloutStatusName } from '../words/changeLines.ts';
import { requestTitle } from '../words/requestWords.ts';
import { confirm, tellRefusal } from '../window/notifications.ts';
import type { ReviewContext } from './reviewContext.ts';
import { baseOf, type ReviewState } from './reviewState.ts';

const { t } = vscode.l10n;

export async function proposeInverse(context: ReviewContext, state: ReviewState): Promise<void> {
  const { connected, reviewed, place, remembered } = state;
  if (!requireWritable(connected)) return;
  const { request } = reviewed;
  const { environment, workspaceName } = place;
  const inverse = inverseOf(request, remembered());
  if (!inverse.ok) {
    tellRefusal(refusalSentence(inverse.refusal));
    return;
  }
  if (!environment || !request.workspace) {
    tellRefusal(t('The environment of this change request is not known, so Flag Admin can’t propose to revert the request.'));
    return;
  }
  if (!inverse.isExact && !(await confirmInexact())) return;
  if (wasKilledBefore(inverse.change) && !(await confirmUnkilled())) return;
  const payload = await withoutLaterChanges(state, request.workspace.id, environment.id, inverse.change);
  if (!payload) return;
  const title = requestTitle(request);
  const workspace = { id: request.workspace.id, name: workspaceName ?? request.workspace.id, requiresTitleAndComments: true };
  const said = {
    title: t('Revert: {0}', title),
    comment: t('Reverts the change request “{0}” ({1}).', title, request.id),
  };
  const status = await statusToRestore(state, workspace.id);
  await makeChange(context, requestOnly({ connected, workspace, environment }, payload, said, status));
}

/**
 * Returns the rollout status that the flag had before the request. Undefined if it is not known, if the request did not change
 * it, or if the flag has a different one by now.
 */
async function statusToRestore(state: ReviewState, workspaceId: string): Promise<WantedStatus | undefined> {
  const { flag, rolloutStatus } = state.reviewed.request;
  const base = baseOf(state);
  const before = base.kind === 'definition' ? base.status : undefined;
  if (!flag || !rolloutStatus || !before || before.id === rolloutStatus.id) return undefined;
  const now = await state.connected.client.readFlag(workspaceId, flag.name).catch(() => undefined);
  return now?.rolloutStatus?.id === rolloutStatus.id ? { id: before.id, name: rolloutStatusName(before) } : undefined;
}

/**
 * Returns the inverse without the parts of the definition that were changed again since the request was published, so that these
 * later changes remain. If the request and a later change affect the same part, or if the inverse removes a definition that has
 * changed, asks whether to undo the later changes, too. Undefined = the user cancelled.
 */
async function withoutLaterChanges(
  { connected, reviewed }: ReviewState,
  workspaceId: string,
  environmentId: string,
  change: InverseChange,
): Promise<InverseChange | undefined> {
  const { flag } = reviewed.request;
  const operation = 'flag' in change ? change.operationType : undefined;
  if (!flag || !('flag' in change) || (operation !== 'UPDATE' && operation !== 'ARCHIVE')) return change;
  const live = await connected.client.readDefinition(workspaceId, flag.name, environmentId).catch(unlessMissing);
  if (!live || live.largeNumber !== undefined) return change;
  if (operation === 'ARCHIVE') return isSameDefinition(flag, live) || (await confirmUndoOfLaterChanges()) ? change : undefined;
  const merge = mergeDefinitions(flag, live, change.flag as FlagDefinition);
  if (merge.ok) return { operationType: 'UPDATE', flag: { ...merge.definition, name: flag.name } };
  return (await confirmUndoOfLaterChanges()) ? change : undefined;
}

const confirmUndoOfLaterChanges = (): Promise<boolean> =>
  confirm(
    t('Propose to revert this request although others have changed the same parts since?'),
    t(
      'After this request was published, the same parts of the definition were changed again. The proposal would undo these later changes, too.',
    ),
    t('Propose to Revert This Request…'),
  );

/** True if the inverse adds a definition that was killed before its removal. Adding a definition does not kill the flag again. */
const wasKilledBefore = (change: InverseChange): boolean =>
  'flag' in change && change.operationType === 'CREATE' && change.flag['killed'] === true;

const confirmUnkilled = (): Promise<boolean> =>
  confirm(
    t('Propose to revert this request although the flag would no longer be killed?'),
    t(
      'The flag was killed when its definition was removed. A change request that adds a definition can’t kill the flag, so its definition would apply again.',
    ),
    t('Propose to Revert This Request…'),
  );

/**
 * Asks for a confirmation if the state before the published request is not known. In this case, the inverse might also revert
 * what the request did not change.
 */
const confirmInexact = (): Promise<boolean> =>
  confirm(
    t('Propose to revert this request although the earlier state is not known?'),
    t(
      'Flag Admin does not know the state before this request was published. The proposal might also undo what the request did not change: for example, remove keys that were already in the segment.',
    ),
    t('Propose to Revert This Request…'),
  );

function refusalSentence(refusal: InverseRefusal): string {
  switch (refusal.code) {
    case 'changedNothing':
      return t('The request changed nothing, so there is nothing to revert.');
    case 'unknownOperation':
      return t('The change request asks for the operation “{0}”, which Flag Admin does not know.', refusal.operation);
    // This happens if somebody approved the request in a different window, or if the old definition was not stored because it
    // contains keys or is very large.
    case 'beforeUnknown':
      return t(
        'Flag Admin does not know the definition that the request replaced. Open the current definition of the flag, correct it, and submit it.',
      );
    default:
      return refusal satisfies never;
  }
}
