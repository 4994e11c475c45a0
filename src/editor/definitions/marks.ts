/**
 * Marks in tabs, in the tree, and in Source Control: what has a draft, and what is of production. A tab has the name of the file
 * alone, which is that of the flag in each environment: who has a definition open shall see where it is live.
 */
import * as vscode from 'vscode';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { systemClock } from '../../time/clock.ts';
import { draftId, type ListedDraft } from '../../operations/definitions/drafts/draft.ts';
import { knownEnvironment } from '../../operations/learned/environments.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { submittedWords } from '../words/requestWords.ts';
import { plainText } from '../words/escape.ts';
import type { DefinitionsContext } from './context.ts';
import { ownPlace, visiblePlaces } from './documents.ts';
import { isReadOnly } from './live.ts';

const { t } = vscode.l10n;

export const markDrafts = ({ drafts, events }: Pick<DefinitionsContext, 'drafts' | 'events'>): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: (listener) => events.on(['drafts'], () => listener(undefined)),
    provideFileDecoration(uri) {
      const place = ownPlace(uri);
      const draft = place && drafts.find(place);
      return draft && draftMark(draft);
    },
  });

function draftMark({ submitted }: ListedDraft): vscode.FileDecoration {
  return submitted
    ? {
        badge: 'S',
        tooltip: plainText(submittedWords(submitted.status, submitted.title)),
        color: new vscode.ThemeColor('gitDecoration.stageModifiedResourceForeground'),
      }
    : {
        badge: 'D',
        tooltip: t('Draft, not submitted'),
        color: new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'),
      };
}

const MOST = 1000;

/** `lockChanged` fires when a document may be locked, or not any more. */
export function markProduction(
  { connections, memory, live }: Pick<DefinitionsContext, 'connections' | 'memory' | 'live'>,
  lockChanged: vscode.Event<void>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri | undefined>();
  /** By connection and workspace: read once for the documents that are open, until a connection changes. */
  const asked = new LimitedMap<string, Promise<void>>(MOST);

  /** What the listing says is remembered. It is read anew: which environments are production may have changed. */
  async function read({ connectionId, workspace }: DocumentPlace): Promise<void> {
    if (connections.chosen()?.id !== connectionId) return;
    const { client } = (await connections.inUse())!;
    await catalogOf(client).environments(workspace.id).read({ newerThan: systemClock.now() });
  }

  async function isProduction(place: DocumentPlace): Promise<boolean> {
    const key = place.connectionId + place.workspace.id;
    const reading = asked.get(key) ?? read(place);
    asked.set(key, reading);
    await reading.catch(() => asked.delete(key));
    const baseUrl = connections.all().find(({ id }) => id === place.connectionId)?.baseUrl;
    if (baseUrl === undefined) return false;
    return knownEnvironment(memory, new URL(baseUrl).origin, place.environment.id)?.isProduction === true;
  }

  return vscode.Disposable.from(
    changed,
    // Of these alone: with all, the editor would ask for each row of the tree again.
    lockChanged(() => {
      for (const place of visiblePlaces()) changed.fire(definitionUri(place));
    }),
    connections.onDidChange(() => {
      asked.clear();
      changed.fire(undefined);
    }),
    // What nobody opened asks for nothing.
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      if (ownPlace(uri)) changed.fire(uri);
    }),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      async provideFileDecoration(uri) {
        const place = ownPlace(uri);
        // A row of the tree stands below its environment, which says it.
        if (!place || uri.fragment !== '') return undefined;
        const isVisible = visiblePlaces().some((one) => draftId(one) === draftId(place));
        if (!isVisible || !(await isProduction(place))) return undefined;
        const tooltip = plainText(t('Production: {0} / {1}', place.workspace.name, place.environment.name));
        // The editor's lock takes the place of all letters. Else in no colour: the name in red would look like an error.
        const known = live.known(place);
        const isLocked = known && isReadOnly(known);
        return { badge: 'P', tooltip, ...(isLocked && { color: new vscode.ThemeColor('list.warningForeground') }) };
      },
    }),
  );
}
