/** Propose Definition to Other Environments…: the draft or the live one → which ones → what would change in each → one change request each. */
import * as vscode from 'vscode';
import { isCancelled } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import type { ProblemCode } from '../../domain/definitions/document/problem.ts';
import { askChoice, askSeveral } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import type { DefinitionPlace } from '../texts/definitionUri.ts';
import { describeFailure } from '../messages/failure.ts';
import { requireWritable } from '../prompts/permit.ts';
import { environmentOptions } from '../prompts/places.ts';
import type { EnvironmentRef, WorkspaceRef } from '../service/target.ts';
import { tellDone, tellProgress, tellRefusal } from '../messages/notifications.ts';
import { requireTrust } from '../trust.ts';
import { checkedDefinition } from './checkedDefinition.ts';
import { changeLinesOf } from './confirmChange.ts';
import { chooseDefinition, connectedFor, ownText, placeNow } from './choosePlace.ts';
import { withoutHeader } from './documentText.ts';
import { titleOf } from './documents.ts';
import { largeNumberSentence } from './fileErrors.ts';
import { findTextProblems } from './problems.ts';
import { problemSentence } from './problemWords.ts';
import type { DefinitionsContext } from './context.ts';
import { sendDefinition, type Sending, type Sent } from './sendDefinition.ts';

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
  const source = await sourceOf(context, place);
  const checked = source && (await checkedDefinition(context, place, source.text));
  const here = checked && (await placeNow(connected, place));
  const environments = here && (await chooseEnvironments(connected, here.workspace, place, source));
  if (!environments) return;
  const { wanted } = checked;
  const plans = await tellProgress(t('Reading {0} in {1}', place.flagName, namesOf(environments)), () =>
    Promise.all(environments.map((environment) => planFor(context, { ...place, environment }, environment, wanted, source.text))),
  );
  const obstacles = plans.filter(({ obstacle }) => obstacle !== undefined);
  if (obstacles.length > 0) {
    const reasons = obstacles.map(({ environment, obstacle }) =>
      t('Nothing is proposed to {0}: {1}', environment.name, obstacle!),
    );
    tellRefusal(reasons.join(' '));
  }
  const possible = plans.filter(({ obstacle }) => obstacle === undefined);
  if (possible.length === 0 || !(await isAgreed(place, possible, wanted))) return;
  const sendings = possible.map((plan): Sending => {
    // Where no approval was asked for last time, the question is how it shall change.
    const isOpen = context.serviceFacts.isGated(connected.origin, plan.environment.id) === false;
    const title = { title: '', comment: '', suggestedTitle: source.requestTitle };
    return { connected, workspace: here.workspace, ...checked, ...plan, ...title, way: isOpen ? undefined : 'request' };
  });
  await sendEach(context, sendings);
}

/** What is proposed: a text, and what the box and the request call it. */
interface Source {
  readonly text: string;
  readonly boxTitle: string;
  readonly requestTitle: string;
}

