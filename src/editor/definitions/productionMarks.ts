/**
 * Marks the documents of production in their tabs. A tab has the name of the file alone, which is that of the flag in each
 * environment, and the editor adds the folder only where two of one name are open: who has one open shall see where it is.
 */
import * as vscode from 'vscode';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import type { Connections } from '../connected.ts';
import { addressOf, type DefinitionPlace } from '../definitionUri.ts';
import { environmentOptions } from '../places.ts';
import { shownPlaces } from './shownPlaces.ts';

const { t } = vscode.l10n;

export function markProduction(connections: Connections): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** By connection and workspace: the ids of its production environments, read once for the documents that are open. */
  const known = new Map<string, Promise<ReadonlySet<string>>>();

  async function read({ connectionId, workspace }: DefinitionPlace): Promise<ReadonlySet<string>> {
    const connected = await connections.inUse();
    if (connected?.connectionId !== connectionId) throw new Error('another connection is in use');
    const all = await environmentOptions(connected, workspace);
    return new Set(all.filter(({ value }) => value.isProduction).map(({ value }) => value.id));
  }

  function isProduction(place: DefinitionPlace): Promise<boolean> {
    const id = JSON.stringify([place.connectionId, place.workspace.id]);
    const asked = known.get(id) ?? read(place);
    known.set(id, asked);
    return asked.then(
      (ids) => ids.has(place.environment.id),
      () => {
        known.delete(id);
        return false;
      },
    );
  }

  return vscode.Disposable.from(
    changed,
    // A row of the tree has the same address: what nobody opened asks for nothing.
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      if (addressOf(uri)?.version === 'own') changed.fire(uri);
    }),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      async provideFileDecoration(uri) {
        const address = addressOf(uri);
        if (address?.version !== 'own') return undefined;
        const { place } = address;
        const isShown = shownPlaces().some((shown) => draftId(shown) === draftId(place));
        if (!isShown || !(await isProduction(place))) return undefined;
        const tooltip = t('Production: {0} / {1}', place.workspace.name, place.environment.name);
        // In no colour: the name in red would look like an error, in the tree as well.
        return { badge: 'P', tooltip };
      },
    }),
  );
}
