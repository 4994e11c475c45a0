/** Propose Definition to Other Environments…: which ones → what is missing there → one change request each. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/sameDefinition.ts';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { askChoice, askSeveral, type Option } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import { requireWritable } from '../permit.ts';
import { environmentOptions } from '../places.ts';
import type { EnvironmentRef, WorkspaceRef } from '../target.ts';
import { tellProgress, tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { checkedDefinition } from './checkedDefinition.ts';
import { chooseDefinition } from './chooseDefinition.ts';
import { documentOf } from './chooseDraft.ts';
import { draftTitle } from './draftPlace.ts';
import { connectedFor, placeNow } from './placeNow.ts';
import { findTextProblems } from './problems.ts';
import { problemSentence } from './problemWords.ts';
import type { Room } from './room.ts';
import { sendDefinition } from './sendDefinition.ts';

const { t } = vscode.l10n;

/** What stands against proposing the definition to an environment. */
interface Plan {
  readonly environment: EnvironmentRef;
  readonly place: DefinitionPlace;
  readonly live: FlagDefinition | undefined;
  /** Why nothing can be proposed there; undefined = it can. */
  readonly obstacle: string | undefined;
  /** What would not work there as it does here: segments that are missing, for one. */
  readonly missing: readonly string[];
}

export async function proposeElsewhere(room: Room, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  const place = await chooseDefinition(room, argument, t('Propose Definition to Other Environments'));
  const connected = place && (await connectedFor(room, place));
  if (!place || !connected || !requireWritable(connected)) return;
  const text = documentOf(place)?.getText() ?? room.drafts.find(draftId(place))?.text ?? (await room.live.read(place)).text;
  const wanted = await checkedDefinition(room, place, text);
  const here = wanted && (await placeNow(connected, place));
  if (!here) return;
  const { workspace } = here;
  const environments = await chooseEnvironments(connected, workspace, place);
  if (!environments) return;
  const plans = await tellProgress(t('Reading {0} in {1}', place.flagName, namesOf(environments)), () =>
    Promise.all(environments.map((environment) => planFor(room, { ...place, environment }, environment, wanted, text))),
  );
  for (const { environment, obstacle } of plans)
    if (obstacle !== undefined) tellRefusal(t('Nothing is proposed to {0}: {1}', environment.name, obstacle));
  const agreed = await confirmPlans(
    place,
    plans.filter(({ obstacle }) => obstacle === undefined),
  );
  for (const plan of agreed) {
    const sending = { connected, workspace, environment: plan.environment, place: plan.place, wanted, live: plan.live };
    const title = t('{0}: as in {1}', place.flagName, place.environment.name);
    // Whoever walks away from one walks away from the rest: each is sent by its own answers.
    if (!(await sendDefinition(room, { ...sending, title: '', comment: '', suggestedTitle: title }))) return;
  }
}

async function chooseEnvironments(
  connected: Connected,
  workspace: WorkspaceRef,
  { flagName, environment }: DefinitionPlace,
): Promise<readonly EnvironmentRef[] | undefined> {
  const others = (await environmentOptions(connected, workspace)).filter(({ value }) => value.id !== environment.id);
  if (others.length === 0) {
    tellRefusal(t('{0} has no other environment that this API key may see.', workspace.name));
    return undefined;
  }
  const answer = await askSeveral<EnvironmentRef>({
    title: t('Propose {0} as in {1}', flagName, environment.name),
    placeholder: t('To which environments? Each gets a change request of its own'),
    options: others,
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

async function planFor(
  room: Room,
  place: DefinitionPlace,
  environment: EnvironmentRef,
  wanted: FlagDefinition,
  text: string,
): Promise<Plan> {
  const [{ definition: live }, { problems }] = await Promise.all([room.live.read(place), findTextProblems(room, place, text)]);
  const obstacle = live?.openChangeRequestId
    ? t('a change request is open on the flag there.')
    : live && isSameDefinition(live, wanted)
      ? t('its definition says the same already.')
      : undefined;
  const missing = problems.filter(({ severity }) => severity !== 'hint').map(problemSentence);
  return { environment, place, live, obstacle, missing: [...new Set(missing)] };
}

/** Asked where something is missing; which of them to go on with. */
async function confirmPlans(place: DefinitionPlace, plans: readonly Plan[]): Promise<readonly Plan[]> {
  const whole = plans.filter(({ missing }) => missing.length === 0);
  if (whole.length === plans.length) return plans;
  const all: Option<readonly Plan[]> = {
    label: t('Propose it all the same: {0}', namesOf(plans.map(({ environment }) => environment))),
    icon: new vscode.ThemeIcon('warning'),
    value: plans,
  };
  const some: Option<readonly Plan[]> = {
    label: t('Only where nothing is missing: {0}', namesOf(whole.map(({ environment }) => environment))),
    icon: new vscode.ThemeIcon('check'),
    value: whole,
  };
  const found = plans.flatMap(({ environment, missing }) =>
    missing.map((sentence): Option<readonly Plan[]> => ({
      label: environment.name,
      detail: sentence,
      icon: new vscode.ThemeIcon('info'),
      value: [],
    })),
  );
  const answer = await askChoice<readonly Plan[]>({
    title: t('Propose {0}', draftTitle({ place })),
    placeholder: t('Something of it is missing there'),
    options: [...(whole.length > 0 ? [some] : []), all, { separator: t('missing') }, ...found],
  });
  return answer === undefined || typeof answer === 'symbol' ? [] : answer;
}

const namesOf = (environments: readonly EnvironmentRef[]): string => environments.map(({ name }) => name).join(', ');
