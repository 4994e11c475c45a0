/** Shows the problems of definitions while the user types, with quick fixes. */
import * as vscode from 'vscode';
import { tooLarge } from '../../domain/definitions/document/checking.ts';
import { lineEnd } from '../../domain/definitions/document/located.ts';
import type { Fix, Problem } from '../../domain/definitions/document/problem.ts';
import { labelText, ownProblem } from '../words/escape.ts';
import { sleep } from '../../time/clock.ts';
import { definitionScheme } from '../window/names.ts';
import { documentOf, editablePlace, rangeOf, visiblePlaces } from './documents.ts';
import { fixTitle, problemSentence } from '../words/problemWords.ts';
import { knownNamesFor } from './checkText.ts';
import type { DefinitionsContext } from './definitionsContext.ts';

/** The pause in milliseconds between the last key stroke and a check. */
const TYPING_PAUSE = 100;

interface FoundProblems {
  readonly version: number;
  readonly all: readonly { readonly problem: Problem; readonly diagnostic: vscode.Diagnostic }[];
}

/** Shows the problems. `changed` fires when the problems might have changed, for example because a definition was read. */
export function showProblems(context: DefinitionsContext, changed: vscode.Event<void>): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('flagAdmin.definitions');
  const found = new WeakMap<vscode.TextDocument, FoundProblems>();
  const latest = new WeakMap<vscode.TextDocument, object>();
  const warn = (error: unknown): void => context.log.warn(String(error));
  /**
   * Checks a document with the names that are known now. If lists of the service are missing, checks again when they arrive.
   */
  async function look(document: vscode.TextDocument, wait?: number, pause = 0): Promise<void> {
    const place = editablePlace(document.uri);
    if (!place) return;
    const { version } = document;
    const mine = {};
    latest.set(document, mine);
    if (pause > 0) await sleep(pause);
    // This check is outdated if the text or the known names have changed since it started. Each such change starts a new
    // check.
    const isOutdated = (): boolean => document.isClosed || document.version !== version || latest.get(document) !== mine;
    if (isOutdated()) return;
    const { known, isComplete } = await knownNamesFor(context, place, wait);
    const text = document.getText();
    if (isOutdated()) return;
    const looked = await context.ask(text, 'problems', { known }, `problems ${document.uri.toString()}`);
    if (looked === 'outdated' || isOutdated()) return;
    const all = (looked === 'late' ? [tooLarge(text)] : looked).map((problem) => ({
      problem,
      diagnostic: diagnosticOf(document, text, problem),
    }));
    found.set(document, { version, all });
    collection.set(
      document.uri,
      all.map(({ diagnostic }) => diagnostic),
    );
    if (!isComplete) look(document).catch(warn);
  }

  const lookSoon = (document: vscode.TextDocument): void => void look(document, 0, TYPING_PAUSE).catch(warn);

  function lookAtShown(): void {
    for (const document of visiblePlaces().map(documentOf)) if (document) lookSoon(document);
  }

  async function fixesOf(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    if (found.get(document)?.version !== document.version) await look(document, 0);
    const now = found.get(document);
    if (now?.version !== document.version) return [];
    return now.all
      .filter(({ problem }) => rangeOf(document, problem.span).intersection(range) !== undefined)
      .flatMap(({ problem, diagnostic }) => {
        // The fix at the cursor comes last, because it would revert what the user just typed there.
        const changesLine = (fix: Fix): boolean =>
          fix.code === 'setSize' && fix.edits.some(({ span }) => rangeOf(document, span).intersection(range) !== undefined);
        const fixes = problem.fixes.toSorted((one, other) => Number(changesLine(one)) - Number(changesLine(other)));
        return fixes.map((fix) => actionOf(document, fix, diagnostic));
      });
  }

  const registered = vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(lookSoon),
    vscode.workspace.onDidChangeTextDocument(({ document }) => lookSoon(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    changed(lookAtShown),
    vscode.languages.registerCodeActionsProvider(
      { scheme: definitionScheme },
      { provideCodeActions: (document, range) => fixesOf(document, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
  lookAtShown();
  return registered;
}

/**
 * Marks only the first line of a problem, because a range over several lines would include their indentation. Marks all lines
 * of an unreachable rule, so that the editor fades the whole rule.
 */
function diagnosticOf(document: vscode.TextDocument, text: string, problem: Problem): vscode.Diagnostic {
  const { start, end } = problem.span;
  const marked = problem.code === 'unreachableRule' ? end : Math.min(end, lineEnd(text, start));
  const range = rangeOf(document, { start, end: marked });
  const diagnostic = ownProblem(range, problemSentence(problem), severityOf(problem));
  diagnostic.code = problem.code;
  if (problem.code === 'unreachableRule') diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}

const severityOf = ({ severity }: Problem): vscode.DiagnosticSeverity => {
  const { Error: error, Warning: warning, Information: hint } = vscode.DiagnosticSeverity;
  return { error, warning, hint }[severity];
};

function actionOf(document: vscode.TextDocument, fix: Fix, diagnostic: vscode.Diagnostic): vscode.CodeAction {
  const action = new vscode.CodeAction(labelText(fixTitle(fix)), vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  for (const { span, newText } of fix.edits) action.edit.replace(document.uri, rangeOf(document, span), newText);
  action.diagnostics = [diagnostic];
  action.isPreferred = fix.isPreferred;
  return action;
}
