/** Kill Flag…, Restore Flag… and Remove Flag Definition…: asks for the flag and the reason, and makes the change. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { readAllDefinitions } from '../../operations/definitions/readAllDefinitions.ts';
import { askChoice, back, type Answer } from '../ask/ask.ts';
import { askComment } from '../ask/askComment.ts';
import type { Connected } from '../window/connected.ts';
import { noDefinitionSentence, openRequestSentence } from '../words/requestWords.ts';
import { connectedToChange } from '../ask/permit.ts';
import { chooseEnvironment, chooseFlagPlace, flagOfDocument } from '../ask/choosePlace.ts';
import { tellIfArchived } from '../changes/archivedFlag.ts';
import { makeChange } from '../changes/makeChange.ts';
import { keptReason } from '../changes/requestDrafts.ts';
import { flagFrom, type EnvironmentRef, type FlagTarget } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import { reviewStep } from '../words/nextSteps.ts';
import { inPlace, placeLabel } from '../words/placeWords.ts';
import { activeUri } from '../window/definitionUri.ts';
import type { Services } from '../window/services.ts';
import { flagSwitch, switchedObject, switchEffect, switchTitle, undoStep, type SwitchTo } from './flagSwitch.ts';

const { t } = vscode.l10n;

export const killFlagCommand = (services: Services, argument: unknown): Promise<void> => switchFlag(services, argument, 'killed');
export const restoreFlagCommand = (services: Services, argument: unknown): Promise<void> =>
  switchFlag(services, argument, 'restored');
export const removeDefinition = (services: Services, argument: unknown): Promise<void> =>
  switchFlag(services, argument, 'removed');

async function switchFlag(services: Services, argument: unknown, to: SwitchTo): Promise<void> {
  const connected = await connectedToChange(services.connections);
  if (!connected) return;
  const target = flagFrom(argument) ?? (await flagOfDocument(connected, argument)) ?? (await choose(services, connected, to));
  if (!target || target === back || (await tellIfArchived(connected, target.workspace.id, target.name))) return;
  const definition = await definitionToSwitch(connected, target, to);
  if (!definition) return;
  const treatment = definition.defaultTreatment ?? undefined;
  const prompt = `${switchEffect(to, treatment)}. ${t('Why do you make this change? Your answer is kept in the history.')}`;
  const kept = keptReason(services, connected, target, switchedObject(target, to));
  const comment = await askComment(inPlace(switchTitle(target, to), target), prompt, '', kept);
  if (comment === undefined) return;
  await makeChange(services, flagSwitch(connected, target, { to, comment, definition }));
}

/** Asks for the flag. The flag whose definition is open is the most likely one. */
async function choose({ memory }: Services, connected: Connected, to: SwitchTo): Promise<Answer<FlagTarget>> {
  const title = headingOf(to);
  const first = await flagOfDocument(connected, activeUri());
  if (to === 'restored') {
    const killed = await chooseKilled(connected, title, first?.environment);
    if (killed !== 'unlisted') return killed;
  }
  return chooseFlagPlace({ connected, memory, title }, { first, isProductionFirst: true, excludesArchived: true });
}

/** Asks for one of the killed flags of an environment. Returns 'unlisted' if the service does not list definitions. */
async function chooseKilled(
  connected: Connected,
  title: string,
  likely: EnvironmentRef | undefined,
): Promise<Answer<FlagTarget> | 'unlisted'> {
  const place = await chooseEnvironment(connected, { title }, ({ id }) => id === likely?.id);
  if (place === undefined || place === back) return undefined;
  const { workspace, environment } = place;
  const all = await readAllDefinitions(connected.client, workspace.id, environment.id);
  if (!all) return 'unlisted';
  const killed = all.filter((definition) => definition.killed === true);
  if (killed.length === 0) return tellRefusal(t('No flag is killed in {0}.', placeLabel(place)));
  return askChoice<FlagTarget>({
    title,
    isFirstActive: true,
    placeholder: t('Which flag? Only flags that are killed in {0} are listed', placeLabel(place)),
    options: killed.map(({ name, defaultTreatment }) => {
      const target: FlagTarget = { kind: 'flag', workspace, environment, name };
      return {
        label: name,
        ...(defaultTreatment && { description: t('everybody gets “{0}”', defaultTreatment) }),
        icon: new vscode.ThemeIcon('circle-slash'),
        subject: { target },
        value: target,
      };
    }),
  });
}

function headingOf(to: SwitchTo): string {
  if (to === 'killed') return t('Kill Flag');
  return to === 'restored' ? t('Restore Flag') : t('Remove Flag Definition');
}

/** Returns the current definition. If there is nothing to do, tells the user why and returns undefined. */
async function definitionToSwitch({ client }: Connected, target: FlagTarget, to: SwitchTo): Promise<FlagDefinition | undefined> {
  const { workspace, environment, name } = target;
  const definition = await client.readDefinition(workspace.id, name, environment.id).catch(unlessMissing);
  const place = placeLabel(target);
  if (!definition) return tellRefusal(noDefinitionSentence(name, place));
  if (to !== 'removed' && (definition.killed === true) === (to === 'killed'))
    return to === 'killed'
      ? tellRefusal(t('{0} is already killed in {1}.', name, place), undoStep(target, to))
      : tellRefusal(t('{0} is not killed in {1}.', name, place));
  const { openChangeRequestId } = definition;
  return openChangeRequestId ? tellRefusal(openRequestSentence(name, place), reviewStep(openChangeRequestId)) : definition;
}
