/** Propose Definition to Other Environments…: the draft or the live one → which ones → what is missing there → one change request each. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import type { ProblemCode } from '../../domain/definitions/document/problem.ts';
import { readUse } from '../../operations/segmentUse.ts';
import { askChoice, askSeveral } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import type { DefinitionPlace } from '../texts/definitionUri.ts';
import { describeFailure } from '../messages/failure.ts';
import { requireWritable } from '../prompts/permit.ts';
import { environmentOptions } from '../prompts/places.ts';
import type { EnvironmentRef, WorkspaceRef } from '../service/target.ts';
import { tellProgress, tellRefusal } from '../messages/notifications.ts';
import { requireTrust } from '../trust.ts';
import { checkedDefinition } from './checkedDefinition.ts';
import { confirmPlans, isGated, namesOf, type Plan } from './confirmPlans.ts';
import { chooseDefinition, connectedFor, ownText, placeNow } from './choosePlace.ts';
import { withoutHeader } from './documentText.ts';
import { titleOf } from './documents.ts';
import { largeNumberSentence } from './fileErrors.ts';
import { findTextProblems } from './problems.ts';
import { problemSentence } from './problemWords.ts';
import type { DefinitionsContext } from './context.ts';
import type { Sending } from './sendDefinition.ts';
import { sendToEach } from './sendToEach.ts';

const { t } = vscode.l10n;

export async function proposeElsewhere(context: DefinitionsContext, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  // Most of the definitions that are read for it are open nowhere.
  await propose(context, argument).finally(() => context.live.keepOpen());
}

async function propose(context: DefinitionsContext, argument: unknown): Promise<void> {
  const place = await chooseDefinition(context, argument, t('Propose Definition to Other Environments'));
  const connected = place && (await connectedFor(context, place));
  if (!place || !connected || !requireWritable(connected)) return;
  const source = await chooseSource(context, place);
  const checked = source && (await checkedDefinition(context, place, source.text));
  const here = checked && (await placeNow(connected, place));
  if (!here) return;
  const { wanted } = checked;
  const { workspace } = here;
  const { text } = source;
  const environments = await chooseEnvironments(connected, workspace, place, source);
  if (!environments) return;
  const plans = await tellProgress(t('Reading {0} in {1}', place.flagName, namesOf(environments)), () =>
    Promise.all(
      environments.map((environment) => {
        const there = { ...place, environment };
        // One that can't be read is no reason to propose to none.
        return planFor(context, connected, there, environment, wanted, text).catch((error: unknown): Plan => {
          const { sentence, detail } = describeFailure(error);
          context.log.warn(detail);
          return { environment, place: there, live: undefined, obstacle: sentence, missing: [] };
        });
      }),
    ),
  );
  const told = plans.flatMap(({ environment, obstacle }) =>
    obstacle === undefined ? [] : t('Nothing is proposed to {0}: {1}', environment.name, obstacle),
  );
  if (told.length > 0) tellRefusal(told.join(' '));
  const possible = plans.filter(({ obstacle }) => obstacle === undefined);
  const agreed = possible.length > 0 ? await confirmPlans(context, connected, place, possible, wanted) : undefined;
  const sendings = agreed?.plans.map((plan): Sending => {
    const { environment, live } = plan;
    const way = isGated(context, connected, environment) ? 'request' : agreed.way;
    const suggestedTitle = source.requestTitle;
    return {
      connected,
      workspace,
      environment,
      place: plan.place,
      ...checked,
      live,
      title: '',
      comment: '',
      suggestedTitle,
      way,
    };
  });
  await sendToEach(context, sendings ?? []);
}

/** What is proposed: a text, and what the box and the request call it. */
interface Source {
  readonly text: string;
  readonly boxTitle: string;
  readonly requestTitle: string;
}

