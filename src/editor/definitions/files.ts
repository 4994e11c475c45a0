/**
 * The file system of definitions: a read returns the draft or the live definition, and a write saves a draft.
 *
 * Two windows, or the service and a window, can change the same document. docs/design.md (Files) describes how the editor
 * detects such a conflict. It also explains why each text has a different size here, why a draft has a newer time than the
 * content that it replaces, and why a write compares once more while it holds the lock.
 */
import { hash } from 'node:crypto';
import * as vscode from 'vscode';
import { draftId, type DefinitionDraft } from '../../operations/definitions/drafts/draft.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import type { DraftContent } from '../../operations/definitions/drafts/draftStore.ts';
import { addressOf, definitionUri, type Address, type DocumentPlace } from '../window/definitionUri.ts';
import { documentText, withHeader, withoutHeader } from './documentText.ts';
import type { DraftList } from '../window/draftList.ts';
import { changedElsewhereSentence, decodeUtf8, withFileSystemErrors, lockedSentence, notWrittenSentence } from './fileErrors.ts';
import { isReadOnly, type LiveDefinition, type LiveDefinitions } from './live.ts';
import { documentOf, editablePlace } from './documents.ts';

export type DefinitionFiles = vscode.Disposable & Pick<vscode.FileSystemProvider, 'stat' | 'readFile' | 'writeFile'>;

export interface FilesDeps {
  readonly drafts: DraftList;
  readonly live: LiveDefinitions;
  /** Reports to the editor that a document has changed. */
  readonly changed: (...uris: readonly vscode.Uri[]) => void;
}

/** The current content of a document. */
interface Content {
  readonly text: string;
  readonly mtime: number;
  readonly isReadOnly: boolean;
  /** The live definition that the text was written from, if there is no draft. */
  readonly source?: LiveDefinition | undefined;
}

/** The maximum number of documents with stored data. Nobody has so many documents open. */
const MAX_DOCUMENTS = 500;

