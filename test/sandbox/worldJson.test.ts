/** A world as JSON and back: nothing is lost, and what is no world is never taken for one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '../../src/sandbox/refusal.ts';
import { makeSampleWorld } from '../../src/sandbox/world/sampleWorld.ts';
import { textOf, worldOf, type World } from '../../src/sandbox/world/world.ts';
import { directly, environmentNamed, smallWorld, storefront, type DirectCall } from './direct.ts';
import { randomCalls } from './randomCalls.ts';
import { definition } from './raw.ts';
import { runs } from '../properties/runs.ts';

/** The names and keys of a world in their order, which deepStrictEqual does not look at. */
const order = (world: World): unknown =>
  world.workspaces.map(({ segments, flags, environments }) => [
    [...segments.keys(), ...flags.keys()],
    environments.map((environment) => [
      [...environment.segments].flatMap(([name, { keys }]) => [name, ...keys]),
      [...environment.definitions.keys()],
      [...environment.identities.values()].flatMap((held) => [...held].flatMap(([key, values]) => [key, ...values.keys()])),
    ]),
  ]);

describe('a world as JSON', () => {
  it('is the same world after any calls', () => {
    let [taken, refused, requests] = [0, 0, 0];
    fc.assert(
      fc.property(randomCalls, (calls) => {
        const world = smallWorld();
        const { run } = directly(world);
        for (const call of calls) {
          if (run(call(world)) instanceof Refusal) refused += 1;
          else taken += 1;
        }
        requests += world.changeRequests.length - smallWorld().changeRequests.length;
        const read = worldOf(textOf(world));
        assert.deepStrictEqual(read, world);
        assert.deepEqual(order(read), order(world));
      }),
      runs(60),
    );
    assert.ok(taken > 15 && refused > 15 && requests > 0, `${taken} taken, ${refused} refused, ${requests} submitted`);
  });

  it('holds the sample, its counters, and names that mean something elsewhere', () => {
    const world = makeSampleWorld(Date.now());
    const { run } = directly(world);
    const workspace = storefront(world).id;
    const environment = environmentNamed(world, 'development');
    for (const name of ['__proto__', 'constructor', 'a\u2028b', 'a/b ü']) {
      const [flags, segments] = [`/flags/ws/${workspace}`, `/segments/${environment.id}/${encodeURIComponent(name)}`];
      const sent: readonly DirectCall[] = [
        { method: 'POST', path: `${flags}/trafficTypes/user`, body: { name } },
        {
          method: 'POST',
          path: `${flags}/${encodeURIComponent(name)}/environments/${environment.id}`,
          body: { ...definition(name), ...JSON.parse('{"__proto__": {"polluted": true}}') },
        },
        { method: 'POST', path: `/segments/ws/${workspace}/trafficTypes/user`, body: { name } },
        { method: 'POST', path: segments },
        { method: 'PUT', path: `${segments}/upload`, body: ['__proto__', 'a\nb', '\ud800', 'a\u2029b'] },
      ];
      for (const call of sent) assert.ok(!(run(call) instanceof Refusal), JSON.stringify(call));
    }
    world.storedBytes = 1_234;
    const read = worldOf(textOf(world));
    assert.deepStrictEqual(read, world);
    assert.equal(read.idsGiven, 16);
    assert.equal(read.storedBytes, 1_234);
    assert.ok(environmentNamed(read, 'development').segments.get('__proto__')?.keys.has('\ud800'));
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});

/** Everything a reader may ask of a world, and a change of each thing in it: none of it may throw anything but a refusal. */
function useAll(world: World): void {
  const { run } = directly(world);
  const got = (path: string) => JSON.stringify(run({ method: 'GET', path }));
  got('/workspaces');
  for (const workspace of world.workspaces) {
    const ws = encodeURIComponent(workspace.id);
    for (const path of ['/environments/ws/', '/trafficTypes/ws/', '/flags/ws/', '/segments/ws/']) got(`${path}${ws}`);
    got(`/rolloutStatuses?wsId=${ws}`);
    for (const environment of workspace.environments) {
      const env = encodeURIComponent(environment.id);
      got(`/flags/ws/${ws}/environments/${env}`);
      got(`/segments/ws/${ws}/environments/${env}`);
      for (const name of environment.segments.keys()) {
        got(`/segments/${env}/${encodeURIComponent(name)}/keys`);
        run({ method: 'PUT', path: `/segments/${env}/${encodeURIComponent(name)}/upload`, body: ['one'] });
      }
      for (const name of environment.definitions.keys()) {
        run({ method: 'PUT', path: `/flags/ws/${ws}/${encodeURIComponent(name)}/environments/${env}/kill`, body: {} });
      }
    }
  }
  for (const status of ['REQUESTED', 'PUBLISHED', 'WITHDRAWN', 'REJECTED']) got(`/changeRequests?status=${status}&limit=100`);
  for (const { id } of world.changeRequests) {
    got(`/changeRequests/${encodeURIComponent(id)}`);
    run({
      method: 'PUT',
      path: `/changeRequests/${encodeURIComponent(id)}`,
      body: { status: 'APPROVED', comment: 'x' },
      as: 'release-key',
    });
  }
}

/** Stands for another value of the same type. */
const ALIKE = 'another of the same type';

function alike(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : value;
}

/** The value with one part of it, found by `at`, exchanged for `other`; undefined takes it out. */
function exchanged(value: unknown, at: readonly number[], other: unknown): unknown {
  const [first, ...rest] = at;
  if (first === undefined || typeof value !== 'object' || value === null) return other === ALIKE ? alike(value) : other;
  const entries = Object.entries(value);
  if (entries.length === 0) return other;
  const place = first % entries.length;
  const [name, item] = entries[place]!;
  entries[place] = [name, exchanged(item, rest, other)];
  const left = entries.filter(([, part]) => part !== undefined);
  return Array.isArray(value) ? left.map(([, part]) => part) : Object.fromEntries(left);
}

describe('a text that is no world', () => {
  const whole = textOf(smallWorld());
  const json = JSON.parse(whole) as Record<string, unknown>;

  const damage = fc.oneof(
    fc
      .record({
        at: fc.array(fc.nat(20), { minLength: 5, maxLength: 9 }),
        other: fc.oneof(
          fc.jsonValue({ maxDepth: 1 }),
          fc.constant(undefined),
          fc.constantFrom('definition', 'off', '__proto__', ALIKE),
        ),
      })
      .map(({ at, other }) => JSON.stringify(exchanged(json, at, other) ?? null)),
    fc.nat(whole.length - 1).map((length) => whole.slice(0, length)),
  );

  it('is refused, or is a world that can be used', () => {
    let [refused, used] = [0, 0];
    fc.assert(
      fc.property(damage, (damaged) => {
        let world: World;
        try {
          world = worldOf(damaged);
        } catch (error) {
          assert.match((error as Error).message, /\S/);
          refused += 1;
          return;
        }
        used += 1;
        useAll(world);
        worldOf(textOf(world));
      }),
      runs(400),
    );
    assert.ok(refused > 12 && used > 5, `${refused} were refused and ${used} used`);
  });

  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const cases: readonly (readonly [what: string, text: string, why: RegExp])[] = [
    ['nothing', '', /JSON/],
    ['another format', '{"hello": "world"}', /format is not right/],
    ['a list', '[]', /it is not right/],
    ['a newer version', whole.replace('"version":3', '"version":4'), /version is not right/],
    ['a half of it', whole.slice(0, whole.length / 2), /JSON/],
    ['something after it', `${whole}{}`, /JSON/],
    ['no workspace', JSON.stringify({ ...json, workspaces: [] }), /workspaces is not right/],
    [
      'no environment',
      whole.replace(/"environments":\[.*?\}\],"trafficTypes"/s, '"environments":[],"trafficTypes"'),
      /environments is not right/,
    ],
    ['nesting that could not be written again', whole.replace('"fields":{', `"fields":{"deep":${deep},`), /nested too deeply/],
    ['a definition without a name', whole.replace('"fields":{"name":', '"fields":{"title":'), /fields is not right/],
    ['a key twice', whole.replace(/"keys":\["([^"]+)"/, '"keys":["$1","$1"'), /keys is not right/],
    ['a name twice', whole.replace('["vip-accounts",', '["beta-accounts",'), /segments is not right/],
    ['a request that nobody could publish', whole.replace('"operation":"KILL"', '"operation":"UPDATE"'), /target is not right/],
    ['an environment twice', twice(json), /there twice/],
    ['a segment that is missing', without(json, 'segments'), /segment [\w-]+ is missing/],
    ['a flag that is missing', without(json, 'flags'), /flag [\w-]+ is missing/],
    [
      'the environment of a request that is missing',
      whole.replace(/"environmentId":"/, '"environmentId":"x'),
      /environment of a change request/,
    ],
  ];
  for (const [what, text, why] of cases) {
    it(`is refused: ${what}`, () => {
      assert.throws(() => worldOf(text), why);
    });
  }
});

type Lists = Record<string, unknown[]>;

/** The world whose first workspace has no segments or flags. */
function without(json: Record<string, unknown>, kind: 'segments' | 'flags'): string {
  const [first, ...others] = json['workspaces'] as Lists[];
  return JSON.stringify({ ...json, workspaces: [{ ...first, [kind]: [] }, ...others] });
}

/** The world whose first environment is there twice. */
function twice(json: Record<string, unknown>): string {
  const [first, ...others] = json['workspaces'] as Lists[];
  const environments = first!['environments']!;
  return JSON.stringify({ ...json, workspaces: [{ ...first, environments: [environments[0], ...environments] }, ...others] });
}
