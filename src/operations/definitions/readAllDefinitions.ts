/** The definitions of an environment, as far as the service lists them: to say which of them a change of a segment reaches. */
import type { Client } from '../../api/client.ts';
import type { FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { byOffset } from '../../api/resources/pages.ts';

/** Their pages come one after the other, and nobody waits for so many. */
const MAX_DEFINITIONS = 500;

/** All definitions of the environment; undefined where the service has no listing of them, it failed, or there are too many. */
export async function readAllDefinitions(
  client: Pick<Client, 'listDefinitions'>,
  workspaceId: string,
  environmentId: string,
  options: CallOptions = {},
): Promise<readonly FlagDefinition[] | undefined> {
  const all: FlagDefinition[] = [];
  const pages = byOffset(async (page) => {
    const listed = await client.listDefinitions(workspaceId, environmentId, page, options);
    return listed ?? Promise.reject(new Error('The service does not list definitions.'));
  }, MAX_DEFINITIONS);
  try {
    for await (const objects of pages) if (all.push(...objects) > MAX_DEFINITIONS) return undefined;
    return all;
  } catch {
    // What it is read for is said besides: nothing depends on it.
    return undefined;
  }
}
