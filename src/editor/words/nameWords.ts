/** Sentences about the names that a user types for new segments, flags, and traffic types. */
import * as vscode from 'vscode';
import { nameRefusal } from '../../domain/newName.ts';

const { t } = vscode.l10n;

/** Returns what is wrong with a name for a new segment or flag. Undefined if the name is valid. */
export function nameSentence(typed: string, taken: Pick<ReadonlySet<string>, 'has'> = new Set()): string | undefined {
  const refusal = nameRefusal(typed, taken);
  switch (refusal) {
    case undefined:
      return undefined;
    case 'empty':
      return noNameSentence();
    case 'taken':
      return t('This name is already used. Choose another name.');
    case 'unusable':
      return t('This name has invisible characters, or characters that can’t be used in a URL. Choose a different one.');
    default:
      return refusal satisfies never;
  }
}

export const noNameSentence = (): string => t('Type a name.');
