/** Problems of definitions while they are typed, with quick fixes. */
import * as vscode from 'vscode';
import type { Fix, Problem } from '../../domain/definitions/document/problem.ts';
import { addressOf } from '../texts/definitionUri.ts';
import { definitionScheme } from '../names.ts';
import { documentOf, visiblePlaces } from './documents.ts';
import { fixTitle, problemSentence } from './problemWords.ts';
import { findTextProblems, type TextProblems } from './problems.ts';
import { editOf, rangeOf } from './ranges.ts';
import type { DefinitionsContext } from './context.ts';

/** Milliseconds after the last key. */
const PAUSE = 150;

interface Found {
  readonly version: number;
  readonly all: readonly { readonly problem: Problem; readonly diagnostic: vscode.Diagnostic }[];
}

/** `known` is told when what is known of places may be other. */
export function showProblems(context: DefinitionsContext, known: vscode.Event<void>): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('flagAdmin.definitions');
  const found = new Map<string, Found>();
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  /** Looks are counted: of two at once, the older may have been told what the service had before. */
  let looks = 0;
  const latest = new Map<string, number>();

  /** `early` is told of what is shown before the lists of the service are there. */
  async function look(document: vscode.TextDocument, early?: () => void): Promise<void> {
    const address = addressOf(document.uri);
    if (address?.version !== 'own') return;
    const { version } = document;
    const name = document.uri.toString();
    const mine = (looks += 1);
    latest.set(name, mine);
    const show = (looked: TextProblems | undefined): void => {
      // What was typed since has a look of its own coming.
      if (!looked || document.isClosed || document.version !== version || latest.get(name) !== mine) return;
      const all = looked.problems.map((problem) => ({ problem, diagnostic: diagnosticOf(document, problem) }));
      found.set(name, { version, all });
      collection.set(
        document.uri,
        all.map(({ diagnostic }) => diagnostic),
      );
    };
    const showEarly = (looked: TextProblems): void => {
      // Of the same text more may be shown already.
      if (found.get(name)?.version !== version) show(looked);
      early?.();
    };
    const looked = await findTextProblems(context, address.place, document.getText(), `problems ${name}`, showEarly);
    show(looked);
    // An older look that goes on, as with lists that came, ends what the newest is asking.
    if (!looked && latest.get(name) === mine) lookSoon(document);
  }

  function lookSoon(document: vscode.TextDocument): void {
    if (document.uri.scheme !== definitionScheme) return;
    const name = document.uri.toString();
    clearTimeout(waiting.get(name));
    waiting.set(
      name,
      setTimeout(() => {
        waiting.delete(name);
        look(document).catch((error: unknown) => context.log.warn(String(error)));
      }, PAUSE),
    );
  }

  function lookAtShown(): void {
    for (const document of visiblePlaces().map(documentOf)) if (document) lookSoon(document);
  }

  async function fixesOf(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    if (found.get(document.uri.toString())?.version !== document.version)
      await new Promise<void>((resolve, reject) => void look(document, resolve).then(resolve, reject));
    const now = found.get(document.uri.toString());
    if (now?.version !== document.version) return [];
    return now.all
      .filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined)
      .flatMap(({ problem, diagnostic }) => {
        // The one at the cursor takes back what was just typed there.
        const isHere = (fix: Fix): boolean =>
          fix.code === 'setSize' && fix.edits.some(({ span }) => rangeOf(document, span).intersection(range) !== undefined);
        const fixes = [...problem.fixes.filter((fix) => !isHere(fix)), ...problem.fixes.filter(isHere)];
        return fixes.map((fix) => actionOf(document, fix, diagnostic));
      });
  }

  const registered = vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(lookSoon),
    vscode.workspace.onDidChangeTextDocument(({ document }) => lookSoon(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      found.delete(uri.toString());
      latest.delete(uri.toString());
      collection.delete(uri);
    }),
    known(lookAtShown),
    vscode.languages.registerCodeActionsProvider(
      { scheme: definitionScheme },
      { provideCodeActions: (document, range) => fixesOf(document, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    { dispose: () => waiting.forEach((timer) => clearTimeout(timer)) },
  );
  lookAtShown();
  return registered;
}

function diagnosticOf(document: vscode.TextDocument, problem: Problem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(document, problem.span), problemSentence(problem), severityOf(problem));
  diagnostic.source = 'Flag Admin';
  diagnostic.code = problem.code;
  if (problem.code === 'unreachableRule') diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}

function severityOf({ severity }: Problem): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'hint':
      return vscode.DiagnosticSeverity.Information;
    default:
      return severity satisfies never;
  }
}

function actionOf(document: vscode.TextDocument, fix: Fix, diagnostic: vscode.Diagnostic): vscode.CodeAction {
  const action = new vscode.CodeAction(fixTitle(fix), vscode.CodeActionKind.QuickFix);
  action.edit = editOf(document, fix.edits);
  action.diagnostics = [diagnostic];
  action.isPreferred = fix.isPreferred;
  return action;
}
