/** Helpers for the service of this window: the number of changing calls, and a connection to a separate sandbox. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { isPick, runAndAccept } from './watchedWindow.ts';

/**
 * Records the calls other than GET to all servers in this process (the extension's sandbox, and the sandboxes of tests) as
 * `PUT /internal/api/v2/…`.
 */
export function countChanges(): { readonly changes: string[]; stop(): void } {
  const changes: string[] = [];
  // Node reports each request that a server of this process receives.
  const hear = (event: unknown): void => {
    const { method, url } = (event as { readonly request: IncomingMessage }).request;
    if (method !== 'GET') changes.push(`${method} ${url}`);
  };
  subscribe('http.server.request.start', hear);
  return { changes, stop: () => void unsubscribe('http.server.request.start', hear) };
}

/** Adds the sandbox as a service, and the API key, like a person. */
export async function connect(sandbox: Sandbox, keyName: string): Promise<void> {
  const { key } = sandbox.keys.find(({ name }) => name === keyName)!;
  const typed = [sandbox.baseUrl, key];
  await runAndAccept({
    command: 'flagAdmin.connection.add',
    args: [],
    most: 3,
    answer(input) {
      if (!isPick(input)) input.value = typed.shift() ?? '';
    },
  });
}