export function createFiles({ drafts, live, changed }: FilesDeps): DefinitionFiles {
  /**
   * By document: the draft and the time that this file system last returned to the editor. If the draft has changed since
   * then, a write is refused. `draft` undefined = there was no draft.
   */
  const compared = new LimitedMap<string, { readonly draft: string | undefined; readonly mtime: number }>(MAX_DOCUMENTS);
  /** For documents without a draft: the live definitions from which their texts were written. */
  const opened = new LimitedMap<string, LiveDefinition>(MAX_DOCUMENTS);

  /**
   * Returns the live definition from which unsaved text started. It does not change until the user saves or reverts that text.
   */
  const typedOver = (place: DocumentPlace): LiveDefinition | undefined =>
    documentOf(place)?.isDirty === true ? opened.get(draftId(place)) : undefined;

  async function contentOf({ place, version }: Address): Promise<Content> {
    if (version === 'live') {
      const { definition, text } = await live.of(place);
      return readOnlyContent(definition ? text : '');
    }
    const draft = await drafts.read(place);
    if (version === 'base') {
      // Uses the same header as for the other versions. Otherwise, a comparison would show the headers as different.
      const now = live.known(place)?.definition;
      return readOnlyContent(draft?.base ? await documentText(place, draft.base, now) : '');
    }
    const source = draft ? undefined : (typedOver(place) ?? (await live.of(place)));
    const known = live.known(place);
    const text = draft ? withHeader(place, known?.definition ?? draft.base, draft.text) : source!.text;
    const before = compared.get(draftId(place));
    // If a draft was discarded, the live text must have a newer time than the draft had. Otherwise, the editor would write the
    // draft again without a question.
    const least = before ? before.mtime + Number(before.draft !== draft?.text) : 0;
    const mtime = Math.max(draft?.savedAt ?? source!.readAt, least);
    compared.set(draftId(place), { draft: draft?.text, mtime });
    return { text, mtime, isReadOnly: known !== undefined && isReadOnly(known), source };
  }

  async function save(place: DocumentPlace, text: string): Promise<void> {
    const id = draftId(place);
    const known = live.known(place);
    const locked = known && lockedSentence(place, known);
    if (locked) throw vscode.FileSystemError.NoPermissions(locked);
    // If the user has manually restored the live text, the draft is removed.
    const isLive = known?.definition !== undefined && text === withoutHeader(known.text);
    const before = compared.get(id)?.draft;
    // A new draft is based on the live definition that the user edited. This definition is not read again, because somebody
    // might have changed it since.
    const base = before === undefined ? (opened.get(id) ?? (await live.of(place))).definition : undefined;
    const edit = (now: DefinitionDraft | undefined): DraftContent | undefined =>
      isLive ? undefined : { ...(now ?? { place, base, message: '' }), text };
    const isSaved = await drafts.replace(place, before, edit).catch((error: unknown) => {
      const sentence = notWrittenSentence(place, error);
      throw sentence === undefined ? error : vscode.FileSystemError.Unavailable(sentence);
    });
    if (!isSaved) throw vscode.FileSystemError.Unavailable(changedElsewhereSentence(place));
    compared.set(id, { draft: isLive ? undefined : text, mtime: compared.get(id)?.mtime ?? 0 });
    if (isLive) opened.set(id, known);
    else opened.delete(id);
  }

  const listening = vscode.workspace.onDidChangeTextDocument(({ document: { uri, isDirty } }) => {
    const place = isDirty ? undefined : editablePlace(uri);
    const before = place && opened.get(draftId(place));
    if (before && before.text !== live.known(place)?.text) changed(definitionUri(place));
  });

  return {
    dispose: () => void listening.dispose(),
    async stat(uri) {
      const address = fileAt(uri);
      if (!address) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      const { text, mtime, isReadOnly } = await withFileSystemErrors(uri, () => contentOf(address));
      const permissions = isReadOnly && { permissions: vscode.FilePermission.Readonly };
      return { type: vscode.FileType.File, ctime: 0, mtime, size: sizeOf(text), ...permissions };
    },
    async readFile(uri) {
      const address = fileAt(uri);
      if (!address) throw vscode.FileSystemError.FileNotFound(uri);
      const { text, source } = await withFileSystemErrors(uri, () => contentOf(address));
      const { place, version } = address;
      if (version === 'own') {
        // Shows a draft without waiting for the service. At the same time, asks the service whether a change request is open on
        // the definition.
        if (!live.known(place) && drafts.find(place)) live.of(place).then(() => changed(uri), () => undefined); // prettier-ignore
        // Does not change `opened` while the document has unsaved text. The editor then only compares the returned text with
        // the unsaved text, and does not show it.
        if (!source) opened.delete(draftId(place));
        else if (documentOf(place)?.isDirty !== true) opened.set(draftId(place), source);
      }
      return new TextEncoder().encode(text);
    },
    async writeFile(uri, content) {
      const address = fileAt(uri);
      if (!address) throw vscode.FileSystemError.FileNotFound(uri);
      if (address.version !== 'own') throw vscode.FileSystemError.NoPermissions(uri);
      await withFileSystemErrors(uri, () => save(address.place, withoutHeader(decodeUtf8(content))));
    },
  };
}

const readOnlyContent = (text: string): Content => ({ text, mtime: 1, isReadOnly: true });

/** Returns a size that differs if the text differs, because the editor ignores a newer text of the same size. */
const sizeOf = (text: string): number =>
  new TextEncoder().encode(text).length + Number.parseInt(hash('sha256', text).slice(0, 5), 16);

/** Returns undefined for a folder that contains documents. The breadcrumbs ask for such folders. */
function fileAt(uri: vscode.Uri): Address | undefined {
  if (uri.path.split('/').filter(Boolean).length < 4) return undefined;
  const address = addressOf(uri);
  if (!address) throw vscode.FileSystemError.FileNotFound(uri);
  return address;
}
