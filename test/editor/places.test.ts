/** Every flow asks for a workspace and an environment in the same way. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connected, Connections } from '../../src/editor/connected.ts';
import { useService } from '../operations/service.ts';
import { log, Memento } from './fakeContext.ts';
import { made } from './fakePanel.ts';
import { shown } from './fakeVscode.ts';
import { answering } from './scripted.ts';

const { chooseFlag } = await import('../../src/editor/chooseFlag.ts');
const { definitionUri } = await import('../../src/editor/definitionUri.ts');
const { compareDefinitions } = await import('../../src/editor/review/compareDefinitions.ts');
const { submitChangeRequest } = await import('../../src/editor/changeRequests/submitRequest.ts');
const { createPinnedFlags } = await import('../../src/editor/pinnedFlags.ts');
const { createFilterStore } = await import('../../src/editor/explorer/changeRequests/requestFilter.ts');

const service = useService();
const connected = (): Connected =>
  ({ connectionId: 'c', connectionName: 'Shop', origin: 'x', client: service.as('submitter-key') }) as unknown as Connected;
const connections = {
  inUse: async () => connected(),
  orAsk: async () => connected(),
  onDidChange: () => ({ dispose: () => undefined }),
} as unknown as Connections;
const [workspace, environment] = ['Which workspace?', 'Which environment of Storefront?'];
const prompts = (asked: readonly { readonly prompt: string }[]): readonly string[] => asked.map(({ prompt }) => prompt);

describe('where something is', () => {
  it('is asked for a flag', async () => {
    let chosen: unknown;
    const asked = await answering(['Storefront', 'staging', 'new-search'], async () => {
      chosen = await chooseFlag(connected(), 'Kill Flag');
    });
    assert.deepEqual(prompts(asked), [workspace, environment, 'Which flag?']);
    assert.ok(asked[1]?.options.includes('production · production'));
    const { id } = service.environment('staging');
    assert.deepEqual(chosen, {
      kind: 'flag',
      workspace: { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false },
      environment: { id, name: 'staging', isProduction: false },
      name: 'new-search',
    });
  });

  it('takes a flag that is typed also where the service lists them: a listing may be cut short', async () => {
    let chosen: unknown;
    const asked = await answering(['Storefront', 'staging', 'Type a name…', ' by-name/only '], async () => {
      chosen = await chooseFlag(connected(), 'Kill Flag', () => ['pinned, not listed']);
    });
    assert.equal(asked[2]?.options[0], 'pinned, not listed');
    assert.equal((chosen as { name: string }).name, 'by-name/only');
  });

  it('is asked for both sides of a comparison, and a definition is not compared with itself', async () => {
    const deps = { connections, memory: new Memento(), log, panels: new Set() } as never;
    const asked = await answering(['Storefront', 'new-search', 'staging', 'production'], () =>
      compareDefinitions(deps, undefined),
    );
    assert.deepEqual(prompts(asked).slice(2), [
      'Compare new-search in which environment…',
      '…with new-search in which other environment?',
    ]);
    assert.ok(asked[2]?.options.includes('staging') && !asked[3]?.options.includes('staging'));
    assert.equal(made.length, 1);
  });

  it('is asked with the pinned flags also where the service can not list any', async () => {
    const memory = new Memento();
    await createPinnedFlags(memory).set('c', service.workspace('Storefront'), 'dark-mode', true);
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
    const deps = { connections, memory, workspaceMemory: memory, log, panels: new Set() } as never;
    const compared = await answering(['Storefront', undefined], () => compareDefinitions(deps, undefined));
    const submitted = await answering(['Change a flag in an environment…', 'Storefront', 'staging', undefined], () =>
      submitChangeRequest(deps, undefined),
    );
    assert.deepEqual([compared.at(-1)?.options[0], submitted.at(-1)?.options[0]], ['dark-mode', 'dark-mode']);
  });

  it('is not asked for the first of two where a definition is in the open editor', async () => {
    const place = (connectionId: string) => ({
      connectionId,
      connectionName: 'Shop',
      workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
      environment: service.environment('staging'),
      flagName: 'new-search',
      format: 'yaml' as const,
    });
    const deps = { connections, memory: new Memento(), panels: new Set() } as unknown as Parameters<typeof compareDefinitions>[0];
    const window = (globalThis as unknown as { fakeVscode: { window: object } }).fakeVscode.window;
    const asked = async (connectionId: string, isGiven = false): Promise<readonly string[]> => {
      const uri = definitionUri(place(connectionId));
      const document = { uri: isGiven ? definitionUri({ ...place(connectionId), flagName: 'another' }) : uri };
      Object.defineProperty(window, 'activeTextEditor', { configurable: true, get: () => ({ document }) });
      try {
        return prompts(await answering([undefined], () => compareDefinitions(deps, isGiven ? uri : undefined)));
      } finally {
        Object.defineProperty(window, 'activeTextEditor', { configurable: true, get: () => undefined });
      }
    };
    assert.deepEqual(await asked('c'), ['…with new-search in which other environment?']);
    assert.deepEqual(await asked('c', true), ['…with new-search in which other environment?']);
    assert.deepEqual(await asked('another'), [workspace]);
  });

  it('is told where there is no second environment to compare with', async () => {
    const { id, name } = service.environment('staging');
    const body = [{ id, name, production: false }];
    service.onCall = ({ path }) => (path.startsWith('/environments/ws/') ? { status: 200, body } : undefined);
    const deps = { connections, memory: new Memento(), log, panels: new Set() } as never;
    await answering(['Storefront', 'new-search', 'staging'], () => compareDefinitions(deps, undefined));
    assert.equal(shown.at(-1)?.message, 'Storefront has no other environment that this API key may see.');
  });

  it('is asked for a filter, where all may be meant', async () => {
    const store = new Memento();
    const filters = createFilterStore(store, () => undefined);
    const asked = await answering(['Workspace and environment…', 'Storefront', 'staging'], () => filters.ask(connections));
    assert.deepEqual(prompts(asked).slice(1), [workspace, environment]);
    assert.deepEqual([asked[1]?.options.at(-1), asked[2]?.options[0]], ['All workspaces', 'All environments']);
    assert.deepEqual(filters.of('c'), {
      workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
      environment: { id: service.environment('staging').id, name: 'staging' },
    });
  });
});
