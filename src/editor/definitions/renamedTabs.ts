/** Documents whose connection has another name now are shown at the address that says so. */
import * as vscode from 'vscode';
import { addressOf, definitionUri } from '../definitionUri.ts';
import type { Room } from './room.ts';

/** What is typed and not saved stays where it is: it belongs to the document with the old address. */
export async function showNewNames(room: Pick<Room, 'connections'>): Promise<void> {
  for (const group of vscode.window.tabGroups.all) {
    const { viewColumn } = group;
    const renamed = group.tabs.flatMap((tab) => {
      const uri = newAddress(room, tab);
      return uri ? [{ tab, uri }] : [];
    });
    if (renamed.length === 0) continue;
    const active = group.tabs.find(({ isActive }) => isActive);
    for (const { tab, uri } of renamed) {
      await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: tab.isPreview });
      await vscode.window.tabGroups.close(tab, true);
    }
    // What was in front is in front again.
    const front = renamed.find(({ tab }) => tab === active)?.uri ?? uriOf(active);
    if (front) await vscode.window.showTextDocument(front, { viewColumn, preserveFocus: true });
  }
}

const uriOf = (tab: vscode.Tab | undefined): vscode.Uri | undefined =>
  tab?.input instanceof vscode.TabInputText ? tab.input.uri : undefined;

/** Undefined where the address is right, or the tab shows something else. */
function newAddress({ connections }: Pick<Room, 'connections'>, tab: vscode.Tab): vscode.Uri | undefined {
  const uri = tab.isDirty ? undefined : uriOf(tab);
  const address = uri && addressOf(uri);
  if (address?.version !== 'own') return undefined;
  const name = connections.nameOf(address.place.connectionId);
  return name === undefined || name === address.place.connectionName
    ? undefined
    : definitionUri({ ...address.place, connectionName: name });
}
