/**
 * Definitions of flags as documents: edited as text, kept as drafts, submitted as change requests.
 *
 * **Addresses.** `flag-admin:/<connection>/<workspace>/<environment>/<flag>.yaml?<ids>` (editor/definitionUri.ts). The path is
 * what people read, with hostile characters escaped; the query holds the ids, which tell two places apart. `version=live` and
 * `version=base` in the query are the two texts that a document is compared with: what the service has, and what the draft
 * began with. They can't be written.
 *
 * **What a document says** is its draft where there is one, else the live definition, else a beginning. Live definitions are
 * read once for as long as their document is open, and again at Refresh, when it is opened anew, when other change requests are
 * open than before, and around each submit; a mere stat of what was read sends nothing. The stamps that the editor takes for
 * times of change (documentStamps.ts) grow exactly when the text changes, and are never the time of day. What is being changed
 * and not saved stays what it was made from, also over a reload (seenTexts.ts): a save never conflicts with what is live by now,
 * and a submit notices it.
 *
 * **Saving** keeps a draft (operations/definitionDrafts) in the folder that all windows share, and sends nothing. A draft
 * remembers the live definition that it began with: that is what a submit holds the live one against. Where another window
 * has saved the same draft since, the save is refused with words: what it would overwrite was never seen here. For the same
 * reason a draft is removed only if it says what it said when that was decided.
 *
 * **Nothing at editor start.** The file system has to be there when the editor restores a document, so it is registered at
 * activation, as a shell: the room behind it (room.ts) is loaded when it is first asked for something, or when the Workspaces
 * view has been seen: from then on, drafts are marked and the Source Control view lists them, while there are any.
 *
 * Each lazy file has its own copy of what it imports, so what they share is passed as `Room`.
 */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { DefinitionDraft, DraftPlace } from '../../operations/definitionDrafts/draft.ts';
import type { Learnt, Store } from '../../operations/learnt.ts';
import { registerCommands, type Run } from '../command.ts';
import type { Connections } from '../connected.ts';
import type { Log } from '../log.ts';
import { definitionScheme, type CommandId } from '../names.ts';
import type { Propose } from '../proposal.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import type { EnvironmentRef } from '../target.ts';
import type { DefinitionFiles } from './files.ts';
import type { OpenRoom, Room } from './room.ts';

export interface DefinitionsDeps {
  readonly connections: Connections;
  readonly learnt: Learnt;
  readonly log: Log;
  /** Keeps the stamps of documents over a reload. */
  readonly memory: Store;
  /** Keeps what was typed for change requests and not submitted, for this workspace folder. */
  readonly workspaceMemory: Store;
  /** The folder that all windows share. */
  readonly storage: vscode.Uri;
  readonly texts: ReadOnlyText;
  readonly propose: Propose;
  /** The panel of the reviews with two definitions beside each other, in words. */
  readonly compare: (comparison: DraftComparison) => Promise<void>;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  /** Other flags than before may have a draft. */
  readonly draftsChanged: () => void;
}

/** The live definition and a draft. */
export interface DraftComparison {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly flagName: string;
  readonly before: { readonly kind: 'environment'; readonly environment: EnvironmentRef };
  readonly after: { readonly kind: 'draft'; readonly id: string; readonly label: string };
}

export interface Definitions extends vscode.Disposable {
  /** From now on drafts are marked and listed; what open documents show is read again, with the names of segments and flags. */
  look(): void;
  /** It was looked which change requests are open: as `look`, but for the names; where they are those of before, only of what one locks. */
  lookAtRequests(isDifferent: boolean): void;
  /** A draft's definition, for the comparison. Undefined = the draft is gone. Throws if it can't be read as a definition. */
  read(id: string): Promise<FlagDefinition | undefined>;
  /** Undefined as long as nobody has looked. */
  draftOf(place: DraftPlace): DefinitionDraft | undefined;
  /** How many drafts there are of a connection. Rejects where they can't be read. */
  countDrafts(connectionId: string): Promise<number>;
}

/** What the commands run, each with the room that is opened at the first use. */
export const definitionCommands = (room: () => Promise<Room>): Readonly<Record<CommandId, Run>> => ({
  'flagAdmin.flag.open': async (node) => (await import('./openDefinition.ts')).openDefinition(await room(), node),
  'flagAdmin.flag.submit': async (node) => (await import('./submitDefinition.ts')).submitDefinition(await room(), node),
  'flagAdmin.flag.discardDraft': async (node) => (await import('./discardDraft.ts')).discardDraft(await room(), node),
  'flagAdmin.flag.openFile': async (file) => (await import('./openFromFile.ts')).openFromFile(await room(), file),
  'flagAdmin.flag.export': async (node) => (await import('./exportDefinition.ts')).exportDefinition(await room(), node),
  'flagAdmin.flag.propose': async (node) => (await import('./proposeElsewhere.ts')).proposeElsewhere(await room(), node),
  'flagAdmin.flag.reviewDraft': async (node) => (await import('./reviewDraft.ts')).reviewDraft(await room(), node),
});

export function registerDefinitions(deps: DefinitionsDeps): Definitions {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let made: Promise<OpenRoom> | undefined;
  let opened: OpenRoom | undefined;
  const open = (): Promise<OpenRoom> =>
    (made ??= import('./room.ts')
      .then(({ openRoom }) => openRoom(deps, (changes) => changed.fire(changes)))
      .then((room) => {
        opened = room;
        deps.draftsChanged();
        return room;
      })
      .catch((error: unknown) => {
        made = undefined;
        throw error;
      }));
  const files = async (): Promise<DefinitionFiles> => (await open()).files;
  const fileSystem: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => vscode.Disposable.from(), // every change is told
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    writeFile: async (uri, content, how) => (await files()).writeFile(uri, content, how),
    readDirectory: async (uri) => (await files()).readDirectory(uri),
    createDirectory: async (uri) => (await files()).createDirectory(uri),
    delete: async (uri, how) => (await files()).delete(uri, how),
    rename: async (from, to, how) => (await files()).rename(from, to, how),
  };
  const registered = vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(definitionScheme, fileSystem, { isCaseSensitive: true }),
    registerCommands(
      definitionCommands(async () => (await open()).room),
      deps.log,
    ),
    {
      dispose: () =>
        void made?.then(
          (room) => room.dispose(),
          () => undefined,
        ),
    },
  );
  const inRoom = (work: (room: OpenRoom) => Promise<void>): void =>
    void open()
      .then(work)
      .catch((error: unknown) => deps.log.warn(String(error)));
  return {
    look: () => inRoom((room) => room.look()),
    lookAtRequests: (isDifferent) => inRoom((room) => room.lookAtRequests(isDifferent)),
    draftOf: (place) => opened?.draftOf(place),
    countDrafts: async (connectionId) => (await open()).countDrafts(connectionId),
    read: async (id) => (await open()).readDraft(id),
    dispose: () => void registered.dispose(),
  };
}
