/** Use API Key…: chooses which of the connection's API keys is in use. */
import * as vscode from 'vscode';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import { knownKey } from '../../operations/keyRecords.ts';
import { askChoice } from '../prompts/ask.ts';
import { abilitySentence, identitySentence } from '../formats/abilityWords.ts';
import type { ApiKeyDeps } from './index.ts';

const { t } = vscode.l10n;

/** No API key has an empty name: the choice to add one. */
const ANOTHER = '';

/** `keyName` may be given by a caller that knows which one; else the user chooses. */
export async function useApiKey({ store, connections, memory }: ApiKeyDeps, keyName: unknown): Promise<void> {
  const abilities = createKeyAbilities(memory);
  const connection = store.inUse();
  if (!connection) {
    await connections.orAsk();
    return;
  }
  if (typeof keyName === 'string' && connection.keyNames.includes(keyName)) {
    await connections.useKey(keyName);
    return;
  }
  const knownSentence = (keyName: string): string => {
    const key = { connectionId: connection.id, origin: new URL(connection.baseUrl).origin, keyName };
    const { identity } = knownKey(memory, { ...key, isSandbox: false });
    return [identitySentence(identity), abilitySentence(abilities.of(key))].filter(Boolean).join(' · ');
  };
  const answer = await askChoice<string>({
    title: t('Use API Key'),
    placeholder: t('Which API key of {0} should be used from now on?', connection.name),
    options: [
      ...connection.keyNames.map((name) => ({
        label: name,
        description: name === connection.keyInUse ? t('in use') : '',
        detail: knownSentence(name),
        icon: new vscode.ThemeIcon('key'),
        isActive: name === connection.keyInUse,
        value: name,
      })),
      ...(connection.kind === 'sandbox'
        ? []
        : [{ separator: '' }, { label: t('Add API Key…'), icon: new vscode.ThemeIcon('add'), value: ANOTHER }]),
    ],
  });
  if (answer === ANOTHER) await vscode.commands.executeCommand('flagAdmin.apiKey.add');
  else if (typeof answer === 'string') await connections.useKey(answer);
}
