/** What the file system of definitions refuses, in words: the editor shows the message of a FileSystemError, in the place of the text or where it says that it was not saved. */
import * as vscode from 'vscode';
import type { DraftPlace, ListedDraft } from '../../operations/definitionDrafts/draft.ts';
import { BUSY } from '../../operations/definitionDrafts/draftStore.ts';
import { codeOf } from '../../storage/atomicFile.ts';
import type { DefinitionPlace } from '../texts/definitionUri.ts';
import { describeFailure } from '../messages/failure.ts';
import { asText, tellRefusal } from '../messages/notifications.ts';
import type { Live } from './live.ts';
import { titleOf } from './documents.ts';

const { t } = vscode.l10n;

/** Of bytes in another encoding something would be lost. */
export function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw vscode.FileSystemError.Unavailable(
      t('Drafts are kept in UTF-8, and this text came in another encoding. It is still here: run “Change File Encoding”, “Save with Encoding”, “UTF-8”.'), // prettier-ignore
    );
  }
}

export const locked = (
  { flagName }: DefinitionPlace,
  draft: ListedDraft | undefined,
  { openRequestId, definition }: Live,
): vscode.FileSystemError =>
  vscode.FileSystemError.NoPermissions(
    withDraft(
      definition?.largeNumber !== undefined && !openRequestId
        ? largeNumberSentence(flagName, definition.largeNumber)
        : t('A change request is open on {0}: its definition can be changed again when that is decided.', flagName),
      draft,
    ),
  );

/** Why a definition is sent nowhere. */
export const largeNumberSentence = (name: string, number: string): string =>
  t('{0} has the number {1}, which can’t be read and sent exactly here. Change it in the service’s own pages.', name, number);

/** Who has a draft may fear for it. */
export const withDraft = (sentence: string, draft: ListedDraft | undefined): string =>
  draft ? `${sentence} ${t('Your draft is kept.')}` : sentence;

/** The editor shows it where it says that the file was not saved; the text is still in it. */
export function notSaved({ flagName }: DefinitionPlace, error: unknown): Error {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  return vscode.FileSystemError.Unavailable(
    busyWords(flagName, code) ??
      t('The draft of {0} can’t be kept: its folder can’t be written ({1}). Your text is still here: copy it to be safe, and save again.', flagName, code), // prettier-ignore
  );
}

/**
 * For a command that changes or removes a draft, where `work` says whether nobody else had changed it. False = it did not, and the
 * user was told.
 */
export async function orTold(place: DraftPlace, work: Promise<boolean>): Promise<boolean> {
  const { flagName } = place;
  try {
    const isDone = await work;
    if (!isDone)
      tellRefusal(t('Another window has saved its own draft of {0} meanwhile. Look at it, and try again.', titleOf(place)));
    return isDone;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    tellRefusal(
      busyWords(flagName, code) ?? t('The draft of {0} can’t be changed: its folder can’t be written ({1}).', flagName, code),
    );
    return false;
  }
}

const busyWords = (flagName: string, code: string): string | undefined =>
  code === BUSY
    ? t('Another window is just writing the draft of {0}. Nothing was changed: try again in a moment.', flagName)
    : undefined;

export function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(
    t('Definitions are made and removed by commands of Flag Admin: Create Flag…, Remove Flag Definition….'),
  );
}

/** The editor shows the message of a FileSystemError in the place of the text. */
export async function inWords<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { sentence } = describeFailure(error);
    const inWords = error instanceof vscode.FileSystemError ? error : vscode.FileSystemError.Unavailable(sentence || uri.path);
    // The editor makes links of what looks like one, and a name may.
    inWords.message = asText(inWords.message);
    throw inWords;
  }
}
