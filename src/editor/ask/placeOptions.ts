/** The workspaces, environments, and traffic types that an API key can see, as rows of a list. */
import * as vscode from 'vscode';
import type { TrafficType, Workspace } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { productionWords, productionIcon } from '../words/placeWords.ts';
import { noNameSentence } from '../words/nameWords.ts';
import { askChoice, askText, type Answer, type Option, type Position } from './ask.ts';
import type { Connected } from '../window/connected.ts';
import { workspaceRef, type EnvironmentRef, type WorkspaceRef } from '../window/target.ts';
import { environmentFrom } from '../../operations/learned/environments.ts';
import { systemClock } from '../../time/clock.ts';

const { t } = vscode.l10n;

type Named = Pick<WorkspaceRef, 'id' | 'name'>;

export const askWorkspace = (connected: Connected, position: Position): Promise<Answer<WorkspaceRef>> =>
  askChoice({
    ...position,
    isFirstActive: true,
    placeholder: t('Which workspace?'),
    options: (signal) => workspaceOptions(connected, { signal }),
  });

/** Returns the workspace's owner and project, such as "acme / storefront", if the service names them (service-beyond.md). */
export function ownerOf(workspace: Workspace): string {
  const { organizationIdentifier, projectIdentifier } = workspace;
  return [organizationIdentifier, projectIdentifier].filter((one) => typeof one === 'string' && one !== '').join(' / ');
}

/** Returns the workspaces that the API key can see. */
export async function workspaceOptions(
  { client }: Connected,
  options: CallOptions = {},
): Promise<readonly Option<WorkspaceRef>[]> {
  const { workspaces } = catalogOf(client);
  await workspaces.read({ signal: options.signal });
  return workspaces.items.map((workspace) => ({
    label: workspace.name,
    description: ownerOf(workspace),
    icon: new vscode.ThemeIcon('project'),
    subject: { target: { kind: 'workspace', workspace: workspaceRef(workspace) } },
    value: workspaceRef(workspace),
  }));
}

export async function environmentOptions({ client }: Connected, workspace: Named): Promise<readonly Option<EnvironmentRef>[]> {
  const environments = catalogOf(client).environments(workspace.id);
  await environments.read();
  return environments.items.map((environment) => environmentOption(environmentFrom(environment), workspace));
}

/** Returns the row of an environment. Production has its own icon and word. */
export function environmentOption(environment: EnvironmentRef, workspace: Named): Option<EnvironmentRef> {
  return {
    label: environment.name,
    description: productionWords(environment).join(),
    icon: environment.isProduction ? productionIcon() : new vscode.ThemeIcon('server-environment'),
    subject: { target: { kind: 'workspace', workspace: { requiresTitleAndComments: false, ...workspace }, environment } },
    value: environment,
  };
}

/** Reads the traffic types again, because a new one may have been created at the service. */
export async function readTrafficTypes(
  { client }: Connected,
  workspaceId: string,
  signal: AbortSignal,
): Promise<readonly TrafficType[]> {
  const types = catalogOf(client).trafficTypes(workspaceId);
  await types.read({ signal, newerThan: systemClock.now() });
  return types.items;
}

/**
 * Asks for a traffic type. If the service can't list traffic types, the question offers those of the existing segments. The user
 * can also type a different one.
 */
export async function askTrafficType(
  connected: Connected,
  { id }: WorkspaceRef,
  position: Position,
  typed: string,
): Promise<Answer<string>> {
  const other = Symbol('other');
  const answer = await askChoice<string | typeof other>({
    ...position,
    placeholder: t('Which traffic type?'),
    options: async (signal) => {
      const types = await readTrafficTypes(connected, id, signal);
      return [
        ...[...new Set(types.map(({ name }) => name))].toSorted().map((name) => ({
          label: name,
          icon: new vscode.ThemeIcon('symbol-class'),
          value: name,
          isActive: name === typed,
        })),
        { separator: '' },
        { label: t('Another traffic type…'), icon: new vscode.ThemeIcon('edit'), value: other },
      ];
    },
  });
  if (answer !== other) return answer;
  return askText({
    ...position,
    prompt: t('Name of the traffic type at the service, such as account or user'),
    validate: (text) => (text.trim() === '' ? noNameSentence() : undefined),
    value: typed,
  });
}
