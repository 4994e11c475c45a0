/** What public clients of the live service send that the document does not have, each taken as the live service takes it. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertApprovalsRequired, assertError, definition, names, useSandbox, type Answer, type Json } from './raw.ts';

/** Calls of one sandbox in its own word. */
function useWorld(vocabulary: string, endpoints: 'all' | 'documented' = 'all') {
  const raw = useSandbox({ vocabulary, endpoints });
  const flags = () => `/${vocabulary}s/ws/${raw.workspace()}`;
  const at = (flag: string, environment: string, rest = '') =>
    `${flags()}/${flag}/environments/${raw.environment(environment)}${rest}`;
  return {
    raw,
    flags,
    at,
    /** A change request in production: a definition and the operation, the rollout status unless others say another. */
    async submit(flag: Record<string, unknown>, operationType: string, others: Record<string, unknown> = {}): Promise<Answer> {
      const path = `/changeRequests/ws/${raw.workspace()}/environments/${raw.environment('production')}`;
      const rolloutStatus = await raw.rolloutStatus();
      const said = { operationType, title: 'T', comment: 'C', approvers: [], rolloutStatus, ...others };
      return raw.call('POST', path, { [vocabulary]: flag, ...said });
    },
    approve: (request: Answer) =>
      raw.call('PUT', `/changeRequests/${String(request.body['id'])}`, { status: 'APPROVED', comment: 'C' }, 'release-key'),
  };
}

