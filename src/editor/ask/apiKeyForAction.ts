/**
 * Chooses the API key for an action. If the service has already refused this action with the API key in use, the user can
 * choose a different API key before anything is sent.
 */
import * as vscode from 'vscode';
import { abilitiesOf, hasAbility, type Ability } from '../../operations/learned/keyRecords.ts';
import type { Store } from '../../operations/learned/store.ts';
import { abilitySentence } from '../words/abilityWords.ts';
import { tryAnyway } from '../words/nextSteps.ts';
import { askChoice, type Option } from './ask.ts';
import type { Connected, Connections } from '../window/connected.ts';

const { t } = vscode.l10n;

export interface ApiKeyQuestion {
  readonly connections: Connections;
  readonly memory: Store;
  readonly connected: Connected;
  readonly ability: Ability;
  readonly environment: { readonly id: string; readonly name: string };
  readonly title: string;
}

interface Choice {
  readonly keyName: string;
  readonly isFromNowOn: boolean;
}

/** Returns the connection with the API key to use; undefined = the user cancelled. Asks only if a refusal (403) is known. */
export async function apiKeyForAction(question: ApiKeyQuestion): Promise<Connected | undefined> {
  const { connections, memory, connected, ability, environment, title } = question;
  if (hasAbility(memory, connected, ability, environment.id) !== false) return connected;
  const others = connected.keyNames.filter((name) => name !== connected.keyName).map((keyName) => ({ ...connected, keyName }));
  const usable = others.filter((key) => hasAbility(memory, key, ability, environment.id) !== false);
  const answer = await askChoice<Choice>({
    title,
    placeholder: t('Which API key of {0}?', connected.connectionName),
    options: [
      {
        note: t('The service has refused this action in {1} with the API key “{0}” (403).', connected.keyName, environment.name),
      },
      ...usable.flatMap((key) => [
        { ...optionFor(key, false, t('Use “{0}” this once', key.keyName)), detail: abilitySentence(abilitiesOf(memory, key)) },
        optionFor(key, true, t('Use “{0}” from now on', key.keyName)),
      ]),
      { ...optionFor(connected, false, tryAnyway()), description: connected.keyName },
    ],
  });
  if (answer === undefined || typeof answer === 'symbol') return undefined;
  if (answer.isFromNowOn) await connections.useKey(answer.keyName, connected.connectionId);
  return connections.withKey(answer.keyName, connected.connectionId);
}

const optionFor = ({ keyName }: Pick<Connected, 'keyName'>, isFromNowOn: boolean, label: string): Option<Choice> => ({
  label,
  icon: new vscode.ThemeIcon('key'),
  value: { keyName, isFromNowOn },
});
