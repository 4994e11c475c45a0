/** Activate Segment in Environment…: segment → environments to tick → a permit for each → activate → say it for each. */
import * as vscode from 'vscode';
import { activateInEach, type Activation } from '../../operations/activateSegment.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { readUseInEach, type UseIn } from '../../operations/segmentUse.ts';
import { askSeveral, type Tick } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { askPermit, requireWritable } from '../prompts/permit.ts';
import { environmentOption } from '../prompts/places.ts';
import { keysWords } from '../formats/requestWords.ts';
import { workspaceSegmentFrom, type EnvironmentRef, type WorkspaceSegment } from '../service/target.ts';
import { commandStep, tellDone, tellProgress, tellRefusal } from '../messages/notifications.ts';
import { requireTrust } from '../trust.ts';
import { chooseSegment } from '../pickers/choosePlace.ts';
import type { SegmentsDeps } from './index.ts';
import { failureWords, keyForEach, listWords } from './segmentWords.ts';

const { t } = vscode.l10n;

export async function activateSegment(deps: SegmentsDeps, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  const connected = await deps.connections.orAsk();
  if (!connected || !requireWritable(connected)) return;
  const segment = workspaceSegmentFrom(argument) ?? (await chooseSegment(connected, t('Activate Segment')));
  if (!segment) return;
  const environments = await askEnvironments(connected, segment);
  if (!environments) return;
  const title = t('Activate {0}', segment.name);
  const able = await keyForEach(deps, connected, environments, title);
  const permits = able && (await askPermits(able, segment, environments));
  if (!permits) return;

  const results = await tellProgress(
    t('Activating {0}', segment.name),
    (progress, signal) =>
      activateInEach(able.client, segment.name, permits, {
        signal,
        onProgress: (done, all) => progress.report({ increment: 100 / all, message: t('{0} of {1}', done, all) }),
        onWait: (seconds) => progress.report({ message: t('the service asks to wait {0} s', seconds) }),
      }),
    { cancellable: true },
  );
  deps.refresh();
  tellResults(
    deps,
    segment,
    environments.map((environment, index) => ({ environment, ...(results[index] ?? { outcome: 'notTried' }) })),
  );
}

/** Those where it is active already are shown ticked, and stay so. */
async function askEnvironments(
  { client }: Connected,
  { workspace, name, environment }: WorkspaceSegment,
): Promise<readonly EnvironmentRef[] | undefined> {
  const uses = await tellProgress(
    t('Looking where {0} is active', name),
    (_, signal) => readUseInEach(client, workspace.id, name, { signal }),
    { cancellable: true },
  );
  if (uses.every(({ state }) => state === 'active')) {
    tellRefusal(t('{0} is active in every environment of {1} already.', name, workspace.name));
    return undefined;
  }
  const answer = await askSeveral<EnvironmentRef>({
    title: t('Activate {0}', name),
    placeholder: t('Tick the environments of {0} in which it is to be active', workspace.name),
    options: uses.map((use) => tickFor(use, environment?.id)),
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

function tickFor(use: UseIn, lookedAt: string | undefined): Tick<EnvironmentRef> {
  const option = environmentOption(use.environment);
  const said = [option.description, stateWords(use)].filter(Boolean).join(' · ');
  const isTicked = use.environment.id === lookedAt;
  return { ...option, description: said, isTicked, isFixed: use.state === 'active' };
}

function stateWords(use: UseIn): string {
  switch (use.state) {
    case 'active':
      return t('active already, with {0}', keysWords(use.count));
    case 'unseen':
      return t('this API key may not see whether it is active');
    case 'inactive':
      return '';
    default:
      return use satisfies never;
  }
}

/** All of them before anything is sent: whoever walks away from one has changed nothing. */
async function askPermits(
  connected: Connected,
  { workspace, name }: WorkspaceSegment,
  environments: readonly EnvironmentRef[],
): Promise<readonly WritePermit[] | undefined> {
  const permits: WritePermit[] = [];
  for (const environment of environments) {
    const title = t('Activate {0} in {1} / {2}', name, workspace.name, environment.name);
    const permit = await askPermit(connected, { workspaceId: workspace.id, environment }, title);
    if (!permit) return undefined;
    permits.push(permit);
  }
  return permits;
}

type Result = Activation & { readonly environment: EnvironmentRef };

function tellResults(deps: SegmentsDeps, segment: WorkspaceSegment, results: readonly Result[]): void {
  const { workspace, name } = segment;
  const named = (...outcomes: readonly Activation['outcome'][]): string =>
    listWords(results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ environment }) => environment.name));
  const [done, before, notTried] = [named('done'), named('wasActive'), named('notTried')];
  const failed = results.flatMap((result) => ('error' in result ? [failureSentence(deps, result)] : []));
  const sentences = [
    done && t('{0} is active in {1} / {2} now, and holds no key there yet.', name, workspace.name, done),
    before && t('In {0} it was active already.', before),
    ...failed,
    notTried && t('Not tried: {0}.', notTried),
  ].filter(Boolean);
  const upload = t('Upload Keys from Current File…');
  const [only] = results.length === 1 ? results : [];
  if (failed.length > 0 || notTried) {
    tellRefusal(sentences.join(' '), commandStep(t('Try Again…'), 'flagAdmin.segment.activate', { target: segment }));
  } else if (only) {
    const target = { ...segment, kind: 'segment', environment: only.environment };
    tellDone(sentences.join(' '), commandStep(upload, 'flagAdmin.segment.uploadKeys', { target }));
  } else tellDone(sentences.join(' '), commandStep(upload, 'flagAdmin.segment.uploadKeys'));
}

function failureSentence({ log }: SegmentsDeps, result: Extract<Result, { error: unknown }>): string {
  const where = result.environment.name;
  const why = failureWords(result.error, log);
  switch (result.outcome) {
    case 'refused':
      return t('It is not active in {0}: {1}', where, why);
    case 'notDone':
      return t('It is not active in {0}, where the answer was lost: {1}', where, why);
    case 'unknown':
      return t('Whether it is active in {0} is not known: {1}', where, why);
    default:
      return result satisfies never;
  }
}
