/** Calls as fast-check makes them: many are refused, many find what earlier ones made. */
import * as fc from 'fast-check';
import type { World } from '../../src/sandbox/world/world.ts';
import { anyCharacter } from '../properties/anyCharacter.ts';
import { environmentNamed, storefront, type DirectCall } from './direct.ts';
import { definition } from './raw.ts';

/** Names that are there, names that calls make, and names that are something to JavaScript or to a text. */
const name = fc.constantFrom(
  'beta-accounts',
  'vip-accounts',
  'internal-users',
  'fresh',
  '__proto__',
  'constructor',
  'a/b ü',
  'a\u2028b',
);
const flagName = fc.constantFrom(
  'checkout-redesign',
  'new-search',
  'dark-mode',
  'fresh-flag',
  '__proto__',
  'toString',
  'ü/\u2029',
);
const environmentName = fc.constantFrom('development', 'development', 'staging', 'production');
const keys = fc.array(
  fc.oneof(
    fc.constantFrom('acct-1', 'acct-00041', 'acct-00051', 'usr_57495dffdec0', '__proto__', '\ud800', 'a\nb'),
    fc.string({ minLength: 1, unit: anyCharacter }),
  ),
  {
    minLength: 1,
    maxLength: 5,
  },
);
const words = fc.string({ unit: anyCharacter, maxLength: 8 });
/** Unknown fields, `__proto__` among them. */
const others = fc.dictionary(fc.constantFrom('note', '__proto__', 'constructor', 'flagSets'), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 2,
});
const index = fc.nat(12);

const part = encodeURIComponent;

/** A call, once there is a world to take ids from. */
type Made = (world: World) => DirectCall;

function requestAt(world: World, at: number): string {
  const { changeRequests } = world;
  return changeRequests[changeRequests.length - 1 - (at % changeRequests.length)]!.id;
}

const onSegment = fc
  .record({ name, environment: environmentName, keys, words })
  .chain(({ name: segment, environment, keys: list, words: word }) =>
    fc.constantFrom<Made>(
      (world) => ({
        method: 'POST',
        path: `/segments/ws/${storefront(world).id}/trafficTypes/user`,
        body: { name: segment, description: word },
      }),
      (world) => ({ method: 'POST', path: `/segments/${environmentNamed(world, environment).id}/${part(segment)}` }),
      (world) => ({
        method: 'PUT',
        path: `/segments/${environmentNamed(world, environment).id}/${part(segment)}/uploadKeys?replace=${list.length > 3}`,
        body: { keys: list, comment: word },
      }),
      (world) => ({
        method: 'PUT',
        path: `/segments/${environmentNamed(world, environment).id}/${part(segment)}/removeKeys`,
        body: { keys: list, comment: word },
      }),
      (world) => ({ method: 'DELETE', path: `/segments/ws/${storefront(world).id}/${part(segment)}` }),
      (world) => ({
        method: 'POST',
        path: `/changeRequests/ws/${storefront(world).id}/environments/${environmentNamed(world, environment).id}`,
        body: {
          title: 'Keys',
          approvers: [],
          comment: word,
          operationType: list.length > 3 ? 'ARCHIVE' : 'CREATE',
          segment: { name: segment, keys: list },
        },
      }),
    ),
  );

const onFlag = fc
  .record({ flag: flagName, environment: environmentName, others, words })
  .chain(({ flag, environment, others: more, words: word }) => {
    const path = (world: World) =>
      `/flags/ws/${storefront(world).id}/${part(flag)}/environments/${environmentNamed(world, environment).id}`;
    return fc.constantFrom<Made>(
      (world) => ({
        method: 'POST',
        path: `/flags/ws/${storefront(world).id}/trafficTypes/user`,
        body: { name: flag, description: word },
      }),
      (world) => ({ method: 'PUT', path: `/flags/ws/${storefront(world).id}/${part(flag)}/updateDescription`, body: word }),
      (world) => ({ method: 'DELETE', path: `/flags/ws/${storefront(world).id}/${part(flag)}` }),
      (world) => ({ method: 'POST', path: path(world), body: definition(flag, more) }),
      (world) => ({ method: 'PUT', path: path(world), body: definition(flag, more) }),
      (world) => ({ method: 'PATCH', path: path(world), body: [{ op: 'add', path: '/note', value: word }] }),
      (world) => ({ method: 'DELETE', path: path(world) }),
      (world) => ({ method: 'PUT', path: `${path(world)}/${word.length > 4 ? 'kill' : 'restore'}`, body: {} }),
      ...['KILL', 'RESTORE', 'UPDATE', 'CREATE', 'ARCHIVE'].map<Made>((operationType) => (world) => ({
        method: 'POST',
        path: `/changeRequests/ws/${storefront(world).id}/environments/${environmentNamed(world, environment).id}`,
        body: {
          title: word || 'A title',
          approvers: [],
          comment: word,
          operationType,
          rolloutStatus: { id: storefront(world).rolloutStatuses[0]!.id },
          flag: definition(flag, more),
        },
      })),
    );
  });

const onIdentity = fc
  .record({
    environment: environmentName,
    key: fc.constantFrom('someone', '__proto__', 'ü'),
    values: fc.dictionary(words, words),
  })
  .chain(({ environment, key, values }) => {
    const path = (world: World) =>
      `/trafficTypes/${storefront(world).trafficTypes[0]!.id}/environments/${environmentNamed(world, environment).id}/identities`;
    return fc.constantFrom<Made>(
      (world) => ({ method: 'POST', path: path(world), body: [{ key, values }, { key: `${key}2` }] }),
      (world) => ({ method: 'PUT', path: `${path(world)}/${part(key)}`, body: { values } }),
      (world) => ({ method: 'DELETE', path: `${path(world)}/${part(key)}` }),
    );
  });

const decision = fc
  .record({ at: index, words, status: fc.constantFrom('APPROVED', 'APPROVED', 'WITHDRAWN', 'REJECTED') })
  .map<Made>(({ at, words: comment, status }) => (world) => ({
    method: 'PUT',
    path: `/changeRequests/${requestAt(world, at)}`,
    body: { status, comment },
    as: status === 'WITHDRAWN' ? 'submitter-key' : 'release-key',
  }));

/** Any calls that change something, one after the other. */
export const randomCalls: fc.Arbitrary<Made[]> = fc.array(fc.oneof(onSegment, onFlag, onFlag, onIdentity, decision), {
  minLength: 1,
  maxLength: 30,
  size: 'max',
});
