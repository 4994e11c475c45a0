/** What all parts of this feature share in a window: drafts, live definitions, the file system over both, and the commands. */
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { draftId, type DefinitionDraft, type DraftPlace } from '../../operations/definitionDrafts/draft.ts';
import { createDraftStore } from '../../operations/definitionDrafts/draftStore.ts';
import { createAskText, type AskText } from '../../operations/definitionText/askText.ts';
import { addressOf, definitionUri, type DefinitionPlace } from '../definitionUri.ts';
import { formatNumber } from '../requestWords.ts';
import { tellRefusal } from '../tell.ts';
import { documentOf } from './chooseDraft.ts';
import { markDrafts } from './decorations.ts';
import { createDocumentStamps } from './documentStamps.ts';
import { createDraftList, type DraftList } from './draftList.ts';
import { createFiles, type DefinitionFiles } from './files.ts';
import { followSubmitted } from './followSubmitted.ts';
import type { DefinitionsDeps } from './index.ts';
import { createKnownNames, type KnownNames } from './knownNames.ts';
import { showProblems } from './diagnostics.ts';
import { registerLanguage } from './languages.ts';
import { showLenses } from './lenses.ts';
import { createLiveDefinitions, type LiveDefinitions } from './live.ts';
import { createMadeFrom, type MadeFrom } from './madeFrom.ts';
import { markProduction } from './productionMarks.ts';
import { readDraft } from './reviewDraft.ts';
import { showNewNames } from './renamedTabs.ts';
import { createSeenTexts } from './seenTexts.ts';
import { shownPlaces } from './shownPlaces.ts';
import { createSettling } from './settleSent.ts';
import { showDrafts } from './sourceControl.ts';

export interface Room extends DefinitionsDeps {
  readonly drafts: DraftList;
  readonly live: LiveDefinitions;
  readonly known: KnownNames;
  readonly ask: AskText;
  /** Ids of drafts that were not saved, for another window has saved its own. */
  readonly conflicts: ReadonlySet<string>;
  readonly madeFrom: MadeFrom;
  /** By draft, until the editor has it: the text that a rebase in this window has made of it. */
  readonly rebased: Map<string, string>;
  /** What is to be the request's title and comment, as typed so far. */
  messageOf(draft: DefinitionDraft): string;
  /** What was typed of it in this window. */
  forgetMessage(id: string): void;
  /** Begins a draft anew where what was submitted is live, as it was read last. */
  settle(place: DefinitionPlace): Promise<void>;
}

export interface OpenRoom {
  readonly files: DefinitionFiles;
  /** What the commands work on. */
  readonly room: Room;
  /** Reads again what open documents show, and the names of their places when they are asked for. */
  look(): Promise<void>;
  /** Reads again what open documents show: all where other change requests are open than before, else those that one locks. */
  lookAtRequests(isDifferent: boolean): Promise<void>;
  readDraft(id: string): Promise<FlagDefinition | undefined>;
  draftOf(place: DraftPlace): DefinitionDraft | undefined;
  countDrafts(connectionId: string): number;
  dispose(): void;
}

