/** The connections of a window in a test, in memory, with the storage of `fakeContext.ts`. */
import assert from 'node:assert/strict';
import type { Connection, RunningSandbox } from '../../../src/editor/window/connected.ts';
import { log, type Memento, storageOf, windows } from '../fakeContext.ts';
import '../fakeVscode.ts';

const { createConnections } = await import('../../../src/editor/connection/connections.ts');
const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');

const noSandbox = (): never => assert.fail('no sandbox is in use');

export type OpenedStore = ReturnType<typeof windows> & {
  readonly memory: Memento;
  readonly store: ReturnType<typeof createConnectionStore>;
  readonly connections: ReturnType<typeof createConnections>;
};

/** A new window on `shared`, or the first one. */
export function openStore(shared = windows(), startSandbox: () => Promise<RunningSandbox> = noSandbox): OpenedStore {
  const context = shared.open();
  const memory = shared.globalState;
  const store = createConnectionStore(...storageOf(context));
  const connections = createConnections({ store, memory, log, startSandbox });
  return { ...shared, memory, store, connections };
}

/** The connection “Shop” with the ID c1. The first API key is in use. */
export const shopAt = (baseUrl: string, ...keyNames: readonly string[]): Connection => ({
  id: 'c1',
  name: 'Shop',
  kind: 'service',
  baseUrl,
  word: 'flag',
  keyNames,
  keyInUse: keyNames[0] ?? '',
});
