/** In what form a text most likely holds keys, and where in it. */
import type { Guess } from './guessColumn.ts';
import { guessList } from './guessList.ts';
import { guessTable } from './guessTable.ts';
import { separatorLine, withoutMark, type Delimiter } from './keySource.ts';

export type { Column, Guess } from './guessColumn.ts';

/** What the editor knows of the file besides its text. */
export interface SourceHint {
  readonly languageId?: string;
  readonly fileName?: string;
  /** The text given is the beginning of the file only. */
  readonly isCut?: boolean;
}

/** Characters that are looked at. */
const SAMPLE = 1 << 18;

/** By the language and the ending of the name, and by what the text begins with where they say nothing. */
export function guessSource(text: string, hint: SourceHint): Guess {
  const whole = withoutMark(text);
  const sample = whole.slice(0, SAMPLE);
  const isCut = hint.isCut === true || sample.length < whole.length;
  const hinted = hintedFormat(hint);
  const named = separatorLine(sample);
  const delimiters = named ? [named.delimiter] : hintedDelimiters(hint);
  const format = hinted ?? (delimiters.length > 0 ? undefined : formatOf(sample));
  if (format) return guessList(sample, isCut, format === 'json' || format === 'ndjson' ? jsonFormat(sample, format) : format);
  return guessTable(sample, isCut, delimiters) ?? { source: { format: 'lines' }, columns: [] };
}

type ListFormat = 'json' | 'ndjson' | 'yaml';

const FORMATS: Readonly<Record<string, ListFormat>> = {
  json: 'json',
  jsonc: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  yaml: 'yaml',
  yml: 'yaml',
};

function hintedFormat({ languageId = '', fileName = '' }: SourceHint): ListFormat | undefined {
  const name = [extensionOf(fileName), languageId].find((word) => Object.hasOwn(FORMATS, word));
  return name === undefined ? undefined : FORMATS[name];
}

function hintedDelimiters({ languageId, fileName = '' }: SourceHint): readonly Delimiter[] {
  const extension = extensionOf(fileName);
  if (languageId === 'tsv' || extension === 'tsv' || extension === 'tab') return ['\t', ',', ';'];
  if (languageId === 'csv' || extension === 'csv') return [',', ';', '\t'];
  return [];
}

const extensionOf = (fileName: string): string => fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();

/** Of a text that may be any. */
function formatOf(text: string): ListFormat | undefined {
  if (/^\s*(?:\[\s*(?:["{[\]\d-]|$)|\{\s*["}])/.test(text)) return 'json';
  const lines = text.split(/\r?\n/, 200).filter((line) => !/^\s*(?:#|$)/.test(line));
  const isList = /^(?:---|\s*- \s*\S)/.test(lines[0] ?? '') && lines.slice(1).every((line) => /^\s*-(?: |$)|^ /.test(line));
  return isList ? 'yaml' : undefined;
}

/** A value on each line, or one in all. */
function jsonFormat(text: string, hinted: 'json' | 'ndjson'): 'json' | 'ndjson' {
  const lines = text.split(/[\r\n]+/, 200).filter((line) => line.trim() !== '');
  const [first = '', second] = lines;
  if (!isJson(first)) return /^\s*[[{]\s*$/.test(first) ? 'json' : hinted;
  return second === undefined || !/^\s*["{]/.test(second) ? hinted : 'ndjson';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
