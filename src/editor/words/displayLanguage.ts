/** Creates the formatters for numbers, dates and lists. They use the language of the sentences of Flag Admin. */
import * as vscode from 'vscode';

/**
 * Returns the editor's display language if Flag Admin is translated to it, else English. Never returns the language of the
 * operating system, because a German date does not fit an English sentence.
 */
export function displayLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}

/**
 * One function for each kind of formatter. `formatter` calls it once for each language, because creating a formatter takes as
 * long as using it a hundred times.
 */
const FORMATS = {
  number: (language: string) => new Intl.NumberFormat(language),
  percent: (language: string) => new Intl.NumberFormat(language, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 }),
  delta: (language: string) => new Intl.NumberFormat(language, { signDisplay: 'always', maximumFractionDigits: 2 }),
  age: (language: string) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  time: (language: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
  /** A time with its time zone. */
  moment: (language: string) =>
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
  conjunction: (language: string) => new Intl.ListFormat(language, { type: 'conjunction' }),
  disjunction: (language: string) => new Intl.ListFormat(language, { type: 'disjunction' }),
} as const;
type Formats = typeof FORMATS;

const formatters = new Map<string, unknown>();

/** Returns the formatter of this kind in the display language. */
export function formatter<Kind extends keyof Formats>(kind: Kind): ReturnType<Formats[Kind]> {
  const language = displayLanguage();
  const key = `${kind} ${language}`;
  const known = formatters.get(key) ?? FORMATS[kind](language);
  formatters.set(key, known);
  return known as ReturnType<Formats[Kind]>;
}
