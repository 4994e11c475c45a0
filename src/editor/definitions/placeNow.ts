/** The connection and the place of a document, as they are now. */
import * as vscode from 'vscode';
import type { Connected } from '../connected.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import { ofAnother } from '../ofAnother.ts';
import { environmentOptions, workspaceOptions } from '../places.ts';
import type { EnvironmentRef, WorkspaceRef } from '../target.ts';
import { commandStep, tellRefusal } from '../tell.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

/** Undefined, and the user is told, where another connection is in use. */
export async function connectedFor({ connections }: Room, place: DefinitionPlace): Promise<Connected | undefined> {
  if (!connections.chosen()) await connections.orAsk();
  const chosen = connections.chosen();
  if (!chosen || chosen.id === place.connectionId) return connections.inUse();
  tellRefusal(ofAnother(connections, place), commandStep(t('Switch Connection…'), 'flagAdmin.connection.switch'));
  return undefined;
}

/** Whether an environment is production is taken from nobody's memory. Undefined, and the user is told, where it is gone. */
export async function placeNow(
  connected: Connected,
  place: DefinitionPlace,
): Promise<{ readonly workspace: WorkspaceRef; readonly environment: EnvironmentRef } | undefined> {
  const workspace = (await workspaceOptions(connected)).find(({ value }) => value.id === place.workspace.id)?.value;
  const environment =
    workspace && (await environmentOptions(connected, workspace)).find(({ value }) => value.id === place.environment.id)?.value;
  if (environment) return { workspace, environment };
  tellRefusal(
    t('{0} / {1} is not there any more, or this API key may not see it.', place.workspace.name, place.environment.name),
    commandStep(t('Use Another API Key…'), 'flagAdmin.apiKey.use'),
  );
  return undefined;
}