/** A draft that says something else than the live definition is not what "as in production" means: the user says which. */
async function chooseSource(context: DefinitionsContext, place: DefinitionPlace): Promise<Source | undefined> {
  const { flagName, environment } = place;
  const own = ownText(context, place);
  const { text, definition } = await context.live.read(place);
  // What is shown in the place of a definition is a beginning, and nobody's.
  if (!definition && (own === undefined || own === withoutHeader(text))) {
    tellRefusal(t('{0} has no definition in {1}, or this API key may not see it.', flagName, environment.name));
    return undefined;
  }
  if (definition?.largeNumber !== undefined) {
    tellRefusal(largeNumberSentence(titleOf(place), definition.largeNumber));
    return undefined;
  }
  const live: Source = {
    text,
    boxTitle: t('Propose {0} as in {1}', flagName, environment.name),
    requestTitle: t('{0}: as in {1}', flagName, environment.name),
  };
  const written = own === undefined ? undefined : await context.ask(own, 'definition', {});
  if (own === undefined) return live;
  // What it says besides, such as a rollout status, goes along.
  if (typeof written === 'object' && definition && isSameDefinition(written, definition)) return { ...live, text: own };
  const draft: Source = {
    text: own,
    boxTitle: t('Propose my draft of {0} in {1}', flagName, environment.name),
    requestTitle: t('{0}: my draft of it in {1}', flagName, environment.name),
  };
  if (!definition) return draft;
  const answer = await askChoice<Source>({
    title: t('Propose {0} to other environments', flagName),
    placeholder: t('Your draft says something else than what is live in {0}. Which one?', environment.name),
    options: [
      {
        label: t('My draft'),
        detail: t('As you wrote it; it is not live yet'),
        icon: new vscode.ThemeIcon('edit'),
        value: draft,
      },
      { label: t('What is live'), detail: titleOf(place), icon: new vscode.ThemeIcon('broadcast'), value: live },
    ],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

async function chooseEnvironments(
  connected: Connected,
  workspace: WorkspaceRef,
  { environment }: DefinitionPlace,
  { boxTitle }: Source,
): Promise<readonly EnvironmentRef[] | undefined> {
  const others = (await environmentOptions(connected, workspace)).filter(({ value }) => value.id !== environment.id);
  if (others.length === 0) {
    tellRefusal(t('{0} has no other environment that this API key may see.', workspace.name));
    return undefined;
  }
  const answer = await askSeveral<EnvironmentRef>({
    title: boxTitle,
    placeholder: t('To which environments? Each gets a change request of its own'),
    options: others,
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

/** What the place has to do with: the rest is so in the source as well. */
const OF_PLACE: ReadonlySet<ProblemCode['code']> = new Set([
  'unknownSegment',
  'inactiveSegment',
  'segmentOfOtherType',
  'unknownFlag',
]);

async function planFor(
  context: DefinitionsContext,
  { client }: Connected,
  place: DefinitionPlace,
  environment: EnvironmentRef,
  wanted: FlagDefinition,
  text: string,
): Promise<Plan> {
  const [{ definition: live, openRequestId }, found] = await Promise.all([
    context.live.read(place),
    findTextProblems(context, place, text),
  ]);
  const obstacle = openRequestId
    ? t('a change request is open on the flag there.')
    : live?.largeNumber !== undefined
      ? t('its definition has the number {0}, which can’t be read and sent exactly here.', live.largeNumber)
      : live && isSameDefinition(live, wanted)
        ? t('its definition says the same already.')
        : undefined;
  const missingThere: readonly ProblemCode[] = found.problems.filter(({ code }) => OF_PLACE.has(code));
  const missing = [...missingThere, ...(await inactiveSegments(context, client, place, wanted))].map(problemSentence);
  return { environment, place, live, obstacle, missing: [...new Set(missing)] };
}

/** Where the service can't list what is active in an environment, each segment is asked for. */
async function inactiveSegments(
  context: DefinitionsContext,
  client: Connected['client'],
  place: DefinitionPlace,
  { treatments, rules }: FlagDefinition,
): Promise<readonly ProblemCode[]> {
  const { id: environmentId, name: environment } = place.environment;
  const { segments } = await context.known.of(place);
  const matchers = rules.flatMap(({ condition }) => condition.matchers);
  const names = [
    ...treatments.flatMap((treatment) => treatment.segments ?? []),
    ...matchers.flatMap(({ type, string }) => (type === 'IN_SEGMENT' && typeof string === 'string' ? [string] : [])),
  ];
  const unsure = [...new Set(names)].filter((name) => {
    const segment = segments?.items.find((one) => one.name === name);
    return segment ? segment.isActive === undefined : !segments?.isComplete;
  });
  const found: ProblemCode[] = [];
  for (const name of unsure) {
    // What can't be asked is no reason to propose nothing.
    const use = await readUse(client, { environmentId, segmentName: name }).catch(() => undefined);
    if (use?.state === 'inactive') found.push({ code: 'inactiveSegment', name, environment });
  }
  return found;
}
