/** What activating, deactivating and deleting a segment share: where it is used, the permits for these environments, and pieces of sentences. */
import * as vscode from 'vscode';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { readUseInEach, type SegmentUse, type UseIn } from '../../operations/segments/segmentUse.ts';
import type { Connected } from '../window/connected.ts';
import { formatter } from '../words/displayLanguage.ts';
import { causeOf, describeFailure } from '../words/failureWords.ts';
import { keyForAction } from '../ask/keyForAction.ts';
import { askPermit } from '../ask/permit.ts';
import type { Log } from '../window/log.ts';
import { keysWords } from '../words/requestWords.ts';
import type { EnvironmentRef, WorkspaceRef, WorkspaceSegment } from '../window/target.ts';
import { tellError, tellProgress, tellRefusal } from '../window/notifications.ts';
import { commandStep, showLogStep, type NextStep } from '../words/nextSteps.ts';
import type { WriteOutcome } from '../../operations/lostAnswer.ts';
import type { SegmentsContext } from './context.ts';

const { t } = vscode.l10n;

/** Why something failed, for the middle of a notification that says itself what to do; the details go to the log. */
export function failureWords(error: unknown, log: Log): string {
  log.warn(describeFailure(error).detail);
  return causeOf(error);
}

/** "development, staging and production", in the language of the editor. */
export const listWords = (environments: readonly EnvironmentRef[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  formatter(type).format(environments.map(({ name }) => name));

/** What a segment is in one environment: "8 keys", "not active". */
export function useWords(use: SegmentUse): string {
  switch (use.state) {
    case 'active':
      return use.openRequestId === undefined
        ? keysWords(use.count)
        : t('{0}, and a change request is open on it', keysWords(use.count));
    case 'inactive':
      return t('not active');
    case 'unseen':
      return t('this API key may not see it');
    default:
      return use satisfies never;
  }
}

/** The answer to a call was lost. `notDone`: the service was read afterwards, and has not carried it out. */
export function tellLost(
  { log }: SegmentsContext,
  { outcome, error }: Extract<WriteOutcome, { readonly error: unknown }>,
  again: NextStep,
): void {
  const why = failureWords(error, log);
  if (outcome === 'notDone') return tellError(t('{0} Nothing was changed: you can try again.', why), again, showLogStep());
  return tellError(
    t('{0} Whether it was done could not be seen. Refresh and look before you try again.', why),
    commandStep(t('Refresh'), 'flagAdmin.view.refresh'),
    showLogStep(),
  );
}

/**
 * No operation of a change request deletes a segment or takes it out of an environment (admin-api.md, Segment change-request
 * payload). `place`: of several environments the service does not say which one refused.
 */
export const tellGated = (segment: string, place: string): void =>
  tellRefusal(
    t(
      '{0} is as it was: it needs an approval in {1}, and the service takes no change request for this. Use its own pages.',
      segment,
      place,
    ),
    copyNameStep(segment),
  );

/** A conflict (409, 423). */
export const conflictSentence = (segment: string, why: string): string =>
  t('{0} is as it was. If a rule of a flag asks for it, change that rule first. {1}', segment, why);

/** For the search in the service's own pages. */
export const copyNameStep = (name: string): NextStep =>
  commandStep(t('Copy Name'), 'flagAdmin.node.copyName', { copyable: { name } });

export const readUsesWithProgress = ({ client }: Connected, { workspace, name }: WorkspaceSegment): Thenable<readonly UseIn[]> =>
  tellProgress(t('Reading {0}', name), (_, signal) => readUseInEach(client, workspace.id, name, { signal }), {
    cancellable: true,
  });

/**
 * The API key and the permits for several environments, all before anything is sent: whoever walks away from one has changed
 * nothing. Another key is asked for where a refusal is known of the one in use. Undefined = the user walked away.
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
    connected = connected && (await keyForAction({ ...deps, connected, ability: 'change', environment, title }));
  }
  const permits: WritePermit[] = [];
  for (const environment of connected ? environments : []) {
    const place = { workspaceId: workspace.id, environment };
    const permit = await askPermit(connected!, place, t('{0} in {1} / {2}', title, workspace.name, environment.name));
    if (!permit) return undefined;
    permits.push(permit);
  }
  return connected && { connected, permits };
}
