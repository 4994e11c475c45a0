/** Compare Definition between Environments…: flag in an environment → other environment; or two states of a published change request. */
import * as vscode from 'vscode';
import { askChoice, back } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { chooseFlagPlace, flagAt } from '../pickers/choosePlace.ts';
import { environmentOptions } from '../places.ts';
import { flagFrom, requestFrom, type EnvironmentRef } from '../target.ts';
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
  const target =
    flagFrom(argument) ??
    (await flagAt(connected, argument ?? vscode.window.activeTextEditor?.document.uri)) ??
    (await chooseFlagPlace({ connected, memory, title }));
  if (!target || target === back) return undefined;
  const { workspace, environment: before, name: flagName } = target;
  const others = (await environmentOptions(connected, workspace)).filter(({ value }) => value.id !== before.id);
  if (others.length === 0) {
    tellRefusal(t('{0} has no other environment that this API key may see.', workspace.name));
    return undefined;
  }
  const after = await askChoice<EnvironmentRef>({
    title,
    isFirstActive: true,
    placeholder: t('Compare {0} in {1} with which environment?', flagName, before.name),
    options: others,
  });
  if (after === undefined || after === back) return undefined;
  return {
    workspace: { id: workspace.id, name: workspace.name },
    flagName,
    before: { kind: 'environment', environment: before },
    after: { kind: 'environment', environment: after },
  };
}