const without = (fields: Record<string, unknown>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const STRICT = [
  ['flag', 'all'],
  ['split', 'documented'],
] as const;

describe('sandbox, change requests of live clients', () => {
  const { raw, at, submit, approve } = useWorld('split');

  it('leaves the traffic allocation alone for a Python client that has no such field', async () => {
    const fields = without(definition('checkout-redesign'), 'trafficAllocation');
    const live = (await raw.get(at('price-experiment', 'production'))).body['trafficAllocation'];
    assert.notEqual(live, 100);
    const update = await submit({ ...fields, name: 'price-experiment' }, 'UPDATE');
    assert.equal(update.body['split']?.['trafficAllocation'], live);
    await approve(update);
    assert.equal((await raw.get(at('price-experiment', 'production'))).body['trafficAllocation'], live);
    const addition = await submit({ ...fields, name: 'wishlist-sharing' }, 'CREATE');
    assert.equal(addition.body['split']?.['trafficAllocation'], 100);
  });

  it('refuses a wrong traffic allocation of any client', async () => {
    for (const trafficAllocation of [null, 101, -1, 0.5, '50']) {
      assertError(await submit(definition('gift-cards', { trafficAllocation }), 'UPDATE'), 400, /trafficAllocation/);
    }
  });

  it('wants no rollout status of a Postman collection that archives with the name alone', async () => {
    const request = await submit({ name: 'gift-cards' }, 'ARCHIVE', { rolloutStatus: undefined });
    assert.deepEqual([request.status, request.body['rolloutStatus']], [200, null], request.text);
    for (const rolloutStatus of [{ id: '' }, '', null]) {
      const update = await submit(definition('checkout-redesign'), 'UPDATE', { rolloutStatus });
      assert.deepEqual([update.status, update.body['rolloutStatus']], [200, null], update.text);
      await raw.call('PUT', `/changeRequests/${String(update.body['id'])}`, { status: 'WITHDRAWN', comment: 'C' });
    }
    assertError(await submit({ name: 'checkout-redesign' }, 'KILL', { rolloutStatus: { id: 'none' } }), 400, /rolloutStatus/);
  });

  it('takes rules of a Go client that are null or left out as none', async () => {
    for (const [name, rules] of [
      ['gift-cards', null],
      ['checkout-redesign', undefined],
    ] as const) {
      const request = await submit(definition(name, { rules }), 'UPDATE');
      assert.deepEqual(request.body['split']?.['rules'], [], request.text);
    }
    assertError(await submit(definition('new-search', { defaultRule: null }), 'UPDATE'), 400, /defaultRule/);
  });
});

for (const [vocabulary, endpoints] of STRICT) {
  describe(`sandbox, the same where the document's strictness stays: word ${vocabulary}, endpoints ${endpoints}`, () => {
    const { submit } = useWorld(vocabulary, endpoints);

    it('refuses a definition without its traffic allocation or rules', async () => {
      for (const field of ['trafficAllocation', 'rules']) {
        for (const operation of ['UPDATE', 'CREATE']) {
          const name = operation === 'UPDATE' ? 'gift-cards' : 'wishlist-sharing';
          assertError(await submit(without(definition(name), field), operation), 400, new RegExp(field));
          assertError(await submit(definition(name, { [field]: null }), operation), 400, new RegExp(field));
        }
      }
    });

    it('refuses an operation but KILL without a rollout status, and counts an empty one as none', async () => {
      for (const rolloutStatus of [undefined, null, '', { id: '' }, { id: null }, {}]) {
        assertError(await submit({ name: 'gift-cards' }, 'ARCHIVE', { rolloutStatus }), 400, /rolloutStatus/);
      }
      assert.equal((await submit({ name: 'gift-cards' }, 'KILL', { rolloutStatus: { id: '' } })).status, 200);
      assert.equal((await submit({ name: 'checkout-redesign' }, 'KILL', { rolloutStatus: '' })).status, 200);
    });
  });
}

for (const [vocabulary, endpoints] of [...STRICT, ['split', 'all']] as const) {
  describe(`sandbox, definitions of live clients: word ${vocabulary}, endpoints ${endpoints}`, () => {
    const { raw, at, submit, approve } = useWorld(vocabulary, endpoints);

    it('does not keep the empty baseline treatment of a typed client', async () => {
      const request = await submit(definition('gift-cards', { baselineTreatment: '' }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      await approve(request);
      assert.ok(!('baselineTreatment' in (await raw.get(at('gift-cards', 'production'))).body));
      assertError(await submit(definition('gift-cards', { baselineTreatment: 'other' }), 'UPDATE'), 400, /baselineTreatment/);
    });

    it('keeps no title or comment that a script left in the definition', async () => {
      const request = await submit(definition('gift-cards', { title: 'T', comment: 5, flagSets: ['a'] }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      const decided = await approve(request);
      assert.equal(decided.body[vocabulary]?.['openChangeRequestId'], null);
      const { body } = await raw.get(at('gift-cards', 'production'));
      for (const shown of [request.body[vocabulary], decided.body[vocabulary], body]) {
        assert.deepEqual(
          Object.keys(shown ?? {}).filter((field) => ['title', 'comment', 'flagSets'].includes(field)),
          ['flagSets'],
        );
      }
    });

    it('answers a combiner and descriptions to a client that sends none and reads them all, where it speaks its words', async () => {
      const matchers = [{ type: 'IN_SEGMENT', string: 'vip-accounts' }];
      const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers, other: 1 } }];
      const treatments = [
        { name: 'on', configurations: '{}' },
        { name: 'off', description: 'kept' },
      ];
      const request = await submit(definition('gift-cards', { rules, treatments }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      await approve(request);
      const { body } = await raw.get(at('gift-cards', 'production'));
      for (const shown of [request.body[vocabulary], body]) {
        const isFilled = vocabulary === 'split' && endpoints === 'all';
        assert.deepEqual(shown?.['rules']?.[0]?.['condition'], { matchers, other: 1, ...(isFilled && { combiner: 'AND' }) });
        assert.deepEqual(shown?.['treatments'], [
          { name: 'on', configurations: '{}', ...(isFilled && { description: '' }) },
          { name: 'off', description: 'kept' },
        ]);
      }
    });

    it('has a description of every treatment in the sample, for a typed client', async () => {
      for (const name of ['dark-mode', 'checkout-redesign', 'price-experiment', 'free-shipping-banner']) {
        const treatments = (await raw.get(at(name, 'staging'))).body['treatments'] as unknown as { description: unknown }[];
        for (const { description } of treatments) assert.equal(typeof description, 'string', name);
      }
    });
  });
}

describe('sandbox, what live clients name otherwise', () => {
  const { raw, flags, at } = useWorld('split');
  const segments = () => `/segments/ws/${raw.workspace()}`;
  const text = async (path: string, body: string, contentType: string) => {
    const headers = { authorization: `Bearer ${raw.sandbox.keys[0]?.key}`, 'content-type': contentType };
    const answer = await fetch(`${raw.sandbox.baseUrl}/internal/api/v2${path}`, { method: 'PUT', headers, body });
    return { status: answer.status, text: await answer.text() };
  };

  it('creates under the id of a traffic type for a provisioning client that keeps ids only', async () => {
    const { body } = await raw.get(`/trafficTypes/ws/${raw.workspace()}`);
    const id = String(body[1]?.['id']);
    for (const path of [flags(), segments()]) {
      const made = await raw.call('POST', `${path}/trafficTypes/${id}`, { name: 'by-id' });
      assert.deepEqual([made.status, made.body['trafficType']?.['name']], [200, 'account'], made.text);
      assert.equal((await raw.call('POST', `${path}/trafficTypes/account`, { name: 'by-name' })).status, 200);
      assertError(await raw.call('POST', `${path}/trafficTypes/other`, { name: 'other' }), 404);
    }
  });

  it('reads one segment for a Go client that reads back what it made', async () => {
    const listed = (await raw.get(`${segments()}?limit=1`)).body['objects']?.[0];
    const { status, body } = await raw.get(`${segments()}/${String(listed?.['name'])}`);
    assert.deepEqual([status, body], [200, listed]);
    assertError(await raw.get(`${segments()}/none`), 404, /none/);
  });

  it('reads a flag by its id for a Go client that keeps ids, and by its name first', async () => {
    const { body } = await raw.get(`${flags()}/new-search`);
    const id = String(body['id']);
    assert.deepEqual((await raw.get(`${flags()}/${id}`)).body, body);
    await raw.call('POST', `${flags()}/trafficTypes/user`, { name: id, description: 'Its name is the id of another' });
    assert.equal((await raw.get(`${flags()}/${id}`)).body['name'], id);
    assertError(await raw.get(`${flags()}/none`), 404, /none/);
  });

  it('takes environments by name where the workspace is in the path, for scripts that have no ids', async () => {
    assert.deepEqual(
      (await raw.get(`${flags()}/new-search/environments/production`)).body,
      (await raw.get(at('new-search', 'production'))).body,
    );
    for (const path of [`${flags()}/environments/staging`, `${segments()}/environments/staging`]) {
      assert.equal((await raw.get(path)).body['objects']?.[0]?.['environment']?.['name'], 'staging');
    }
    assertError(await raw.get(`${flags()}/new-search/environments/none`), 404, /none/);
    assertError(await raw.get(`${flags()}/new-search/environments/production`, 'limited-key'), 404);
    assertError(await raw.get('/segments/production/beta-accounts/keys'), 404);
  });

  it('finds workspaces by name for clients that look their id up', async () => {
    const found = async (query: string) => names((await raw.get(`/workspaces?${query}`)).body['objects']);
    assert.deepEqual(await found('name=Payments'), ['Payments']);
    assert.deepEqual(await found('name=Pay&nameOp=IS'), []);
    assert.deepEqual(await found('name=Store&nameOp=STARTS_WITH'), ['Storefront']);
    assert.deepEqual(await found('name=front&nameOp=STARTS_WITH'), []);
    assert.deepEqual(await found('name=front&nameOp=CONTAINS'), ['Storefront']);
    assert.deepEqual(await found('name=&nameOp='), ['Storefront', 'Payments']);
    assert.equal((await raw.get('/workspaces?name=Payments')).body['totalCount'], 1);
    assertError(await raw.get('/workspaces?name=Payments&nameOp=LIKE'), 400, /nameOp/);
  });

  it('takes a description as a JSON string or as bare text, as two kinds of client send it', async () => {
    const path = `${flags()}/new-search/updateDescription`;
    const kept = async () => (await raw.get(`${flags()}/new-search`)).body['description'];
    for (const [sent, contentType, description] of [
      ['"in quotes"', 'application/json', 'in quotes'],
      ['bare words', 'application/json', 'bare words'],
      ['bare "words"', 'text/plain', 'bare "words"'],
      ['42', 'text/plain; charset=utf-8', '42'],
      ['', 'text/plain', ''],
    ] as const) {
      assert.equal((await text(path, sent, contentType)).status, 200);
      assert.equal(await kept(), description);
    }
    for (const sent of ['{"description":"x"}', '["x"]', 'null']) {
      assert.equal((await text(path, sent, 'application/json')).status, 400);
      assert.equal(await kept(), '');
    }
  });

  it('gives every flag a rollout status, for a Python client that reads it unasked', async () => {
    const first = await raw.rolloutStatus();
    const made = await raw.call('POST', `${flags()}/trafficTypes/user`, { name: 'fresh' });
    assert.deepEqual([made.body['rolloutStatus']?.['id'], typeof made.body['rolloutStatusTimestamp']], [first.id, 'number']);
    const { body } = await raw.get(flags());
    for (const item of body['objects'] as unknown as Json[]) assert.notEqual(item['rolloutStatus'], null, String(item['name']));
  });

  it('skips the blank keys that a provisioning client removes with the others', async () => {
    const path = `/segments/${raw.environment('development')}/beta-accounts`;
    await raw.call('PUT', `${path}/upload`, ['a', 'b']);
    const { body } = await raw.call('PUT', `${path}/removeKeys`, { keys: ['', 'a', ' ', 'b', ''], comment: 'C' });
    assert.match(String(body['message']), /^2 keys/);
    for (const keys of [[''], ['', ' '], [], ['', 1], [null]]) {
      assertError(await raw.call('PUT', `${path}/removeKeys`, { keys, comment: 'C' }), 400, /keys/);
    }
    assertError(await raw.call('PUT', `${path}/upload`, ['', 'c']), 400);
    assert.equal((await raw.get(`${path}/keys`)).body['count'], 12);
  });
});

describe('sandbox, the same in the documented-only mode', () => {
  const { raw, flags } = useWorld('split', 'documented');

  it('has none of it', async () => {
    const segments = `/segments/ws/${raw.workspace()}`;
    const typeId = String((await raw.get(`${segments}?limit=1`)).body['objects']?.[0]?.['trafficType']?.['id']);
    for (const path of [flags(), segments]) {
      assertError(await raw.call('POST', `${path}/trafficTypes/${typeId}`, { name: 'fresh' }), 404);
    }
    assertError(await raw.get(`${flags()}/new-search/environments/production`), 404, /production/);
    assertError(await raw.get(`${segments}/beta-accounts`), 405);
    assert.equal((await raw.get('/workspaces?name=Payments&nameOp=LIKE')).body['totalCount'], 2);
    const path = `/segments/${raw.environment('development')}/beta-accounts/removeKeys`;
    assertError(await raw.call('PUT', path, { keys: ['', 'acct-00041'], comment: 'C' }), 400, /blank/);
  });
});

describe('sandbox, direct calls of live clients', () => {
  const { raw, flags, at } = useWorld('flag');

  it('takes a definition of a Go client whose rules are null, and of one that has none', async () => {
    await raw.call('POST', `${flags()}/trafficTypes/user`, { name: 'fresh' });
    const made = await raw.call('POST', at('fresh', 'development'), definition('fresh', { rules: null }));
    assert.deepEqual([made.status, made.body['rules']], [200, []], made.text);
    const fields = without(definition('fresh'), 'rules', 'trafficAllocation');
    const { body } = await raw.call('PUT', at('fresh', 'development'), fields);
    assert.deepEqual([body['rules'], body['trafficAllocation']], [[], 100]);
    for (const others of [{ defaultRule: null }, { rules: 'none' }, { rules: [null] }, { treatments: [null] }]) {
      assertError(await raw.call('PUT', at('fresh', 'development'), definition('fresh', others)), 400);
    }
  });

  it('takes title and comment in the body or in the query, and keeps neither, for clients of either habit', async () => {
    const path = `/flags/ws/${raw.workspace('Payments')}/instant-payouts/environments/${raw.environment('development', 'Payments')}`;
    const said = { title: 'T', comment: 'C' };
    const fields = definition('instant-payouts');
    const isKept = (body: Json) => 'title' in body || 'comment' in body;
    for (const [method, query, body] of [
      ['PUT', '', { ...fields, ...said }],
      ['PUT', '?title=T', { ...fields, title: ' ', comment: 'C' }],
      ['PUT', '?title=T&comment=C', fields],
      ['PATCH', '?title=T&comment=C', []],
      [
        'PATCH',
        '',
        [
          { op: 'add', path: '/title', value: 'T' },
          { op: 'add', path: '/comment', value: 'C' },
        ],
      ],
      ['PUT', '?title=T&comment=C', { ...fields, ...said }],
    ] as const) {
      const answer = await raw.call(method, `${path}${query}`, body);
      assert.deepEqual([answer.status, isKept(answer.body)], [200, false], answer.text);
      assert.ok(!isKept((await raw.get(path)).body));
    }
    const before = (await raw.get(path)).text;
    for (const body of [{ ...fields, title: 'T' }, { ...fields, comment: 'C' }, fields]) {
      const { status, text } = await raw.call('PUT', path, body);
      assert.deepEqual([status, text], [400, '']);
    }
    assertError(await raw.call('PUT', path, { ...fields, ...said, comment: 5 }), 400, /comment/);
    assert.equal((await raw.get(path)).text, before);
    assert.equal((await raw.call('PUT', `${path}/kill?title=T&comment=C`)).body['killed'], true);
    assert.equal((await raw.call('DELETE', `${path}?title=T&comment=C`)).text, 'true');
    assert.equal((await raw.call('POST', path, { ...fields, ...said })).status, 200);
    assert.ok(!isKept((await raw.get(path)).body));
  });

  it('kills and restores by a JSON Patch, as one Go client does', async () => {
    const path = at('gift-cards', 'development');
    const before = (await raw.get(path)).body;
    const set = (value: unknown) => raw.call('PATCH', path, [{ op: 'replace', path: '/killed', value }]);
    assert.equal((await set(true)).body['killed'], true);
    const killed = (await raw.get(path)).body;
    assert.deepEqual({ ...killed, lastUpdateTime: 0 }, { ...before, lastUpdateTime: 0, killed: true });
    const other = [
      { op: 'test', path: '/killed', value: true },
      { op: 'replace', path: '/trafficAllocation', value: 9 },
    ];
    const { body } = await raw.call('PATCH', path, other);
    assert.deepEqual([body['killed'], body['trafficAllocation']], [true, 9]);
    for (const value of ['false', null, 0]) assertError(await set(value), 400, /killed/);
    assertError(await raw.call('PATCH', path, [{ op: 'replace', path: '/id', value: 'x' }]), 400);
    assert.equal((await raw.get(path)).body['killed'], true);
    assert.equal((await set(false)).body['killed'], false);
    assert.equal((await raw.call('PUT', path, definition('gift-cards', { killed: true }))).body['killed'], false);
  });

  it('takes null and an empty list for no body, as clients without one send them', async () => {
    const path = at('gift-cards', 'development');
    for (const body of [null, []]) {
      assert.equal((await raw.call('PUT', `${path}/kill`, body)).body['killed'], true);
      assert.equal((await raw.call('PUT', `${path}/restore`, body)).body['killed'], false);
    }
    for (const body of [['x'], 'x', 1]) assertError(await raw.call('PUT', `${path}/kill`, body), 400);
    assert.equal((await raw.get(path)).body['killed'], false);
  });

  it('says that approvals are required whatever the body, for clients that fall back to a change request then', async () => {
    const id = raw.environment('staging');
    const segment = `/segments/${id}/beta-accounts`;
    const flag = at('checkout-redesign', 'staging');
    for (const body of [{}, [], 'x', { keys: 5 }, [{}], { treatments: [] }]) {
      for (const [method, path] of [
        ['PUT', `${segment}/upload`],
        ['PUT', `${segment}/uploadKeys?replace=perhaps`],
        ['PUT', `${segment}/removeKeys`],
        ['POST', flag],
        ['PUT', flag],
        ['PATCH', flag],
        ['PUT', `${flag}/kill`],
        ['PUT', `${flag}/restore`],
      ] as const) {
        assertApprovalsRequired(await raw.call(method, path, body), id);
      }
    }
    assertApprovalsRequired(await raw.call('DELETE', segment), id);
    assertApprovalsRequired(await raw.call('DELETE', flag), id);
  });

  it('looks for the objects of the path and at the role before it asks for approvals', async () => {
    const id = raw.environment('staging');
    assertError(await raw.call('PUT', `/segments/${id}/none/upload`, {}), 404);
    assertError(await raw.call('PUT', at('none', 'staging'), {}), 404);
    assertError(await raw.call('PUT', at('wishlist-sharing', 'staging'), {}), 404);
    const answer = await raw.call('PUT', `/segments/${id}/beta-accounts/upload`, {}, 'read-only-key');
    assertError(answer, 403, /read-only/);
  });
});
