import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { NotText, parseJson, readErrorBody, readText, retryAfterSeconds, TooLarge } from '../../src/api/network/answer.ts';
import { IdentityResult } from '../../src/api/model.ts';
import { runs } from '../properties/runs.ts';

const same = (text: string): string => text;

describe('JSON that is received', () => {
  it('has no __proto__ left, however it is written, not even in unchecked parts', () => {
    for (const field of ['"__proto__"', '"\\u005f_proto__"', '"\\u005F\\u005fproto\\u005f_"', '"deep":[{"__proto__"']) {
      const text = `{"name":"w","id":"1",${field}:{"isPolluted":true}${field.includes('[') ? '}]' : ''}}`;
      assert.ok(!JSON.stringify(parseJson(text)).includes('isPolluted'), text);
    }
    assert.deepEqual(parseJson('{"key":"__proto__"}'), { key: '__proto__' });
    const read = IdentityResult.parse(parseJson('{"objects":[],"failed":[{"__proto__":{"isPolluted":true}}]}'));
    assert.deepEqual(Object.getOwnPropertyNames(read.failed[0]), []);
  });

  it('is otherwise the same as the result of JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        fc.pre(!text.includes('__proto__'));
        assert.deepEqual(parseJson(text), JSON.parse(text));
      }),
      runs(100),
    );
  });
});

describe('JSON that is nested', () => {
  const nested = (depth: number): string => `${'{"a":['.repeat(depth / 2)}"[["${']}'.repeat(depth / 2)}`;

  it('is read to a depth of 100, more than any answer has', () => {
    assert.deepEqual(parseJson(nested(100)), JSON.parse(nested(100)));
  });

  it('is refused before it is processed if it is nested more than 100 deep', () => {
    for (const depth of [102, 10_000, 1_000_000]) assert.throws(() => parseJson(nested(depth)), RangeError);
  });

  it('has a depth that counts lists and objects, but not brackets in texts', () => {
    const value = ['['.repeat(500), '\\"{'.repeat(200), '\\\\'];
    assert.deepEqual(parseJson(JSON.stringify(value)), value);
    assert.equal((parseJson(JSON.stringify(Array.from({ length: 500 }, () => [{}]))) as unknown[]).length, 500);
  });
});

describe('a body', () => {
  async function* chunks(...texts: Uint8Array[]): AsyncGenerator<Uint8Array> {
    yield* texts;
  }

  it('is decoded across chunks, without a byte order mark', async () => {
    const bytes = Buffer.from('\ufeff{"a":"ключ 🔑"}');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      assert.equal(await readText(chunks(bytes.subarray(0, cut), bytes.subarray(cut)), {}, 100), '{"a":"ключ 🔑"}');
    }
  });

  it('is refused if it is not UTF-8, unless it is only shown', async () => {
    const body = [Buffer.from('{"a":"b'), Buffer.from([0xff]), Buffer.from('"}')];
    await assert.rejects(readText(chunks(...body), {}, 100), NotText);
    await assert.rejects(readText(chunks(Buffer.from('ü').subarray(0, 1)), {}, 100), NotText);
    assert.equal(await readText(chunks(...body), {}, 100, true), '{"a":"b\ufffd"}');
  });

  it('is not read at all if its announced length is too large', async () => {
    let reads = 0;
    const body = {
      async *[Symbol.asyncIterator]() {
        reads += 1;
        yield new Uint8Array(1);
      },
    };
    await assert.rejects(readText(body, { 'content-length': '101' }, 100), TooLarge);
    assert.equal(reads, 0);
  });

  it('is accepted if it is exactly as long as the limit', async () => {
    assert.equal(await readText(chunks(Buffer.from('aa'), Buffer.from('b')), { 'content-length': '3' }, 3), 'aab');
    await assert.rejects(readText(chunks(Buffer.from('aa'), Buffer.from('bb')), {}, 3), TooLarge);
  });
});

describe('an error body', () => {
  it('has no message if it is not an error body', () => {
    const nothing = { code: undefined, serviceMessage: '', details: '', transactionId: undefined };
    const wrong = '{"message":{"a":1},"code":"400","details":null}';
    for (const text of [' ', '<html>', 'null', '3', '"text"', '[1]', wrong, '{"mess'])
      assert.deepEqual(readErrorBody(text, same), nothing, text);
  });

  it('is read field by field, and cut to a length that can be shown', () => {
    const body = { code: 403, message: ` ${'m'.repeat(5000)}`, details: 'd', transactionId: 't-1' };
    const read = readErrorBody(JSON.stringify(body), same);
    assert.deepEqual(
      { ...read, serviceMessage: read.serviceMessage.length },
      { code: 403, serviceMessage: 2000, details: 'd', transactionId: 't-1' },
    );
  });
});

describe('the waiting time that a service asks for', () => {
  const now = Date.UTC(2026, 0, 1);
  const after = (milliseconds: number): string => new Date(now + milliseconds).toUTCString();
  const [org, ip] = ['x-ratelimit-reset-seconds-org', 'x-ratelimit-reset-seconds-ip'];
  const cases: (readonly [number, Record<string, string>, number | undefined])[] = [
    [429, {}, undefined],
    [503, { 'retry-after': '7' }, 7],
    [429, { 'retry-after': ' 0 ' }, 0],
    [429, { 'retry-after': '1.2' }, 2],
    [429, { 'retry-after': 'soon' }, undefined],
    [429, { 'retry-after': '-5' }, undefined],
    [503, { 'retry-after': '3601' }, 3600],
    [429, { 'retry-after': 'Thu, 01 Jan 2099 00:00:00 GMT' }, 3600],
    [429, { [org]: '99999999', 'retry-after': '6' }, 3600],
    [429, { 'retry-after': after(9000) }, 9],
    [429, { 'retry-after': after(-9000) }, 0],
    [429, { [org]: '3', [ip]: '11' }, 11],
    [429, { [org]: '12', [ip]: '11' }, 12],
    [429, { [ip]: '4', 'retry-after': '6' }, 6],
    [503, { [org]: '40' }, undefined],
    // The clock of this machine is a day ahead or behind. Only the time between the two dates of the answer matters.
    ...[-86_400_000, 86_400_000].map((off) => [503, { date: after(off), 'retry-after': after(off + 9000) }, 9] as const),
  ];
  it('is at most an hour: the longest of the limits, else that of Retry-After, in seconds or until a date', () => {
    for (const [status, headers, seconds] of cases)
      assert.equal(retryAfterSeconds(status, headers, now), seconds, `${status} ${JSON.stringify(headers)}`);
  });
});
