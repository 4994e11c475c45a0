/** Segments of a workspace, and their keys in one environment (admin-api.md, Segments). */
import type { Additions } from './additions.ts';
import { pageOf, type PageRequest } from './envelope.ts';
import { hasStatus } from '../errors.ts';
import { Done, Message, Segment, SegmentDefinition, SegmentKeys, type Page } from '../model.ts';
import { pathOf, queryOf } from './path.ts';
import type { Transport } from '../network/transport.ts';
import type { CallOptions } from '../network/callOptions.ts';
import { isEnvironmentThere } from './workspaces.ts';

/** The size of a page of keys that is known to work. It is not known whether larger pages work (service-beyond.md). */
const SUPPORTED_KEYS_PAGE = 100;
/** The transports whose service has refused a larger page. */
const needSmallPages = new WeakSet<Transport>();

/** Returns one page of the segments of a workspace. `limit` is at most 200. */
export async function listSegments(
  transport: Transport,
  workspaceId: string,
  page: PageRequest,
  options?: CallOptions,
): Promise<Page<Segment>> {
  const path = pathOf`/segments/ws/${workspaceId}` + queryOf({ limit: page.limit, offset: page.offset });
  return transport.call({ method: 'GET', path, repeats: 'always', size: 'medium', answer: pageOf(Segment, page) }, options);
}

/**
 * Creates a segment. Its name must be unique within the workspace (admin-api.md, Segments, rule 1). After a lost answer, list
 * the segments to see whether it exists.
 */
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

/**
 * Deletes a segment from the workspace and all its environments. This is a direct change, so the service refuses it if changes
 * require approval.
 */
export async function deleteSegment(
  transport: Transport,
  workspaceId: string,
  name: string,
  options?: CallOptions,
): Promise<void> {
  const path = pathOf`/segments/ws/${workspaceId}/${name}`;
  await transport.call({ method: 'DELETE', path, repeats: 'whenRefused', answer: Done }, options);
}

/** Activates the segment in an environment: adds an empty definition that can receive keys. */
export async function activateSegment(
  transport: Transport,
  environmentId: string,
  name: string,
  options?: CallOptions,
): Promise<SegmentDefinition> {
  const path = pathOf`/segments/${environmentId}/${name}`;
  return transport.call({ method: 'POST', path, repeats: 'whenRefused', answer: SegmentDefinition }, options);
}

/** Returns the body of an upload. A caller who sends several uploads prepares the next body while a call runs. */
export const uploadBody = (keys: readonly string[]): Buffer => Buffer.from(JSON.stringify(keys));

/**
 * Adds 1 to 10,000 keys to the segment. `keys` may be the body from `uploadBody`. Throws a RangeError if there are no keys.
 * This is a direct change: for an environment that requires approvals, the service answers 403.
 */
export async function uploadKeys(
  transport: Transport,
  environmentId: string,
  name: string,
  keys: readonly string[] | Buffer,
  options?: CallOptions,
): Promise<SegmentDefinition> {
  if (keys.length === 0) throw new RangeError('there are no keys to upload');
  const path = pathOf`/segments/${environmentId}/${name}/upload`;
  return transport.call({ method: 'PUT', path, body: keys, repeats: 'always', answer: SegmentDefinition }, options);
}

/**
 * Returns one page of the segment's keys. admin-api.md describes no paging for this call: a service without paging answers with
 * all keys. If the service refuses the size of the page, requests smaller pages from then on. So calculate the next offset from
 * the number of received keys, not from the limit.
 */
export async function readKeys(
  transport: Transport,
  environmentId: string,
  name: string,
  page: PageRequest,
  options?: CallOptions,
): Promise<SegmentKeys> {
  const read = (limit: number): Promise<SegmentKeys> => {
    const path = pathOf`/segments/${environmentId}/${name}/keys` + queryOf({ limit, offset: page.offset });
    return transport.call({ method: 'GET', path, repeats: 'always', size: 'large', answer: SegmentKeys }, options);
  };
  const limit = needSmallPages.has(transport) ? Math.min(page.limit, SUPPORTED_KEYS_PAGE) : page.limit;
  try {
    return await read(limit);
  } catch (error) {
    if (limit <= SUPPORTED_KEYS_PAGE || !hasStatus(error, 400)) throw error;
    const answer = await read(SUPPORTED_KEYS_PAGE);
    needSmallPages.add(transport);
    return answer;
  }
}

/**
 * Removes keys; the comment goes into the segment's audit log (admin-api.md, Segments, rule 3). The message in the answer says
 * how many keys were removed.
 */
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

/** Extra fields of an upload, for a service that accepts them. */
export interface CommentedUpload {
  readonly keys: readonly string[];
  readonly comment?: string;
  readonly title?: string;
}

/**
 * Uploads 1 to 10,000 keys with a title and comment (service-beyond.md). If the service lacks the call, the keys go through the
 * documented call, without the comment.
 */
export async function uploadKeysWithComment(
  additions: Additions,
  environmentId: string,
  name: string,
  { keys, comment, title }: CommentedUpload,
  options?: CallOptions,
): Promise<SegmentDefinition> {
  if (keys.length === 0) throw new RangeError('there are no keys to upload');
  const { transport } = additions;
  const path = pathOf`/segments/${environmentId}/${name}/uploadKeys` + queryOf({ replace: 'false' });
  const body = { keys, comment, title };
  const definition = await additions.ifPresent(
    'uploadKeysWithComment',
    environmentId,
    () => transport.call({ method: 'PUT', path, body, repeats: 'always', answer: SegmentDefinition }, options),
    () => isActive(transport, environmentId, name, options),
  );
  return definition ?? uploadKeys(transport, environmentId, name, keys, options);
}

/** Returns one page of the segments that are active in an environment. Undefined if the service lacks the call. */
export async function listActiveSegments(
  additions: Additions,
  workspaceId: string,
  environmentId: string,
  page: PageRequest,
  options?: CallOptions,
): Promise<Page<SegmentDefinition> | undefined> {
  const { transport } = additions;
  const { limit, offset } = page;
  const path = pathOf`/segments/ws/${workspaceId}/environments/${environmentId}` + queryOf({ limit, offset });
  return additions.ifPresent(
    'listActiveSegments',
    environmentId,
    () =>
      transport.call(
        { method: 'GET', path, repeats: 'always', size: 'medium', answer: pageOf(SegmentDefinition, page) },
        options,
      ),
    () => isEnvironmentThere(transport, workspaceId, environmentId, options),
  );
}

/**
 * Deactivates the segment in an environment, where it must be empty (admin-api.md, Segments, rule 4). Resolves to true, or to
 * undefined if the service lacks the call. This is a direct change: for an environment that requires approvals, the service
 * answers 403. After a lost answer, read the segment's keys to see whether it is still active.
 */
export async function deactivateSegment(
  additions: Additions,
  environmentId: string,
  name: string,
  options?: CallOptions,
): Promise<true | undefined> {
  const { transport } = additions;
  const path = pathOf`/segments/${environmentId}/${name}`;
  return additions.ifPresent(
    'deactivateSegment',
    environmentId,
    () => transport.call({ method: 'DELETE', path, repeats: 'whenRefused', answer: Done }, options),
    () => isActive(transport, environmentId, name, options),
  );
}

async function isActive(
  transport: Transport,
  environmentId: string,
  name: string,
  options: CallOptions | undefined,
): Promise<boolean> {
  await readKeys(transport, environmentId, name, { offset: 0, limit: 1 }, options);
  return true;
}
