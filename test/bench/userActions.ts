/** User actions whose cost grows with the size of the service, with the allowed number of calls of each. */
import type { Client } from '../../src/api/client.ts';
import type { ChangeRequest } from '../../src/api/model.ts';
import { keyDifference } from '../../src/domain/keys/keyPlan.ts';
import { catalogOf } from '../../src/operations/catalog/catalog.ts';
import { createPlaceSearch } from '../../src/operations/catalog/placeSearch.ts';
import { locateRequest } from '../../src/operations/changeRequests/findEnvironment.ts';
import { reviewOf } from '../../src/operations/changeRequests/readReview.ts';
import { readAllKeys } from '../../src/operations/keys/keyPages.ts';
import { findSegment } from '../../src/operations/segments/findSegment.ts';
import type { WorldSize } from '../../src/sandbox/world/generatedWorld.ts';
import { makeKeys } from './sample.ts';

/** A generated service, and the objects in it that the user works with. */
export interface LargeService {
  readonly client: Client;
  readonly size: WorldSize;
  readonly workspaceId: string;
  /** The first environment accepts direct changes; the last one is production. */
  readonly environmentIds: readonly string[];
  /** An open request of a segment with 100,000 keys in production. */
  readonly requestId: string;
}

export interface UserAction {
  readonly what: string;
  /** The highest allowed number of calls. */
  readonly calls: (size: WorldSize) => number;
  /** `first` is called when the user sees the first useful row. */
  readonly run: (large: LargeService, first: () => void) => Promise<unknown>;
}

/** The segment with 100,000 keys (generatedWorld.ts). */
const LARGEST = 'segment-00000';
const PAGES_OF_KEYS = 101;

/** The number of pages on which the service returns this many objects. */
const pages = (count: number, size: number): number => Math.ceil(count / size);
const flagsIn = ({ segments }: WorldSize): number => Math.min(500, Math.max(100, Math.floor(segments / 20)));

/** Reads the request and the current state of its object, as a review does. */
async function review({ client, requestId }: LargeService, first: () => void): Promise<void> {
  const request: ChangeRequest = await client.readChangeRequest(requestId);
  first();
  const placed = await locateRequest(client, request, { withDefinition: true });
  await reviewOf(client, request, placed?.environment.id);
}

export const userActions: readonly UserAction[] = [
  {
    what: 'list the workspaces',
    calls: () => 1,
    run: async ({ client }) => catalogOf(client).workspaces.read(),
  },
  {
    what: 'open a workspace, and its first segments',
    calls: () => 2,
    async run({ client, workspaceId }, first) {
      const catalog = catalogOf(client);
      await Promise.all([
        catalog.environments(workspaceId).read().then(first),
        catalog.segments(workspaceId).read({ count: 200 }),
      ]);
    },
  },
  {
    what: 'find the last segment by its name',
    calls: ({ segments }) => pages(segments, 200),
    run: async ({ client, workspaceId, size }) =>
      findSegment(client, workspaceId, `segment-${String(size.segments - 1).padStart(5, '0')}`, {}),
  },
  {
    what: 'search a flag by its name before the lists have been read',
    calls: ({ workspaces }) => 1 + workspaces,
    async run({ client }, first) {
      const catalog = catalogOf(client);
      await catalog.workspaces.read();
      await Promise.all(catalog.workspaces.items.map(async ({ id }) => catalog.searchFlags(id, 'flag-00099').then(first)));
    },
  },
  {
    what: 'the first open requests',
    calls: () => 1,
    run: async ({ client }) => catalogOf(client).requests().read({ count: 20 }),
  },
  {
    what: 'every place of segments and flags, and a search in them',
    calls: (size) => 1 + size.workspaces * (1 + pages(size.segments, 200) + pages(flagsIn(size), 50)),
    async run({ client }, first) {
      const catalog = catalogOf(client);
      await catalog.workspaces.read();
      const lists = catalog.workspaces.items.flatMap(({ id }) => [
        catalog.environments(id),
        catalog.segments(id),
        catalog.flags(id),
      ]);
      await Promise.all(lists.map(async (list) => list.read().then(first)));
      const search = createPlaceSearch<{ readonly name: string }, string>('segment-00002 production', 2000);
      search.update(
        catalog.workspaces.items.map(({ id, name }) => ({
          items: catalog.segments(id).items,
          places: catalog.environments(id).items.map((one) => ({ where: one.id, names: [one.name, name] })),
        })),
      );
    },
  },
  {
    what: 'review a request of a segment with 100,000 keys',
    calls: ({ environments }) => 1 + Math.min(50, environments + 1) + PAGES_OF_KEYS,
    run: review,
  },
  {
    what: 'compare 100,000 keys of a segment with a file',
    calls: () => PAGES_OF_KEYS,
    async run({ client, environmentIds }) {
      const { keys } = await readAllKeys(client, environmentIds[0]!, LARGEST);
      keyDifference(makeKeys(100_000), new Set(keys).values().toArray());
    },
  },
];

/** Finds the user's workspace, and submits the request for review. */
export async function openLargeService(client: Client, size: WorldSize): Promise<LargeService> {
  const [workspace] = (await client.listWorkspaces({ offset: 0, limit: 1 })).objects;
  const environments = await client.listEnvironments(workspace!.id);
  const environmentIds = environments.map(({ id }) => id);
  const segment = { name: LARGEST, keys: ['acct-00041'] };
  const request = { operationType: 'ARCHIVE', title: 'For review', approvers: [], segment } as const;
  const { id: requestId } = await client.submitChangeRequest(workspace!.id, environmentIds.at(-1)!, request);
  return { client, size, workspaceId: workspace!.id, environmentIds, requestId };
}
