/** Compare Definition between Environments…: flag → environment → environment; or two states of a published change request. */
import * as vscode from 'vscode';
import { askSteps, back, type Step } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { addressOf } from '../definitionUri.ts';
import { askFlag } from '../flagQuestions.ts';
import { pinnedOf } from '../pinnedFlags.ts';
import { environmentStep, workspaceStep } from '../places.ts';
import { flagFrom, requestFrom, type EnvironmentRef, type FlagTarget, type WorkspaceRef } from '../target.ts';
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

/** The flag and the environment of the definition in the active editor, if it is of this connection. */
function openFlag({ connectionId }: Connected): Pick<FlagTarget, 'workspace' | 'environment' | 'name'> | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const place = uri && addressOf(uri)?.place;
  if (place?.connectionId !== connectionId) return undefined;
  // Whether it is production is asked of the service where it counts.
  const environment = { ...place.environment, isProduction: true };
  return { workspace: { ...place.workspace, requiresTitleAndComments: false }, environment, name: place.flagName };
}

/** Undefined = the user walked away. */
async function compareEnvironments(
  { memory }: ReviewDeps,
  connected: Connected,
  argument: unknown,
): Promise<Comparison | undefined> {
  const title = t('Compare Definition between Environments');
  const target = flagFrom(argument) ?? (argument === undefined ? openFlag(connected) : undefined);
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
  const isAnswered = await askSteps([
    ...(target ? [] : which),
    environmentStep({
      connected,
      title,
      workspace: () => workspace,
      placeholder: () => t('…with {0} in which other environment?', flagName ?? ''),
      except: () => before?.id,
      choose: (chosen) => (after = chosen),
    }),
  ]);
  if (!isAnswered || !workspace || !flagName || !before || !after) return undefined;
  return {
    workspace: { id: workspace.id, name: workspace.name },
    flagName,
    before: { kind: 'environment', environment: before },
    after: { kind: 'environment', environment: after },
  };
}
