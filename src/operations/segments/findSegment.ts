/** Finds a segment in a workspace by its name. */
import type { Client } from '../../api/client.ts';
import type { Segment } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import type { PageRequest } from '../../api/resources/envelope.ts';
import { byOffset } from '../../api/resources/pages.ts';

/** The most segments on a page (admin-api.md, Limits). */
const PAGE = 200;

/**
 * Lists the segments page by page until it finds the name. Undefined = the workspace has no such segment. Throws if the service
 * lists fewer segments than it counts, because the segment may be one of those that are missing.
 */
export async function findSegment(
  client: Pick<Client, 'listSegments'>,
  workspaceId: string,
  name: string,
  options: CallOptions,
): Promise<Segment | undefined> {
  let read = 0;
  let total = 0;
  const readPage = async (page: PageRequest): ReturnType<Client['listSegments']> => {
    const answer = await client.listSegments(workspaceId, page, options);
    total = answer.totalCount;
    return answer;
  };
  for await (const segments of byOffset(readPage, PAGE)) {
    const found = segments.find((segment) => segment.name === name);
    if (found) return found;
    read += segments.length;
  }
  if (read < total) throw new Error(`The service lists ${read} of its ${total} segments.`);
  return undefined;
}
