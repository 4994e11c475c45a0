/** All keys of a segment in an environment. */
import type { Client } from '../api/client.ts';
import type { CallOptions } from '../api/network/transport.ts';
import { createKeyPages, type KeysSoFar } from './keyPages.ts';

/** Incomplete if the service gave fewer keys than it counts, for instance because it knows no paging. */
export async function readAllKeys(
  client: Pick<Client, 'readKeys'>,
  environmentId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<KeysSoFar> {
  const pages = createKeyPages(environmentId, segmentName);
  while (await pages.next(client, options));
  return pages.soFar ?? { keys: [], count: 0, isComplete: true, hasMoved: false };
}
