/** Links `accounts.csv:14` in a text of this extension to line 14 of the file. */
import * as vscode from 'vscode';

/** The content of a text's `query`: the files that the text names. */
export type LinkedFiles = readonly { readonly name: string; readonly uri: string }[];

export const linkedFilesQuery = (files: LinkedFiles): string => JSON.stringify(files);

export function linksOf(document: vscode.TextDocument): vscode.DocumentLink[] {
  return filesIn(document.uri.query).flatMap(({ name, uri }) => placesOf(name, uri, document));
}

function placesOf(name: string, uri: string, document: vscode.TextDocument): vscode.DocumentLink[] {
  const text = document.getText();
  const links: vscode.DocumentLink[] = [];
  const mark = `${name}:`;
  for (let start = text.indexOf(mark); start !== -1; start = text.indexOf(mark, start + mark.length)) {
    const line = /^\d+/.exec(text.slice(start + mark.length, start + mark.length + 10))?.[0];
    if (line === undefined || /[^\s(]/.test(text[start - 1] ?? ' ')) continue;
    const end = start + mark.length + line.length;
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const link = new vscode.DocumentLink(range, vscode.Uri.parse(uri).with({ fragment: `L${line}` }));
    link.tooltip = vscode.l10n.t('Go to line {0}', line);
    links.push(link);
  }
  return links;
}

/** Reads the files in a query. Any extension may open a document with this scheme, so the query can contain anything. */
function filesIn(query: string): LinkedFiles {
  try {
    const files: unknown = JSON.parse(query);
    return Array.isArray(files) ? files.filter(isFile) : [];
  } catch {
    return [];
  }
}

const isFile = (value: unknown): value is LinkedFiles[number] =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'uri' in value &&
  typeof value.uri === 'string' &&
  !value.uri.startsWith('command:');
