/** Pin Flag… and Unpin Flag…: a pinned flag comes first in the tree, even if the service can't list flags. */
import * as vscode from 'vscode';
import { askChoice } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { pinnedIn, setPinned } from '../../operations/learned/pinnedFlags.ts';
import { chooseFlag } from '../ask/choosePlace.ts';
import { workspaceOptions } from '../ask/placeOptions.ts';
import { flagFrom } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import type { Services } from '../window/services.ts';

const { t } = vscode.l10n;

interface Pin {
  readonly workspaceId: string;
  readonly name: string;
}

export const pinFlag = (services: Services, argument: unknown): Promise<void> => pinOrUnpin(services, argument, true);
export const unpinFlag = (services: Services, argument: unknown): Promise<void> => pinOrUnpin(services, argument, false);

async function pinOrUnpin(services: Services, argument: unknown, isPinned: boolean): Promise<void> {
  const connected = await services.connections.orAsk();
  if (!connected) return;
  const pin = pinFrom(argument) ?? (await (isPinned ? choose(connected) : choosePinned(services, connected)));
  if (!pin) return;
  await setPinned(services.memory, connected.connectionId, pin.workspaceId, pin.name, isPinned);
  services.events.fire({
    kind: 'object',
    connection: connected.connectionId,
    place: { object: 'flag', ...pin },
    isChanged: true,
  });
}

function pinFrom(argument: unknown): Pin | undefined {
  const target = flagFrom(argument);
  return target && { workspaceId: target.workspace.id, name: target.name };
}

async function choose(connected: Connected): Promise<Pin | undefined> {
  const chosen = await chooseFlag(connected, t('Pin Flag'));
  return chosen && { workspaceId: chosen.workspace.id, name: chosen.name };
}

async function choosePinned({ memory }: Services, connected: Connected): Promise<Pin | undefined> {
  const title = t('Unpin Flag');
  const workspaces = await workspaceOptions(connected);
  const options = workspaces.flatMap(({ value }) =>
    pinnedIn(memory, connected.connectionId, value.id).map((name) => ({
      label: name,
      description: value.name,
      icon: new vscode.ThemeIcon('pinned'),
      value: { workspaceId: value.id, name },
    })),
  );
  if (options.length === 0) return tellRefusal(t('No flag is pinned.'));
  const answer = await askChoice<Pin>({ title, placeholder: t('Which flag? Type parts of its name or workspace'), options });
  return typeof answer === 'symbol' ? undefined : answer;
}
