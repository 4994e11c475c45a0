/** Compare Definition between Environments…: flag → environment → environment; or two states of a published change request. */
import * as vscode from 'vscode';
import { askSteps, back, type Step } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { flagAt } from '../chooseFlag.ts';
import { askFlag } from '../flagQuestions.ts';
import { pinnedOf } from '../pinnedFlags.ts';
import { environmentOptions, environmentStep, workspaceStep } from '../places.ts';
import { flagFrom, requestFrom, type EnvironmentRef, type WorkspaceRef } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import { compareStates } from './compareStates.ts';
import { openComparison } from './comparisonPanel.ts';
import type { ReviewDeps } from './index.ts';
import type { Comparison } from './subject.ts';

const { t } = vscode.l10n;

export async function compareDefinitions(deps: ReviewDeps, argument: unknown): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const request = requestFrom(argument);
  const comparison = request
    ? await compareStates(deps, connected, request.id)
    : await compareEnvironments(deps, connected, argument);
  if (comparison) await openComparison(deps, comparison);
}

/** Undefined = the user walked away. */
async function compareEnvironments(
  { memory }: ReviewDeps,
  connected: Connected,
  argument: unknown,
): Promise<Comparison | undefined> {
  const title = t('Compare Definition between Environments');
  const target = flagFrom(argument) ?? (await flagAt(connected, argument ?? vscode.window.activeTextEditor?.document.uri));
  let workspace: Pick<WorkspaceRef, 'id' | 'name'> | undefined = target?.workspace;
  let flagName = target?.name;
  let before: EnvironmentRef | undefined = target?.environment;
  let after: EnvironmentRef | undefined;

  const which: readonly Step[] = [
    workspaceStep(connected, title, (chosen) => (workspace = chosen)),
    async (position) => {
      const where = workspace?.id ?? '';
      const pinned = pinnedOf(memory, connected.connectionId)(where);
      const answer = await askFlag(connected.client, where, { ...position, title }, pinned);
      if (answer === undefined || answer === back) return answer;
      flagName = answer;
      return true;
    },
    environmentStep({
      connected,
      title,
      workspace: () => workspace,
      placeholder: () => t('Compare {0} in which environment…', flagName ?? ''),
      choose: (chosen) => (before = chosen),
    }),
  ];
  const other = environmentStep({
    connected,
    title,
    workspace: () => workspace,
    placeholder: () => t('…with {0} in which other environment?', flagName ?? ''),
    except: () => before?.id,
    choose: (chosen) => (after = chosen),
  });
  const isAnswered = await askSteps([
    ...(target ? [] : which),
    async (position) => {
      if (workspace && (await environmentOptions(connected, workspace)).every(({ value }) => value.id === before?.id)) {
        tellRefusal(t('{0} has no other environment that this API key may see.', workspace.name));
        return undefined;
      }
      return other(position);
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
