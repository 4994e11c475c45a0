/** Where keys come from: a text whose lines know their place, a file that is read in pieces, or several files. */
import type { Column } from '../../../domain/keys/columns.ts';
import type { KeysFound } from '../../../domain/keys/keysFound.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';

/** A run of lines: line `from` of the text is line `line` of the document, and so on. Both count from 1. */
export interface Stretch {
  readonly from: number;
  readonly line: number;
  readonly fileName: string;
  /** Absent where there is nothing to go to, as for the clipboard. */
  readonly uri?: string;
}

/** What is dropped from outside a window in a browser: it has a name and bytes, and no address. */
export interface DroppedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file on this host's disk that is read piece by piece. */
export interface BigFile {
  readonly bytes: number;
  /** The first part of the text, to guess its form by. */
  readonly head: string;
  /** The whole text. */
  pieces(onProgress: (bytesRead: number) => void, signal: AbortSignal): AsyncIterable<string>;
}

export interface Source {
  /** Empty for a big file and for several files. */
  readonly text: string;
  readonly big?: BigFile;
  /** Several files, each read in its own form. */
  readonly files?: readonly Source[];
  /** "accounts.csv", "the selection in accounts.csv", "the clipboard", "3 files". */
  readonly description: string;
  readonly fileName: string;
  readonly languageId: string;
  /** In the order of the text; at least one. */
  readonly lines: readonly Stretch[];
  /** Where the same keys can be had again once the window is gone; absent of a selection, of unsaved text, and of several files. */
  readonly fileUri?: string;
}

export interface LinePlace {
  readonly fileName: string;
  readonly line: number;
  readonly uri?: string;
}

/** Where a line of the text stands in its document. */
export function placeOfLine({ lines }: Pick<Source, 'lines'>, line: number): LinePlace {
  const { from, line: first, fileName, uri } = lines.findLast((one) => one.from <= line)!;
  return { fileName, line: first + line - from, ...(uri !== undefined && { uri }) };
}

/** A text all of whose lines stand where they are. */
export const wholeText = (fileName: string, uri?: string): readonly Stretch[] => [
  { from: 1, line: 1, fileName, ...(uri !== undefined && { uri }) },
];

export interface FoundKeys extends KeysFound {
  readonly source: Source;
  /** Of several files: that of the first. */
  readonly form: KeySource;
  /** Of the first file, to remember what was chosen for it; absent of the clipboard. */
  readonly mark?: string;
  /** The form of each file. */
  readonly forms: readonly KeySource[];
  /** Those to choose from; none where every line is a key. */
  readonly columns: readonly Column[];
  /** Lines that are no keys because they name the columns: one at most in each file. `text` is the name of the column. */
  readonly headers: readonly { readonly line: number; readonly text: string }[];
  /** "accounts.csv, column account_id". */
  readonly origin: string;
  /** "CSV, column account_id". */
  readonly formWords: string;
}

/** A list of keys as a text of our own. `note` goes to its end and says which keys are missing. */
export const keysText = (keys: readonly string[], note?: string): string =>
  `${keys.join('\n')}\n${note === undefined ? '' : `\n# ${note}\n`}`;
