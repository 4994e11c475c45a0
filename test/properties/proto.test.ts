/** Tests that inherited names (`__proto__`, `constructor`, …) are ordinary names, and change no prototype. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { clientOn, firstPage, json, openStubService, type StubService } from '../api/stubService.ts';
import { runs } from './runs.ts';
import { PROTOTYPE_NAMES } from './texts.ts';

/** Returns the properties of the shared prototypes, with the getters of accessors. */
const onPrototypes = (): readonly (readonly [name: string, value: unknown])[] =>
  [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Error, URLSearchParams].flatMap((kind) =>
    Object.entries(Object.getOwnPropertyDescriptors<object>(kind.prototype as object)).map(
      ([name, { value, get }]) => [`${kind.name}.prototype.${name}`, value ?? get] as const,
    ),
  );
const untouched = new Map(onPrototypes());
afterEach(() => {
  const now = onPrototypes();
  const changed = now.filter(([name, value]) => !untouched.has(name) || untouched.get(name) !== value);
  assert.deepEqual([now.length, changed.map(([name]) => name)], [untouched.size, []]);
});

/** An object with this own field, whatever its name. */
const withField = (name: string, value: unknown): Readonly<Record<string, unknown>> => Object.fromEntries([[name, value]]);

/** JSON with field names of prototypes or of calls. */
const KNOWN = ['name', 'keys', 'values', 'key', 'title', 'comment', 'status', 'operationType', 'segment', 'flag', 'approvers'];
const OF_DEFINITIONS = ['treatments', 'rules', 'condition', 'matchers', 'type', 'string', 'op', 'path', 'value', 'from'];
const fieldNames = fc.constantFrom(...PROTOTYPE_NAMES, ...KNOWN, ...OF_DEFINITIONS);
const { value: hostileJson } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 0, '', ...PROTOTYPE_NAMES, '/__proto__/polluted', '/constructor/prototype/polluted'),
    tie('object'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
  object: fc.array(fc.tuple(fieldNames, tie('value')), { maxLength: 5 }).map((fields) => Object.fromEntries(fields)),
}));

describe('names of prototypes in answers to the client', () => {
  let answer: unknown;
  let stub: StubService;
  before(async () => {
    stub = await openStubService((response) => json(response, answer));
  });
  after(() => stub.close());

  /** The result of the client: without `__proto__`, and otherwise unchanged. */
  const cleaned = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (field, item: unknown) => (field === '__proto__' ? undefined : item));

  it('are ordinary fields and names, except `__proto__` as a field, which is dropped', async () => {
    const { client } = stub;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PROTOTYPE_NAMES), hostileJson, async (name, value) => {
        const extra = { ...withField(name, value), other: value };
        const live = {
          ...extra,
          name,
          treatments: [{ ...extra, name }],
          rules: [{ buckets: [], condition: { ...extra, matchers: [{ ...extra, type: name }] } }],
          defaultRule: [],
        };
        answer = live;
        assert.deepEqual(await client.readDefinition('w', name, 'e'), cleaned(live));
        const request = {
          id: name,
          status: name,
          operationType: name,
          approvers: [name],
          comments: [{ ...extra, comment: name }],
          flag: live,
        };
        answer = { data: [request], nextMarker: name };
        assert.deepEqual(await client.listChangeRequests({}), {
          data: [cleaned(request)],
          nextMarker: name,
        });
        answer = { objects: [{ ...extra, name }], offset: 0, limit: 1, totalCount: 1 };
        assert.deepEqual((await client.listSegments('w', firstPage)).objects, [cleaned({ ...extra, name })]);
        answer = { keys: [{ key: name }], count: 1 };
        assert.deepEqual((await client.readKeys('e', name, firstPage)).keys, [{ key: name }]);
      }),
      runs(60),
    );
  });

  for (const word of PROTOTYPE_NAMES) {
    it(`a service that says ${word} for a flag is either refused or understood`, async () => {
      const open = (): ReturnType<typeof clientOn> => clientOn(stub.origin, { vocabulary: { flag: word } });
      if (['__proto__', 'constructor'].includes(word)) return assert.throws(open, TypeError);
      const client = open();
      answer = { id: 'i', status: 'REQUESTED', operationType: 'KILL', segment: { name: 's', keys: [] } };
      assert.equal((await client.readChangeRequest('i')).flag, undefined);
      answer = { id: 'i', status: 'REQUESTED', operationType: 'KILL', ...withField(word, { name: word }) };
      assert.equal((await client.readChangeRequest('i')).flag?.name, word);
      await client.close();
      return undefined;
    });
  }
});
