/** Reads all definitions of an environment, for example to find those that a change of a segment affects. */
import type { Client } from '../../api/client.ts';
import type { FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { byOffset } from '../../api/resources/pages.ts';

/** The pages are read one after the other, so reading more would take too long for a user who waits for a question. */
const MAX_DEFINITIONS = 500;

/**
 * Returns all definitions of the environment. Undefined if the service can't list definitions, the call failed, or there are
 * more than `most`.
 */
export async function readAllDefinitions(
  client: Pick<Client, 'listDefinitions'>,
  workspaceId: string,
  environmentId: string,
  options: CallOptions = {},
  most = MAX_DEFINITIONS,
): Promise<readonly FlagDefinition[] | undefined> {
  const all: FlagDefinition[] = [];
  const pages = byOffset(async (page) => {
    const listed = await client.listDefinitions(workspaceId, environmentId, page, options);
    return listed ?? Promise.reject(new Error('The service does not list definitions.'));
  }, most);
  try {
    for await (const objects of pages) if (all.push(...objects) > most) return undefined;
    return all;
  } catch {
    // The result only adds information, so a failure is not reported.
    return undefined;
  }
}
