/**
 * Propose Definition to Other Environments…: takes the draft or the live definition → asks for environments → shows what would
 * change → submits a change request to each.
 */
import * as vscode from 'vscode';
import { isCancelled } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import type { ProblemCode } from '../../domain/definitions/document/problem.ts';
import { askConfirmation, commentField, titleField } from '../ask/confirmationList.ts';
import { askSeveral } from '../ask/ask.ts';
import { keptText, type KeptText } from '../ask/keptText.ts';
import type { Connected } from '../window/connected.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';
import { describeFailure } from '../words/failureWords.ts';
import { requireTrust, requireWritable } from '../ask/permit.ts';
import { environmentOptions } from '../ask/placeOptions.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { productionIcon } from '../words/placeWords.ts';
import { chooseDefinition, connectedFor, userText, currentTarget } from './chooseDefinition.ts';
import { withoutHeader } from './documentText.ts';
import { requireDefinition, lockedSentence } from './fileErrors.ts';
import { checkedDefinition, findTextProblems } from './checkText.ts';
import { problemSentence } from '../words/problemWords.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { sendDefinition, summaryOf, type DefinitionToSend } from './definitionChange.ts';

const { t } = vscode.l10n;

export async function proposeElsewhere(context: DefinitionsContext, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  // Afterwards, forgets the definitions that were read, because most of them have no open document.
  await propose(context, argument).finally(() => context.live.forgetClosed());
}

async function propose(context: DefinitionsContext, argument: unknown): Promise<void> {
  const place = await chooseDefinition(context, argument, t('Propose Definition to Other Environments'));
  const connected = place && (await connectedFor(context, place));
  if (!place || !connected || !requireWritable(connected)) return;
  const source = await sourceOf(context, place);
  const checked = source && (await checkedDefinition(context, place, source.text));
  const here = checked && (await currentTarget(connected, place));
  const environments = here && (await chooseEnvironments(connected, here.workspace, place, source));
  if (!environments) return;
  const { wanted } = checked;
  const plans = await tellProgress(t('Reading {0}', namesOf(environments)), () =>
    Promise.all(environments.map((environment) => planFor(context, { ...place, environment }, environment, wanted, source.text))),
  );
  const reasons = plans.flatMap(({ environment, obstacle }) =>
    obstacle === undefined ? [] : [t('Nothing is proposed for {0}: {1}', environment.name, obstacle)],
  );
  if (reasons.length > 0) tellRefusal(reasons.join(' '));
  const possible = plans.filter(({ obstacle }) => obstacle === undefined);
  const { workspace } = here;
  const subject = `proposed/${place.environment.id}/${place.flagName}`;
  const kept = {
    title: keptText(context, connected, subject, 'title'),
    comment: keptText(context, connected, subject, 'comment'),
  };
  const explanation =
    possible.length > 0 && (await askTitleAndCommentOfAll(context, { connected, workspace }, possible, wanted, source, kept));
  if (!explanation) return;
  const isSent = await sendEach(
    context,
    possible.map((plan) => ({ connected, workspace, ...checked, ...plan, ...explanation, isAgreed: true })),
  );
  if (isSent) for (const text of Object.values(kept)) text.drop();
}

/** The proposal: a text, and the title of each request. */
interface ProposalSource {
  readonly text: string;
  readonly title: string;
}

/**
 * Returns the user's text, or else the text of the live definition. The title mentions a draft only if the text differs from
 * the live definition.
 */
async function sourceOf(context: DefinitionsContext, place: DocumentPlace): Promise<ProposalSource | undefined> {
  const { flagName, environment } = place;
  const own = userText(context, place);
  const { text, definition } = await context.live.read(place);
  // If there is no definition, the document shows a first text to start from. Nobody wrote that text, so it is not proposed.
  const isBeginning = own === undefined || own === withoutHeader(text);
  if ((definition || isBeginning) && !requireDefinition(place, definition)) return undefined;
  const written = own === undefined ? definition : await context.ask(own, 'definition', {});
  // Compares only the definitions, because the text of a draft may also contain something else, such as a rollout status.
  const isLive = definition !== undefined && typeof written === 'object' && isSameDefinition(written, definition);
  return {
    text: own ?? text,
    title: isLive
      ? t('{0}: same definition as in {1}', flagName, environment.name)
      : t('{0}: same definition as in my draft for {1}', flagName, environment.name),
  };
}

