/** Tests direct changes in the form in which public clients send them to the live service. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertApprovalsRequired, assertError, definition, useSandbox, withoutFields } from './raw.ts';

describe('sandbox, direct calls of live clients', () => {
  const raw = useSandbox();
  const { definitionPath } = raw;

  it('accepts a definition with rules that are null or missing, as Go clients send it', async () => {
    await raw.call('POST', `${raw.flagsPath()}/trafficTypes/user`, { name: 'fresh' });
    const path = definitionPath('fresh', 'development');
    const made = await raw.call('POST', path, definition('fresh', { rules: null }));
    assert.deepEqual([made.status, made.body['rules']], [200, []], made.text);
    const { body } = await raw.call('PUT', path, withoutFields(definition('fresh'), 'rules', 'trafficAllocation'));
    assert.deepEqual([body['rules'], body['trafficAllocation']], [[], 100]);
    for (const others of [{ defaultRule: null }, { rules: 'none' }, { rules: [null] }, { treatments: [null] }])
      assertError(await raw.call('PUT', path, definition('fresh', others)), 400);
  });

  it('accepts title and comment in the body or in the query, as different clients send them, and stores neither', async () => {
    const path = `/flags/ws/${raw.workspace('Payments')}/instant-payouts/environments/${raw.environment('development', 'Payments')}`;
    const said = { title: 'T', comment: 'C' };
    const fields = definition('instant-payouts');
    const patch = Object.entries(said).map(([name, value]) => ({ op: 'add', path: `/${name}`, value }));
    for (const [method, query, body] of [
      ['PUT', '?title=T', { ...fields, title: ' ', comment: 'C' }],
      ['PATCH', '?title=T&comment=C', []],
      ['PATCH', '', patch],
      ['PUT', '/kill?title=T&comment=C', undefined],
      ['PUT', '?title=T&comment=C', { ...fields, ...said }],
    ] as const) {
      const answer = await raw.call(method, `${path}${query}`, body);
      assert.equal(answer.status, 200, answer.text);
      for (const kept of [answer.body, (await raw.get(path)).body]) assert.ok(!('title' in kept || 'comment' in kept));
    }
    const before = (await raw.get(path)).text;
    for (const body of [{ ...fields, title: 'T' }, { ...fields, comment: 'C' }, fields]) {
      const { status, text } = await raw.call('PUT', path, body);
      assert.deepEqual([status, text], [400, '']);
    }
    assertError(await raw.call('PUT', path, { ...fields, ...said, comment: 5 }), 400, /comment/);
    assert.equal((await raw.get(path)).text, before);
    assert.equal((await raw.call('DELETE', `${path}?title=T&comment=C`)).text, 'true');
    assert.equal((await raw.call('POST', path, { ...fields, ...said })).status, 200);
  });

  it('kills and restores by a JSON Patch, as one Go client does', async () => {
    const path = definitionPath('gift-cards', 'development');
    const set = (value: unknown) => raw.call('PATCH', path, [{ op: 'replace', path: '/killed', value }]);
    assert.equal((await set(true)).body['killed'], true);
    const other = [
      { op: 'test', path: '/killed', value: true },
      { op: 'replace', path: '/trafficAllocation', value: 9 },
    ];
    const { body } = await raw.call('PATCH', path, other);
    assert.deepEqual([body['killed'], body['trafficAllocation']], [true, 9]);
    for (const value of ['false', null]) assertError(await set(value), 400, /killed/);
    assertError(await raw.call('PATCH', path, [{ op: 'replace', path: '/id', value: 'x' }]), 400);
    assert.equal((await set(false)).body['killed'], false);
    assert.equal((await raw.call('PUT', path, definition('gift-cards', { killed: true }))).body['killed'], false);
  });

  it('accepts null and an empty list as an empty body, as some clients send them', async () => {
    const path = definitionPath('gift-cards', 'development');
    for (const body of [null, []]) {
      assert.equal((await raw.call('PUT', `${path}/kill`, body)).body['killed'], true);
      assert.equal((await raw.call('PUT', `${path}/restore`, body)).body['killed'], false);
    }
    for (const body of [['x'], 'x', 1]) assertError(await raw.call('PUT', `${path}/kill`, body), 400);
    assert.equal((await raw.get(path)).body['killed'], false);
  });

  it('answers that approvals are required whatever the body is, for clients that then submit a change request', async () => {
    const id = raw.environment('staging');
    const [segment, flag] = [raw.segmentPath('staging'), definitionPath('checkout-redesign', 'staging')];
    for (const call of [
      `PUT ${segment}/upload`,
      `PUT ${segment}/uploadKeys?replace=perhaps`,
      `PUT ${segment}/removeKeys`,
      `POST ${flag}`,
      `PUT ${flag}`,
      `PATCH ${flag}`,
      `PUT ${flag}/kill`,
      `PUT ${flag}/restore`,
    ])
      for (const body of [{}, [], 'x', { keys: 5 }, [{}], { treatments: [] }])
        assertApprovalsRequired(await raw.call(call.split(' ')[0]!, call.split(' ')[1]!, body), id);
    for (const path of [segment, flag]) assertApprovalsRequired(await raw.call('DELETE', path), id);
  });

  it('checks the objects of the path and the role before it asks for approvals', async () => {
    const upload = `${raw.segmentPath('staging', 'none')}/upload`;
    for (const path of [upload, definitionPath('none', 'staging'), definitionPath('wishlist-sharing', 'staging')])
      assertError(await raw.call('PUT', path, {}), 404);
    const answer = await raw.call('PUT', `${raw.segmentPath('staging')}/upload`, {}, 'read-only-key');
    assertError(answer, 403, /read-only/);
  });
});
