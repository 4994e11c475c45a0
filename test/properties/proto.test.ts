/** Names that every object has already (`__proto__`, `constructor`, …) are ordinary names, and change no prototype. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isApiError } from '../../src/api/errors.ts';
import { clientOn, firstPage, json, openStage, type Stage } from '../api/stage.ts';
import { assertError, definition, useSandbox, type Json, type KeyName } from '../sandbox/raw.ts';
import { runs } from './runs.ts';
import { PROTOTYPE_NAMES } from './texts.ts';

/** What prototypes that all values share have: name and value of each property, accessors by their getter. */
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

/** An object that has the field itself, whatever its name. */
const withField = (name: string, value: unknown): Readonly<Record<string, unknown>> => Object.fromEntries([[name, value]]);
const withAll = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(PROTOTYPE_NAMES.map((name) => [name, value]));

/** JSON whose fields are named like what prototypes have, or like what calls have. */
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

for (const vocabulary of ['flag', 'toString']) {
  describe(`names of prototypes in requests to a sandbox that says ${vocabulary}`, () => {
    const raw = useSandbox({ vocabulary });
    const call = async (method: string, path: string, body?: unknown, as?: KeyName): Promise<Json> => {
      const answer = await raw.call(method, path, body, as);
      assert.equal(answer.status, 200, `${method} ${path} ${answer.text}`);
      return answer.body;
    };
    const listed = (body: Json, list: string, field: string): unknown[] =>
      (body[list] as unknown as Json[]).map((item) => item[field]);

    for (const name of PROTOTYPE_NAMES) {
      it(`${name} is a segment, a flag and a key like others`, async () => {
        const [ws, env] = [raw.workspace(), raw.environment('development')];
        assertError(await raw.get(`/segments/${env}/${name}/keys`), 404);
        await call('POST', `/segments/ws/${ws}/trafficTypes/user`, { name });
        await call('POST', `/segments/${env}/${name}`);
        await call('PUT', `/segments/${env}/${name}/upload`, PROTOTYPE_NAMES);
        assert.ok(listed(await call('GET', `/segments/ws/${ws}`), 'objects', 'name').includes(name));
        assert.deepEqual(listed(await call('GET', `/segments/${env}/${name}/keys`), 'keys', 'key'), PROTOTYPE_NAMES);
        await call('PUT', `/segments/${env}/${name}/removeKeys`, { keys: PROTOTYPE_NAMES, comment: name });
        await call('DELETE', `/segments/ws/${ws}/${name}`);

        assertError(await raw.get(`/${vocabulary}s/ws/${ws}/${name}`), 404);
        await call('POST', `/${vocabulary}s/ws/${ws}/trafficTypes/user`, { name });
        const path = `/${vocabulary}s/ws/${ws}/${name}/environments/${env}`;
        const fields = { ...definition(name), ...withAll({ polluted: true }) };
        await call('POST', path, fields);
        const { id, ...kept } = await call('GET', path);
        assert.equal(typeof id, 'string');
        assert.deepEqual({ ...kept, ...fields }, kept);
        await call('PATCH', path, [{ op: 'add', path: `/${name}`, value: 'patched' }]);
        assert.deepEqual(Object.entries(await call('GET', path)).find(([field]) => field === name)?.[1], 'patched');
        await call('DELETE', `/${vocabulary}s/ws/${ws}/${name}`);
      });
    }

    it('a definition with such fields is asked for and published as it is', async () => {
      const [ws, env] = [raw.workspace(), raw.environment('production')];
      const name = 'checkout-redesign';
      const fields = { ...definition(name), ...withAll([{ polluted: true }]) };
      const request = await call('POST', `/changeRequests/ws/${ws}/environments/${env}`, {
        [vocabulary]: fields,
        operationType: 'UPDATE',
        title: 'T',
        comment: 'c',
        approvers: [],
        rolloutStatus: await raw.rolloutStatus(),
      });
      await call('PUT', `/changeRequests/${String(request['id'])}`, { status: 'APPROVED', comment: 'c' }, 'release-key');
      const live = await call('GET', `/${vocabulary}s/ws/${ws}/${name}/environments/${env}`);
      assert.deepEqual({ ...live, ...fields }, live);
    });

    it('a change request of a segment is none of a flag', async () => {
      const path = `/changeRequests/ws/${raw.workspace()}/environments/${raw.environment('production')}`;
      const segment = { name: 'beta-accounts', keys: ['__proto__'] };
      const body = { segment, operationType: 'CREATE', title: 'T', comment: 'c', approvers: [] };
      assert.deepEqual((await call('POST', path, body))['segment'], segment);
    });

    it('identities with such keys and attributes come back as they are', async () => {
      const types = await call('GET', `/trafficTypes/ws/${raw.workspace()}`);
      const path = `/trafficTypes/${String(types[0]?.['id'])}/environments/${raw.environment('development')}/identities`;
      const sent = PROTOTYPE_NAMES.map((key) => ({ key, values: withField(key, 'a value') }));
      const { objects, failed } = await call('POST', path, sent);
      assert.deepEqual(failed, []);
      assert.deepEqual(
        (objects as unknown as Json[]).map(({ key, values }) => ({ key, values })),
        sent,
      );
      const { values } = await call('PATCH', `${path}/constructor`, { values: withAll(1) });
      assert.deepEqual(values, withAll('1'));
    });

    it('no body of such fields, at any path, and no query makes it fail', async () => {
      const [ws, env] = [raw.workspace(), raw.environment('development')];
      const flags = `/${vocabulary}s/ws/${ws}`;
      for (const name of ['constructor', '__proto__']) {
        await call('POST', `/segments/ws/${ws}/trafficTypes/user`, { name });
        await call('POST', `${flags}/trafficTypes/user`, { name });
        await call('POST', `${flags}/${name}/environments/${env}`, definition(name));
      }
      const name = fc.constantFrom('constructor', '__proto__', 'toString');
      const paths = fc.oneof(
        name.map((one) => `/segments/${env}/${one}`),
        fc
          .tuple(name, fc.constantFrom('upload', 'uploadKeys', 'removeKeys', 'keys'))
          .map(([one, last]) => `/segments/${env}/${one}/${last}`),
        name.map((one) => `${flags}/${one}/environments/${env}`),
        name.map((one) => `/changeRequests/ws/${ws}/environments/${one === 'toString' ? env : raw.environment('production')}`),
        name.map((one) => `/changeRequests/${one}`),
        fc.constantFrom(
          '/changeRequests',
          '/workspaces',
          '/__proto__',
          `/${vocabulary}s/__proto__/ws`,
          `${flags}/trafficTypes/user`,
        ),
      );
      const queries = fc
        .tuple(fc.constantFrom(...PROTOTYPE_NAMES, 'limit', 'status', 'nextMarker', 'title'), name)
        .map((pair) => pair.join('='));
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
          paths,
          queries,
          hostileJson,
          async (method, path, query, body) => {
            const answer = await raw.call(method, `${path}?${query}`, method === 'GET' ? undefined : body);
            assert.notEqual(answer.status, 500, answer.text);
            if (answer.status !== 200) assertError(answer, answer.status);
          },
        ),
        runs(100),
      );
    });
  });
}

