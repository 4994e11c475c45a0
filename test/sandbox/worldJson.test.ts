/** Tests that writing a world as JSON and reading it loses nothing, and that any other JSON is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../../src/sandbox/refusal.ts';
import { makeSampleWorld } from '../../src/sandbox/world/sampleWorld.ts';
import { textOf, worldOf } from '../../src/sandbox/world/world.ts';
import { directly, environmentNamed, smallWorld, storefront } from './direct.ts';
import { definition } from './raw.ts';

describe('a world as JSON', () => {
  it('contains the sample, its counters, and names with a special meaning elsewhere', () => {
    const world = makeSampleWorld(Date.now());
    const run = directly(world);
    const workspace = storefront(world).id;
    const environment = environmentNamed(world, 'development');
    const identities = `/trafficTypes/${storefront(world).trafficTypes[0]!.id}/environments/${environment.id}/identities`;
    for (const name of ['__proto__', 'constructor', 'a\u2028b', 'a/b ü']) {
      const [flags, encoded] = [`/flags/ws/${workspace}`, encodeURIComponent(name)];
      const segment = `/segments/${environment.id}/${encoded}`;
      const polluted = { ...definition(name), ...JSON.parse('{"__proto__": {"polluted": true}}') };
      const keys = ['__proto__', 'a\nb', '\ud800', 'a\u2029b'];
      for (const [method, path, body] of [
        ['POST', `${flags}/trafficTypes/user`, { name }],
        ['POST', `${flags}/${encoded}/environments/${environment.id}`, polluted],
        ['POST', `/segments/ws/${workspace}/trafficTypes/user`, { name }],
        ['POST', segment, undefined],
        ['PUT', `${segment}/upload`, keys],
        ['PUT', `${identities}/${encoded}`, { values: { [name]: 1 } }],
      ] as const)
        assert.ok(!(run(method, path, body) instanceof Refusal), path);
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

describe('a text that is not a world', () => {
  const whole = textOf(smallWorld());
  const json = JSON.parse(whole) as Record<string, unknown>;

  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const cases: readonly (readonly [what: string, text: string, why: RegExp])[] = [
    ['another format', '{"hello": "world"}', /format is not right/],
    ['a list', '[]', /it is not right/],
    ['a newer version', whole.replace('"version":3', '"version":4'), /version is not right/],
    ['something after it', `${whole}{}`, /JSON/],
    ['no environment', whole.replace(/"environments":\[.*?\}\],"t/s, '"environments":[],"t'), /environments is not right/],
    ['nesting that could not be written again', whole.replace('"fields":{', `"fields":{"deep":${deep},`), /nested too deeply/],
    ['a definition without a name', whole.replace('"fields":{"name":', '"fields":{"title":'), /fields is not right/],
    ['a key twice', whole.replace(/"keys":\["([^"]+)"/, '"keys":["$1","$1"'), /keys is not right/],
    ['a name twice', whole.replace('["vip-accounts",', '["beta-accounts",'), /segments is not right/],
    ['a request that nobody could publish', whole.replace('"operation":"KILL"', '"operation":"UPDATE"'), /target is not right/],
    ['an environment twice', twice(json), /there twice/],
    ['a segment that is missing', without(json, 'segments'), /segment [\w-]+ is missing/],
    ['a flag that is missing', without(json, 'flags'), /flag [\w-]+ is missing/],
    ['no environment of a request', whole.replace('"environmentId":"', '"environmentId":"x'), /environment of a change request/],
  ];
  for (const [what, text, why] of cases) it(`is refused: ${what}`, () => assert.throws(() => worldOf(text), why));
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
