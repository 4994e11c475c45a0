/** Exports a text: asks for the format (Markdown, JSON or CSV), and copies or saves the text. */
import * as vscode from 'vscode';
import { askChoice } from '../ask/ask.ts';
import { baseName } from '../ask/currentFile.ts';
import { openSavedStep, saveText } from '../ask/saveText.ts';
import type { Log } from '../window/log.ts';
import { tellDone } from '../window/notifications.ts';

const { t } = vscode.l10n;

type ExportFormat = 'markdown' | 'json' | 'csv';

export interface Exported {
  /** The title of the question for the format. */
  readonly title: string;
  /** The suggested name of the saved file, without its extension. */
  readonly name: string;
  /** The message that is shown after the text was copied as Markdown. */
  readonly copied: string;
  readonly texts: Readonly<Record<ExportFormat, () => string>>;
}

/** Asks for the format and exports the text. `log` receives the error of the button that opens the saved file. */
export async function exportAs(log: Log, { title, name, copied, texts }: Exported): Promise<void> {
  const form = await askChoice<ExportFormat>({
    title,
    placeholder: t('In which format?'),
    isFirstActive: true,
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
  const file = await saveText({ name, filters: { [extension.toUpperCase()]: [extension] }, text: () => text });
  if (file) tellDone(t('The export is saved in {0}.', baseName(file)), openSavedStep(file, log));
}
