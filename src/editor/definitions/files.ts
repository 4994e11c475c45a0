/** The file system of definitions: reads give the draft or the live definition, writes keep a draft. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/sameDefinition.ts';
import { draftId, type DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import { addressOf, definitionUri, type Address, type DefinitionPlace } from '../definitionUri.ts';
import type { DocumentStamps } from './documentStamps.ts';
import { documentText, withHeaderOf } from './documentText.ts';
import type { DraftList } from './draftList.ts';
import { inWords, locked, notKept, refuse, textIn } from './fileErrors.ts';
import { isReadOnly, type LiveDefinitions, type SaidDefinition } from './live.ts';
import type { MadeFrom } from './madeFrom.ts';
import { savedElsewhere } from './savedElsewhere.ts';
import type { Seen, SeenTexts } from './seenTexts.ts';

const { t } = vscode.l10n;

export type DefinitionFiles = Pick<
  vscode.FileSystemProvider,
  'stat' | 'readFile' | 'writeFile' | 'readDirectory' | 'createDirectory' | 'delete' | 'rename'
>;

export interface FilesDeps {
  readonly drafts: DraftList;
  readonly live: LiveDefinitions;
  readonly stamps: DocumentStamps;
  readonly seen: SeenTexts;
  readonly madeFrom: MadeFrom;
  /** Drafts of which the editor holds a text that was not saved, for another window has saved its own: by id, and told of here. */
  readonly conflicts: Set<string>;
  readonly conflictsChanged: () => void;
  /** By draft: a text that is no other window's, though the editor may not have read it yet. */
  readonly rebased: ReadonlyMap<string, string>;
  /** By draft, until nothing is unsaved: what the editor was told of last. It compares that with what it has itself, if sizes differ. */
  readonly told: Map<string, string | undefined>;
  /** As `told`: which of another window the person has agreed to replace. */
  readonly agreed: Map<string, string>;
  /** Drafts whose live definition was asked for in vain, or is just asked for: once is enough until it was read, or somebody refreshes. */
  readonly asked: Set<string>;
  /** Tells the editor that documents are others. */
  readonly changed: (changes: vscode.FileChangeEvent[]) => void;
}

/** A document as it is now. */
interface Now extends SaidDefinition {
  readonly bytes: Uint8Array;
  readonly stamp: number;
  readonly isReadOnly: boolean;
  readonly draft: DefinitionDraft | undefined;
}

