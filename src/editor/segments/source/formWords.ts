/** In what form keys were read, in words. */
import * as vscode from 'vscode';
import type { Column } from '../../../domain/keys/columns.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';

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
