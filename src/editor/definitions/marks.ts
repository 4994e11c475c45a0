/**
 * Adds badges (file decorations) for drafts and production in tabs, in the tree, and in Source Control. A tab shows only the
 * file name, which is the flag's name in every environment, so a badge shows whether the environment is production.
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
import type { DefinitionsContext } from './definitionsContext.ts';
import { editablePlace, visiblePlaces } from './documents.ts';
import { isReadOnly } from './live.ts';

const { t } = vscode.l10n;

export const markDrafts = ({ drafts, events }: Pick<DefinitionsContext, 'drafts' | 'events'>): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: (listener) => events.on(['drafts'], () => listener(undefined)),
    provideFileDecoration(uri) {
      const place = editablePlace(uri);
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

const MAX_REMEMBERED_READS = 1000;

/** Adds a badge to definitions in production. `lockChanged` fires when a document may have become locked or unlocked. */
export function markProduction(
  { connections, memory, live }: Pick<DefinitionsContext, 'connections' | 'memory' | 'live'>,
  lockChanged: vscode.Event<void>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri | undefined>();
  /**
   * By connection and workspace: the call that reads the environments. It is made once for all open documents, until a
   * connection changes.
   */
  const asked = new LimitedMap<string, Promise<void>>(MAX_REMEMBERED_READS);

  /**
   * Reads the environments from the service, and remembers which are production. A remembered answer is not enough, because a
   * different environment may be production now.
   */
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
    // Updates only the visible documents. If everything were updated, the editor would also ask again for each row of the tree.
    lockChanged(() => {
      for (const place of visiblePlaces()) changed.fire(definitionUri(place));
    }),
    connections.onDidChange(() => {
      asked.clear();
      changed.fire(undefined);
    }),
    // Makes the editor ask for the badge again, because `provideFileDecoration` returns none before the document is visible.
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      if (editablePlace(uri)) changed.fire(uri);
    }),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      async provideFileDecoration(uri) {
        const place = editablePlace(uri);
        // A row of the tree gets no badge, because the row of its environment already shows production.
        if (!place || uri.fragment !== '') return undefined;
        const isVisible = visiblePlaces().some((one) => draftId(one) === draftId(place));
        if (!isVisible || !(await isProduction(place))) return undefined;
        const tooltip = plainText(t('Production: {0} / {1}', place.workspace.name, place.environment.name));
        // In a locked document, the editor shows its lock icon instead of the badge, so a colour shows production. Other
        // documents get no colour, because a red name would look like an error.
        const known = live.known(place);
        const isLocked = known && isReadOnly(known);
        return { badge: 'P', tooltip, ...(isLocked && { color: new vscode.ThemeColor('list.warningForeground') }) };
      },
    }),
  );
}
