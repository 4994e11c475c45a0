/** The definition that a text says; where there is none, or it can't be sent, the person is told what is wrong. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { ProblemCode } from '../../domain/definitions/document/problem.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { definitionUri, type DefinitionPlace } from '../texts/definitionUri.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { titleOf } from './documents.ts';
import { findTextProblems } from './problems.ts';
import { problemSentence } from './problemWords.ts';
import { rangeOf } from './ranges.ts';
import type { DefinitionsContext } from './context.ts';

const { t } = vscode.l10n;

export interface Checked {
  readonly wanted: FlagDefinition;
  /** Written beside it; what a request asks for otherwise. */
  readonly rolloutStatus: WantedStatus | undefined;
}

/** Undefined where it has a problem: the cursor stands on the first, and it is told, with what can't be done for it. */
export async function checkedDefinition(
  context: DefinitionsContext,
  place: DefinitionPlace,
  text: string,
  purpose: 'submit' | 'compare' = 'submit',
): Promise<Checked | undefined> {
  const { definition, problems, rolloutStatus } = await findTextProblems(context, place, text);
  if (definition && !problems.some(isError)) return { wanted: definition, rolloutStatus };
  const editor = await vscode.window.showTextDocument(definitionUri(place));
  const { document } = editor;
  // The document has a header, and its problems stand elsewhere.
  const shown = await findTextProblems(context, place, document.getText());
  const errors = shown.problems.filter(isError).toSorted((one, other) => one.span.start - other.span.start);
  const [first] = errors;
  if (first) {
    const range = rangeOf(document, first.span);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  const why = first ? problemSentence(first) : t('This is no definition.');
  const all = errors.length > 1 ? t('{0} And {1} more.', why, errors.length - 1) : why;
  tellRefusal(
    purpose === 'submit'
      ? t('{0} can’t be submitted yet: {1}', titleOf(place), all)
      : t('{0} can’t be compared yet: {1}', titleOf(place), all),
    { label: t('Show Problems'), run: () => vscode.commands.executeCommand('workbench.actions.view.problems') },
  );
  return undefined;
}

const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';

/** What of a text's problems says that it can't be read at all. */
const UNREADABLE: ReadonlySet<ProblemCode['code']> = new Set(['syntax', 'tooLarge']);
const TOO_LARGE = { definition: undefined, problems: [{ code: 'tooLarge', severity: 'error' }] } as const;

/** Undefined, and the user is told, where the text of this name says none. */
export async function definitionIn(context: DefinitionsContext, text: string, name: string): Promise<FlagDefinition | undefined> {
  const asked = await context.ask(text, 'problems', { known: {} });
  const { definition, problems } = typeof asked === 'string' ? TOO_LARGE : asked;
  if (definition) return definition;
  const problem = problems.find(({ code }) => UNREADABLE.has(code)) ??
    problems.find(({ severity }) => severity === 'error') ?? { code: 'notADefinition' };
  tellRefusal(t('{0} can’t be read as a definition: {1}', name, problemSentence(problem)));
  return undefined;
}
