/**
 * Explains why a definition can't be read or written. The editor shows the message of a FileSystemError in place of the text, or
 * where it reports that the text was not saved.
 */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import { DRAFT_BUSY } from '../../operations/definitions/drafts/draftStore.ts';
import { systemErrorCode } from '../../storage/atomicFile.ts';
import { messageText } from '../words/escape.ts';
import { describeFailure } from '../words/failureWords.ts';
import { noDefinitionSentence, openRequestSentence } from '../words/requestWords.ts';
import { confirm, tellRefusal } from '../window/notifications.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { definitionTitle, placeLabel } from '../words/placeWords.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import type { DraftList } from '../window/draftList.ts';
import type { LiveDefinition } from './live.ts';

const { t } = vscode.l10n;

/** Decodes UTF-8. Throws if the encoding is a different one, because characters would be lost. */
export function decodeUtf8(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw vscode.FileSystemError.Unavailable(
      t('Not saved: a draft must be in UTF-8, and this text is not. Run “Change File Encoding”, choose “Save with Encoding”, and then “UTF-8”.'), // prettier-ignore
    );
  }
}

/**
 * Returns why a definition can't be changed now: a request is open on it, or it contains a number that can't be sent exactly.
 * Undefined if it can be changed.
 */
export function lockedSentence(place: DraftPlace, { openRequestId, definition }: Partial<LiveDefinition>): string | undefined {
  if (openRequestId) return openRequestSentence(place.flagName, placeLabel(place));
  return definition?.largeNumber === undefined ? undefined : largeNumberSentence(place, definition.largeNumber);
}

/** Returns why a definition that contains a very large number can't be sent to any environment. */
const largeNumberSentence = (place: DraftPlace, number: string): string =>
  t(
    '{0} contains the number {1}, which Flag Admin can’t read and send without losing digits. Change the definition in the service’s web console.',
    definitionTitle(place),
    number,
  );

/** Returns the definition. If it is missing, or can't be sent or written exactly, tells the user and returns undefined. */
export function requireDefinition(place: DraftPlace, definition: FlagDefinition | undefined): FlagDefinition | undefined {
  if (definition && definition.largeNumber === undefined) return definition;
  return tellRefusal(
    definition ? largeNumberSentence(place, definition.largeNumber!) : noDefinitionSentence(place.flagName, placeLabel(place)),
  );
}

/** Reports that there is no definition, and offers to write the first one. */
export const offerFirstDefinition = ({ log }: Pick<DefinitionsContext, 'log'>, place: DocumentPlace): undefined =>
  tellRefusal(noDefinitionSentence(place.flagName, placeLabel(place)), {
    label: t('Write a Definition'),
    log,
    run: () => vscode.window.showTextDocument(definitionUri(place)),
  });

export const noChangeSentence = (place: DraftPlace): string =>
  t('The text of {0} contains no change to the live definition.', definitionTitle(place));

export const confirmDiscard = (place: DraftPlace): Promise<boolean> =>
  confirm(
    t('Discard the draft of {0}?', definitionTitle(place)),
    t('The text of the draft is deleted for good. The live definition and an open change request stay as they are.'),
    t('Discard Draft'),
  );

/**
 * Returns why the draft was not written. Undefined if `error` is not from the file system. The user's text is still in the
 * editor that shows this message, or in the file that it came from.
 */
export function notWrittenSentence(place: DraftPlace, error: unknown): string | undefined {
  const code = systemErrorCode(error);
  if (code === undefined) return undefined;
  return code === DRAFT_BUSY
    ? t('Another window is writing the draft of {0}. Nothing was changed. Try again in a moment.', definitionTitle(place))
    : t(
        'The draft of {0} can’t be written ({1}). Nothing was changed, and your text is still here.',
        definitionTitle(place),
        code,
      );
}

export const changedElsewhereSentence = (place: DraftPlace): string =>
  t(
    'The draft of {0} was changed in another window. Nothing was overwritten. Check the draft, and try again.',
    definitionTitle(place),
  );

/** Replaces a draft, for a command that changes or removes it. False = nothing was changed, and the user was told why. */
export async function replaceOrTell(
  drafts: DraftList,
  ...[place, text, edit]: Parameters<DraftList['replace']>
): Promise<boolean> {
  try {
    const isDone = await drafts.replace(place, text, edit);
    if (!isDone) tellRefusal(changedElsewhereSentence(place));
    return isDone;
  } catch (error) {
    const sentence = notWrittenSentence(place, error);
    if (sentence === undefined) throw error;
    tellRefusal(sentence);
    return false;
  }
}

/**
 * Runs `work`, and converts its errors to FileSystemErrors, because the editor shows the message of such an error in place of
 * the text.
 */
export async function withFileSystemErrors<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { sentence } = describeFailure(error);
    const inWords = error instanceof vscode.FileSystemError ? error : vscode.FileSystemError.Unavailable(sentence || uri.path);
    // Escapes the message, because the editor turns texts that look like links into links, and a name may look like a link.
    inWords.message = messageText(inWords.message);
    throw inWords;
  }
}
