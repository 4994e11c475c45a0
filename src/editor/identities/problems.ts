/** The rows that the service did not take, as problems on their lines. They go with the next upload, and when the file is closed. */
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
      shown.dispose();
    },
  };
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
