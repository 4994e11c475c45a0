/**
 * Handles a draft that began with a different definition than the current live one: shows the three versions and the possible
 * actions.
 */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { diffDefinitions, isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { hasAllOfLive, mergeDefinitions } from '../../domain/definitions/document/merge.ts';
import type { Merge } from '../../domain/definitions/document/mergeValue.ts';
import { summarise } from '../../domain/definitions/summary.ts';
import type { ListedDraft } from '../../operations/definitions/drafts/draft.ts';
import { askChoice, type Option } from '../ask/ask.ts';
import { summarySentence } from '../words/summaryWords.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { commandStep } from '../words/nextSteps.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { diffTitle, documentOf } from './documents.ts';
import { noChangeSentence, replaceOrTell } from './fileErrors.ts';
import type { DefinitionsContext } from './context.ts';

const { t } = vscode.l10n;

type Way = 'rebase' | 'versions' | 'mine';

/**
 * Returns true if the live definition has not changed, or if the user wants to submit the draft unchanged. Until it is sent, the
 * next submission asks again.
 */
export async function dealWithMoved(
  context: DefinitionsContext,
  place: DocumentPlace,
  draft: ListedDraft,
  mine: FlagDefinition,
  live: FlagDefinition | undefined,
): Promise<boolean> {
  const { base } = draft;
  if (hasAllOfLive(base, live, mine)) return true;
  const merge = mergeDefinitions(base, live, mine);
  const undone = live && undoneWords(merge, base, live, mine);
  const answer = await askChoice<Way>({
    title: live
      ? t('Somebody else has changed {0}', definitionTitle(place))
      : t('The definition was removed: {0}', definitionTitle(place)),
    placeholder: t('Nothing was sent. What do you want to do with your draft?'),
    options: options(place, merge, undone),
  });
  if (answer === 'versions') await showThreeVersions(place);
  // The rebase must include what was typed or saved while the question was open.
  if (answer === 'rebase' && (documentOf(place)?.isDirty === true || context.drafts.find(place)?.text !== draft.text)) {
    void vscode.commands.executeCommand('flagAdmin.flag.submit', definitionUri(place));
    return false;
  }
  if (answer === 'rebase' && merge.ok && merge.definition) await rebase(context, place, draft, merge.definition, live);
  return answer === 'mine';
}

/** Returns the options. `undone`: the changes by others that would be undone if the user's text is sent unchanged. */
function options(
  { flagName }: DocumentPlace,
  merge: Merge,
  undone: string | undefined,
): readonly (Option<Way> | { readonly separator: string })[] {
  const option = (value: Way, icon: string, label: string, detail?: string): Option<Way> => ({
    label,
    ...(detail !== undefined && { detail }),
    icon: new vscode.ThemeIcon(icon),
    value,
  });
  const versions = option('versions', 'diff-multiple', t('Show the three versions'));
  const own = option('mine', 'arrow-right', t('Go on with my text as it is'), undone);
  if (merge.ok) {
    const rebased = option(
      'rebase',
      'git-merge',
      t('Rebase my changes'),
      t('Your changes and theirs are in different places; your comments stay'),
    );
    return [...(merge.definition ? [rebased] : []), versions, own];
  }
  // The names of the fields as in the text. Rules are counted from 1.
  const both = merge.conflicts.map((place): Option<Way> => ({
    label: place.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' › ') || flagName,
    icon: new vscode.ThemeIcon('warning'),
    value: 'versions',
  }));
  return [versions, own, { separator: t('changed by both') }, ...both];
}

/** Rebases the draft. The user checks the result before submitting it. */
async function rebase(
  context: DefinitionsContext,
  place: DocumentPlace,
  draft: ListedDraft,
  merged: FlagDefinition,
  base: FlagDefinition | undefined,
): Promise<void> {
  const edited = await context.ask(draft.text, 'edit', { definition: merged });
  if (typeof edited !== 'object')
    return tellRefusal(t('The draft is too long to be rebased. Compare it with the live definition, and change it by hand.'));
  if (!(await replaceOrTell(context.drafts, place, draft.text, (now) => now && { ...now, text: edited.text }))) return;
  const own = definitionUri(place);
  await vscode.commands.executeCommand('vscode.diff', definitionUri(place, 'live'), own, diffTitle(place));
  if (isSameDefinition(merged, base)) return tellDone(noChangeSentence(place));
  return tellDone(
    t('Your changes of {0} are now based on the live definition. Nothing was sent yet.', definitionTitle(place)),
    commandStep(t('Submit Change Request…'), 'flagAdmin.flag.submit', own),
  );
}

/** Shows base ↔ live and base ↔ draft in one editor. */
async function showThreeVersions(place: DocumentPlace): Promise<void> {
  const [live, own] = [definitionUri(place, 'live'), definitionUri(place)];
  await vscode.commands.executeCommand('vscode.changes', t('{0}: what others changed, what you changed', place.flagName), [
    [live, definitionUri(place, 'base', 'live'), live],
    [own, definitionUri(place, 'base', 'own'), own],
  ]);
  tellDone(
    t(
      'Left: the definition that your draft is based on. Right: at the top the live definition, below it your text. Nothing was sent.',
    ),
    commandStep(t('Submit Change Request…'), 'flagAdmin.flag.submit', own),
  );
}

function undoneWords(merge: Merge, base: FlagDefinition | undefined, live: FlagDefinition, mine: FlagDefinition): string {
  // The differences from the merge are only changes by others. If there are conflicts, all changes by others are listed.
  const [before, after] = merge.ok ? [merge.definition, mine] : [base, live];
  const items = summarise(diffDefinitions(unkilled(before), unkilled(after)));
  const undone = items.filter(({ code }) => code !== 'nothing').map((item) => summarySentence(item).text);
  return undone.length === 0 ? t('It already contains what somebody else changed') : t('This would undo: {0}', undone.join(' '));
}

/** Ignores the killed state, which is not part of a draft. */
const unkilled = (definition: FlagDefinition | undefined): FlagDefinition | undefined =>
  definition && { ...definition, killed: false };
