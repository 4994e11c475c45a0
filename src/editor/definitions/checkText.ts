/**
 * Checks a definition's text with the names that are known in its workspace and environment. If the text can't be sent, tells
 * the user what is wrong.
 */
import * as vscode from 'vscode';
import { fieldNames, type Known } from '../../domain/definitions/document/known.ts';
import type { ProblemCode } from '../../domain/definitions/document/problem.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { editorStep } from '../words/nextSteps.ts';
import { within } from '../../time/clock.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { rangeOf } from './documents.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { checkText, isError, problemOf, type CheckedText } from '../window/definitionOfText.ts';
import type { DefinitionToSend } from './definitionChange.ts';

const { t } = vscode.l10n;

/**
 * Returns the names that the definition of a flag in an environment can use, such as segments. Waits at most `wait`
 * milliseconds for the service's lists, because a list can have 40 pages. `isWhole`: true if the lists arrived in time.
 */
export async function knownNamesFor(
  context: DefinitionsContext,
  place: DocumentPlace,
  wait?: number,
): Promise<{ readonly known: Known; readonly isComplete: boolean }> {
  const reading = context.known.of(place);
  const lists = await (wait === undefined ? reading : within(wait, reading));
  const live = context.live.known(place)?.definition;
  // A definition that does not exist yet has no traffic type, but its flag has one.
  const trafficType = live?.trafficType?.name ?? lists?.flags?.items.find(({ name }) => name === place.flagName)?.trafficType;
  const known = { flag: place.flagName, ...lists, fields: fieldNames(live), ...(trafficType !== undefined && { trafficType }) };
  return { known, isComplete: lists !== undefined };
}

/** The problems with names that the service might know by now, because somebody has just created or activated them. */
const NAME_PROBLEMS: ReadonlySet<ProblemCode['code']> = new Set([
  'unknownSegment',
  'inactiveSegment',
  'unknownFlag',
  'unknownRolloutStatus',
]);

/**
 * Returns the definition in a text, and its problems. Before it reports an unknown name, reads the names from the service
 * again.
 */
export async function findTextProblems(context: DefinitionsContext, place: DocumentPlace, text: string): Promise<CheckedText> {
  const check = async (): Promise<CheckedText> => checkText(context.ask, text, (await knownNamesFor(context, place)).known);
  const checked = await check();
  if (!checked.problems.some(({ code }) => NAME_PROBLEMS.has(code))) return checked;
  await tellProgress(t('Reading {0}', definitionTitle(place)), () => context.known.readAgain(place));
  return check();
}

/**
 * Returns the definition of a text. If the text has problems, returns undefined, moves the cursor to the first problem, and
 * tells the user what to do.
 */
export async function checkedDefinition(
  context: DefinitionsContext,
  place: DocumentPlace,
  text: string,
  next = t('Nothing was submitted. Correct the text, and submit it again.'),
): Promise<Pick<DefinitionToSend, 'wanted' | 'rolloutStatus'> | undefined> {
  const { definition, problems, rolloutStatus } = await findTextProblems(context, place, text);
  const errors = problems.filter(isError);
  const [first] = errors;
  if (definition && !first) return { wanted: definition, rolloutStatus };
  const editor = await vscode.window.showTextDocument(definitionUri(place));
  // The positions of the problems are relative to the text without the header, so the length of the header is added.
  const above = editor.document.getText().lastIndexOf(text);
  if (first && above >= 0) {
    const range = rangeOf(editor.document, { start: above + first.span.start, end: above + first.span.end });
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  return tellRefusal(
    [problemOf(definitionTitle(place), errors), next].filter(Boolean).join(' '),
    editorStep(t('Show Problems'), 'workbench.actions.view.problems'),
  );
}
