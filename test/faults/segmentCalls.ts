/** Calls that change segments, their keys, and identities. */
import { hasStatus } from '../../src/api/errors.ts';
import type { Segment } from '../../src/api/model.ts';
import { byOffset } from '../../src/api/resources/pages.ts';
import type { Call, Place } from './call.ts';

/** More bytes than a socket accepts at once. */
const MANY = Array.from({ length: 1000 }, (_, index) => `${index}`.padStart(200, 'key-'));

/** A segment of the workspace, without any definition. */
const made = ({ direct, workspaceId }: Place, name: string): Promise<unknown> =>
  direct.createSegment(workspaceId, 'user', { name, description: 'of a cell' });

/** A segment that is active in an environment and contains these keys. */
export async function filled(place: Place, name: string, environmentId: string, keys: readonly string[]): Promise<void> {
  await made(place, name);
  await place.direct.activateSegment(environmentId, name);
  if (keys.length > 0) await place.direct.uploadKeys(environmentId, name, keys);
}

/** Returns the value, or the status if it does not exist. */
export async function orAbsent<T>(reading: Promise<T>): Promise<T | 'absent'> {
  try {
    return await reading;
  } catch (error) {
    if (hasStatus(error, 404)) return 'absent';
    throw error;
  }
}

/** All keys of the segment in development. */
const held = ({ direct, development }: Place, name: string): Promise<unknown> =>
  orAbsent(direct.readKeys(development, name, { offset: 0, limit: 20_000 }));

/** Returns the segments with this name in the workspace. */
export async function listed({ direct, workspaceId }: Place, name: string): Promise<readonly Segment[]> {
  const found: Segment[] = [];
  for await (const page of byOffset((asked) => direct.listSegments(workspaceId, asked), 200))
    found.push(...page.filter((segment) => segment.name === name));
  return found;
}

const active = (place: Place, name: string): Promise<void> => filled(place, name, place.development, []);

export const SEGMENT_CALLS: readonly Call[] = [
  {
    method: 'createSegment',
    repeats: 'whenRefused',
    run: (client, { workspaceId }, name) => client.createSegment(workspaceId, 'user', { name, description: 'of a cell' }),
    see: listed,
  },
  {
    method: 'deleteSegment',
    repeats: 'whenRefused',
    prepare: active,
    run: (client, { workspaceId }, name) => client.deleteSegment(workspaceId, name),
    see: async (place, name) => [await listed(place, name), await held(place, name)],
  },
  {
    method: 'activateSegment',
    repeats: 'whenRefused',
    prepare: made,
    run: (client, { development }, name) => client.activateSegment(development, name),
    see: held,
  },
  {
    method: 'deactivateSegment',
    repeats: 'whenRefused',
    prepare: active,
    run: (client, { development }, name) => client.deactivateSegment(development, name),
    see: held,
  },
  {
    method: 'uploadKeys',
    repeats: 'always',
    prepare: active,
    run: (client, { development }, name) => client.uploadKeys(development, name, ['a', 'b', 'old']),
    see: held,
  },
  {
    method: 'uploadKeys',
    variant: 'a request of many packets',
    repeats: 'always',
    prepare: active,
    run: (client, { development }, name) => client.uploadKeys(development, name, MANY),
    see: held,
  },
  {
    method: 'uploadKeysWithComment',
    repeats: 'always',
    prepare: active,
    run: (client, { development }, name) =>
      client.uploadKeysWithComment(development, name, { keys: ['a'], title: 't', comment: 'c' }),
    see: held,
  },
  {
    method: 'uploadKeysWithComment',
    variant: 'replacing',
    repeats: 'whenRefused',
    prepare: (place, name) => filled(place, name, place.development, ['old']),
    run: (client, { development }, name) => client.uploadKeysWithComment(development, name, { keys: ['a'], isReplacement: true }),
    see: held,
  },
  {
    method: 'removeKeys',
    repeats: 'always',
    prepare: (place, name) => filled(place, name, place.development, ['old', 'a', 'b']),
    // The number of removed keys is that of the last attempt: none, if an earlier attempt succeeded.
    run: async (client, { development }, name) =>
      (await client.removeKeys(development, name, { keys: ['a', 'b'], comment: 'c' })).code,
    see: held,
  },
];

const values = { first: 'x', second: 2 };
export const IDENTITY_CALLS: readonly Call[] = [
  {
    method: 'saveIdentities',
    repeats: 'always',
    run: (client, { trafficTypeId, development }, key) => client.saveIdentities(trafficTypeId, development, [{ key, values }]),
    see: (place, key) => place.identityValues(key),
  },
];
