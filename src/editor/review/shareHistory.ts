/** Export History…: the timeline of a change request as Markdown for the clipboard, or as a file for other programs. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { historyAsCsv, historyAsJson } from '../../domain/changeRequests/history.ts';
import { askChoice } from '../ask.ts';
import { titleOf } from '../requestWords.ts';
import { tellDone } from '../tell.ts';
import { historyAsMarkdown } from './historyMarkdown.ts';

const { t } = vscode.l10n;

type Form = 'markdown' | 'json' | 'csv';

export async function shareHistory(request: ChangeRequest): Promise<void> {
  const form = await askChoice<Form>({
    title: t('History of “{0}”', titleOf(request)),
    placeholder: t('In which form?'),
    options: [
      { label: t('Copy as Markdown'), icon: new vscode.ThemeIcon('markdown'), value: 'markdown' },
      {
        label: t('Save as JSON…'),
        detail: t('With the fields of each entry as the service gives them'),
        icon: new vscode.ThemeIcon('json'),
        value: 'json',
      },
      {
        label: t('Save as CSV…'),
        detail: t('Id and title of the request; time, user, role and comment of each entry'),
        icon: new vscode.ThemeIcon('table'),
        value: 'csv',
      },
    ],
  });
  switch (form) {
    case 'markdown':
      await vscode.env.clipboard.writeText(historyAsMarkdown(request));
      tellDone(t('The history is copied as Markdown.'));
      return;
    case 'json':
      return save(request, 'json', historyAsJson(request));
    case 'csv':
      return save(request, 'csv', historyAsCsv(request));
    default:
  }
}

async function save(request: ChangeRequest, extension: string, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `change-request-${request.id}.${extension}`;
  const uri = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  tellDone(t('The history is saved in {0}.', uri.path.slice(uri.path.lastIndexOf('/') + 1)), {
    label: t('Open'),
    run: () => vscode.window.showTextDocument(uri),
  });
}
