/**
 * The source of keys: a text with the origin of each of its lines, a file that is read in pieces, or several files.
 */
import type { Column } from '../../../domain/keys/columns.ts';
import type { KeysFound } from '../../../domain/keys/keysFound.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';

/**
 * Consecutive lines of a document within a text: line `from` of the text is line `line` of the document, and the lines after it
 * follow in the same order. Both count from 1.
 */
export interface LineRange {
  readonly from: number;
  readonly line: number;
  readonly fileName: string;
  /** Absent if no document can be opened, for example for the clipboard. */
  readonly uri?: string;
}

/** A file that was dropped from outside the window in a browser. It has a name and bytes, but no address. */
export interface DroppedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file on the disk of the extension's computer that is read piece by piece. */
export interface BigFile {
  readonly bytes: number;
  /** The first part of the text. The format is guessed from it. */
  readonly head: string;
  /** Reads the whole text. */
  pieces(onProgress: (bytesRead: number) => void, signal: AbortSignal): AsyncIterable<string>;
}

export interface Source {
  /** Empty for a big file and for several files. */
  readonly text: string;
  readonly big?: BigFile;
  /** Several files. Each is read in its own format. */
  readonly files?: readonly Source[];
  /** "accounts.csv", "the selection in accounts.csv", "the clipboard", "3 files". */
  readonly description: string;
  readonly fileName: string;
  readonly languageId: string;
  /** The ranges of lines that make up the text, in the order of the text. There is at least one. */
  readonly lines: readonly LineRange[];
  /** Where the same keys can be read again after the window was closed. Absent for a selection, unsaved text, and several files. */
  readonly fileUri?: string;
}

export interface LinePlace {
  readonly fileName: string;
  readonly line: number;
  readonly uri?: string;
}

/** Returns the document that a line of the text is from, and its line number there. */
export function placeOfLine({ lines }: Pick<Source, 'lines'>, line: number): LinePlace {
  const { from, line: first, fileName, uri } = lines.findLast((one) => one.from <= line)!;
  return { fileName, line: first + line - from, ...(uri !== undefined && { uri }) };
}

/** Returns the range of lines of a whole document. The line numbers of its text and of the document are the same. */
export const wholeText = (fileName: string, uri?: string): readonly LineRange[] => [
  { from: 1, line: 1, fileName, ...(uri !== undefined && { uri }) },
];

export interface FoundKeys extends KeysFound {
  readonly source: Source;
  /** The format of the source. For several files, the format of the first file. */
  readonly form: KeySource;
  /**
   * Identifies the first file by name, header and format, in order to remember the choices for it. Absent for the clipboard.
   */
  readonly fileHash?: string;
  /** The format of each file. */
  readonly forms: readonly KeySource[];
  /** The columns or fields that could contain the keys. Empty if every line is a key. */
  readonly columns: readonly Column[];
  /** Lines that are not keys because they name the columns: at most one in each file. `text`: the name of the column. */
  readonly headers: readonly { readonly line: number; readonly text: string }[];
  /** "accounts.csv, column account_id". */
  readonly origin: string;
  /** "CSV, column account_id". */
  readonly formWords: string;
}

/** Returns the text that shows a list of keys, one on each line. `note` is added at the end and says that keys are missing. */
export const keysText = (keys: readonly string[], note?: string): string =>
  `${keys.join('\n')}\n${note === undefined ? '' : `\n# ${note}\n`}`;
