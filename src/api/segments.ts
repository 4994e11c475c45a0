/** Segments of a workspace, and their keys in one environment (admin-api.md, Segments). */
import * as z from 'zod/mini';
import { pageOf, type PageRequest } from './envelope.ts';
import { Message, Segment, SegmentDefinition, SegmentKeys, type Page } from './model.ts';
import { pathOf, queryOf } from './path.ts';
import type { CallOptions, Transport } from './transport.ts';

const MAX_KEYS_PER_UPLOAD = 10_000;

/** One page of the segments of a workspace. `limit` is at most 200. */
export async function listSegments(
  transport: Transport,
  workspaceId: string,
  page: PageRequest,
  options?: CallOptions,
): Promise<Page<Segment>> {
  const path = pathOf`/segments/ws/${workspaceId}` + queryOf({ limit: page.limit, offset: page.offset });
  return transport.call({ method: 'GET', path, repeats: 'always', answer: pageOf(Segment, page) }, options);
}

/** Makes a segment; its name is unique within the workspace (rule 1). After a lost answer: list, and see. */
export async function createSegment(
  transport: Transport,
  workspaceId: string,
  trafficTypeName: string,
  { name, description }: { readonly name: string; readonly description: string },
  options?: CallOptions,
): Promise<Segment> {
  const path = pathOf`/segments/ws/${workspaceId}/trafficTypes/${trafficTypeName}`;
  return transport.call({ method: 'POST', path, body: { name, description }, repeats: 'whenRefused', answer: Segment }, options);
}

/** Deletes a segment from the workspace and so from all its environments. Directly: refused where changes need approval. */
export async function deleteSegment(
  transport: Transport,
  workspaceId: string,
  name: string,
  options?: CallOptions,
): Promise<void> {
  const path = pathOf`/segments/ws/${workspaceId}/${name}`;
  await transport.call({ method: 'DELETE', path, repeats: 'whenRefused', answer: z.optional(z.literal(true)) }, options);
}

/** Adds the segment's empty definition to an environment, so that it can receive keys. */
export async function activateSegment(
  transport: Transport,
  environmentId: string,
  name: string,
  options?: CallOptions,
): Promise<SegmentDefinition> {
  const path = pathOf`/segments/${environmentId}/${name}`;
  return transport.call({ method: 'POST', path, repeats: 'whenRefused', answer: SegmentDefinition }, options);
}

/** Adds 1 to 10,000 keys to those the segment has; throws a RangeError for another count. Directly: a gated environment answers 403. */
export async function uploadKeys(
  transport: Transport,
  environmentId: string,
  name: string,
  keys: readonly string[],
  options?: CallOptions,
): Promise<SegmentDefinition> {
  if (keys.length < 1 || keys.length > MAX_KEYS_PER_UPLOAD)
    throw new RangeError(`an upload has 1 to ${MAX_KEYS_PER_UPLOAD} keys`);
  const path = pathOf`/segments/${environmentId}/${name}/upload`;
  return transport.call({ method: 'PUT', path, body: keys, repeats: 'always', answer: SegmentDefinition }, options);
}

/**
 * One page of the segment's keys. The document knows no paging here: a service without it answers with all keys,
 * whatever is asked for, so read on by what came (byOffset).
 */
export async function readKeys(
  transport: Transport,
  environmentId: string,
  name: string,
  page: PageRequest,
  options?: CallOptions,
): Promise<SegmentKeys> {
  const path = pathOf`/segments/${environmentId}/${name}/keys` + queryOf({ limit: page.limit, offset: page.offset });
  return transport.call({ method: 'GET', path, repeats: 'always', answer: SegmentKeys }, options);
}

/** Removes keys; the comment goes into the segment's audit log (rule 3). The message says how many were removed. */
export async function removeKeys(
  transport: Transport,
  environmentId: string,
  name: string,
  { keys, comment }: { readonly keys: readonly string[]; readonly comment: string },
  options?: CallOptions,
): Promise<Message> {
  if (keys.length === 0) throw new RangeError('there are no keys to remove');
  const path = pathOf`/segments/${environmentId}/${name}/removeKeys`;
  return transport.call({ method: 'PUT', path, body: { keys, comment }, repeats: 'always', answer: Message }, options);
}
