/** A draft's definition, if it can be sent; else the person is led to what is wrong. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { definitionUri, type DefinitionPlace } from '../definitionUri.ts';
import { tellRefusal } from '../tell.ts';
import { draftTitle } from './draftPlace.ts';
import { findTextProblems } from './problems.ts';
import { problemSentence } from './problemWords.ts';
import { rangeOf } from './ranges.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export interface Checked {
  readonly wanted: FlagDefinition;
  /** Written beside it; what a request asks for otherwise. */
  readonly rolloutStatus: WantedStatus | undefined;
}

/** Undefined where it has a problem: the cursor stands on the first, and it is told, with what can't be done for it. */
export async function checkedDefinition(
  room: Room,
  place: DefinitionPlace,
  text: string,
  purpose: 'submit' | 'compare' = 'submit',
): Promise<Checked | undefined> {
  const { definition, problems, rolloutStatus } = await findTextProblems(room, place, text);
  const errors = problems
    .filter(({ severity }) => severity === 'error')
    .toSorted((one, other) => one.span.start - other.span.start);
  const [first] = errors;
  if (definition && !first) return { wanted: definition, rolloutStatus };
  // The ranges are those of the live text, where that is asked about beside a draft.
  const isLive = room.drafts.find(draftId(place)) && room.live.known(place)?.text === text;
  const editor = await vscode.window.showTextDocument(definitionUri(place, isLive ? 'live' : 'own'));
  if (first) {
    const { document } = editor;
    const range = rangeOf(document, first.span);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  const why = first ? problemSentence(first) : t('This is no definition.');
  const all = errors.length > 1 ? t('{0} And {1} more.', why, errors.length - 1) : why;
  tellRefusal(
    purpose === 'submit'
      ? t('{0} can’t be submitted yet: {1}', draftTitle({ place }), all)
      : t('{0} can’t be compared yet: {1}', draftTitle({ place }), all),
    { label: t('Show Problems'), run: () => vscode.commands.executeCommand('workbench.actions.view.problems') },
  );
  return undefined;
}
