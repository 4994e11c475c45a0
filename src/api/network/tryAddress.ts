/** Whether a base URL is that of the service, found out without the API key. */
import { pageOf } from '../resources/envelope.ts';
import { isApiError } from '../errors.ts';
import { Workspace } from '../model.ts';
import { queryOf } from '../resources/path.ts';
import { createTransport, type CallOptions, type TransportSettings } from './transport.ts';

/**
 * What guards a path says so before it looks at anything else. 401 is the service's own answer to a call without an API key;
 * a gateway or a rate limit in front of it may say 403 or 429, and then the API key shows whether it is the right place.
 */
const GUARDED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Resolves where something asks for an API key, or answers as the service does; else rejects as a call does. */
export async function tryAddress(
  settings: Omit<TransportSettings, 'apiKey' | 'vocabulary'>,
  options?: CallOptions,
): Promise<void> {
  const transport = createTransport({ ...settings, vocabulary: { flag: 'flag' }, apiKey: undefined });
  const page = { limit: 1, offset: 0 };
  const path = `/workspaces${queryOf({ ...page })}`;
  try {
    await transport.call({ method: 'GET', path, repeats: 'never', answer: pageOf(Workspace, page) }, options);
  } catch (error) {
    const isGuarded = isApiError(error) && error.kind === 'service' && GUARDED.has(error.status);
    if (!isGuarded) throw error;
  } finally {
    await transport.close();
  }
}
