/**
 * Activate Segment in Environment…: asks for a segment and environments, asks for a permit for each environment, activates the
 * segment there, and reports the result for each.
 */
import * as vscode from 'vscode';
import { activateInEach, type Activation } from '../../operations/segments/segmentActivation.ts';
import { askSeveral } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { connectedToChange } from '../ask/permit.ts';
import { environmentOption } from '../ask/placeOptions.ts';
import { workspaceSegmentFrom, type EnvironmentRef, type WorkspaceSegment } from '../window/target.ts';
import { tellDone, tellProgress, tellRefusal } from '../window/notifications.ts';
import { chooseSegment } from '../ask/choosePlace.ts';
import { failureWords, listWords, permitsFor, readUsesWithProgress, segmentUseText } from './severalEnvironments.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { checkAgainStep } from '../words/nextSteps.ts';
import { tryAgainStep, uploadStep } from './steps.ts';

const { t } = vscode.l10n;

export async function activateSegmentCommand(deps: SegmentsContext, argument: unknown): Promise<void> {
  const connected = await connectedToChange(deps.connections);
  if (!connected) return;
  const segment = workspaceSegmentFrom(argument) ?? (await chooseSegment(connected, t('Activate Segment')));
  if (!segment) return;
  const environments = await askEnvironments(connected, segment);
  if (!environments) return;
  const title = t('Activate {0}', segment.name);
  const able = await permitsFor(deps, connected, segment.workspace, environments, title);
  if (!able) return;

  const results = await tellProgress(
    title,
    (progress, signal) =>
      activateInEach(able.connected.client, segment.name, able.permits, {
        signal,
        onProgress: (done, all) => progress.report({ increment: 100 / all, message: `${done} / ${all}` }),
      }),
    { cancellable: true },
  );
  const place = { object: 'segment', workspaceId: segment.workspace.id, name: segment.name } as const;
  // `isChanged` is false, because an activation does not change the keys.
  deps.events.fire({ kind: 'object', connection: connected.connectionId, place, isChanged: false });
  tellResults(
    deps,
    segment,
    environments.map((environment, index) => ({ environment, ...(results[index] ?? { outcome: 'notTried' }) })),
  );
}

/**
 * Asks for the environments. Environments in which the segment is already active are ticked, and can't be unticked. The
 * environment in the command's argument is highlighted but not ticked, because any extension may call the command: the user
 * must tick what will be changed.
 */
async function askEnvironments(connected: Connected, segment: WorkspaceSegment): Promise<readonly EnvironmentRef[] | undefined> {
  const { workspace, name, environment } = segment;
  const uses = await readUsesWithProgress(connected, segment);
  const all = uses.map((use) => use.environment);
  if (all.length > 0 && uses.every(({ state }) => state === 'active')) return tellRefusal(activeSentence(segment, all));
  const answer = await askSeveral<EnvironmentRef>({
    title: t('Activate {0}', name),
    placeholder: t('Select the environments of {0} in which to activate the segment', workspace.name),
    options: uses.map((use) => {
      const option = environmentOption(use.environment, workspace);
      const description = [option.description, use.state === 'missing' ? '' : segmentUseText(use)].filter(Boolean).join(' · ');
      const isActive = use.environment.id === environment?.id;
      return { ...option, description, isActive, isFixed: use.state === 'active' };
    }),
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

const activeSentence = ({ workspace, name }: WorkspaceSegment, environments: readonly EnvironmentRef[]): string =>
  t('{0} is active in {1} / {2}.', name, workspace.name, listWords(environments));

type Result = Activation & { readonly environment: EnvironmentRef };

function tellResults(deps: SegmentsContext, segment: WorkspaceSegment, results: readonly Result[]): void {
  const those = (...outcomes: readonly Activation['outcome'][]): readonly EnvironmentRef[] =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ environment }) => environment);
  const [active, notTried] = [those('done', 'wasActive'), listWords(those('notTried'))];
  const failed = results.flatMap((result) => ('error' in result ? [failureSentence(deps, segment.name, result)] : []));
  const isUnknown = those('unknown').length > 0;
  const checkAgain = async (): Promise<void> => {
    const now = results.map(async (result): Promise<Result> => {
      if (result.outcome !== 'unknown') return result;
      const isActive = await result.check().catch(() => undefined);
      if (isActive === undefined) return result;
      return isActive ? { environment: result.environment, outcome: 'done' } : { ...result, outcome: 'notDone' };
    });
    tellResults(deps, segment, await Promise.all(now));
    await vscode.commands.executeCommand('flagAdmin.view.refresh');
  };
  const sentences = [
    active.length > 0 && activeSentence(segment, active),
    ...failed,
    notTried && t('Activation was not tried in {0}.', notTried),
  ].filter(Boolean);
  const [only] = results.length === 1 ? results : [];
  if (failed.length > 0 || notTried) {
    const again = tryAgainStep('flagAdmin.segment.activate', { target: segment });
    tellRefusal(sentences.join(' '), isUnknown ? checkAgainStep(deps.log, checkAgain) : again);
  } else if (only) {
    tellDone(sentences.join(' '), uploadStep({ ...segment, kind: 'segment', environment: only.environment }));
  } else tellDone(sentences.join(' '), uploadStep());
}

function failureSentence(
  { log }: SegmentsContext,
  segment: string,
  { environment, outcome, error }: Extract<Result, { error: unknown }>,
): string {
  const why = failureWords(error, log);
  return outcome === 'unknown'
    ? t('It is not known whether {0} is active in {1}: {2}', segment, environment.name, why)
    : t('{0} is not active in {1}: {2}', segment, environment.name, why);
}
