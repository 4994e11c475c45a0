/** A connection “Shop” to the service of a test, and the services of a window in which it is in use. */
import type { Connected, Connections } from '../../src/editor/window/connected.ts';
import type { ReviewContext } from '../../src/editor/review/reviewContext.ts';
import type { KeyName, Service } from '../operations/service.ts';
import { testServices, type TestServices } from './services.ts';

/** The connection “Shop” to a service with this API key. `more`: the fields that differ. */
export function connectedTo(service: Service, keyName: KeyName = 'submitter-key', more: Partial<Connected> = {}): Connected {
  const client = service.as(keyName);
  return {
    connectionId: 'c1',
    connectionName: 'Shop',
    origin: client.origin,
    isSandbox: false,
    isReadOnly: false,
    keyName,
    keyNames: ['submitter-key', 'release-key'],
    email: undefined,
    client,
    ...more,
  };
}

/** The connections of a window in which this one is in use. A test passes the functions that it replaces. */
export const connectionsOf = (connected: () => Connected, more: Partial<Connections> = {}): Connections =>
  ({
    inUse: async () => connected(),
    orAsk: async () => connected(),
    chosen: () => ({ id: connected().connectionId, name: connected().connectionName }),
    nameOf: () => connected().connectionName,
    tryAgain: () => false,
    onDidChange: () => ({ dispose: () => undefined }),
    ...more,
  }) as unknown as Connections;

/** What reviews and comparisons need in a window with these services. */
export const reviewContextOf = (given: Parameters<typeof testServices>[0]): ReviewContext & TestServices => ({
  ...testServices(given),
  panels: new Set(),
  typedKeys: new Map(),
  queue: { ids: [] },
});
