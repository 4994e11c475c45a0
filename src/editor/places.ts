/** Which workspace, which environment: asked by every flow in the same way, as questions and as steps. */
import * as vscode from 'vscode';
import type { Environment } from '../api/model.ts';
import type { CallOptions } from '../api/transport.ts';
import { allPages } from './allPages.ts';
import { askChoice, type Answer, type Option, type Position, type Step } from './ask.ts';
import type { Connected } from './connected.ts';
import type { EnvironmentRef, WorkspaceRef } from './target.ts';

const { t } = vscode.l10n;

/** The most a page may hold (admin-api.md, Limits). */
const PAGE = 200;

export interface PlaceQuestion extends Position {
  /** In the place of the usual one. */
  readonly placeholder?: string;
}

type Named = Pick<WorkspaceRef, 'id' | 'name'>;

export const askWorkspace = (connected: Connected, question: PlaceQuestion): Promise<Answer<WorkspaceRef>> =>
  askChoice({
    isFirstActive: true,
    placeholder: t('Which workspace?'),
    ...question,
    options: (signal) => workspaceOptions(connected, { signal }),
  });

export function workspaceStep(connected: Connected, title: string, choose: (workspace: WorkspaceRef) => void): Step {
  return async (position) => {
    const answer = await askWorkspace(connected, { ...position, title });
    if (answer === undefined || typeof answer === 'symbol') return answer;
    choose(answer);
    return true;
  };
}

export interface EnvironmentStep {
  readonly connected: Connected;
  readonly title: string;
  /** What a step before it chose. */
  workspace(): Named | undefined;
  choose(environment: EnvironmentRef): void;
  /** In the place of the usual one. */
  placeholder?(): string;
  /** The id of one that is left out: that of the definition that is compared with another. */
  except?(): string | undefined;
  /** Enter takes the one of which this is true. */
  isLikely?(name: string): boolean;
}

export function environmentStep({ connected, title, workspace, choose, placeholder, except, isLikely }: EnvironmentStep): Step {
  return async (position) => {
    const where = workspace();
    if (!where) return undefined;
    const answer = await askChoice<EnvironmentRef>({
      ...position,
      title,
      isFirstActive: true,
      placeholder: placeholder?.() ?? t('Which environment of {0}?', where.name),
      options: environmentOptions(connected, where).then((all) =>
        all
          .filter(({ value }) => value.id !== except?.())
          .map((option) => ({ ...option, isActive: isLikely?.(option.value.name) === true })),
      ),
    });
    if (answer === undefined || typeof answer === 'symbol') return answer;
    choose(answer);
    return true;
  };
}

/** Those that the API key may see. */
export async function workspaceOptions(
  { client }: Connected,
  options: CallOptions = {},
): Promise<readonly Option<WorkspaceRef>[]> {
  const workspaces = await allPages((offset) => client.listWorkspaces({ offset, limit: PAGE }, options));
  return workspaces.map(({ id, name, requiresTitleAndComments }) => ({
    label: name,
    icon: new vscode.ThemeIcon('project'),
    value: { id, name, requiresTitleAndComments: requiresTitleAndComments === true },
  }));
}

export async function environmentOptions({ client }: Connected, workspace: Named): Promise<readonly Option<EnvironmentRef>[]> {
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
