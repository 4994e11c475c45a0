/** Tests whole numbers beyond ±2^53, which JavaScript can't read exactly: they are marked after reading and never sent. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { isTooLarge } from '../../src/api/network/largeNumbers.ts';
import type { LargeNumber } from '../../src/api/model.ts';
import { failureOf, firstPage, json, openStubService } from './stubService.ts';

const LARGE = '9007199254740993';
const place = { workspaceId: 'w', flagName: 'f', environmentId: 'e' };
const change = { operationType: 'KILL', title: 't', approvers: [], flag: { name: 'f' } } as const;

/** A definition with this value in a field for an unchecked number. */
const definition = (note: string): string =>
  `{"name":"f","rules":[{"buckets":[],"condition":{"matchers":[{"type":"EQUAL_NUMBER","attribute":"id","number":${note}}]}}]}`;
const request = (note: string): string =>
  `{"id":"c","status":"REQUESTED","operationType":"UPDATE","segment":null,"flag":${definition(note)}}`;

async function given<T>(text: string, call: (client: Client) => Promise<T>): Promise<T> {
  await using stub = await openStubService((response) => response.end(text));
  return await call(stub.client);
}

const noted = (text: string): Promise<string | undefined> =>
  given(text, async (client) => (await client.readDefinition('w', 'f', 'e')).largeNumber);

describe('a number in a definition that can’t be read exactly', () => {
  it('is noted as written', async () => {
    for (const number of [LARGE, `-${LARGE}`, '9007199254740994', '1' + '0'.repeat(22), '1e999'])
      assert.equal(await noted(definition(number)), number);
    assert.equal(await noted(definition('9'.repeat(400))), `${'9'.repeat(40)}…`);
  });

  it('does not include the largest exact number, numbers with an exponent or a fraction, or digits in a text', async () => {
    const exact = ['9007199254740991', '9007199254740992', '-9007199254740992', '1e300', '0.1234567890123456789'];
    for (const number of [...exact, `"${LARGE}"`, `"\\"${LARGE}"`, `["a","${LARGE}"]`])
      assert.equal(await noted(definition(number)), undefined, number);
    assert.equal(await noted(`{"name":"f \\" ${LARGE}","a":9007199254740992}`), undefined);
  });

  it('is noted anywhere in the result, and only if the result contains it', async () => {
    assert.equal(await noted(`{"name":"f","id":[{"a":{"b":[1,${LARGE}]}}]}`), LARGE);
    assert.equal(await noted(`{"name":"f","a":${LARGE},"a":1}`), undefined);
  });

  it('is noted by each call that gives a definition or a request', async () => {
    const calls: readonly (readonly [text: string, call: (client: Client) => Promise<LargeNumber | undefined>])[] = [
      [definition(LARGE), async (client) => client.createDefinition(place, { name: 'f' })],
      [definition(LARGE), async (client) => client.replaceDefinition(place, { name: 'f' })],
      [request(LARGE), async (client) => client.readChangeRequest('c')],
      [request(LARGE), async (client) => client.submitChangeRequest('w', 'e', change)],
      [request(LARGE), async (client) => client.decideChangeRequest('c', { status: 'APPROVED', comment: '' })],
    ];
    for (const [text, call] of calls) assert.equal((await given(text, call))?.largeNumber, LARGE, String(call));
  });

  it('is noted only for the item of a page that contains it', async () => {
    const notes = (items: readonly { readonly largeNumber?: string | undefined }[] = []) =>
      items.map(({ largeNumber }) => largeNumber);
    const requests = `{"data":[${request('1')},${request(LARGE)},${request('2')}]}`;
    const page = await given(requests, async (client) => client.listChangeRequests({}));
    assert.deepEqual(notes(page.data), [undefined, LARGE, undefined]);
    const definitions = `{"totalCount":2,"objects":[${definition(LARGE)},${definition('1')}]}`;
    const listed = await given(definitions, async (client) => client.listDefinitions('w', 'e', firstPage));
    assert.deepEqual(notes(listed?.objects), [LARGE, undefined]);
  });
});

it('whether a number is too large depends only on its digits, not on the text around them', () => {
  for (const large of [LARGE, `+${LARGE}`, `00${LARGE}`, `${LARGE}.0`, '1e400', `${LARGE}e0`, `${LARGE}0e-1`])
    assert.ok(isTooLarge(large), large);
  for (const small of ['0', '-0', '9007199254740992', '0000000000000000001', '1.5', '1e22', '1.0000000000002001e+21'])
    assert.ok(!isTooLarge(small), small);
});

describe('a definition with a number that could not be read exactly', () => {
  it('is not sent, as a change, a new definition, or a change request', async () => {
    await using stub = await openStubService((response) => json(response, { name: 'f' }));
    const flag = JSON.parse(definition(LARGE)) as { name: string };
    const { client } = stub;
    for (const call of [
      () => client.replaceDefinition(place, flag),
      () => client.createDefinition(place, flag),
      () => client.submitChangeRequest('w', 'e', { ...change, operationType: 'UPDATE', flag }),
    ])
      assert.equal((await failureOf(call())).name, 'RangeError', String(call));
    assert.equal(stub.received.length, 0);
  });

  it('is sent without the note if its number is exact', async () => {
    await using stub = await openStubService((response) => json(response, { name: 'f' }));
    const exact = { ...(JSON.parse(definition('9007199254740991')) as { name: string }), largeNumber: 'x' };
    await stub.client.replaceDefinition(place, exact);
    assert.match(stub.received[0]!.body, /"number":9007199254740991\b/);
    assert.ok(!stub.received[0]!.body.includes('largeNumber'));
  });
});
