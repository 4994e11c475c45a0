/** Pin Flag… and Unpin Flag…: a pinned flag stands first in the tree, also where the service can't list flags. */
import * as vscode from 'vscode';
import { askChoice, askSteps } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { askFlag } from '../flagQuestions.ts';
import { createPinnedFlags } from '../pinnedFlags.ts';
import { workspaceOptions, workspaceStep } from '../places.ts';
import { flagFrom, type WorkspaceRef } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import type { FlagsDeps } from './index.ts';

const { t } = vscode.l10n;

interface Pin {
  readonly workspaceId: string;
  readonly name: string;
}

export const pinFlag = (deps: FlagsDeps, argument: unknown): Promise<void> => setPinned(deps, argument, true);
export const unpinFlag = (deps: FlagsDeps, argument: unknown): Promise<void> => setPinned(deps, argument, false);

async function setPinned(deps: FlagsDeps, argument: unknown, isPinned: boolean): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const pin = pinFrom(argument) ?? (await (isPinned ? choose(connected) : choosePinned(deps, connected)));
  if (!pin) return;
  await createPinnedFlags(deps.memory).set(connected.connectionId, pin.workspaceId, pin.name, isPinned);
  deps.refresh();
}

function pinFrom(argument: unknown): Pin | undefined {
  const target = flagFrom(argument);
  return target && { workspaceId: target.workspace.id, name: target.name };
}

async function choose(connected: Connected): Promise<Pin | undefined> {
  const title = t('Pin Flag');
  let workspace: WorkspaceRef | undefined;
  let name: string | undefined;
  const isAnswered = await askSteps([
    workspaceStep(connected, title, (chosen) => (workspace = chosen)),
    async (position) => {
      const answer = await askFlag(connected.client, workspace?.id ?? '', { ...position, title });
      if (typeof answer !== 'string') return answer;
      name = answer;
      return true;
    },
  ]);
  return isAnswered && workspace && name ? { workspaceId: workspace.id, name } : undefined;
}

async function choosePinned({ memory }: FlagsDeps, connected: Connected): Promise<Pin | undefined> {
  const pinned = createPinnedFlags(memory);
  const title = t('Unpin Flag');
  const workspaces = await workspaceOptions(connected);
  const options = workspaces.flatMap(({ value }) =>
    pinned.in(connected.connectionId, value.id).map((name) => ({
      label: name,
      description: value.name,
      icon: new vscode.ThemeIcon('pinned'),
      value: { workspaceId: value.id, name },
    })),
  );
  if (options.length === 0) {
    tellRefusal(t('No flag is pinned.'));
    return undefined;
  }
  const answer = await askChoice<Pin>({ title, placeholder: t('Which flag?'), options });
  return typeof answer === 'symbol' ? undefined : answer;
}
