/**
 * Finds out which definition a command is about, and its place: the connection, the workspace, the environment and the flag.
 */
import * as vscode from 'vscode';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import { askChoice, back } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { activeUri, addressOf, definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { wrongConnectionMessage } from '../words/connectionWords.ts';
import { chooseFlagPlace, flagOfDocument } from '../ask/choosePlace.ts';
import { flagFrom, type FlagTarget } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import { commandStep } from '../words/nextSteps.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { withoutHeader } from './documentText.ts';
import { documentOf } from './documents.ts';

const { t } = vscode.l10n;

/** Returns the place of a draft with the current name of its connection. */
export const placeOfDraft = (
  { connections }: Pick<DefinitionsContext, 'connections'>,
  { place }: { place: DraftPlace },
): DocumentPlace => ({
  ...place,
  connectionName: connections.nameOf(place.connectionId) ?? t('removed connection'),
});

export const placeOfFlag = (
  { connectionId, connectionName }: Pick<Connected, 'connectionId' | 'connectionName'>,
  { workspace, environment, name }: FlagTarget,
): DocumentPlace => ({ connectionId, connectionName, workspace, environment, flagName: name });

/**
 * Returns the place of the definition that the command's argument names. If there is none, uses the definition in the active
 * tab. If there is none either, asks the user to choose a flag. The definition may have no draft.
 */
export async function chooseDefinition(
  context: DefinitionsContext,
  argument: unknown,
  title: string,
): Promise<DocumentPlace | undefined> {
  const given = await givenPlace(context, argument);
  if (given) return given;
  const connected = await context.connections.orAsk();
  const chosen = connected && (await chooseFlagPlace({ connected, memory: context.memory, title }));
  return chosen && chosen !== back ? placeOfFlag(connected, chosen) : undefined;
}

/**
 * Returns the place of the definition that the command's argument names. If there is none, uses the definition in the active
 * tab. If there is none either, asks the user to choose a draft.
 */
export async function chooseDraft(
  context: DefinitionsContext,
  argument: unknown,
  title: string,
): Promise<DocumentPlace | undefined> {
  const given = await givenPlace(context, argument);
  if (given) return given;
  const drafts = context.drafts.all();
  if (drafts.length === 0) return tellRefusal(t('There is no draft. To create one, change a definition and save it.'));
  const chosen = await askChoice<DocumentPlace>({
    title,
    placeholder: t('Which draft?'),
    isFirstActive: true,
    options: drafts.map((draft) => {
      const place = placeOfDraft(context, draft);
      const { flagName, environment, workspace, connectionName } = place;
      return { label: flagName, description: [environment.name, workspace.name, connectionName].join(' · '), value: place };
    }),
  });
  return chosen === back ? undefined : chosen;
}

async function givenPlace({ connections }: DefinitionsContext, argument: unknown): Promise<DocumentPlace | undefined> {
  const target = flagFrom(argument);
  const connected = target && (await connections.orAsk());
  return connected ? placeOfFlag(connected, target) : (placeFrom(argument) ?? placeFrom(activeUri()));
}

/** Reads a place from an address, or from a row of the Source Control view. */
function placeFrom(argument: unknown): DocumentPlace | undefined {
  if (argument instanceof vscode.Uri) return addressOf(argument)?.place;
  const isRow = typeof argument === 'object' && argument !== null && 'resourceUri' in argument;
  return isRow ? placeFrom(argument.resourceUri) : undefined;
}

/** Returns the user's text without the header: the unsaved text, or else the draft. */
export function userText(context: Pick<DefinitionsContext, 'drafts'>, place: DocumentPlace): string | undefined {
  const document = documentOf(place);
  return document?.isDirty === true ? withoutHeader(document.getText()) : context.drafts.find(place)?.text;
}

/**
 * Returns the connection in use if the definition belongs to it. If the definition belongs to a different connection, tells
 * the user and returns undefined. If no connection is in use, asks for one.
 */
export async function connectedFor({ connections }: DefinitionsContext, place: DocumentPlace): Promise<Connected | undefined> {
  if (!connections.chosen()) await connections.orAsk();
  const chosen = connections.chosen();
  if (!chosen || chosen.id === place.connectionId) return connections.inUse();
  const step = commandStep(t('Switch Connection…'), 'flagAdmin.connection.switch');
  return tellRefusal(wrongConnectionMessage(connections, place), step);
}

/**
 * Reads the workspace and the environment of a definition from the service again, because the environment might be production
 * now. If they no longer exist, tells the user and returns undefined.
 */
export async function currentTarget(connected: Connected, place: DocumentPlace): Promise<FlagTarget | undefined> {
  const target = await flagOfDocument(connected, definitionUri(place));
  if (target) return target;
  return tellRefusal(
    t('{0} / {1} no longer exists, or this API key can’t see it.', place.workspace.name, place.environment.name),
    commandStep(t('Use Another API Key…'), 'flagAdmin.apiKey.use'),
  );
}