/** The draft where there is one that says something else than the live definition: what "as in production" means is no draft. */
async function sourceOf(context: DefinitionsContext, place: DefinitionPlace): Promise<Source | undefined> {
  const { flagName, environment } = place;
  const own = ownText(context, place);
  const { text, definition } = await context.live.read(place);
  // What is shown in the place of a definition is a beginning, and nobody's.
  if (!definition && (own === undefined || own === withoutHeader(text))) {
    tellRefusal(t('{0} has no definition in {1}, or this API key may not see it.', flagName, environment.name));
    return undefined;
  }
  if (definition?.largeNumber !== undefined) {
    tellRefusal(largeNumberSentence(place, definition.largeNumber));
    return undefined;
  }
  const written = own === undefined ? definition : await context.ask(own, 'definition', {});
  // What a draft says besides, such as a rollout status, goes along.
  if (definition && typeof written === 'object' && isSameDefinition(written, definition))
    return {
      text: own ?? text,
      boxTitle: t('Propose {0} as in {1}', flagName, environment.name),
      requestTitle: t('{0}: as in {1}', flagName, environment.name),
    };
  return {
    text: own ?? text,
    boxTitle: t('Propose my draft of {0} in {1}', flagName, environment.name),
    requestTitle: t('{0}: my draft of it in {1}', flagName, environment.name),
  };
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

interface Plan {
  readonly environment: EnvironmentRef;
  readonly place: DefinitionPlace;
  readonly live: FlagDefinition | undefined;
  /** Why nothing can be proposed there; undefined = it can. */
  readonly obstacle: string | undefined;
  /** What would not work there as it does here: segments that are missing, for one. */
  readonly missing: readonly string[];
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
  place: DefinitionPlace,
  environment: EnvironmentRef,
  wanted: FlagDefinition,
  text: string,
): Promise<Plan> {
  const plan = { environment, place, live: undefined, missing: [] };
  try {
    const [{ definition: live, openRequestId }, { problems }] = await Promise.all([
      context.live.read(place),
      findTextProblems(context, place, text),
    ]);
    const missing = problems.filter(({ code }) => OF_PLACE.has(code)).map(problemSentence);
    return { ...plan, live, obstacle: obstacleOf(live, openRequestId, wanted), missing: [...new Set(missing)] };
  } catch (error) {
    // One that can't be read is no reason to propose to none.
    const { sentence, detail } = describeFailure(error);
    context.log.warn(detail);
    return { ...plan, obstacle: sentence };
  }
}

function obstacleOf(
  live: FlagDefinition | undefined,
  openRequestId: string | undefined,
  wanted: FlagDefinition,
): string | undefined {
  if (openRequestId) return t('a change request is open on the flag there.');
  if (live?.largeNumber !== undefined)
    return t('its definition has the number {0}, which can’t be read and sent exactly here.', live.largeNumber);
  return live && isSameDefinition(live, wanted) ? t('its definition says the same already.') : undefined;
}

/** Below what can be done stands what would change, and what is missing. */
async function isAgreed(place: DefinitionPlace, plans: readonly Plan[], wanted: FlagDefinition): Promise<boolean> {
  const names = namesOf(plans.map(({ environment }) => environment));
  const isWhole = plans.every(({ missing }) => missing.length === 0);
  const row = (label: string, icon: string) => ({ label, icon: new vscode.ThemeIcon(icon) });
  const send = isWhole
    ? row(t('Submit a change request to each: {0}', names), 'git-pull-request')
    : row(t('Propose it all the same: {0}', names), 'warning');
  const lines = plans.flatMap(({ environment, live, missing }) => [
    { separator: environment.name },
    ...missing.map((sentence) => ({ ...row(sentence, 'warning'), value: false })),
    ...changeLinesOf(wanted, live, environment).map((sentence) => ({ ...row(sentence, 'info'), value: false })),
  ]);
  for (;;) {
    const answer = await askChoice<boolean>({
      title: t('Propose {0}', titleOf(place)),
      placeholder: isWhole ? t('This would change in each environment') : t('Something of it is missing there'),
      options: [{ ...send, value: true }, ...lines],
    });
    if (answer !== false) return answer === true;
  }
}

/** One after the other, each with the title and comment of the one before. Whoever walks away from one sends no more. */
async function sendEach(context: DefinitionsContext, sendings: readonly Sending[]): Promise<void> {
  const outcomes = new Map<Sending, Sent>();
  let before: Partial<Sending> = {};
  const explained = (title: string, comment: string): void => void (before = { title, comment });
  for (const sending of sendings) {
    try {
      const sent = await sendDefinition(context, { ...sending, ...before, explained });
      if (!sent) break;
      outcomes.set(sending, sent);
    } catch (error) {
      if (isCancelled(error)) break;
      const { sentence, detail, steps } = describeFailure(error);
      context.log.warn(detail);
      tellRefusal(t('{0}: {1}', sending.environment.name, sentence), ...steps);
    }
  }
  if (sendings.length === 1) return;
  const names = (isOne: (sent: Sent | undefined) => boolean): string =>
    namesOf(sendings.filter((one) => isOne(outcomes.get(one))).map(({ environment }) => environment));
  const [requested, changed] = [names((sent) => typeof sent === 'object'), names((sent) => sent === 'changed')];
  const none = names((sent) => sent === undefined);
  const words = [
    requested && t('Submitted to {0}.', requested),
    changed && t('Changed at once in {0}.', changed),
    none && t('Not sent, as far as is known, to {0}.', none),
  ];
  (none ? tellRefusal : tellDone)(words.filter(Boolean).join(' '));
}

const namesOf = (environments: readonly EnvironmentRef[]): string => environments.map(({ name }) => name).join(', ');
