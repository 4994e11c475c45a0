/** Compare Definition between Environments…: flag → environment → environment; or two states of a published change request. */
import * as vscode from 'vscode';
import type { Environment, Workspace } from '../../api/model.ts';
import { askSteps, back, type Step } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { askEnvironment, askFlag, askWorkspace } from '../flagQuestions.ts';
import { flagFrom, requestFrom, type EnvironmentRef } from '../target.ts';
import { compareStates } from './compareStates.ts';
import { openComparison } from './comparisonPanel.ts';
import type { ReviewDeps } from './index.ts';
import type { Comparison } from './subject.ts';

const { t } = vscode.l10n;

export async function compareDefinitions(deps: ReviewDeps, argument: unknown): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const request = requestFrom(argument);
  const comparison = request ? await compareStates(deps, connected, request.id) : await compareEnvironments(connected, argument);
  if (comparison) await openComparison(deps, comparison);
}

/** Undefined = the user walked away. */
async function compareEnvironments({ client }: Connected, argument: unknown): Promise<Comparison | undefined> {
  const title = t('Compare Definition between Environments');
  const target = flagFrom(argument);
  let workspace: Pick<Workspace, 'id' | 'name'> | undefined = target?.workspace;
  let flagName = target?.name;
  let before: EnvironmentRef | undefined = target?.environment;
  let after: EnvironmentRef | undefined;

  const which: readonly Step[] = [
    async (position) => {
      const answer = await askWorkspace(client, { ...position, title });
      if (answer === undefined || answer === back) return answer;
      workspace = { id: answer.id, name: answer.name };
      return true;
    },
    async (position) => {
      const answer = await askFlag(client, workspace?.id ?? '', { ...position, title });
      if (answer === undefined || answer === back) return answer;
      flagName = answer;
      return true;
    },
    async (position) => {
      const placeholder = t('Compare {0} in which environment…', flagName ?? '');
      const answer = await askEnvironment(client, workspace?.id ?? '', { ...position, title, placeholder });
      if (answer === undefined || answer === back) return answer;
      before = referTo(answer);
      return true;
    },
  ];
  const isAnswered = await askSteps([
    ...(target ? [] : which),
    async (position) => {
      const placeholder = t('…with {0} in which other environment?', flagName ?? '');
      const answer = await askEnvironment(client, workspace?.id ?? '', { ...position, title, placeholder }, before?.id);
      if (answer === undefined || answer === back) return answer;
      after = referTo(answer);
      return true;
    },
  ]);
  if (!isAnswered || !workspace || !flagName || !before || !after) return undefined;
  return {
    workspace: { id: workspace.id, name: workspace.name },
    flagName,
    before: { kind: 'environment', environment: before },
    after: { kind: 'environment', environment: after },
  };
}

const referTo = ({ id, name, production }: Environment): EnvironmentRef => ({ id, name, isProduction: production !== false });
