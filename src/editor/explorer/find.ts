/** Find…: segments, flags and open change requests in one list; opens what is chosen. */
import * as vscode from 'vscode';
import type { Option } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { flagRows, segmentRows } from '../ask/choosePlace.ts';
import { searchPlaces } from '../ask/searchPlaces.ts';
import { pinnedIn } from '../../operations/learned/pinnedFlags.ts';
import { requestPlace, requestRow } from '../words/placeWords.ts';
import { operationSentence } from '../words/requestWords.ts';
import type { FlagTarget, RequestTarget, SegmentTarget } from '../window/target.ts';
import type { Services } from '../window/services.ts';

const { t } = vscode.l10n;

const REQUESTS = 100;

type Found = SegmentTarget | FlagTarget | RequestTarget;

export async function find({ connections, memory, serviceFacts }: Services): Promise<void> {
  const connected = await connections.orAsk();
  if (!connected) return;
  const found = await searchPlaces<Found>({
    connected,
    title: t('Find'),
    kinds: ['segment', 'flag'],
    placeholder: t('Type parts of a name, an environment, a workspace, or the title of a change request'),
    nothing: t('This API key may see no segment, flag, or change request'),
    rowsOf: (listing) => [
      ...flagRows(listing, pinnedIn(memory, connected.connectionId, listing.workspace.id)),
      ...segmentRows(listing),
    ],
    readMore: (signal) => requestRows(connected, serviceFacts, signal),
  });
  if (found === undefined || typeof found === 'symbol') return;
  if (found.kind === 'changeRequest') await vscode.commands.executeCommand('flagAdmin.changeRequest.open', found.id);
  else if (found.kind === 'flag') await vscode.commands.executeCommand('flagAdmin.flag.open', { target: found });
  else await vscode.commands.executeCommand('flagAdmin.segment.showKeys', { target: found });
}

async function requestRows(
  { client, origin }: Connected,
  serviceFacts: Services['serviceFacts'],
  signal: AbortSignal,
): Promise<readonly Option<Found>[]> {
  const { data } = await client.listChangeRequests({ limit: REQUESTS }, { signal });
  return data.map((request) => ({
    ...requestRow(request, requestPlace(request, serviceFacts.environmentOf(origin, request.id))),
    description: operationSentence(request),
    value: { kind: 'changeRequest', id: request.id },
  }));
}
