import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '../../../src/api/client.ts';
import { createServiceFacts } from '../../../src/operations/learned/serviceFacts.ts';
import type { Store } from '../../../src/operations/learned/store.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { log } from '../fakeContext.ts';
import { shown } from '../fakeVscode.ts';

const { propose } = await import('../../../src/editor/changes/propose.ts');

describe('proposing a change', () => {
  it('refuses more keys than a request carries, in words, before anything is sent', async () => {
    const sandbox = await startSandbox();
    let calls = 0;
    const client = createClient({
      baseUrl: sandbox.baseUrl,
      vocabulary: { flag: 'flag' },
      apiKey: sandbox.keys[0]?.key ?? '',
      onCall: () => (calls += 1),
    });
    const values = new Map<string, unknown>();
    const memory: Store = {
      get: <T>(key: string) => values.get(key) as T | undefined,
      update: async (key, value) => void values.set(key, value),
    };
    const serviceFacts = createServiceFacts(memory);
    const keys = Array.from({ length: 10_001 }, (_, index) => `acct-${index}`);
    await propose(
      { serviceFacts, memory, workspaceMemory: memory, texts: {} as never, log, refresh: () => assert.fail('nothing changed') },
      {
        connected: {
          connectionId: 'c',
          connectionName: 'Sandbox',
          origin: client.origin,
          isSandbox: true,
          isReadOnly: false,
          email: undefined,
          keyName: 'submitter-key',
          keyNames: [],
          client,
        },
        workspace: { id: 'w', name: 'Storefront', requiresTitleAndComments: false },
        environment: { id: 'e', name: 'production', isProduction: true },
        change: { operationType: 'CREATE', segment: { name: 'beta-accounts', keys } },
        isRefused: true,
        suggestedTitle: '',
        suggestedComment: '',
      },
    );
    assert.equal(calls, 0);
    assert.equal(shown.at(-1)?.severity, 'warning');
    assert.match(shown.at(-1)?.message ?? '', /carries at most 10,000 keys, not 10,001\./);
    await client.close();
    await sandbox.close();
  });
});
