/** Workspaces and environments to choose from. */
import * as vscode from 'vscode';
import type { Environment } from '../api/model.ts';
import { allPages } from './allPages.ts';
import type { Option } from './ask.ts';
import type { Connected } from './connected.ts';
import type { EnvironmentRef, WorkspaceRef } from './target.ts';

const { t } = vscode.l10n;

/** The most a page may hold (admin-api.md, Limits). */
const PAGE = 200;

/** Those that the API key may see. */
export async function workspaceOptions({ client }: Connected): Promise<readonly Option<WorkspaceRef>[]> {
  const workspaces = await allPages((offset) => client.listWorkspaces({ offset, limit: PAGE }));
  return workspaces.map(({ id, name, requiresTitleAndComments }) => ({
    label: name,
    icon: new vscode.ThemeIcon('project'),
    value: { id, name, requiresTitleAndComments: requiresTitleAndComments === true },
  }));
}

export async function environmentOptions(
  { client }: Connected,
  workspace: WorkspaceRef,
): Promise<readonly Option<EnvironmentRef>[]> {
  return (await client.listEnvironments(workspace.id)).map((environment) => environmentOption(refOf(environment)));
}

/** Production has its own icon and word. */
export function environmentOption(environment: EnvironmentRef): Option<EnvironmentRef> {
  return {
    label: environment.name,
    description: environment.isProduction ? t('production') : '',
    icon: new vscode.ThemeIcon(environment.isProduction ? 'shield' : 'server-environment'),
    value: environment,
  };
}

const refOf = ({ id, name, production }: Environment): EnvironmentRef => ({ id, name, isProduction: production !== false });
