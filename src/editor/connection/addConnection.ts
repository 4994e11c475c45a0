/**
 * Add Connection…: asks for the address and tries it without an API key. Then asks for the API key and tries it before storing
 * it. Detects which word for a flag the service uses in API paths, and asks for the word only if the detection fails. Names are
 * generated; Edit Connection… can change them.
 */
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import type { Authentication } from '../../api/network/apiKey.ts';
import { askSteps, askText } from '../ask/ask.ts';
import { tellDone } from '../window/notifications.ts';
import { commandStep } from '../words/nextSteps.ts';
import { askAddress, unusedName, suggestLabel, apiKeyProblem, askWord } from './connectionFields.ts';
import { storeApiKey } from './apiKeys.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { tryApiKey } from './tryApiKey.ts';

const { t } = vscode.l10n;

/** The typed address. It is stored while the window is open, until it becomes a connection. */
export interface TypedAddress {
  text: string;
}

interface Draft {
  baseUrl: string;
  apiKey: string;
  authentication: Authentication;
  word: string | undefined;
}

export async function addConnection(store: ConnectionStore, typed: TypedAddress): Promise<void> {
  const title = t('Add Connection');
  const draft: Draft = { baseUrl: '', apiKey: '', authentication: 'bearer', word: undefined };

  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askAddress({
        ...position,
        title,
        value: typed.text,
        onType: (text) => (typed.text = text),
      });
      if (typeof answer !== 'string') return answer;
      draft.baseUrl = answer;
      return true;
    },
    async (position) => {
      const answer = await askText({
        ...position,
        title,
        prompt: t(
          'Admin API key. It is kept in the editor’s secret storage and sent to {0} only.',
          new URL(draft.baseUrl).origin,
        ),
        isSecret: true,
        validate: apiKeyProblem,
        check: async (text, signal) => {
          const trial = await tryApiKey({ baseUrl: draft.baseUrl, apiKey: text.trim() }, { signal, isWordWanted: true });
          if (!trial.ok) return trial.sentence;
          // If the check was aborted, the user has gone back, and might have typed a different address.
          if (signal.aborted) return undefined;
          draft.authentication = trial.authentication;
          draft.word = trial.word ?? wordByHost(draft.baseUrl);
          return undefined;
        },
      });
      if (typeof answer !== 'string') return answer;
      draft.apiKey = answer.trim();
      return true;
    },
    {
      applies: () => draft.apiKey !== '' && draft.word === undefined,
      ask: async (position) => {
        const answer = await askWord({ ...position, title }, undefined);
        if (typeof answer !== 'string') return answer;
        draft.word = answer;
        return true;
      },
    },
  ]);
  if (!isAnswered || draft.word === undefined) return;

  const { baseUrl, word, apiKey, authentication } = draft;
  const name = unusedName(new URL(baseUrl).host, store);
  const label = suggestLabel(apiKey, []);
  const connection = {
    id: randomUUID(),
    name,
    kind: 'service' as const,
    baseUrl,
    word,
    ...(authentication !== 'bearer' && { authentication }),
    keyNames: [label],
    keyInUse: label,
  };
  if (!(await storeApiKey(store, connection, label, apiKey))) return;
  await store.save(connection);
  await store.use(connection.id);
  typed.text = '';
  tellDone(
    t('Connected to {0}.', name),
    commandStep(t('Add Another API Key…'), 'flagAdmin.apiKey.add'),
    commandStep(t('Change Names…'), 'flagAdmin.connection.edit'),
  );
}

/**
 * Returns the word for a flag in API paths at known hosts (service-beyond.md, Vocabulary). Called if the service's answers
 * don't show the word.
 */
export function wordByHost(baseUrl: string): string | undefined {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.split.io' || hostname.endsWith('.harness.io') ? 'split' : undefined;
}
