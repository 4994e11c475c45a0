import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertApprovalsRequired, assertError, countOf, definition, namesOf, useSandbox, type Fields } from './raw.ts';

describe('sandbox: flags and definitions', () => {
  const raw = useSandbox();
  const { flagsPath, definitionPath } = raw;
  const fresh = () => definitionPath('fresh', 'development');
  const create = (name = 'fresh') =>
    raw.call('POST', `${flagsPath()}/trafficTypes/account/`, { name, description: 'For a test' });
  const define = (others: Fields) => raw.call('POST', fresh(), definition('fresh', others));
  const ruleWith = (...matchers: readonly unknown[]) => ({
    rules: [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers } }],
  });

  it('lists flags by pages of at most 50, by name, tag and rollout status', async () => {
    const { body } = await raw.get(flagsPath());
    assert.equal(body['totalCount'], 12);
    assert.equal(body['objects']?.[0]?.['rolloutStatus']?.['name'], 'Ramping');
    for (const [query, ...found] of [
      ['limit=2&offset=10', 'legacy-cart', 'wishlist-sharing'],
      ['name=search', 'new-search'],
      ['tag=q4', 'checkout-redesign', 'holiday-prices'],
    ])
      assert.deepEqual(namesOf((await raw.get(`${flagsPath()}?${query}`)).body['objects']), found);
    const ramping = String(body['objects']?.[0]?.['rolloutStatus']?.['id']);
    assert.equal((await raw.get(`${flagsPath()}?rolloutStatus=${ramping}`)).body['totalCount'], 3);
    assertError(await raw.get(`${flagsPath()}?limit=51`), 400);
  });

  it('creates a flag once, reads, describes and deletes it', async () => {
    assert.equal((await create()).status, 200);
    assertError(await create(), 409);
    assertError(await raw.call('POST', `${flagsPath()}/trafficTypes/planet`, { name: 'x', description: '' }), 404);
    assertError(await raw.call('POST', `${flagsPath()}/trafficTypes/user`, { description: '' }), 400, /name/);
    await define({});
    assertError(await raw.get(definitionPath('fresh', 'staging')), 404, /fresh/);
    const changed = await raw.call('PUT', `${flagsPath()}/fresh/updateDescription`, 'Another text');
    assert.equal(changed.body['description'], 'Another text');
    assert.equal((await raw.get(`${flagsPath()}/fresh`)).body['description'], 'Another text');
    assertError(await raw.call('PUT', `${flagsPath()}/fresh/updateDescription`, { description: 'x' }), 400);
    assert.equal((await raw.call('DELETE', `${flagsPath()}/fresh`)).text, 'true');
    assertError(await raw.get(`${flagsPath()}/fresh`), 404);
    assertApprovalsRequired(await raw.call('DELETE', `${flagsPath()}/checkout-redesign`), raw.environment('staging'));
  });

  it('defines, replaces, kills, restores and removes directly if no approval is required', async () => {
    await create();
    const made = await define({});
    assert.deepEqual([made.status, made.body['killed']], [200, false]);
    assertError(await define({}), 409);
    const path = fresh();
    const replaced = await raw.call('PUT', path, definition('fresh', { trafficAllocation: 5 }));
    assert.equal(replaced.body['trafficAllocation'], 5);
    for (const body of [undefined, { comment: 'again' }])
      assert.equal((await raw.call('PUT', `${path}/kill`, body)).body['killed'], true);
    assert.equal((await raw.call('PUT', `${path}/restore`, {})).body['trafficAllocation'], 5);
    assert.equal((await raw.call('DELETE', path)).text, 'true');
    assertError(await raw.get(path), 404);
  });

  it('applies a JSON Patch whole or not at all', async () => {
    const path = definitionPath('gift-cards', 'development');
    const before = (await raw.get(path)).text;
    const size = '/defaultRule/0/size';
    for (const wrong of [
      [{ op: 'replace', path: size, value: 40 }],
      [{ op: 'test', path: size, value: 1 }],
      [{ op: 'remove', path: '/nothing' }],
      [{ op: 'add', path: '/__proto__/polluted', value: 1 }],
      [{ op: 'leap', path: '/rules' }],
      [{ op: 'replace', path: '/defaultRule/7/size', value: 40 }],
      Array.from({ length: 90 }, (_, index) => ({ op: 'copy', from: '', path: `/again${index}` })),
      { op: 'remove', path: '/rules' },
    ]) {
      assertError(await raw.call('PATCH', path, wrong), 400);
      assert.equal((await raw.get(path)).text, before);
    }
    const { body } = await raw.call('PATCH', path, [
      { op: 'test', path: size, value: 100 },
      { op: 'replace', path: size, value: 40 },
      { op: 'add', path: '/defaultRule/-', value: { treatment: 'off', size: 60 } },
      { op: 'copy', from: '/treatments/0/description', path: '/note' },
      { op: 'move', from: '/note', path: '/noted' },
      { op: 'remove', path: '/noted' },
    ]);
    assert.deepEqual(body['defaultRule'], [{ treatment: 'on', size: 40 }, { treatment: 'off', size: 60 }]); // prettier-ignore
    assert.ok(!('noted' in body));
    assert.equal(({} as Fields)['polluted'], undefined);
  });

  it('keeps unknown fields and unknown matcher types unchanged, and ignores response-only fields', async () => {
    await create();
    const unknown = { type: 'NEAR_PLACE', place: { lat: 1, lon: 2 }, negate: true };
    const responseOnly = { id: 'mine', killed: true, creationTime: 1, openChangeRequestId: 'x', environment: {} };
    const fields = JSON.stringify(definition('fresh', { flagSets: ['a'], ...ruleWith(unknown), ...responseOnly }));
    const text = fields.replace('{', '{"__proto__":{"x":1},');
    assert.equal((await raw.call('POST', fresh(), text, undefined, { 'content-type': 'application/json' })).status, 200);
    const answer = await raw.get(fresh());
    assert.deepEqual(answer.body['flagSets'], ['a']);
    assert.deepEqual(answer.body['rules']?.[0]?.['condition']?.['matchers']?.[0], unknown);
    assert.match(answer.text, /"__proto__":\{"x":1\}/);
    assert.equal(({} as Fields)['x'], undefined);
    const { id, killed, openChangeRequestId, environment } = answer.body;
    assert.notEqual(id, 'mine');
    assert.deepEqual([killed, openChangeRequestId, environment?.['name']], [false, null, 'development']);
  });

  it('checks a definition before it stores it', async () => {
    await create();
    const bucket = (treatment: string, percent: unknown) => ({ treatment, size: percent });
    const matchers = [{ type: 'BOOLEAN', attribute: 'a', bool: true }];
    const wrong: readonly Fields[] = [
      { treatments: [] },
      { treatments: null },
      { treatments: [{ name: 'on' }, { name: 'off' }, { name: 'on' }] },
      ...['segments', 'largeSegments', 'ruleBasedSegments'].map((kind) => ({
        treatments: [{ name: 'on', [kind]: ['no-such-segment'] }, { name: 'off' }],
      })),
      { treatments: [{ name: 'on', configurations: { a: 1 } }, { name: 'off' }] },
      ...['other', undefined].map((defaultTreatment) => ({ defaultTreatment })),
      { baselineTreatment: 'other' },
      ...[101, -1, 12.5, '50'].map((trafficAllocation) => ({ trafficAllocation })),
      { defaultRule: [] },
      { defaultRule: [bucket('on', 99)] },
      { defaultRule: [bucket('on', 60), bucket('off', 60)] },
      { defaultRule: [bucket('other', 100)] },
      { defaultRule: [bucket('on', 150), bucket('off', -50)] },
      { rules: 'none' },
      { rules: [{ buckets: [bucket('on', 50)], condition: { combiner: 'AND', matchers } }] },
      { rules: [{ buckets: [bucket('on', 100)], condition: { combiner: 5, matchers } }] },
      { rules: [{ buckets: [bucket('on', 100)], condition: { combiner: 'AND', matchers: [] } }] },
      { rules: [{ buckets: [bucket('on', 100)] }] },
    ];
    for (const others of wrong) assertError(await define(others), 400);
    assertError(await raw.get(fresh()), 404);
  });

  it('checks each type of matcher', async () => {
    const x = { attribute: 'x' };
    const strings = { strings: ['a'] };
    const matchers: readonly (readonly [types: string, good: Fields, ...bad: readonly Fields[]])[] = [
      ['IN_SEGMENT', { string: 'beta-accounts' }, { string: 'no-such' }],
      ['MATCHES_STRING', { string: '^a' }, { string: 3 }],
      ['IN_LIST_STRING STARTS_WITH_STRING', strings, { strings: 'a' }, { strings: [] }],
      ['ENDS_WITH_STRING CONTAINS_STRING', strings, { strings: [1] }, { strings: null }],
      ['EQUAL_SET ANY_OF_SET ALL_OF_SET', { ...strings, ...x }, { attribute: '' }],
      ['PART_OF_SET IN_LIST_SEMVER', { ...strings, ...x }, { attribute: null }, { strings: [] }],
      ['EQUAL_NUMBER LESS_THAN_OR_EQUAL_NUMBER', { number: 3, ...x }, { number: '3' }],
      ['GREATER_THAN_OR_EQUAL_NUMBER', { number: 3, ...x }, { attribute: undefined }],
      [
        'BETWEEN_NUMBER BETWEEN_DATE',
        { between: { from: 1, to: 2 }, ...x },
        { between: { from: 3, to: 2 } },
        { between: { from: 1 } },
      ],
      ['ON_DATE ON_OR_AFTER_DATE ON_OR_BEFORE_DATE', { date: 1, ...x }, { date: 'today' }, { attribute: undefined }],
      ['BOOLEAN', { bool: true, ...x }, { bool: 'true' }],
      [
        'IN_SPLIT',
        { depends: { splitName: 'new-search', treatment: 'off' } },
        { depends: { splitName: 'none', treatment: 'off' } },
      ],
      ['EQUAL_TO_SEMVER GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '1.2.3', ...x }, { string: '' }],
      ['LESS_THAN_OR_EQUAL_TO_SEMVER', { string: '1.2.3', ...x }, { attribute: undefined }],
      ['BETWEEN_SEMVER', { between: { from: '1.0.0', to: '2.0.0' }, ...x }, { between: { from: '1.0.0' } }],
    ];
    await create();
    for (const [types, good, ...bad] of matchers)
      for (const type of types.split(' ')) {
        for (const wrong of bad) assertError(await define(ruleWith({ ...good, ...wrong, type })), 400);
        assertError(await define(ruleWith({ ...good, type, negate: 'no' })), 400, /negate/);
        const made = await define(ruleWith({ ...good, type }, { ...good, type, negate: true }));
        assert.equal(made.status, 200, made.text);
        assert.equal(countOf(made.body['rules']?.[0]?.['condition']?.['matchers']), 2);
        await raw.call('DELETE', fresh());
      }
  });
});
