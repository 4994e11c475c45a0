/** Tests faults as text and as objects: accepted ones, and the error message for others. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { checkedFaults, createFaults, type FaultRule } from '../../src/sandbox/faults/faults.ts';

const MEBIBYTE = 1024 * 1024;

describe('sandbox: faults in words', () => {
  const understood: readonly (readonly [text: string, ...rules: object[]])[] = [
    ['latency 300ms', { kind: 'latency', milliseconds: 300 }],
    ['latency 60s', { kind: 'latency', milliseconds: 60_000 }],
    ['rateLimit', { kind: 'rateLimit' }],
    ['rateLimit retry-after 5', { kind: 'rateLimit', retryAfter: 5 }],
    ['rateLimit retry-after-date 5', { kind: 'rateLimit', retryAfterDate: 5 }],
    ['rateLimit org 3 ip 5', { kind: 'rateLimit', org: 3, ip: 5 }],
    ['status 503', { kind: 'status', status: 503 }],
    ['status 502 html', { kind: 'status', status: 502, isHtml: true }],
    ['errorIn200 403', { kind: 'errorIn200', code: 403 }],
    ['tooLarge 65MiB', { kind: 'tooLarge', bytes: 65 * MEBIBYTE }],
    ['tooLarge 2KiB', { kind: 'tooLarge', bytes: 2048 }],
    ...'empty cutOff hangUp hangUpBefore hang notJson otherShape garbage notHttp'
      .split(' ')
      .map((kind) => [kind, { kind }] as const),
    ['CUTOFF ON post ONCE', { kind: 'cutOff', method: 'POST', times: 1 }],
    ['empty on /after after 2', { kind: 'empty', path: '/after', after: 2 }],
    ['empty 1 time', { kind: 'empty', times: 1 }],
    ['hang  on\tPUT   a/*/B after 2 3 times', { kind: 'hang', method: 'PUT', path: 'a/*/B', after: 2, times: 3 }],
    ['status 500 html on GET x once', { kind: 'status', status: 500, isHtml: true, method: 'GET', path: 'x', times: 1 }],
    [
      'latency 300ms on GET; rateLimit retry-after 5 on PUT *upload 2 times ;cutOff on POST changeRequests* once;',
      { kind: 'latency', milliseconds: 300, method: 'GET' },
      { kind: 'rateLimit', retryAfter: 5, method: 'PUT', path: '*upload', times: 2 },
      { kind: 'cutOff', method: 'POST', path: 'changeRequests*', times: 1 },
    ],
    [' ; '],
  ];
  for (const [text, ...rules] of understood) it(`understands "${text}"`, () => assert.deepEqual(checkedFaults([text]), rules));

  const wrong: readonly (readonly [text: string, sentence: RegExp])[] = [
    ['wat', /^"wat" is no fault: there are latency, .*notHttp\.$/],
    ['constructor', /^"constructor" is no fault/],
    ['latency', /^"latency" is not understood: latency takes a time, such as "latency 300ms"/],
    ['latency -1ms', /latency takes a time/],
    ['latency 1constructor', /latency takes a time/],
    ['latency 61s', /^milliseconds of latency must be a whole number from 0 to 60000\.$/],
    ['errorIn200', /errorIn200 takes the code of the error body/],
    ['errorIn200 200', /^code of errorIn200 must be a whole number from 400 to 599\.$/],
    ['rateLimit 5', /rateLimit takes nothing, or headers/],
    ['rateLimit retry-after soon', /rateLimit takes nothing, or headers/],
    ['rateLimit org 3 org 4', /rateLimit takes nothing, or headers/],
    ['rateLimit constructor 4', /rateLimit takes nothing, or headers/],
    ['rateLimit org 86401', /^org of rateLimit must be a whole number from 0 to 86400\.$/],
    ['rateLimit retry-after 1 retry-after-date 1', /^Retry-After is either a number or a date/],
    ['status', /status takes a status/],
    ['status 200', /^status of status must be a whole number from 400 to 599\.$/],
    ['status 502 htm', /status takes a status/],
    ['status 502 html html', /status takes a status/],
    ['tooLarge', /tooLarge takes a size/],
    ['tooLarge 257MiB', /^bytes of tooLarge must be a whole number from 2 to 268435456\.$/],
    ['empty 2', /^"empty 2" is not understood: empty takes nothing but "on", "after", "once" or "times"\.$/],
    ['empty on', /empty takes nothing but/],
    ['empty on GET a b', /^"on GET a b" is not understood: on takes a method, a path, or both/],
    ['empty on a GET', /on takes a method/],
    ['empty 0 times', /^times of empty must be a whole number from 1/],
    ['empty after 1000001', /^after of empty must be/],
    ['empty on a?limit=1', /without the query/],
    ['empty on /internal/api/v2/workspaces', /^path of empty is the one below/],
    [`empty on ${'a'.repeat(400)}`, /at most 400 characters/],
    ['empty;'.repeat(101).slice(0, 4_000), /at most 100\.$/],
    [' '.repeat(4_001), /at most 4000 characters/],
  ];
  for (const [text, message] of wrong)
    it(`reports the error in "${text.slice(0, 50)}"`, () =>
      assert.throws(() => checkedFaults([text]), { name: 'RangeError', message }));
});

describe('sandbox: faults as objects', () => {
  it('accepts its own result', () => {
    const rules: readonly FaultRule[] = [
      { kind: 'latency', milliseconds: 0 },
      { kind: 'status', status: 599, isHtml: false, method: 'PATCH', path: '/a%20b', times: 1, after: 0 },
      { kind: 'rateLimit', retryAfterDate: 0, org: 86_400 },
    ];
    assert.deepEqual(checkedFaults(rules), rules);
    assert.deepEqual(checkedFaults(JSON.parse(JSON.stringify(rules))), rules);
    assert.deepEqual(checkedFaults([]), []);
  });

  const wrong: readonly (readonly [list: unknown, sentence: RegExp])[] = [
    [undefined, /list of at most 100/],
    [{ kind: 'empty' }, /list of at most 100/],
    [Array.from({ length: 101 }, () => 'empty'), /list of at most 100/],
    [[null], /is an object with a kind/],
    [[[]], /^The kind of a fault must be one of latency, /],
    [[{ kind: 'constructor' }], /^The kind of a fault must be one of/],
    [[{ kind: ['empty'] }], /^The kind of a fault must be one of/],
    [[{ kind: 'latency' }], /^milliseconds of latency must be/],
    [[{ kind: 'latency', milliseconds: 1.5 }], /^milliseconds of latency must be/],
    [[{ kind: 'latency', milliseconds: '1' }], /^milliseconds of latency must be/],
    [
      [{ kind: 'empty', milliseconds: 1 }],
      /^A fault of kind empty has no field "milliseconds": it may have method, path, times, after\.$/,
    ],
    [[{ kind: 'empty', used: 1 }], /no field "used"/],
    [[JSON.parse('{"kind": "empty", "__proto__": 1}')], /no field "__proto__"/],
    [[{ kind: 'empty', constructor: 1 }], /no field "constructor"/],
    [[{ kind: 'empty', method: 'get' }], /^method of empty must be one of GET, POST, PUT, PATCH, DELETE\.$/],
    [[{ kind: 'empty', path: '' }], /^path of empty must be a text of 1 to 400/],
    [[{ kind: 'empty', path: 'a'.repeat(401) }], /^path of empty must be a text of 1 to 400/],
    [[{ kind: 'empty', path: 'a b' }], /without blanks/],
    [[{ kind: 'status', status: 500, isHtml: 'yes' }], /^isHtml of status must be true or false\.$/],
    [[{ kind: 'rateLimit', retryAfter: 1, retryAfterDate: 1 }], /^Retry-After is either/],
  ];
  for (const [list, message] of wrong)
    it(`reports the error in ${JSON.stringify(list)?.slice(0, 60)}`, () =>
      assert.throws(() => checkedFaults(list), { name: 'RangeError', message }));
});

describe('sandbox: the calls to which a fault applies', () => {
  const isMet = (path: string | undefined, called: string | undefined, method = 'GET') => {
    const faults = createFaults();
    faults.replace([{ kind: 'empty', ...(path === undefined ? {} : { path }) }]);
    return faults.meet(method, called).fault !== undefined;
  };
  for (const [path, called, expected] of [
    [undefined, '/anything', true],
    ['workspaces', '/workspaces', true],
    ['/workspaces/', '/workspaces', true],
    ['workspaces', '/workspaces/', true],
    ['workspaces', '/workspaces/x', false],
    ['workspace', '/workspaces', false],
    ['Workspaces', '/workspaces', false],
    ['*', '/workspaces', true],
    ['work*', '/workspaces', true],
    ['*/upload', '/segments/e/s/upload', true],
    ['*upload', '/segments/e/s/uploadKeys', false],
    ['segments/*/keys', '/segments/e/s/keys', true],
    ['segments/*/keys', '/segments/keys', false],
    ['a*a', '/a', false],
    ['a*a', '/aa', true],
    ['a*b*c*d', '/a-b-c-d', true],
    ['a*b*c*d', '/a-c-b-d', false],
    ['a**d', '/ad', true],
    ['a.c', '/abc', false],
    ['a%20b', '/a%20b', true],
  ] as const)
    it(`${path ?? 'no path'} is ${expected ? '' : 'not '}for ${called}`, () => assert.equal(isMet(path, called), expected));

  it('a fault applies to no call outside the API', () => {
    assert.equal(isMet(undefined, undefined), false);
  });

  it('a path with many stars is matched quickly', () => {
    assert.equal(isMet(`${'*a'.repeat(199)}*b`, `/${'a'.repeat(16_000)}`), false);
  });

  it('the first matching fault and the first matching latency apply', () => {
    const faults = createFaults();
    const latencies = 'latency 1ms on POST; latency 2ms after 1; latency 3ms';
    faults.replace(checkedFaults([`${latencies}; status 500 on POST; status 501 after 1 once; status 502 2 times`]));
    const met = Array.from({ length: 5 }, () => {
      const { milliseconds, fault } = faults.meet('GET', '/x');
      return `${milliseconds} ms, ${fault?.kind === 'status' ? fault.status : 'none'}`;
    });
    assert.deepEqual(met, ['3 ms, 502', '2 ms, 501', '2 ms, 502', '2 ms, none', '2 ms, none']);
    assert.deepEqual(faults.list().map(({ used }) => used), [0, 4, 1, 0, 1, 2]);
    faults.replace(checkedFaults(['empty']));
    assert.deepEqual(faults.list(), [{ kind: 'empty', used: 0 }]);
  }); // prettier-ignore
});
