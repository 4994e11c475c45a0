/** The live definition is not the one that a draft began with: the three versions, and what can be done. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import { askChoice, type Option } from '../ask.ts';
import { definitionUri, type DefinitionPlace } from '../definitionUri.ts';
import { tellRefusal } from '../tell.ts';
import { draftTitle } from './draftPlace.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

type Way = 'versions' | 'mine';

/** True = the draft takes the live definition into account now, and can be submitted as it is. */
export async function dealWithMoved(
  room: Room,
  place: DefinitionPlace,
  draft: DefinitionDraft,
  _mine: FlagDefinition,
  live: FlagDefinition | undefined,
): Promise<boolean> {
  const options: readonly Option<Way>[] = [
    {
      label: t('Show the three versions'),
      detail: t('What somebody else changed, beside what you changed'),
      icon: new vscode.ThemeIcon('diff-multiple'),
      value: 'versions',
    },
    {
      label: t('Go on with my text as it is'),
      detail: live
        ? t('Of what somebody else changed, the request undoes what your text does not say')
        : t('The definition was removed: the request adds it again'),
      icon: new vscode.ThemeIcon('arrow-right'),
      value: 'mine',
    },
  ];
  const answer = await askChoice<Way>({
    title: t('Somebody else has changed {0}', draftTitle({ place })),
    placeholder: t('The live definition is not the one that your draft began with. Nothing was sent.'),
    options,
  });
  if (answer === 'versions') await showThreeVersions(place);
  return answer === 'mine' && takeAsBase(room, draft, draft.text, live);
}

/** Base ↔ live and base ↔ yours in one editor. */
async function showThreeVersions(place: DefinitionPlace): Promise<void> {
  const [base, live, own] = [definitionUri(place, 'base'), definitionUri(place, 'live'), definitionUri(place)];
  await vscode.commands.executeCommand('vscode.changes', t('{0}: what others changed, what you changed', place.flagName), [
    [live, base, live],
    [own, base, own],
  ]);
}

/** False, and the user is told, where another window has saved the draft meanwhile. */
async function takeAsBase(
  { drafts }: Room,
  draft: DefinitionDraft,
  text: string,
  base: FlagDefinition | undefined,
): Promise<boolean> {
  const saved = await drafts.save({ ...draft, text, base }, draft.stamp);
  if (saved.ok) return true;
  tellRefusal(t('Another window has saved its own draft of {0} meanwhile. Look at it, and try again.', draftTitle(draft)));
  return false;
}
