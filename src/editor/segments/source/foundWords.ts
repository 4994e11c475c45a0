/** Describes what was found in a source: its format, and its unusual values if there are any. */
import * as vscode from 'vscode';
import type { Column } from '../../../domain/keys/columns.ts';
import type { KeyProblem } from '../../../domain/keys/keysFound.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';
import { formatNumber, keysWords } from '../../words/requestWords.ts';
import { keyText } from '../../words/escape.ts';
import { placeOfLine, type FoundKeys } from './source.ts';

const { t } = vscode.l10n;

/**
 * Returns `formWords` and `origin` of FoundKeys: the name of the format and the name of the source, each followed by the column
 * or field. `list`: the path of the list within a document.
 */
export function formInWords(
  form: KeySource,
  columns: readonly Column[],
  description: string,
  list = '',
): Pick<FoundKeys, 'formWords' | 'origin'> {
  const name = form.format === 'csv' && !form.hasHeader ? t('{0} without a header', formName(form)) : formName(form);
  const part = [list === '' ? '' : t('in “{0}”', list), partWords(form, columns)].filter(Boolean).join(', ');
  const withPart = (words: string): string => [words, part].filter(Boolean).join(', ');
  return { formWords: withPart(name), origin: withPart(description) };
}

/** Returns the name of the column, if there are several, or of the field that contains the keys. */
function partWords(form: KeySource, columns: readonly Column[]): string {
  if (form.format === 'lines' || form.format === 'separated' || form.format === 'code') return '';
  if (form.format !== 'csv') return form.field === undefined ? '' : t('field {0}', form.field);
  const column = columns.length < 2 ? undefined : columns[form.column];
  return column ? t('column {0}', column.name) : '';
}

/** Returns the name of the format, without its column or field. */
export function formName(form: KeySource): string {
  switch (form.format) {
    case 'lines':
      return t('Plain lines');
    case 'separated':
      return t('Separated keys');
    case 'csv':
      return form.isDrawn
        ? t('Text table with drawn borders')
        : { ',': t('CSV'), ';': t('CSV with semicolons'), '\t': t('Tab-separated'), '|': t('Separated by vertical bars (|)') }[
            form.delimiter
          ];
    case 'code':
      return t('A list in program code');
    case 'json':
      return t('JSON list');
    case 'ndjson':
      return t('JSON lines');
    case 'yaml':
      return t('YAML list');
    default:
      return form satisfies never;
  }
}

/** Returns "3 keys", or "2 of 4 keys" if the others can't be keys. */
export function countWords({ keys, counts: { unusable } }: FoundKeys): string {
  if (unusable === 0) return keysWords(keys.length);
  return t('{0} of {1} keys', formatNumber(keys.length), formatNumber(keys.length + unusable));
}

/** Returns "Unusable values: 2 (too long, not text)". Empty if all can be used. */
export function unusableWords({ counts: { unusable }, problems }: FoundKeys): string {
  const reasons = [...new Set(problems.map(({ kind }) => reasonWords(kind)))].filter(Boolean).join(', ');
  return unusable === 0 ? '' : t('Unusable values: {0} ({1})', formatNumber(unusable), reasons);
}

/** Returns why a value can't be a key. Empty for a blank or repeated value, which is only left out. */
export function reasonWords(kind: KeyProblem['kind']): string {
  switch (kind) {
    case 'blank':
    case 'repeated':
      return '';
    case 'narrowRow':
      return t('fewer cells than the header');
    case 'wideRow':
      return t('more cells than the header');
    case 'leftOut':
      return t('left out by your decision');
    case 'tooLong':
      return t('too long');
    case 'controlCharacter':
    case 'loneSurrogate':
      return t('a character that isn’t allowed in a key');
    case 'missingColumn':
    case 'missingField':
      return t('this column or field does not exist');
    case 'notText':
      return t('not text');
    default:
      return kind satisfies never;
  }
}

const MAX_PLACES = 3;

/** Returns "2 repeated (line 14, line 16), 1 blank (line 20)". Empty if every line contains a usable key. */
export function keyOddities({ counts, problems, lookAlikes, trimmed, cleaned, source }: FoundKeys): string {
  const linesOf = (isWanted: (kind: KeyProblem['kind']) => boolean): readonly number[] =>
    problems.filter(({ kind }) => isWanted(kind)).map(({ line }) => line);
  const all: readonly (readonly [count: number, words: string, lines: readonly number[]])[] = [
    [counts.repeated, t('{0} repeated', formatNumber(counts.repeated)), linesOf((kind) => kind === 'repeated')],
    [counts.blank, t('{0} blank', formatNumber(counts.blank)), linesOf((kind) => kind === 'blank')],
    [
      counts.unusable,
      t('{0} unusable', formatNumber(counts.unusable)),
      linesOf((kind) => kind !== 'repeated' && kind !== 'blank'),
    ],
    [counts.trimmed, t('{0} trimmed', formatNumber(counts.trimmed)), trimmed],
    [cleaned.length, t('{0} cleaned up', formatNumber(cleaned.length)), cleaned.map(({ line }) => line)],
    [counts.lookAlikes, t('{0} look-alike', formatNumber(counts.lookAlikes)), lookAlikes.map(({ line }) => line)],
  ];
  return all.flatMap(([count, words, lines]) => (count === 0 ? [] : [places(source, words, lines)])).join(', ');
}

/**
 * Adds the line numbers to `words`. If there are several files, only the report lists lines, because each line would need a
 * file name here.
 */
function places(source: FoundKeys['source'], words: string, lines: readonly number[]): string {
  if (source.files) return words;
  // All values of a JSON list may be in a single line. That line is named only once.
  const different = [...new Set(lines)].map((line) => t('line {0}', placeOfLine(source, line).line));
  const more = different.length > MAX_PLACES ? ['…'] : [];
  return `${words} (${[...different.slice(0, MAX_PLACES), ...more].join(', ')})`;
}

/** Returns "accounts.csv:14", or "line 14" if there is no file. */
export function lineWords(source: FoundKeys['source'], line: number): string {
  const { fileName, line: inFile } = placeOfLine(source, line);
  return fileName === '' ? t('line {0}', inFile) : `${fileName}:${inFile}`;
}

/** Has no full stop, because it is one of several remarks, or a line of the report. */
export const cleanSentence = (): string => t('Every value is a usable key');

/** Returns "Treated as a header, not as a key: account_id". Empty if every line is a key. */
export function headerWords(headers: FoundKeys['headers']): string {
  const texts = new Set(headers.map(({ text }) => keyText(text) || '–'));
  return texts.size === 0 ? '' : t('Treated as a header, not as a key: {0}', [...texts].join(', '));
}
