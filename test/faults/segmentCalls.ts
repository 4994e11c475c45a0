/** Calls that change segments, their keys, and identities. */
import { hasStatus } from '../../src/api/errors.ts';
import type { Segment } from '../../src/api/model.ts';
import { byOffset } from '../api/byMarker.ts';
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

const filledWith =
  (...keys: readonly string[]) =>
  (place: Place, name: string): Promise<void> =>
    filled(place, name, place.development, keys);
const active = filledWith();

const change = (
  method: Call['method'],
  repeats: Call['repeats'],
  prepare: Call['prepare'],
  run: Call['run'],
  see: Call['see'] = held,
): Call => ({ method, repeats, ...(prepare && { prepare }), run, see });

const uploading = (keys: readonly string[]) =>
  change('uploadKeys', 'always', active, (client, { development }, name) => client.uploadKeys(development, name, keys));

export const SEGMENT_CALLS: readonly Call[] = [
  change('createSegment', 'whenRefused', undefined, (client, place, name) => made({ ...place, direct: client }, name), listed),
  change(
    'deleteSegment',
    'whenRefused',
    active,
    (client, { workspaceId }, name) => client.deleteSegment(workspaceId, name),
    async (place, name) => [await listed(place, name), await held(place, name)],
  ),
  change('activateSegment', 'whenRefused', made, (client, { development }, name) => client.activateSegment(development, name)),
  change('deactivateSegment', 'whenRefused', active, (client, { development }, name) =>
    client.deactivateSegment(development, name),
  ),
  uploading(['a', 'b', 'old']),
  { ...uploading(MANY), variant: 'a request of many packets' },
  change('uploadKeysWithComment', 'always', active, (client, { development }, name) =>
    client.uploadKeysWithComment(development, name, { keys: ['a'], title: 't', comment: 'c' }),
  ),
  // The number of removed keys is that of the last attempt: none, if an earlier attempt succeeded.
  change('removeKeys', 'always', filledWith('old', 'a', 'b'), async (client, { development }, name) => {
    const { code } = await client.removeKeys(development, name, { keys: ['a', 'b'], comment: 'c' });
    return code;
  }),
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
