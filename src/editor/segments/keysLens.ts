/**
 * Code lenses above the list of keys that Show Keys opens: when the list was read, whether this window has changed the segment
 * since then, and a command to read the list again.
 */
import * as vscode from 'vscode';
import { formatNumber, formatTime } from '../words/requestWords.ts';
import type { Connections } from '../window/connected.ts';
import type { ChangedPlace } from '../window/events.ts';
import { textScheme } from '../window/names.ts';
import type { SegmentsContext, ShownKeys, ShownLists } from './segmentsContext.ts';

const { t } = vscode.l10n;

/**
 * Records a list of keys that is about to be read. Call this before the first page is read, so that the list is marked as
 * changed if the segment is changed during the reading.
 */
export function registerList(services: SegmentsContext, list: Pick<ShownKeys, 'target' | 'connectionId'>): ShownKeys {
  const { changes } = services;
  changes.lenses ??= showLenses(services, changes.shown);
  const shown: ShownKeys = { ...list, readAt: Date.now(), isChanged: false };
  changes.shown.add(shown);
  return shown;
}

/**
 * Stores the address of a list's document, and forgets the list that this document showed before. If `address` is undefined, no
 * document shows the list, and the list is forgotten.
 */
export function setListAddress({ shown, lenses }: ShownLists, list: ShownKeys, address: string | undefined): void {
  const earlier = [...shown].filter((one) => one !== list && one.address !== undefined && one.address === address);
  for (const one of earlier) shown.delete(one);
  if (address === undefined) shown.delete(list);
  list.address = address;
  lenses?.changed();
}

function showLenses({ connections, events }: SegmentsContext, shown: Set<ShownKeys>): NonNullable<ShownLists['lenses']> {
  const changed = new vscode.EventEmitter<void>();
  const mark = (connection: string, place: ChangedPlace): void => {
    for (const list of shown) if (isListOf(list, connection, place)) list.isChanged = true;
    changed.fire();
  };
  const registered = vscode.Disposable.from(
    changed,
    connections.onDidChange(() => changed.fire()),
    events.on(['object'], ({ connection, place, isChanged }) => {
      if (isChanged) mark(connection, place);
    }),
    events.on(['request'], ({ connection, place, state }) => {
      if (place && state === 'published') mark(connection, place);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      for (const one of shown) if (one.address === uri.toString()) shown.delete(one);
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: textScheme },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses({ uri }) {
          const list = [...shown].find(({ address }) => address === uri.toString());
          if (!list) return [];
          const top = new vscode.Range(0, 0, 0, 0);
          return [stateOf(list), stepOf(list, connections)].map((command) => new vscode.CodeLens(top, command));
        },
      },
    ),
  );
  return { changed: () => changed.fire(), dispose: () => void registered.dispose() };
}

function isListOf({ target, connectionId }: ShownKeys, connection: string, place: ChangedPlace): boolean {
  const { workspace, environment, name } = target;
  const isHere = workspace.id === place.workspaceId && environment.id === (place.environmentId ?? environment.id);
  return isHere && place.object === 'segment' && name === place.name && connectionId === connection;
}

function stateOf({ readAt, isChanged, partial }: ShownKeys): vscode.Command {
  const time = formatTime(readAt);
  const read = partial
    ? t('Last read: {0}, only {1} of {2} keys', time, formatNumber(partial.read), formatNumber(partial.all))
    : t('Last read: {0}', time);
  const icon = isChanged || partial ? '$(warning)' : '$(history)';
  // Uses a no-break space, because the editor removes an ordinary space after an icon.
  return {
    title: `${icon}\u00A0${isChanged ? t('{0}. This window has changed the segment since then', read) : read}`,
    command: '',
  };
}

/**
 * Returns the second lens: Read Again, or Switch Connection… if the list is from a different connection. Read Again would then
 * show a segment with the same name in the connection in use.
 */
function stepOf({ target, connectionId }: ShownKeys, connections: Connections): vscode.Command {
  return connections.chosen()?.id === connectionId
    ? { title: t('Read Again'), command: 'flagAdmin.segment.showKeys', arguments: [{ target }] }
    : { title: t('Switch Connection…'), command: 'flagAdmin.connection.switch' };
}
