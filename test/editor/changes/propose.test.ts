import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '../../../src/api/client.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { shown } from '../fakeVscode.ts';
import { testServices } from '../services.ts';

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
    const services = testServices();
    const keys = Array.from({ length: 10_001 }, (_, index) => `acct-${index}`);
    await propose(services, {
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
    });
    assert.equal(calls, 0);
    assert.deepEqual(services.fired, []);
    assert.equal(shown.at(-1)?.severity, 'warning');
    assert.match(shown.at(-1)?.message ?? '', /carries at most 10,000 keys, not 10,001\./);
    await client.close();
    await sandbox.close();
  });
});