describe('names of prototypes in answers to the client', () => {
  let answer: unknown;
  let stage: Stage;
  before(async () => {
    stage = await openStage((response) => json(response, answer));
  });
  after(() => stage.close());

  /** As the client gives it back: nothing of it is called `__proto__`, whatever else is as it came. */
  const cleaned = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (field, item: unknown) => (field === '__proto__' ? undefined : item));

  it('are fields and names like others, but for `__proto__` as a field, which is dropped', async () => {
    const { client } = stage;
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
          previousMarker: undefined,
        });
        answer = { objects: [{ ...extra, name }], offset: 0, limit: 1, totalCount: 1 };
        assert.deepEqual((await client.listSegments('w', firstPage)).objects, [cleaned({ ...extra, name })]);
        answer = { keys: [{ key: name }], count: 1 };
        assert.deepEqual((await client.readKeys('e', name, firstPage)).keys, [{ key: name }]);
      }),
      runs(60),
    );
  });

  it('never accept anything that is not an answer', async () => {
    const { client } = stage;
    await fc.assert(
      fc.asyncProperty(hostileJson, async (value) => {
        answer = value;
        const outcome = await client.readChangeRequest('id').catch((error: unknown) => error);
        assert.ok(
          isApiError(outcome) ? outcome.kind === 'unexpectedResponse' : Object.hasOwn(outcome as object, 'operationType'),
        );
      }),
      runs(60),
    );
  });

  for (const word of PROTOTYPE_NAMES) {
    it(`a service that says ${word} for a flag is either refused or understood`, async () => {
      const open = (): ReturnType<typeof clientOn> => clientOn(stage.origin, { vocabulary: { flag: word } });
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
