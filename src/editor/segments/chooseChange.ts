import * as vscode from 'vscode';
import type { KeyChange } from '../../operations/keys/keyChange.ts';
import { askChoice, type Option } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { placeLabel } from '../words/placeWords.ts';
import { ageInWords } from '../words/requestWords.ts';
import { changeTitle, progressSentence, otherConnectionSentence } from './messages.ts';

const { t } = vscode.l10n;

/** Asks for one of several changes. Changes of other connections come last. Undefined = the user cancelled. */
export async function chooseChange(
  changes: readonly KeyChange[],
  connected: Connected,
  { title = t('Resume Upload') } = {},
): Promise<KeyChange | undefined> {
  const isOwn = (change: KeyChange): boolean => otherConnectionSentence(change, connected) === undefined;
  const others = changes.filter((change) => !isOwn(change));
  const answer = await askChoice<KeyChange>({
    title,
    isFirstActive: true,
    placeholder: t('Which change?'),
    options: [
      ...changes.filter(isOwn).map((change) => optionFor(change)),
      ...(others.length > 0 ? [{ separator: t('other connections') }] : []),
      ...others.map((change) => optionFor(change, change.connection.name)),
    ],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

const optionFor = (change: KeyChange, connection?: string): Option<KeyChange> => ({
  label: changeTitle(change),
  description: [connection, placeLabel(change.target)].filter(Boolean).join(' · '),
  detail: [change.source.description, ageInWords(change.endedAt ?? change.startedAt), progressSentence(change)].join(' · '),
  icon: new vscode.ThemeIcon(change.way === 'request' ? 'git-pull-request' : 'cloud-upload'),
  value: change,
});
