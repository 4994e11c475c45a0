/** Guesses the form in which a text contains keys, and their position in it. */
import type { Guess } from '../../../domain/keys/columns.ts';
import { guessTable } from '../../../domain/keys/guessTable.ts';
import { createListSamples } from '../../../domain/keys/lists.ts';
import { separatorLine, withoutMark, type Delimiter, type KeySource, type ListSource } from '../../../domain/keys/keySource.ts';
import { isJson } from '../../../domain/isJson.ts';
import { readJson } from './jsonItems.ts';
import { hasListInCode } from './codeList.ts';
import { sampleRows } from './tableRows.ts';
import { readYaml } from './yamlItems.ts';

/** What the editor knows about the file, apart from its text. */
export interface SourceHint {
  readonly languageId?: string;
  readonly fileName?: string;
  /** True if the text is only the beginning of the file. */
  readonly isCut?: boolean;
}

/** The number of characters to examine at the beginning of a text. */
const SAMPLE = 1 << 16;
/** The number of characters to examine at the beginning of a YAML text. The parser takes some milliseconds for them. */
const YAML_SAMPLE = 1 << 13;

/** Returns the beginning of a text, without a byte order mark. */
export function sampleOf(text: string): { readonly sample: string; readonly isCut: boolean } {
  const whole = withoutMark(text);
  const sample = whole.slice(0, SAMPLE);
  return { sample, isCut: sample.length < whole.length };
}

/** True if a guess has examined the whole text, because it has no more characters, rows or objects than a sample. */
export const isAllSampled = (text: string, { format }: KeySource): boolean =>
  text.length <= (format === 'yaml' ? YAML_SAMPLE : SAMPLE) &&
  text.split(/\r\n|[\r\n{]/, SAMPLE_LINES + 1).length <= SAMPLE_LINES;

/**
 * Guesses how a text contains keys: by its language and file extension, or, if they show nothing, by the beginning of the text.
 */
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

/**
 * Guesses whether the items of a list are keys or have fields, and which field most likely contains the key. `sample` may be
 * incomplete or malformed.
 */
export async function guessList(sample: string, format: ListFormat): Promise<Guess> {
  const samples = createListSamples();
  if (format === 'yaml') {
    const end = sample.lastIndexOf('\n', YAML_SAMPLE);
    readYaml(await import('yaml'), sample.slice(0, sample.length > YAML_SAMPLE && end > 0 ? end : YAML_SAMPLE), samples);
  } else if (format === 'ndjson') {
    samples.list('', 1);
    for (const line of sample.split(/[\r\n]+/, SAMPLE_LINES)) if (line.trim() !== '') readJson(line, samples, { isItem: true });
  } else readJson(sample, samples);
  return samples.guess(format);
}

type ListFormat = ListSource['format'];

const SAMPLE_LINES = 200;

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

/** JSON comments before the first value. */
const COMMENTS = /^(?:\s*(?:\/\/[^\r\n]*|\/\*[^]*?\*\/))+/;

/** Guesses the format of a text from its beginning. */
function formatOf(text: string): ListFormat | undefined {
  const code = text.replace(COMMENTS, '');
  if (/^\s*(?:\[\s*(?:["{[\]\d-]|$)|\{\s*["}])/.test(code)) return 'json';
  const lines = text.split(/\r?\n/, SAMPLE_LINES).filter((line) => !/^\s*(?:#|$)/.test(line));
  const isList = /^(?:---|\s*- \s*\S)/.test(lines[0] ?? '') && lines.slice(1).every((line) => /^\s*-(?: |$)|^ /.test(line));
  return isList ? 'yaml' : undefined;
}

/** Distinguishes JSON with one value on each line from a single JSON value. */
function jsonFormat(text: string, hinted: 'json' | 'ndjson'): 'json' | 'ndjson' {
  const lines = text.split(/[\r\n]+/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  const [first = '', second] = lines;
  if (!isJson(first)) return /^\s*[[{]\s*$/.test(first) ? 'json' : hinted;
  return second === undefined || !/^\s*["{]/.test(second) ? hinted : 'ndjson';
}