export async function openRoom(
  deps: DefinitionsDeps,
  tellEditor: (changes: vscode.FileChangeEvent[]) => void,
): Promise<OpenRoom> {
  const changed = (...uris: readonly vscode.Uri[]): void =>
    tellEditor(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  const { connections } = deps;
  const stateChanged = new vscode.EventEmitter<void>();
  const asked = new Set<string>();
  const live = createLiveDefinitions(deps, {
    read(place, isOther) {
      asked.delete(draftId(place));
      if (isOther) changed(definitionUri(place), definitionUri(place, 'live'));
      stateChanged.fire();
      room.settle(place).catch((error: unknown) => deps.log.warn(String(error)));
    },
    // What is typed and not saved could not be saved any more. The reading waits for it, so it must not need that itself.
    locks: async (place) => {
      const [document, id] = [documentOf(place), draftId(place)];
      const isKnown = seen.typedOver(place) ?? (seen.of(id) && drafts.find(id));
      if (document?.isDirty === true && isKnown) await document.save();
    },
  });
  const known = createKnownNames(connections);
  const drafts = await createDraftList(createDraftStore(await folderOf(deps.storage), tellMoved), (text) => deps.log.warn(text));
  const shown = showDrafts({ connections, drafts });
  const { messageOf, forgetMessage } = shown;
  const ask = createAskText();
  const conflicts = new Set<string>();
  const [told, agreed] = [new Map<string, string | undefined>(), new Map<string, string>()];
  const madeFrom = createMadeFrom(deps.workspaceMemory);
  const settle = createSettling({ drafts, live, ask, messageOf, forgetMessage, madeFrom });
  const rebased = new Map<string, string>();
  const room: Room = { ...deps, drafts, live, known, ask, conflicts, rebased, madeFrom, messageOf, forgetMessage, settle };
  const seen = createSeenTexts(
    deps.workspaceMemory,
    madeFrom,
    (place) => changed(definitionUri(place)),
    (id) => {
      for (const ended of [told, agreed]) ended.delete(id);
      // With the first letter typed, the editor may say for a moment that nothing is unsaved.
      const made = rebased.get(id);
      if (drafts.find(id)?.text !== made || seen.of(id)?.text === made) rebased.delete(id);
      if (conflicts.delete(id)) stateChanged.fire();
    },
  );
  const files = createFiles({
    ...room,
    seen,
    asked,
    conflicts,
    told,
    agreed,
    conflictsChanged: () => stateChanged.fire(),
    stamps: createDocumentStamps(deps.memory),
    changed: tellEditor,
  });

  const follow = (): Promise<void> => followSubmitted({ connections, drafts, live, settle });
  follow().catch((error: unknown) => deps.log.warn(String(error)));

  /** Of the connection in use; what belongs to another stays as it was read. */
  async function lookAtRequests(isDifferent: boolean): Promise<void> {
    if (isDifferent) {
      asked.clear();
      live.keepOpen();
    }
    const chosen = connections.chosen();
    const places = shownPlaces().filter(
      (place) => place.connectionId === chosen?.id && (isDifferent || live.known(place)?.openRequestId !== undefined),
    );
    await Promise.all([drafts.look(), ...places.map((place) => live.read(place).catch(() => stateChanged.fire()))]);
    await follow();
  }

  function look(): Promise<void> {
    known.forget();
    return lookAtRequests(true);
  }

  const registered = vscode.Disposable.from(
    stateChanged,
    shown,
    showLenses(room, stateChanged.event),
    showProblems(room, stateChanged.event),
    registerLanguage(room),
    markDrafts(drafts),
    // The editor takes the colour of the last one that has any: where the lock hides both letters, production is told.
    markProduction(room, stateChanged.event),
    drafts,
    seen,
    drafts.onDidChange((ids) => {
      for (const id of ids) {
        const draft = drafts.find(id);
        if (draft) seen.based(draft);
        else rebased.delete(id);
      }
      stateChanged.fire();
      deps.draftsChanged();
      const places = shownPlaces().filter((place) => ids.includes(draftId(place)));
      changed(
        ...places.flatMap((place) => [
          definitionUri(place),
          definitionUri(place, 'base', 'live'),
          definitionUri(place, 'base', 'own'),
        ]),
      );
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const address = addressOf(uri);
      if (address?.version === 'own') live.forget(address.place);
    }),
    connections.onDidChange(() => {
      stateChanged.fire(); // of another connection nothing is read, which would tell it
      void look().catch(() => undefined);
      showNewNames({ connections }).catch((error: unknown) => deps.log.warn(String(error)));
    }),
  );
  return {
    files,
    room,
    look,
    lookAtRequests,
    readDraft: (id) => readDraft(room, id),
    draftOf: (place) => drafts.find(draftId(place)),
    countDrafts: (connectionId) => drafts.all().filter(({ place }) => place.connectionId === connectionId).length,
    dispose: () => void registered.dispose(),
  };
}

/** Of drafts that another version of the extension has kept. */
function tellMoved(count: number, folder: string): void {
  const { t } = vscode.l10n;
  tellRefusal(
    count === 1
      ? t('A draft that another version of Flag Admin kept can’t be opened here. Its text is now in {0}.', folder)
      : t('{0} drafts that another version of Flag Admin kept can’t be opened here. Their texts are now in {1}.', formatNumber(count), folder), // prettier-ignore
  );
}

/** Where the editor gives no folder on a disk, drafts end with the machine's next start. */
async function folderOf(storage: vscode.Uri | undefined): Promise<string> {
  const folder = storage?.scheme === 'file' ? storage.fsPath : await mkdtemp(path.join(os.tmpdir(), 'flag-admin-'));
  return path.join(folder, 'definitionDrafts');
}
