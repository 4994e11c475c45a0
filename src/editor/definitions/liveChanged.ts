/**
 * Handles a draft that began with a different definition than the current live one: shows the three versions and the possible
 * actions.
 */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { diffDefinitions, isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { hasAllOfLive, mergeDefinitions } from '../../domain/definitions/document/merge.ts';
import type { Path } from '../../domain/definitions/document/located.ts';
import type { ConflictSide, Merge } from '../../domain/definitions/document/mergeValue.ts';
import { summarise } from '../../domain/definitions/summary.ts';
import type { ListedDraft } from '../../operations/definitions/drafts/draft.ts';
import { askChoice, type Answer, type Option } from '../ask/ask.ts';
import { summarySentence } from '../words/summaryWords.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { runStep, tellDone, tellRefusal } from '../window/notifications.ts';
import type { Way } from '../changes/change.ts';
import { sendStep } from './definitionChange.ts';
import { definitionTitle, placeLabel } from '../words/placeWords.ts';
import { noDefinitionSentence } from '../words/requestWords.ts';
import { diffTitle, documentOf } from './documents.ts';
import { noChangeSentence, replaceOrTell } from './fileErrors.ts';
import type { DefinitionsContext } from './definitionsContext.ts';

const { t } = vscode.l10n;

type Choice = 'rebase' | 'versions' | 'mine' | { readonly conflict: Path };

const pathKey = (path: Path): string => JSON.stringify(path);

/**
 * Returns true if the draft has all changes of the live definition, or if the user chooses to submit the draft unchanged.
 * This choice is not stored, so the next submission asks again. `way`: how the user wants to send the draft; each button that
 * continues the submission uses the same way.
 */
export async function handleLiveChange(
  context: DefinitionsContext,
  place: DocumentPlace,
  draft: ListedDraft,
  mine: FlagDefinition,
  live: FlagDefinition | undefined,
  way: Way,
): Promise<boolean> {
  const { base } = draft;
  if (hasAllOfLive(base, live, mine)) return true;
  const title = live
    ? t('{0} has changed since you began your draft', definitionTitle(place))
    : noDefinitionSentence(place.flagName, placeLabel(place));
  const sides = new Map<string, ConflictSide>();
  const undecided = mergeDefinitions(base, live, mine);
  const conflicts = undecided.ok ? [] : undecided.conflicts;
  const undone = live && undoneWords(base, live, mine);
  let merge: Merge;
  let answer: Answer<Choice>;
  for (;;) {
    merge = mergeDefinitions(base, live, mine, (path) => sides.get(pathKey(path)));
    answer = await askChoice<Choice>({
      title,
      placeholder: t('Nothing was sent. What do you want to do with your draft?'),
      options: options(place, merge, undone, { conflicts, sides }),
    });
    if (typeof answer !== 'object') break;
    const side = await askSide(title, place, answer.conflict);
    if (side === 'compare') await showThreeVersions(place, way);
    if (side === 'compare' || side === undefined) return false;
    sides.set(pathKey(answer.conflict), side);
  }
  if (answer === 'versions') await showThreeVersions(place, way);
  // A rebase must include text that was typed or saved while the question was open, so the submission starts again with that
  // text.
  if (answer === 'rebase' && (documentOf(place)?.isDirty === true || context.drafts.find(place)?.text !== draft.text)) {
    void runStep(sendStep(place, way));
    return false;
  }
  if (answer === 'rebase' && merge.ok && merge.definition) {
    // After decisions on conflicts, the live definition becomes the base. Otherwise the user would be asked about these
    // conflicts again.
    await rebase(context, place, draft, merge.definition, live, conflicts.length > 0 ? live : base, way);
  }
  return answer === 'mine';
}

/** Returns the options. `undone`: the changes by others that would be undone if the user's text is sent unchanged. */
function options(
  place: DocumentPlace,
  merge: Merge,
  undone: string | undefined,
  { conflicts, sides }: { readonly conflicts: readonly Path[]; readonly sides: ReadonlyMap<string, ConflictSide> },
): readonly (Option<Choice> | { readonly separator: string })[] {
  const option = (value: Choice, icon: string, label: string, detail?: string): Option<Choice> => ({
    label,
    ...(detail !== undefined && { detail }),
    icon: new vscode.ThemeIcon(icon),
    value,
  });
  const versions = option('versions', 'diff-multiple', t('Show the three versions'));
  const own = option('mine', 'arrow-right', t('Go on with my text as it is'), undone);
  const how =
    conflicts.length > 0
      ? t('Applies your choices below and all other changes from both sides')
      : t('Your changes don’t overlap with those made to the live definition. Comments in your text are kept');
  const rebased = merge.ok && merge.definition ? [option('rebase', 'git-merge', t('Rebase my changes'), how)] : [];
  const both = conflicts.map((path): Option<Choice> => {
    const side = sides.get(pathKey(path));
    return {
      label: conflictName(place, path),
      description: side ? sideName(side) : t('mine or theirs?'),
      icon: new vscode.ThemeIcon(side ? 'check' : 'warning'),
      value: { conflict: path },
    };
  });
  return [...rebased, versions, own, ...(both.length > 0 ? [{ separator: t('fields that both sides changed') }, ...both] : [])];
}

const sideName = (side: ConflictSide): string => (side === 'mine' ? t('Mine') : t('Theirs'));

/** Returns the path of a field with the names that the text uses. Rules are counted from 1. */
const conflictName = ({ flagName }: DocumentPlace, path: Path): string =>
  path.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' › ') || flagName;

