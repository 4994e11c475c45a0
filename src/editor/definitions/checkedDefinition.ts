/** The definition that a text says; where there is none, or it can't be sent, the user is told what is wrong. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { ProblemCode } from '../../domain/definitions/document/problem.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { definitionUri, type DefinitionPlace } from '../texts/definitionUri.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { rangeOf, titleOf } from './documents.ts';
import { findTextProblems, problemsIn } from './problems.ts';
import { problemSentence } from './problemWords.ts';
import type { DefinitionsContext } from './context.ts';

const { t } = vscode.l10n;

export interface Checked {
  readonly wanted: FlagDefinition;
  /** Written beside it; what a request asks for otherwise. */
  readonly rolloutStatus: WantedStatus | undefined;
}

/** Undefined where it has a problem: the cursor stands on the first, and it is told. */
export async function checkedDefinition(
  context: DefinitionsContext,
  place: DefinitionPlace,
  text: string,
): Promise<Checked | undefined> {
  const { definition, problems, rolloutStatus } = await findTextProblems(context, place, text);
  const errors = problems.filter(isError);
  const [first] = errors;
  if (definition && !first) return { wanted: definition, rolloutStatus };
  const editor = await vscode.window.showTextDocument(definitionUri(place));
  // It has a header above the text.
  const above = editor.document.getText().lastIndexOf(text);
  if (first && above >= 0) {
    const range = rangeOf(editor.document, { start: above + first.span.start, end: above + first.span.end });
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  const why = problemSentence(first ?? NONE);
  const all = errors.length > 1 ? t('{0} And {1} more.', why, errors.length - 1) : why;
  tellRefusal(t('{0} has a problem: {1}', titleOf(place), all), {
    label: t('Show Problems'),
    run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
  });
  return undefined;
}

const NONE: ProblemCode = { code: 'notADefinition' };
const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';

/** Undefined, and the user is told, where the text of this name says none. */
export async function definitionIn(context: DefinitionsContext, text: string, name: string): Promise<FlagDefinition | undefined> {
  const { definition, problems } = (await problemsIn(context, text, {}))!;
  if (definition) return definition;
  tellRefusal(t('{0} can’t be read as a definition: {1}', name, problemSentence(problems.find(isError) ?? NONE)));
  return undefined;
}