async function chooseEnvironments(
  connected: Connected,
  workspace: WorkspaceRef,
  { environment }: DocumentPlace,
  { title }: ProposalSource,
): Promise<readonly EnvironmentRef[] | undefined> {
  const others = (await environmentOptions(connected, workspace)).filter(({ value }) => value.id !== environment.id);
  if (others.length === 0)
    return tellRefusal(t('The workspace “{0}” has no other environment that this API key can see.', workspace.name));
  const answer = await askSeveral<EnvironmentRef>({
    title,
    placeholder: t('To which environments? The definition is sent to each of them separately'),
    options: others,
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

interface Plan extends Pick<DefinitionToSend, 'environment' | 'place' | 'live'> {
  /** Why the definition can't be proposed to this environment. Undefined = it can be proposed. */
  readonly obstacle: string | undefined;
  /** The problems that the definition would only have in that environment, for example missing segments. */
  readonly missing: readonly string[];
}

/** The problems that depend on the environment. All other problems were already found in the source's own environment. */
const ENVIRONMENT_PROBLEMS: ReadonlySet<ProblemCode['code']> = new Set([
  'unknownSegment',
  'inactiveSegment',
  'segmentOfOtherType',
  'unknownFlag',
]);

async function planFor(
  context: DefinitionsContext,
  place: DocumentPlace,
  environment: EnvironmentRef,
  wanted: FlagDefinition,
  text: string,
): Promise<Plan> {
  const plan = { environment, place, live: undefined, missing: [] };
  try {
    const [now, { problems }] = await Promise.all([context.live.read(place), findTextProblems(context, place, text)]);
    const live = now.definition;
    const missing = problems.filter(({ code }) => ENVIRONMENT_PROBLEMS.has(code)).map(problemSentence);
    const isThere = live !== undefined && isSameDefinition(live, wanted);
    const obstacle =
      lockedSentence(place, now) ?? (isThere ? t('the definition in this environment already has the same content.') : undefined);
    return { ...plan, live, obstacle, missing: [...new Set(missing)] };
  } catch (error) {
    // An environment that can't be read must not prevent the proposals to others.
    const { sentence, detail } = describeFailure(error);
    context.log.warn(detail);
    return { ...plan, obstacle: sentence };
  }
}

/**
 * Asks for one title and one comment for all environments. Shows for each environment what would change and what is missing.
 * Undefined = the user cancelled.
 */
async function askTitleAndCommentOfAll(
  { serviceFacts }: DefinitionsContext,
  { connected, workspace }: Pick<DefinitionToSend, 'connected' | 'workspace'>,
  plans: readonly Plan[],
  wanted: FlagDefinition,
  { title }: ProposalSource,
  kept: Readonly<Record<'title' | 'comment', KeptText>>,
): Promise<{ readonly title: string; readonly comment: string } | undefined> {
  const environments = plans.map(({ environment }) => environment);
  const isOpen = ({ id }: EnvironmentRef): boolean => serviceFacts.requiresApprovals(connected.origin, id) === false;
  const [open, gated] = [environments.filter(isOpen), environments.filter((environment) => !isOpen(environment))];
  const isUsableEverywhere = plans.every(({ missing }) => missing.length === 0);
  const suggested = { title, comment: '' };
  const typed = { title: kept.title.text() ?? suggested.title, comment: kept.comment.text() ?? suggested.comment };
  const onType = (): void => {
    // Suggestions are not kept, because they may differ the next time.
    for (const field of ['title', 'comment'] as const) kept[field].keep(typed[field] === suggested[field] ? '' : typed[field]);
  };
  const typing = { typed, heading: title, onType };
  const label = [
    gated.length > 0 && t('Submit one change request for each environment: {0}', namesOf(gated)),
    open.length > 0 && t('Change directly, without a change request: {0}', namesOf(open)),
  ];
  const effects = await Promise.all(
    plans.map(async ({ environment, live, missing }) => [
      { separator: environment.name },
      ...missing,
      ...(await summaryOf({ connected, workspace, environment, wanted, live })).lines,
    ]),
  );
  const answer = await askConfirmation(
    {
      submit: {
        label: label.filter(Boolean).join(' · '),
        description: t('with the API key “{0}”', connected.keyName),
        icon: environments.some(({ isProduction }) => isProduction) ? productionIcon() : new vscode.ThemeIcon('git-pull-request'),
      },
      reason: isUsableEverywhere ? undefined : t('An environment lacks something that the definition needs'),
      fields: () => [titleField(typing), commentField(typing, t('Comment for the approver: why is this needed?'), undefined)],
      lines: effects.flat(),
    },
    { title },
  );
  return answer === true ? typed : undefined;
}

/**
 * Sends the definitions one after the other, each with its own message. If the user cancels one, the rest are not sent. True =
 * all were sent.
 */
async function sendEach(context: DefinitionsContext, sendings: readonly DefinitionToSend[]): Promise<boolean> {
  const left = new Set(sendings.map(({ environment }) => environment));
  for (const sending of sendings) {
    try {
      if (!(await sendDefinition(context, sending))) break;
      left.delete(sending.environment);
    } catch (error) {
      if (isCancelled(error)) break;
      const { sentence, detail, steps } = describeFailure(error);
      context.log.warn(detail);
      tellRefusal(t('{0}: {1}', sending.environment.name, sentence), ...steps);
    }
  }
  if (left.size > 0) tellRefusal(t('The definition was not sent to {0}, or the service did not confirm it.', namesOf([...left])));
  return left.size === 0;
}

const namesOf = (environments: readonly EnvironmentRef[]): string => environments.map(({ name }) => name).join(', ');
