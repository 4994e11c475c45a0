/** Which upload or removal, among those that the journal has. */
import * as vscode from 'vscode';
import { goesByRequest, type KeyChange } from '../../operations/keyChanges/keyChange.ts';
import { askChoice, type Option } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { ageInWords } from '../formats/requestWords.ts';
import { nameOf, placeOf, progressSentence, whyNotHere } from './messages.ts';

const { t } = vscode.l10n;

/** Undefined = the user walked away. Those of other connections come last. */
export async function chooseChange(
  changes: readonly KeyChange[],
  connected: Connected,
  { title = t('Resume Upload'), placeholder = t('Which one was left half way?') } = {},
): Promise<KeyChange | undefined> {
  const isOwn = (change: KeyChange): boolean => whyNotHere(change, connected) === undefined;
  const others = changes.filter((change) => !isOwn(change));
  const answer = await askChoice<KeyChange>({
    title,
    isFirstActive: true,
    placeholder,
    options: [
      ...changes.filter(isOwn).map((change) => optionFor(change)),
      ...(others.length > 0 ? [{ separator: t('other connections') }] : []),
      ...others.map((change) => optionFor(change, change.connection.name)),
    ],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

const optionFor = (change: KeyChange, connection?: string): Option<KeyChange> => ({
  label: nameOf(change),
  description: [connection, placeOf(change.target)].filter(Boolean).join(' · '),
  detail: `${progressSentence(change)} · ${ageInWords(change.endedAt ?? change.startedAt)}`,
  icon: new vscode.ThemeIcon(goesByRequest(change) ? 'git-pull-request' : 'cloud-upload'),
  value: change,
});
