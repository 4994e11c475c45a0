/** Shows what was found beside the file, and leaves the focus where it is: the question that waits stays the one to answer. */
import * as vscode from 'vscode';
import { marked } from '../../ownText.ts';
import type { ReadOnlyText } from '../../readOnlyText.ts';
import { linkedFilesQuery, type LinkedFiles } from '../../textLinks.ts';
import type { FoundKeys } from './findKeys.ts';
import { reportText } from './report.ts';

export async function openReport(texts: ReadOnlyText, found: FoundKeys): Promise<void> {
  const { source } = found;
  const name = vscode.l10n.t('{0} – keys found.txt', source.fileName === '' ? source.description : source.fileName);
  await texts.open(name, marked(reportText(found)), {
    query: linkedFilesQuery(linkedFiles(found)),
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
  });
}

/** Of two files of one name, a place leads to the first. */
function linkedFiles({ source }: FoundKeys): LinkedFiles {
  const files = new Map<string, string>();
  for (const { fileName, uri } of source.lines) {
    if (uri !== undefined && !files.has(fileName)) files.set(fileName, uri);
  }
  return [...files].map(([name, uri]) => ({ name, uri }));
}