/**
 * Asks whose value to use for a field that the draft and the live definition have both changed. Undefined = the user cancelled.
 */
async function askSide(title: string, place: DocumentPlace, path: Path): Promise<ConflictSide | 'compare' | undefined> {
  const option = <T extends string>(value: T, icon: string, label: string, description: string) =>
    ({ label, description, icon: new vscode.ThemeIcon(icon), value }) as const;
  const answer = await askChoice<ConflictSide | 'compare'>({
    title,
    isFirstActive: true,
    placeholder: t('Which version of {0}?', conflictName(place, path)),
    options: [
      option('mine', 'account', sideName('mine'), t('as in my draft')),
      option('theirs', 'organization', sideName('theirs'), t('as in the live definition')),
      option('compare', 'diff-multiple', t('Compare'), ''),
    ],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

/** Rebases the draft: the merged definition becomes its text. The user checks that text before submitting it. */
async function rebase(
  context: DefinitionsContext,
  place: DocumentPlace,
  draft: ListedDraft,
  merged: FlagDefinition,
  live: FlagDefinition | undefined,
  base: FlagDefinition | undefined,
  way: Way,
): Promise<void> {
  const edited = await context.ask(draft.text, 'edit', { definition: merged });
  if (typeof edited !== 'object')
    return tellRefusal(t('The draft is too long to be rebased. Compare it with the live definition, and change it by hand.'));
  if (!(await replaceOrTell(context.drafts, place, draft.text, (now) => now && { ...now, text: edited.text, base }))) return;
  const own = definitionUri(place);
  await vscode.commands.executeCommand('vscode.diff', definitionUri(place, 'live'), own, diffTitle(place));
  if (isSameDefinition(merged, live)) return tellDone(noChangeSentence(place));
  return tellDone(
    t('Your changes to {0} are now based on the live definition. Nothing was sent yet.', definitionTitle(place)),
    sendStep(place, way),
  );
}

/** Shows base ↔ live and base ↔ draft in one editor. */
async function showThreeVersions(place: DocumentPlace, way: Way): Promise<void> {
  const [live, own] = [definitionUri(place, 'live'), definitionUri(place)];
  await vscode.commands.executeCommand(
    'vscode.changes',
    t('{0}: changes in the live definition, changes in your draft', place.flagName),
    [
      [live, definitionUri(place, 'base', 'live'), live],
      [own, definitionUri(place, 'base', 'own'), own],
    ],
  );
  tellDone(
    t(
      'The left side shows the definition that your draft is based on. The right side shows the live definition at the top and your text below it. Nothing was sent.',
    ),
    sendStep(place, way),
  );
}

function undoneWords(base: FlagDefinition | undefined, live: FlagDefinition, mine: FlagDefinition): string {
  // A merge in which the live definition wins every conflict differs from the draft only by the changes that the draft lacks.
  const merge = mergeDefinitions(base, live, mine, () => 'theirs');
  const items = summarise(diffDefinitions(withoutKilled(merge.ok ? merge.definition : live), withoutKilled(mine)));
  const undone = items.filter(({ code }) => code !== 'nothing').map((item) => summarySentence(item).text);
  return undone.length === 0
    ? t('Your text already contains the changes made to the live definition')
    : t('This would overwrite changes made to the live definition: {0}', undone.join(' '));
}

/** Ignores the killed state, which is not part of a draft. */
const withoutKilled = (definition: FlagDefinition | undefined): FlagDefinition | undefined =>
  definition && { ...definition, killed: false };
