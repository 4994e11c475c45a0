/** The sandbox with both words for a flag and both sets of endpoints, and a client for each of its API keys. */
import assert from 'node:assert/strict';
import { after, beforeEach, describe } from 'node:test';
import { createClient, type Client } from '../../src/api/client.ts';
import { startSandbox } from '../../src/sandbox/server.ts';

export interface SandboxSetup {
  readonly vocabulary: string;
  readonly endpoints: 'all' | 'documented';
  readonly clients: Readonly<Record<'submitter' | 'approver' | 'limited' | 'read-only' | 'stranger', Client>>;
  /** IDs in the workspace Storefront. */
  readonly workspaceId: string;
  readonly environments: Readonly<Record<'development' | 'staging' | 'production', string>>;
  /** IDs in the workspace Payments, which requires titles and comments. */
  readonly payments: { readonly workspaceId: string; readonly development: string; readonly production: string };
}

/** Declares the same tests for each of the four modes, with a new sample world for each test. */
export function describeModes(what: string, tests: (meeting: SandboxSetup) => void): void {
  for (const vocabulary of ['flag', 'split']) {
    for (const endpoints of ['all', 'documented'] as const) {
      describe(`${what}: word ${vocabulary}, endpoints ${endpoints}`, async () => {
        const sandbox = await startSandbox({ vocabulary, endpoints });
        const clientOf = (apiKey: string): Client =>
          createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: vocabulary }, apiKey });
        const clientFor = (role: string): Client => {
          const found = sandbox.keys.find((key) => key.role === role);
          assert.ok(found, role);
          return clientOf(found.key);
        };
        const clients = {
          submitter: clientFor('submitter'),
          approver: clientFor('approver'),
          limited: clientFor('limited'),
          'read-only': clientFor('read-only'),
          stranger: clientOf('nobody-knows-me'),
        };
        const placeOf = (workspace: string, name: string) => {
          const found = sandbox.environments.find((one) => one.workspace.name === workspace && one.name === name);
          assert.ok(found, name);
          return { workspaceId: found.workspace.id, id: found.id };
        };
        const production = placeOf('Storefront', 'production');
        const payments = placeOf('Payments', 'production');
        beforeEach(() => sandbox.reset());
        after(async () => {
          await Promise.all(Object.values(clients).map((client) => client.close()));
          await sandbox.close();
        });
        tests({
          vocabulary,
          endpoints,
          clients,
          workspaceId: production.workspaceId,
          environments: {
            development: placeOf('Storefront', 'development').id,
            staging: placeOf('Storefront', 'staging').id,
            production: production.id,
          },
          payments: {
            workspaceId: payments.workspaceId,
            development: placeOf('Payments', 'development').id,
            production: payments.id,
          },
        });
      });
    }
  }
}
