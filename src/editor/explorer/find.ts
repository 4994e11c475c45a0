/** Find…: lists segments, flags and open change requests, and opens the one that the user chooses. */
import * as vscode from 'vscode';
import type { Connected } from '../window/connected.ts';
import { listedRow } from '../ask/choosePlace.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { requestRow } from '../ask/requestRow.ts';
import { searchPlaces, type FurtherRows } from '../ask/searchPlaces.ts';
import { pinnedIn } from '../../operations/learned/pinnedFlags.ts';
import { operationSentence } from '../words/requestWords.ts';
import { isLink } from '../window/objectLink.ts';
import type { FlagTarget, RequestTarget, SegmentTarget } from '../window/target.ts';
import type { Services } from '../window/services.ts';

const { t } = vscode.l10n;

type FoundTarget = SegmentTarget | FlagTarget | RequestTarget | { readonly kind: 'link'; readonly text: string };

export async function find({ connections, memory, serviceFacts }: Services): Promise<void> {
  const connected = await connections.orAsk();
  if (!connected) return;
  const found = await searchPlaces<FoundTarget>({
    connected,
    title: t('Find'),
    kinds: ['flag', 'segment'],
    placeholder: t('Type parts of a name, an environment, a workspace, or the title of a change request'),
    emptyText: t('This API key has no access to segments, flags, or change requests'),
    pinned: (workspaceId) => pinnedIn(memory, connected.connectionId, workspaceId),
    rowOf: listedRow,
    pasted: (text) =>
      isLink(text) ? { label: t('Open the link'), icon: new vscode.ThemeIcon('link'), value: { kind: 'link', text } } : undefined,
    readMore: (signal) => requestRows(connected, serviceFacts, signal),
  });
  if (found === undefined || typeof found === 'symbol') return;
  if (found.kind === 'link') await vscode.commands.executeCommand('flagAdmin.link.open', found.text);
  else if (found.kind === 'changeRequest') await vscode.commands.executeCommand('flagAdmin.changeRequest.open', found.id);
  else if (found.kind === 'flag') await vscode.commands.executeCommand('flagAdmin.flag.open', { target: found });
  else await vscode.commands.executeCommand('flagAdmin.segment.showKeys', { target: found });
}

async function requestRows(
  connected: Connected,
  serviceFacts: Services['serviceFacts'],
  signal: AbortSignal,
): Promise<FurtherRows<FoundTarget>> {
  const requests = catalogOf(connected.client).requests();
  // An API key that can't list change requests can still find segments and flags. The failure of the call is in the log.
  await requests.read({ count: 1, signal }).catch(() => undefined);
  const rows = requests.items.map((request) => ({
    ...requestRow(connected, serviceFacts, request),
    detail: operationSentence(request),
    value: { kind: 'changeRequest' as const, id: request.id },
  }));
  return { rows, unread: requests.isComplete ? undefined : t('Not all change requests were read') };
}
