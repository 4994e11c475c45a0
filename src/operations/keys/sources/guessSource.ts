/** In what form a text most likely holds keys, and where in it. */
import type { Guess } from '../../../domain/keys/columns.ts';
import { guessTable } from '../../../domain/keys/guessTable.ts';
import { createListSamples } from '../../../domain/keys/lists.ts';
import { separatorLine, withoutMark, type Delimiter, type KeySource, type ListSource } from '../../../domain/keys/keySource.ts';
import { readJson } from './jsonItems.ts';
import { hasListInCode } from './codeList.ts';
import { sampleRows } from './tableRows.ts';
import { readYaml } from './yamlItems.ts';

/** What the editor knows of the file besides its text. */
export interface SourceHint {
  readonly languageId?: string;
  readonly fileName?: string;
  /** The text given is the beginning of the file only. */
  readonly isCut?: boolean;
}

/** Characters that are looked at. */
const SAMPLE = 1 << 16;
/** Of YAML, whose parser takes some milliseconds for so many. */
const YAML_SAMPLE = 1 << 13;

/** The beginning of a text, without a byte order mark. */
export function sampleOf(text: string): { readonly sample: string; readonly isCut: boolean } {
  const whole = withoutMark(text);
  const sample = whole.slice(0, SAMPLE);
  return { sample, isCut: sample.length < whole.length };
}

/** Whether a guess has examined all of a text: it has no more characters, rows or objects than a sample. */
export const isAllSampled = (text: string, { format }: KeySource): boolean =>
  text.length <= (format === 'yaml' ? YAML_SAMPLE : SAMPLE) &&
  text.split(/\r\n|[\r\n{]/, LINES_LOOKED_AT + 1).length <= LINES_LOOKED_AT;

/** By the language and the ending of the name, and by what the text begins with where they say nothing. */
export async function guessSource(text: string, hint: SourceHint): Promise<Guess> {
  const { sample, isCut } = sampleOf(text);
  const hinted = hintedFormat(hint);
  const named = separatorLine(sample);
  const delimiters = named ? [named.delimiter] : hintedDelimiters(hint);
  const format = hinted ?? (delimiters.length > 0 ? undefined : formatOf(sample));
  if (format) return guessList(sample, format === 'json' || format === 'ndjson' ? jsonFormat(sample, format) : format);
  const isPart = hint.isCut === true || isCut;
  const table = guessTable(sample, delimiters, (form) => sampleRows(sample, form, isPart));
  if ((table && delimiters.length > 0) || !hasListInCode(sample)) return table ?? { source: { format: 'lines' }, columns: [] };
  return { source: { format: 'code' }, columns: [] };
}

/** Whether the items of a list are keys, or have fields, and which field most likely holds the key. `sample` may be cut off, or broken. */
export async function guessList(sample: string, format: ListFormat): Promise<Guess> {
  const samples = createListSamples();
  if (format === 'yaml') {
    const end = sample.lastIndexOf('\n', YAML_SAMPLE);
    readYaml(await import('yaml'), sample.slice(0, sample.length > YAML_SAMPLE && end > 0 ? end : YAML_SAMPLE), samples);
  } else if (format === 'ndjson') {
    samples.list();
    for (const line of sample.split(/[\r\n]+/, LINES_LOOKED_AT))
      if (line.trim() !== '') readJson(line, samples, { isItem: true });
  } else readJson(sample, samples);
  return samples.guess(format);
}

type ListFormat = ListSource['format'];

const LINES_LOOKED_AT = 200;

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
  if (languageId === 'tsv' || extension === 'tsv' || extension === 'tab') return ['\t', ',', ';', '|'];
  if (languageId === 'csv' || extension === 'csv') return [',', ';', '\t', '|'];
  return [];
}

const extensionOf = (fileName: string): string => fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();

/** Comments of JSON above its first value. */
const COMMENTS = /^(?:\s*(?:\/\/[^\r\n]*|\/\*[^]*?\*\/))+/;

/** For a text that may be anything. */
function formatOf(text: string): ListFormat | undefined {
  const code = text.replace(COMMENTS, '');
  if (/^\s*(?:\[\s*(?:["{[\]\d-]|$)|\{\s*["}])/.test(code)) return 'json';
  const lines = text.split(/\r?\n/, LINES_LOOKED_AT).filter((line) => !/^\s*(?:#|$)/.test(line));
  const isList = /^(?:---|\s*- \s*\S)/.test(lines[0] ?? '') && lines.slice(1).every((line) => /^\s*-(?: |$)|^ /.test(line));
  return isList ? 'yaml' : undefined;
}

/** A value on each line, or one in all. */
function jsonFormat(text: string, hinted: 'json' | 'ndjson'): 'json' | 'ndjson' {
  const lines = text.split(/[\r\n]+/, LINES_LOOKED_AT).filter((line) => line.trim() !== '');
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
