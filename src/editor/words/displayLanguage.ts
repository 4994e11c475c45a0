/** The language that a reader gets, for `Intl`: numbers, dates and lists are written as the sentences around them are. */
import * as vscode from 'vscode';

/**
 * The editor's display language where these sentences are translated to it, else English. Never the system's: a German date in
 * an English sentence helps nobody.
 */
export function displayLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}

/** How values are written. Each formatter is made once for a language: making one takes as long as using it a hundred times. */
const FORMATS = {
  number: (language: string) => new Intl.NumberFormat(language),
  percent: (language: string) => new Intl.NumberFormat(language, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 }),
  delta: (language: string) => new Intl.NumberFormat(language, { signDisplay: 'always', maximumFractionDigits: 2 }),
  age: (language: string) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  time: (language: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
  /** With its time zone. */
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

const made = new Map<string, unknown>();

/** The formatter of this kind in the display language. */
export function formatter<Kind extends keyof Formats>(kind: Kind): ReturnType<Formats[Kind]> {
  const language = displayLanguage();
  const key = `${kind} ${language}`;
  const known = made.get(key) ?? FORMATS[kind](language);
  made.set(key, known);
  return known as ReturnType<Formats[Kind]>;
}
