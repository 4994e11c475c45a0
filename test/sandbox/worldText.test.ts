/** A world as text and back: nothing is lost, and what is no world is never taken for one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '../../src/sandbox/refusal.ts';
import { makeSampleWorld } from '../../src/sandbox/sampleWorld.ts';
import { UnreadableState } from '../../src/sandbox/savedFields.ts';
import type { World } from '../../src/sandbox/world.ts';
import { copyOf } from '../../src/sandbox/worldCopy.ts';
import { linesOf, readWorld } from '../../src/sandbox/worldText.ts';
import { directly, environmentNamed, smallWorld, storefront, type DirectCall } from './direct.ts';
import { randomCalls } from './randomCalls.ts';
import { definition } from './raw.ts';
import { runs } from '../properties/runs.ts';

/** A traffic type whose last identity is gone is none. */
function withoutEmpty(world: World): World {
  const copy = copyOf(world);
  for (const { identities } of copy.workspaces.flatMap(({ environments }) => environments)) {
    for (const [id, held] of identities) if (held.size === 0) identities.delete(id);
  }
  return copy;
}

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

describe('a world as text', () => {
  it('is the same world after any calls', async () => {
    let [taken, refused, requests] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(randomCalls, async (calls) => {
        const world = smallWorld();
        const { run } = directly(world);
        for (const call of calls) {
          if (run(call(world)) instanceof Refusal) refused += 1;
          else taken += 1;
        }
        requests += world.changeRequests.length - smallWorld().changeRequests.length;
        const read = await readWorld(linesOf(world));
        assert.deepStrictEqual(read, withoutEmpty(world));
        assert.deepEqual(order(read), order(world));
      }),
      runs(60),
    );
    assert.ok(taken > 60 && refused > 60 && requests > 3, `${taken} taken, ${refused} refused, ${requests} submitted`);
  });

  it('holds the sample, its counters, and names that mean something elsewhere', async () => {
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
    world.bytesKept = 1_234;
    const read = await readWorld(linesOf(world));
    assert.deepStrictEqual(read, world);
    assert.equal(read.idsGiven, 16);
    assert.equal(read.bytesKept, 1_234);
    assert.ok(environmentNamed(read, 'development').segments.get('__proto__')?.keys.has('\ud800'));
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  it('has no line with a line break in it, whatever the names', () => {
    for (const line of linesOf(makeSampleWorld(Date.now()))) assert.ok(!line.includes('\n'));
  });
});

describe('a copy of a world', () => {
  it('is reached by no later change', () => {
    fc.assert(
      fc.property(randomCalls, randomCalls, (before, after) => {
        const world = smallWorld();
        const { run } = directly(world);
        for (const call of before) run(call(world));
        const copy = copyOf(world);
        const text = [...linesOf(world)];
        for (const call of after) run(call(world));
        assert.deepEqual([...linesOf(copy)], text);
      }),
      runs(30),
    );
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

/** The value with one part of it, found by `at`, exchanged for `other`; undefined takes it out. */
function exchanged(value: unknown, at: readonly number[], other: unknown): unknown {
  const [first, ...rest] = at;
  if (first === undefined || typeof value !== 'object' || value === null) return other;
  const entries = Object.entries(value);
  if (entries.length === 0) return other;
  const place = first % entries.length;
  const [name, held] = entries[place]!;
  entries[place] = [name, exchanged(held, rest, other)];
  const left = entries.filter(([, item]) => item !== undefined);
  return Array.isArray(value) ? left.map(([, item]) => item) : Object.fromEntries(left);
}

describe('a text that is no world', () => {
  const lines = [...linesOf(smallWorld())];

  const damage = fc.oneof(
    fc
      .record({
        line: fc.nat(lines.length - 1),
        at: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
        other: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined), fc.constantFrom('definition', 'off', '__proto__')),
      })
      .map(({ line, at, other }) =>
        lines.map((text, index) => (index === line ? JSON.stringify(exchanged(JSON.parse(text), at, other) ?? null) : text)),
      ),
    fc.nat(lines.length - 1).map((line) => lines.toSpliced(line, 1)),
    fc.nat(lines.length - 1).map((line) => lines.toSpliced(line, 0, lines[line]!)),
    fc.tuple(fc.nat(lines.length - 1), fc.nat(lines.length - 1)).map(([from, to]) => {
      const without = lines.toSpliced(from, 1);
      return without.toSpliced(to, 0, lines[from]!);
    }),
    fc.tuple(fc.nat(lines.length - 1), fc.nat(400)).map(([line, length]) => lines.with(line, lines[line]!.slice(0, length))),
  );

  it('is refused, or is a world that can be used', async () => {
    let [refused, used] = [0, 0];
    await fc.assert(
      fc.asyncProperty(damage, async (damaged) => {
        let world: World;
        try {
          world = await readWorld(damaged);
        } catch (error) {
          assert.ok(error instanceof UnreadableState, String(error));
          assert.match(error.message, /\S/);
          refused += 1;
          return;
        }
        used += 1;
        useAll(world);
        await readWorld(linesOf(world));
      }),
      runs(400),
    );
    assert.ok(refused > 50 && used > 20, `${refused} were refused and ${used} used`);
  });

  const withFirst = (change: object): readonly string[] => [
    JSON.stringify({ ...JSON.parse(lines[0]!), ...change }),
    ...lines.slice(1),
  ];
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const cases: readonly (readonly [what: string, lines: readonly string[], why: RegExp])[] = [
    ['nothing', [], /a part of it is missing/],
    ['an empty text', [''], /line 1 is not JSON/],
    ['another format', ['{"hello": "world"}'], /not a state of the sandbox/],
    ['a list', ['[]'], /line 1 is not an object/],
    ['a newer version', withFirst({ version: 2 }), /version 2.*version 1/],
    ['a half of it', lines.slice(0, 40), /a part of it is missing/],
    ['a line more', [...lines, lines[5]!], /comes after the end/],
    ['a line twice', lines.toSpliced(3, 0, lines[2]!), /line 4 is there twice/],
    ['half a line', lines.with(7, lines[7]!.slice(0, 30)), /line 8 is not JSON/],
    ['no workspace', [lines[0]!, '{"kind": "end", "things": 0}'], /belongs to nothing/],
    ['an unknown kind', lines.with(2, '{"kind": "thing"}'), /line 3/],
    ['one line less', lines.toSpliced(-2, 1), /a part of it is missing/],
    [
      'nesting that could not be written again',
      lines.map((line) => line.replace('"fields":{', `"fields":{"deep":${deep},`)),
      /nested too deeply/,
    ],
    [
      'a definition without a name',
      lines.map((line) => line.replace('"fields":{"name":', '"fields":{"title":')),
      /name of fields/,
    ],
    ['a key twice', lines.map((line) => line.replace(/"keys":\["([^"]+)"/, '"keys":["$1","$1"')), /hold a key twice/],
    [
      'a request that nobody could publish',
      lines.map((line) => line.replace('"operation":"KILL"', '"operation":"UPDATE"')),
      /UPDATE/,
    ],
    [
      'a segment that is not there',
      lines.map((line) => line.replace('"kind":"activeSegment","name":"', '"kind":"activeSegment","name":"no ')),
      /not there/,
    ],
    ['a flag that is not there', lines.map((line) => line.replace('"kind":"flag"', '"kind":"segment"')), /not there/],
  ];
  for (const [what, text, why] of cases) {
    it(`is refused: ${what}`, async () => {
      await assert.rejects(readWorld(text), (error: Error) => error instanceof UnreadableState && why.test(error.message));
    });
  }
});
