/** Add Connection…: base URL, the service's word, a name, the name of the API key, and the API key, which is tried before it is kept. */
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { checkBaseUrl } from '../../api/baseUrl.ts';
import { askSteps, askText } from '../ask.ts';
import { commands } from '../names.ts';
import { commandStep, tellDone } from '../tell.ts';
import { askKeyName } from './askKeyName.ts';
import { askName, unusedName } from './askName.ts';
import { askWord } from './askWord.ts';
import { keepApiKey } from './keepApiKey.ts';
import { apiKeyProblem, baseUrlSentence } from './sentences.ts';
import type { ConnectionStore } from './store.ts';
import { tryApiKey } from './tryApiKey.ts';

const { t } = vscode.l10n;

/** Hosts whose word for a flag is known (service-beyond.md, Vocabulary). */
const KNOWN_WORDS: ReadonlyMap<string, string> = new Map([
  ['api.split.io', 'split'],
  ['app.harness.io', 'split'],
]);

export async function addConnection(store: ConnectionStore): Promise<void> {
  const title = t('Add Connection');
  const draft = { baseUrl: '', word: 'flag', name: '', keyName: '', apiKey: '' };

  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askText({
        ...position,
        title,
        prompt: t('Base URL of the admin service. The path /internal/api/v2 is added to it.'),
        placeholder: 'https://admin.example.com',
        value: draft.baseUrl,
        validate: (text) => {
          const checked = checkBaseUrl(text);
          return checked.ok ? undefined : baseUrlSentence(checked.refusal);
        },
      });
      if (typeof answer !== 'string') return answer;
      const checked = checkBaseUrl(answer);
      if (!checked.ok) return undefined;
      if (checked.baseUrl !== draft.baseUrl) {
        draft.name = '';
        draft.word = KNOWN_WORDS.get(new URL(checked.baseUrl).hostname) ?? 'flag';
      }
      draft.baseUrl = checked.baseUrl;
      return true;
    },
    async (position) => {
      const answer = await askWord({ ...position, title }, draft.word);
      if (typeof answer !== 'string') return answer;
      draft.word = answer;
      return true;
    },
    async (position) => {
      const answer = await askName({ ...position, title }, store, draft.name || unusedName(new URL(draft.baseUrl).host, store));
      if (typeof answer !== 'string') return answer;
      draft.name = answer;
      return true;
    },
    async (position) => {
      const answer = await askKeyName({ ...position, title }, draft.keyName);
      if (typeof answer !== 'string') return answer;
      draft.keyName = answer;
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
        check: (apiKey) => tryApiKey({ baseUrl: draft.baseUrl, word: draft.word, apiKey: apiKey.trim() }),
      });
      if (typeof answer !== 'string') return answer;
      draft.apiKey = answer.trim();
      return true;
    },
  ]);
  if (!isAnswered) return;

  const { baseUrl, word, name, keyName, apiKey } = draft;
  const connection = { id: randomUUID(), name, kind: 'service' as const, baseUrl, word, keyNames: [keyName], keyInUse: keyName };
  if (!(await keepApiKey(store, connection, keyName, apiKey))) return;
  await store.save(connection);
  await store.use(connection.id);
  tellDone(
    t('Connected to {0} with the API key “{1}”.', name, keyName),
    commandStep(t('Add Another API Key…'), commands.addApiKey),
  );
}
