/** Exports a text as Markdown, JSON or CSV: asks for the format, and copies or saves the text. */
import * as vscode from 'vscode';
import { askChoice } from '../ask/ask.ts';
import type { Log } from '../window/log.ts';
import { tellDone } from '../window/notifications.ts';

const { t } = vscode.l10n;

type Form = 'markdown' | 'json' | 'csv';

export interface Exported {
  /** The title of the question for the format. */
  readonly title: string;
  /** The suggested name of a saved file, without its extension. */
  readonly name: string;
  /** The message after the text was copied as Markdown. */
  readonly copied: string;
  readonly texts: Readonly<Record<Form, () => string>>;
}

/** Asks for the format and exports. An error of the button that opens the saved file is written to `log`. */
export async function exportAs(log: Log, { title, name, copied, texts }: Exported): Promise<void> {
  const form = await askChoice<Form>({
    title,
    placeholder: t('In which form?'),
    options: [
      { label: t('Copy as Markdown'), icon: new vscode.ThemeIcon('markdown'), value: 'markdown' },
      { label: t('Save as JSON…'), icon: new vscode.ThemeIcon('json'), value: 'json' },
      { label: t('Save as CSV…'), icon: new vscode.ThemeIcon('table'), value: 'csv' },
    ],
  });
  if (form === undefined || typeof form === 'symbol') return;
  const text = texts[form]();
  if (form !== 'markdown') return save(log, `${name}.${form}`, form, text);
  await vscode.env.clipboard.writeText(text);
  tellDone(copied);
}

async function save(log: Log, name: string, extension: string, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  tellDone(t('The export is saved in {0}.', uri.path.slice(uri.path.lastIndexOf('/') + 1)), {
    label: t('Open'),
    log,
    run: () => vscode.window.showTextDocument(uri),
  });
}

/** Writes CSV according to RFC 4180. */
export const csvText = (rows: readonly (readonly (string | null | undefined)[])[]): string =>
  rows.map((row) => `${row.map((value) => cell(value ?? '')).join(',')}\r\n`).join('');

/** Returns a time as ISO 8601 in UTC. Empty if there is no time, or if it is outside the calendar. */
export function isoTime(timestamp: number | null | undefined): string {
  const time = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/**
 * Writes a cell. A spreadsheet runs a cell that begins like a formula, so a quote in front makes it a text. A spreadsheet that
 * separates cells with semicolons or tabs splits a cell of this file at these, so a formula may begin there, too.
 */
function cell(text: string): string {
  const safe = text.replaceAll(/(?:^|;|\t|\r\n?|\n)(?=[ "]*[=+\-@])|^(?=[\t\r])/g, "$&'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
