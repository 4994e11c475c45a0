/** All keys of a segment in an environment. */
import type { Client } from '../api/client.ts';
import type { CallOptions } from '../api/transport.ts';
import { readKeyPages, type KeysSoFar } from './keyPages.ts';

/** Incomplete if the service gave fewer keys than it counts, for instance because it knows no paging. */
export async function readAllKeys(
  client: Pick<Client, 'readKeys'>,
  environmentId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<KeysSoFar> {
  const pages = readKeyPages(client, environmentId, segmentName);
  while (await pages.next(options));
  return pages.soFar ?? { keys: [], count: 0, isComplete: true };
}
