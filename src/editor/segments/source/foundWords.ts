/** What was found in a source, in words: in what form, what is odd about it, and that nothing is. */
import * as vscode from 'vscode';
import type { Column } from '../../../domain/keys/columns.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';
import { formatNumber } from '../../formats/requestWords.ts';
import { visible } from '../../formats/hiddenMarks.ts';
import { placeOf, type FoundKeys } from './source.ts';

const { t } = vscode.l10n;

export interface FormInWords {
  /** "CSV, column account_id". */
  readonly formWords: string;
  /** "accounts.csv, column account_id". */
  readonly origin: string;
}

/** `list` is the name of the one that is read, where there are several. */
export function formInWords(form: KeySource, columns: readonly Column[], description: string, list = ''): FormInWords {
  const name = formName(form);
  switch (form.format) {
    case 'lines':
    case 'separated':
      return { formWords: name, origin: description };
    case 'csv': {
      const named = form.hasHeader ? name : t('{0} without a header', name);
      const column = columns[form.column];
      if (!column || columns.length < 2) return { formWords: named, origin: description };
      return { formWords: t('{0}, column {1}', named, column.name), origin: t('{0}, column {1}', description, column.name) };
    }
    default: {
      const { field } = form;
      const [words, origin] = list === '' ? [name, description] : [t('{0}, {1}', name, list), t('{0}, {1}', description, list)];
      if (field === undefined) return { formWords: words, origin };
      return { formWords: t('{0}, field {1}', words, field), origin: t('{0}, field {1}', origin, field) };
    }
  }
}

/** What it is as a whole, without its column or field. */
export function formName(form: KeySource): string {
  switch (form.format) {
    case 'lines':
      return t('Plain lines');
    case 'separated':
      return t('Separated keys');
    case 'csv':
      return { ',': t('CSV'), ';': t('CSV with semicolons'), '\t': t('Tab-separated') }[form.delimiter];
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

const SHOWN = 3;

/** "1 repeated (line 14), 1 blank (line 20)"; empty if every line holds a usable key. */
export function oddities({ counts, problems, lookAlikes, trimmed, cut, source }: FoundKeys): string {
  const linesOf = (wanted: string): readonly number[] => problems.filter(({ kind }) => kind === wanted).map(({ line }) => line);
  const part = (count: number, words: string, lines: readonly number[]): string =>
    count === 0 ? '' : places(source, words, lines);
  return [
    part(cut.length, t('{0} cut at a separator', formatNumber(cut.length)), cut),
    part(counts.repeated, t('{0} repeated', formatNumber(counts.repeated)), linesOf('repeated')),
    part(counts.blank, t('{0} blank', formatNumber(counts.blank)), linesOf('blank')),
    part(
      counts.unusable,
      t('{0} unusable', formatNumber(counts.unusable)),
      problems.filter(({ kind }) => kind !== 'repeated' && kind !== 'blank').map(({ line }) => line),
    ),
    part(counts.trimmed, t('{0} trimmed', formatNumber(counts.trimmed)), trimmed),
    part(
      counts.lookAlikes,
      counts.lookAlikes === 1 ? t('1 looks like another') : t('{0} look like another', formatNumber(counts.lookAlikes)),
      lookAlikes.map(({ line }) => line),
    ),
  ]
    .filter((words) => words !== '')
    .join(', ');
}

/** Lines of several files are told in the report alone: here they would need a name each. */
function places(source: FoundKeys['source'], words: string, lines: readonly number[]): string {
  if (source.files) return words;
  // A JSON list may stand in one line: that is named once.
  const different = [...new Set(lines)];
  const shown = different
    .slice(0, SHOWN)
    .map((line) => placeOf(source, line).line)
    .join(', ');
  if (different.length === 1) return t('{0} (line {1})', words, shown);
  return different.length > SHOWN ? t('{0} (lines {1}, …)', words, shown) : t('{0} (lines {1})', words, shown);
}

/** Without a full stop: it stands among other remarks, and as a line of the report. */
export function cleanWords(found: Pick<FoundKeys, 'form' | 'headers'>): string {
  const { format } = found.form;
  // The lines of a document hold more than its list.
  if (format !== 'lines' && format !== 'csv') return t('Every value in the list is a usable key');
  return found.headers.length > 0 ? t('Every other line holds a usable key') : t('Every line holds a usable key');
}

/** "Line 1 is the header: account_id, not a key"; empty if every line is a key. */
export function headerWords({ headers, source }: Pick<FoundKeys, 'headers' | 'source'>): string {
  const [first] = headers;
  if (!first) return '';
  if (headers.length > 1) {
    const names = [...new Set(headers.map(({ text }) => visible(text)))].filter((name) => name !== '');
    return t(
      '{0} lines are headers, not keys: {1}',
      formatNumber(headers.length),
      names.length > SHOWN ? `${names.slice(0, SHOWN).join(', ')}, …` : names.join(', '),
    );
  }
  const { line, fileName } = placeOf(source, first.line);
  const place = source.files ? t('Line {0} of {1}', line, fileName) : t('Line {0}', line);
  return first.text === ''
    ? t('{0} is the header, not a key', place)
    : t('{0} is the header: {1}, not a key', place, visible(first.text));
}