export function createFiles({
  drafts,
  live,
  stamps,
  seen,
  madeFrom,
  asked,
  conflicts,
  conflictsChanged,
  rebased,
  told,
  agreed,
  changed,
}: FilesDeps): DefinitionFiles {
  async function now(uri: vscode.Uri): Promise<Now> {
    const address = addressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const { place, version } = address;
    const draft = drafts.find(draftId(place));
    // A draft is there without a service; whether a request is open is told when it is known.
    if (version === 'own' && (draft || seen.typedOver(place))) askOnce(place);
    const { text, definition, least } = await textOf(address, draft);
    const known = live.known(place);
    return {
      text,
      definition,
      bytes: new TextEncoder().encode(text),
      stamp: stamps.of(uri.toString(), text, least),
      isReadOnly: version !== 'own' || (known !== undefined && isReadOnly(known)),
      draft: version === 'own' ? draft : undefined,
    };
  }

  function askOnce(place: DefinitionPlace): void {
    const id = draftId(place);
    if (live.known(place) || asked.has(id)) return;
    asked.add(id);
    live.of(place).then(
      () => changed([{ type: vscode.FileChangeType.Changed, uri: definitionUri(place) }]),
      () => undefined,
    );
  }

  async function textOf(
    { place, version }: Address,
    draft: DefinitionDraft | undefined,
  ): Promise<SaidDefinition & { readonly least: number }> {
    const definition = draft?.base;
    if (version === 'base') return { text: definition ? await documentText(place, definition) : '', definition, least: 1 };
    if (version === 'own' && draft) return { text: draft.text, definition, least: draft.stamp };
    // What is being changed moves only when that is saved or taken back: a save never conflicts with what is live.
    const is = (version === 'own' && seen.typedOver(place)) || (await live.of(place));
    const time: unknown = is.definition?.['lastUpdateTime'];
    const text = version === 'live' && !is.definition ? '' : is.text;
    return { text, definition: is.definition, least: typeof time === 'number' ? time : 1 };
  }

  async function save(place: DefinitionPlace, text: string): Promise<void> {
    const id = draftId(place);
    const fail = (error: unknown): never => {
      throw notKept(place, error);
    };
    const [draft, known, before] = [drafts.find(id), live.known(place), seen.of(id)];
    if (known && isReadOnly(known)) throw locked(place, draft, known);
    // Where the sizes differ the editor has asked the person itself, about the draft that it was told of.
    const isAgreed = (other: DefinitionDraft): boolean =>
      agreed.get(id) === other.text ||
      rebased.get(id) === other.text ||
      isOnlyHeaded(place, before, other) ||
      (told.get(id) === other.text && before !== undefined && sizeOf(other.text) !== sizeOf(before.text));
    // What was taken back by hand is no draft any more.
    const now = seen.typedOver(place) ?? known;
    if (now && text === now.text && now.definition) {
      if (draft && draft.text !== before?.text && !isAgreed(draft)) throw refused(place, draft);
      const removed = draft && (await drafts.remove(draft).catch(fail));
      if (removed && !removed.ok) throw refused(place, removed.refusal.now);
      seen.set(id, { text, definition: now.definition, isDraft: false });
      return;
    }
    const base = await baseOf(place, draft, before);
    const next = { message: '', ...draft, id, place: storedPlace(place), text, base };
    const write = (over: string | undefined) => drafts.save({ ...next, stamp: leastStamp(place, draft) }, over).catch(fail);
    let outcome = await write(before?.text);
    if (!outcome.ok && isAgreed(outcome.refusal.now)) outcome = await write(outcome.refusal.now.text);
    if (!outcome.ok) throw refused(place, outcome.refusal.now);
    seen.set(id, { isDraft: true, text, definition: base });
  }

  /** What was typed over, not what is live by now: else a submit would not notice that somebody else has changed that. */
  async function baseOf(
    place: DefinitionPlace,
    draft: DefinitionDraft | undefined,
    before: Seen | undefined,
  ): Promise<FlagDefinition | undefined> {
    const back = madeFrom.of(draftId(place));
    if (back && !(draft && isSameDefinition(back.definition, draft.base))) return back.definition;
    if (draft && (!before || before.text === draft.text)) return draft.base;
    return before && before.text !== live.known(place)?.text ? before.definition : (await live.of(place)).definition;
  }

  /** The person is told, and asked. */
  function refused(place: DefinitionPlace, other: DefinitionDraft): Error {
    const { id } = other;
    conflicts.add(id);
    conflictsChanged();
    savedElsewhere(
      place,
      () => conflicts.has(id),
      () => agreed.set(id, other.text),
    );
    return vscode.FileSystemError.Unavailable(
      t('Another window has saved its own draft of {0} meanwhile. Nothing was overwritten.', place.flagName),
    );
  }

  /** Above all that the document ever was for this window. */
  function leastStamp(place: DefinitionPlace, draft: DefinitionDraft | undefined): number {
    const before = (draft ?? seen.typedOver(place) ?? live.known(place))?.text;
    return before === undefined ? 1 : stamps.of(definitionUri(place).toString(), before, draft?.stamp ?? 1) + 1;
  }

  return {
    async stat(uri) {
      const folder = folderOf(uri);
      if (folder) return folder;
      const { bytes, stamp, isReadOnly, draft } = await inWords(uri, () => now(uri));
      const address = addressOf(uri);
      if (address?.version === 'own') told.set(draftId(address.place), draft?.text);
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: stamp,
        size: bytes.length,
        ...(isReadOnly && { permissions: vscode.FilePermission.Readonly }),
      };
    },
    async readFile(uri) {
      const { text, definition, draft, bytes } = await inWords(uri, () => now(uri));
      const address = addressOf(uri);
      if (address?.version === 'own') seen.given(address.place, { text, definition, isDraft: draft !== undefined });
      return bytes;
    },
    async writeFile(uri, content) {
      const address = addressOf(uri);
      if (!address) throw vscode.FileSystemError.FileNotFound(uri);
      if (address.version !== 'own') throw vscode.FileSystemError.NoPermissions(t('This text is only to compare with.'));
      await inWords(uri, () => save(address.place, textIn(content)));
    },
    // Nothing is listed: a search through the workspace must not walk through the service.
    readDirectory: () => [],
    createDirectory: () => refuse(),
    delete: () => refuse(),
    rename: () => refuse(),
  };
}

/** A window that reads says above a draft what the service says by now, such as killed: nobody has written anything. */
const isOnlyHeaded = (place: DefinitionPlace, before: Seen | undefined, { base, text }: DefinitionDraft): boolean =>
  before?.definition !== undefined && base !== undefined && withHeaderOf(before.text, place, before.definition, base) === text;

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

/** The connection's name is not kept: it may change. */
function storedPlace({ connectionId, workspace, environment, flagName }: DefinitionPlace): DefinitionDraft['place'] {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  return { connectionId, workspace: named(workspace), environment: named(environment), flagName };
}

/** What is above a document: the breadcrumbs ask for it. */
function folderOf(uri: vscode.Uri): vscode.FileStat | undefined {
  const isFolder = uri.path.split('/').filter(Boolean).length < 4;
  return isFolder ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 } : undefined;
}
