/**
 * Functions for activating, deactivating and deleting a segment. They read where a segment is used, ask for permits for
 * environments, and write parts of sentences.
 */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { readProvenUse, readUseInEach, type SegmentUse, type EnvironmentUse } from '../../operations/segments/segmentUse.ts';
import type { Connected } from '../window/connected.ts';
import { changeFailed } from '../changes/attempt.ts';
import type { OutcomeSentences } from '../words/changeFailure.ts';
import { formatter } from '../words/displayLanguage.ts';
import { causeOf, describeFailure } from '../words/failureWords.ts';
import { apiKeyForAction } from '../ask/apiKeyForAction.ts';
import { askPermit } from '../ask/permit.ts';
import type { Log } from '../window/log.ts';
import { keysWords } from '../words/requestWords.ts';
import { isObject, type EnvironmentRef, type SegmentTarget, type WorkspaceRef, type WorkspaceSegment } from '../window/target.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { commandStep, tryAnyway, type CommandId, type NextStep } from '../words/nextSteps.ts';
import { inPlace } from '../words/placeWords.ts';
import type { SegmentsContext } from './segmentsContext.ts';

const { t } = vscode.l10n;

/** Returns only the reason of a failure, for a notification that already says what to do. Writes the details to the log. */
export function failureWords(error: unknown, log: Log): string {
  log.warn(describeFailure(error).detail);
  return causeOf(error);
}

/** Returns "development, staging and production", in the language of the editor. */
export const listWords = (environments: readonly EnvironmentRef[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  formatter(type).format(environments.map(({ name }) => name));

/** Returns the state of a segment in one environment: "8 keys", "not active". */
export function segmentUseText(use: SegmentUse): string {
  switch (use.state) {
    case 'active':
      return use.openRequestId === undefined ? keysWords(use.count) : t('{0}, with an open change request', keysWords(use.count));
    case 'inactive':
      return t('not active');
    case 'missing':
      return t('not active in this environment, or not visible to this API key');
    case 'refused':
      return t('not visible to this API key');
    default:
      return use satisfies never;
  }
}

/**
 * Reports that the segment was not changed because an approval is required. No operation of a change request deletes a segment
 * or removes it from an environment (admin-api.md, Segment change-request payload). `place` may name several environments,
 * because the service does not say which one refused.
 */
export const tellApprovalsRequired = (segment: string, place: string, ...steps: readonly NextStep[]): void =>
  tellRefusal(
    t(
      '{0} was not changed: this action needs an approval in {1}, but the service accepts no change request for this action. Use the service’s web console.',
      segment,
      place,
    ),
    copyNameStep(segment),
    ...steps,
  );

/**
 * Returns true and tells the user if one of the environments is known to require approvals, so that the user need not answer
 * questions in vain. The message has a button that runs the command anyway, because the environment might no longer require
 * approvals. `argument`: the argument of the command. That button adds `isTried` to it, which skips this check.
 */
export function tellIfApprovalsRequired(
  { serviceFacts }: SegmentsContext,
  { origin }: Connected,
  environments: readonly EnvironmentRef[],
  { command, target }: { readonly command: CommandId; readonly target: SegmentTarget | WorkspaceSegment },
  argument: unknown,
): boolean {
  const isTried = isObject(argument) && argument.isTried === true;
  if (isTried) return false;
  const restricted = environments.filter(({ id }) => serviceFacts.requiresApprovals(origin, id) === true);
  if (restricted.length === 0) return false;
  const again = commandStep(tryAnyway(), command, { target, isTried: true });
  tellApprovalsRequired(target.name, listWords(restricted), again);
  return true;
}

/** Reports a conflict (409, 423), with a next step. Throws any other error, with `outcomes` as the sentences about it. */
export function tellConflict(error: unknown, segment: string, log: Log, step: NextStep, outcomes: OutcomeSentences): void {
  if (!hasStatus(error, 409) && !hasStatus(error, 423)) throw changeFailed(outcomes, error);
  const why = failureWords(error, log);
  tellRefusal(t('{0} was not changed. If a rule of a flag uses it, change that rule first. {1}', segment, why), step);
}

/** Returns a button that copies the name, to search for it in the service's web console. */
export const copyNameStep = (name: string): NextStep =>
  commandStep(t('Copy Name'), 'flagAdmin.node.copyName', { copyable: { name } });

/**
 * Reads the state of the segment in each environment. `isProof`: for each environment in which the service doesn't find the
 * segment, also reads the lists that can prove that it is inactive there. This can take many calls.
 */
export const readUsesWithProgress = (
  { client }: Connected,
  { workspace, name }: WorkspaceSegment,
  isProof = false,
): Thenable<readonly EnvironmentUse[]> => {
  const read = isProof ? readProvenUse : readUseInEach;
  return tellProgress(t('Reading {0}', name), (_, signal) => read(client, workspace.id, name, { signal }), { cancellable: true });
};

/**
 * Asks for the permits for several environments, before anything is sent, so that nothing has changed if the user cancels.
 * First asks for a different API key if the service is known to refuse the one in use. Undefined = the user cancelled.
 */
export async function permitsFor(
  deps: SegmentsContext,
  inUse: Connected,
  workspace: WorkspaceRef,
  environments: readonly EnvironmentRef[],
  title: string,
): Promise<{ readonly connected: Connected; readonly permits: readonly WritePermit[] } | undefined> {
  let connected: Connected | undefined = inUse;
  for (const environment of environments) {
    connected = connected && (await apiKeyForAction({ ...deps, connected, ability: 'change', environment, title }));
  }
  const permits: WritePermit[] = [];
  for (const environment of connected ? environments : []) {
    const place = { workspaceId: workspace.id, environment, workspaceName: workspace.name };
    const permit = await askPermit(connected!, place, inPlace(title, { workspace, environment }));
    if (!permit) return undefined;
    permits.push(permit);
  }
  return connected && { connected, permits };
}
