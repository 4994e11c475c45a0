/** Tests that other API keys are offered before the call only if a refusal is known. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberAbility } from '../../../src/operations/learned/keyRecords.ts';
import type { Connected, Connections } from '../../../src/editor/window/connected.ts';
import { Memento } from '../fakeContext.ts';
import { chooseNext, offered } from '../fakeVscode.ts';

const { apiKeyForAction } = await import('../../../src/editor/ask/apiKeyForAction.ts');

describe('the API key for an action', () => {
  const memory = new Memento();
  const connected = {
    connectionId: 'c1',
    origin: 'https://a.example.com',
    keyName: 'read-only-key',
    keyNames: ['read-only-key', 'submitter-key', 'other-key'],
  } as unknown as Connected;
  const used: string[] = [];
  const connections = {
    useKey: async (keyName: string) => void used.push(keyName),
    withKey: async (keyName: string) => ({ ...connected, keyName }),
  } as unknown as Connections;
  const environment = { id: 'e1', name: 'production' };
  const ask = async () =>
    apiKeyForAction({ connections, memory, connected, ability: 'change', environment, title: 'Upload 3 Keys' });

  it('can be replaced for this action or from now on, or tried anyway, if the service has refused this action before', async () => {
    await rememberAbility(memory, connected, 'change', 'e1', false);
    await rememberAbility(memory, { ...connected, keyName: 'other-key' }, 'change', 'e1', false);
    const answers = ['Use “submitter-key” this once', 'Use “submitter-key” from now on', 'Try Anyway…'];
    const chosen: unknown[] = [];
    for (const answer of [undefined, ...answers]) {
      chooseNext(answer);
      chosen.push([(await ask())?.keyName, used.length]);
    }
    assert.deepEqual(chosen, [[undefined, 0], ['submitter-key', 0], ['submitter-key', 1], ['read-only-key', 1]]); // prettier-ignore
    // An API key that was also refused is not offered.
    assert.deepEqual(offered.at(-1)?.labels, ['The service has refused this action in production with the API key', ...answers]);
  });
});
