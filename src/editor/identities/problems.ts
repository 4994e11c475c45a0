/**
 * The rows that the service did not take, as problems on their lines. One goes when its line is changed, the others move with
 * theirs; all go with the next upload, and when the file is closed.
 */
import * as vscode from 'vscode';
import type { IdentityRow } from '../../domain/identities/identitiesFrom.ts';
import type { FailedIdentity } from '../../operations/saveIdentities.ts';

const { t } = vscode.l10n;

export interface Problems extends vscode.Disposable {
  /** In the place of those that were there. */
  show(document: vscode.TextDocument, failed: readonly FailedIdentity<IdentityRow>[]): void;
  clear(uri: vscode.Uri): void;
}

export function createProblems(): Problems {
  const shown = vscode.languages.createDiagnosticCollection('flag-admin');
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => shown.delete(uri));
  const changing = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const before = shown.get(document.uri) ?? [];
    if (before.length === 0 || contentChanges.length === 0) return;
    shown.set(document.uri, contentChanges.reduce<readonly vscode.Diagnostic[]>(afterChange, before));
  });
  return {
    show(document, failed) {
      shown.set(
        document.uri,
        failed.map((failure) => problemOf(document, failure)),
      );
    },
    clear: (uri) => shown.delete(uri),
    dispose() {
      closing.dispose();
      changing.dispose();
      shown.dispose();
    },
  };
}

/** The editor gives changes from the end of the document to its beginning, so that none moves the lines of the next. */
function afterChange(
  problems: readonly vscode.Diagnostic[],
  { range, text }: vscode.TextDocumentContentChangeEvent,
): readonly vscode.Diagnostic[] {
  const { start, end } = range;
  const added = text.split(/\r\n|\r|\n/).length - 1 - (end.line - start.line);
  // Whole lines put before a line, or taken from before it, leave that line as it was.
  const isUpToLine = end.character === 0 && (start.character === 0 || end.line > start.line);
  const isWhole = isUpToLine && (text === '' ? start.character === 0 : /[\r\n]$/.test(text));
  return problems.flatMap((problem) => {
    const { line } = problem.range.start;
    if (line < start.line) return [problem];
    if (line > end.line || (line === end.line && isWhole)) return [movedBy(problem, added)];
    return [];
  });
}

function movedBy(problem: vscode.Diagnostic, lines: number): vscode.Diagnostic {
  if (lines === 0) return problem;
  const { start, end } = problem.range;
  const moved = new vscode.Diagnostic(
    new vscode.Range(start.line + lines, start.character, end.line + lines, end.character),
    problem.message,
    problem.severity,
  );
  moved.source = problem.source;
  return moved;
}

function problemOf(document: vscode.TextDocument, { identity, message }: FailedIdentity<IdentityRow>): vscode.Diagnostic {
  const { range } = document.lineAt(Math.min(identity.line, document.lineCount) - 1);
  const problem = new vscode.Diagnostic(range, sentenceOf(identity.key, message), vscode.DiagnosticSeverity.Error);
  problem.source = 'Flag Admin';
  return problem;
}

function sentenceOf(key: string, message: string | undefined): string {
  if (message === undefined) return t('The service did not say whether it saved the identity {0}.', key);
  if (message === '') return t('The service did not save the identity {0}, and gave no reason.', key);
  return t('The service did not save the identity {0}: {1}', key, message);
}
