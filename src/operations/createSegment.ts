/** Makes a segment in a workspace. After a lost answer it looks whether the segment is there. */
import type { Client } from '../api/client.ts';
import type { Segment } from '../api/model.ts';
import { byOffset } from '../api/resources/pages.ts';
import { isAnswerLost } from './lostAnswer.ts';
import type { RequestOptions } from './productionGuard.ts';

/** The most a page may hold (admin-api.md, Limits). */
const PAGE = 200;

type CreateClient = Pick<Client, 'createSegment' | 'listSegments'>;

/**
 * Needs no change request in any environment (admin-api.md, Segments, rule 5). After a lost answer, a segment that is in all
 * as it was to be made is taken for it. If there is none, or no way to look, the error is thrown: one of this name that is
 * different may have been there before. The signal ends the look, not the creation: whoever cancels is to know what became of it.
 */
export async function createSegment(
  client: CreateClient,
  { workspaceId, trafficType }: { readonly workspaceId: string; readonly trafficType: string },
  segment: { readonly name: string; readonly description: string },
  options: RequestOptions,
): Promise<Segment> {
  const { signal: _signal, ...sending } = options;
  try {
    return await client.createSegment(workspaceId, trafficType, segment, sending);
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    // Why the looking failed says nothing of the segment.
    const found = await findSegment(client, workspaceId, segment.name, options).catch(() => undefined);
    const isIt = found?.trafficType?.name === trafficType && (found.description ?? '') === segment.description;
    if (!isIt) throw error;
    return found;
  }
}

async function findSegment(
  client: CreateClient,
  workspaceId: string,
  name: string,
  options: RequestOptions,
): Promise<Segment | undefined> {
  const readPage = (page: { readonly offset: number; readonly limit: number }): ReturnType<Client['listSegments']> =>
    client.listSegments(workspaceId, page, options);
  for await (const segments of byOffset(readPage, PAGE)) {
    const found = segments.find((one) => one.name === name);
    if (found) return found;
  }
  return undefined;
}
