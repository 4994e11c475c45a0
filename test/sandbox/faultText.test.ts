/** Tests faults as text and as objects: accepted ones, and the error message for others. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { checkedFaults, createFaults, type FaultRule } from '../../src/sandbox/faults/faults.ts';

const assertRefused = (list: unknown, message: RegExp): void =>
  assert.throws(() => checkedFaults(list), { name: 'RangeError', message }, String(message));

describe('sandbox: faults in words', () => {
  it('are understood in any case, with any blanks, and several in one text', () => {
    for (const [text, ...rules] of [
      ['latency 60s', { kind: 'latency', milliseconds: 60_000 }],
      ['rateLimit retry-after-date 5', { kind: 'rateLimit', retryAfterDate: 5 }],
      ['rateLimit org 3 ip 5', { kind: 'rateLimit', org: 3, ip: 5 }],
      ['errorIn200 403', { kind: 'errorIn200', code: 403 }],
      ['tooLarge 65MiB', { kind: 'tooLarge', bytes: 65 * 1024 * 1024 }],
      ['tooLarge 2KiB', { kind: 'tooLarge', bytes: 2048 }],
      ['CUTOFF ON post ONCE', { kind: 'cutOff', method: 'POST', times: 1 }],
      ['empty on /after after 2', { kind: 'empty', path: '/after', after: 2 }],
      ['empty 1 time', { kind: 'empty', times: 1 }],
      ['hang  on\tPUT   a/*/B after 2 3 times', { kind: 'hang', method: 'PUT', path: 'a/*/B', after: 2, times: 3 }],
      ['status 500 html on GET x once', { kind: 'status', status: 500, isHtml: true, method: 'GET', path: 'x', times: 1 }],
      [
        'latency 300ms on GET; rateLimit retry-after 5 on PUT *upload 2 times ;status 503;',
        { kind: 'latency', milliseconds: 300, method: 'GET' },
        { kind: 'rateLimit', retryAfter: 5, method: 'PUT', path: '*upload', times: 2 },
        { kind: 'status', status: 503 },
      ],
      [' ; '],
    ] as const)
      assert.deepEqual(checkedFaults([text]), rules, text);
  });

  it('are refused with a sentence about the part that is wrong', () => {
    for (const [text, sentence] of [
      ['wat', /^"wat" is no fault: there are latency, .*notHttp\.$/],
      ['latency', /^"latency" is not understood: latency takes a time, such as "latency 300ms"/],
      ['latency 1constructor', /latency takes a time/],
      ['latency 61s', /^milliseconds of latency must be a whole number from 0 to 60000\.$/],
      ['errorIn200', /errorIn200 takes the code of the error body/],
      ['errorIn200 200', /^code of errorIn200 must be a whole number from 400 to 599\.$/],
      ['rateLimit retry-after soon', /rateLimit takes nothing, or headers/],
      ['rateLimit org 3 org 4', /rateLimit takes nothing, or headers/],
      ['rateLimit constructor 4', /rateLimit takes nothing, or headers/],
      ['rateLimit org 86401', /^org of rateLimit must be a whole number from 0 to 86400\.$/],
      ['rateLimit retry-after 1 retry-after-date 1', /^Retry-After is either a number or a date/],
      ['status 200', /^status of status must be a whole number from 400 to 599\.$/],
      ['status 502 html html', /status takes a status/],
      ['tooLarge', /tooLarge takes a size/],
      ['tooLarge 257MiB', /^bytes of tooLarge must be a whole number from 2 to 268435456\.$/],
      ['empty 2', /^"empty 2" is not understood: empty takes nothing but "on", "after", "once" or "times"\.$/],
      ['empty on GET a b', /^"on GET a b" is not understood: on takes a method, a path, or both/],
      ['empty on a GET', /on takes a method/],
      ['empty 0 times', /^times of empty must be a whole number from 1/],
      ['empty after 1000001', /^after of empty must be/],
      ['empty on a?limit=1', /without the query/],
      ['empty on /internal/api/v2/workspaces', /^path of empty is the one below/],
      [`empty on ${'a'.repeat(400)}`, /at most 400 characters/],
      ['empty;'.repeat(101).slice(0, 4_000), /at most 100\.$/],
      [' '.repeat(4_001), /at most 4000 characters/],
    ] as const)
      assertRefused([text], sentence);
  });
});

describe('sandbox: faults as objects', () => {
  it('are returned unchanged if they are right', () => {
    const rules: readonly FaultRule[] = [
      { kind: 'latency', milliseconds: 0 },
      { kind: 'status', status: 599, isHtml: false, method: 'PATCH', path: '/a%20b', times: 1, after: 0 },
      { kind: 'rateLimit', retryAfterDate: 0, org: 86_400 },
    ];
    assert.deepEqual(checkedFaults(rules), rules);
    assert.deepEqual(checkedFaults([]), []);
  });

  it('are refused with a sentence about the field that is wrong', () => {
    for (const [list, sentence] of [
      [{ kind: 'empty' }, /list of at most 100/],
      [Array.from({ length: 101 }, () => 'empty'), /list of at most 100/],
      [[null], /is an object with a kind/],
      [[{ kind: 'constructor' }], /^The kind of a fault must be one of latency, /],
      [[{ kind: ['empty'] }], /^The kind of a fault must be one of/],
      [[{ kind: 'latency', milliseconds: 1.5 }], /^milliseconds of latency must be/],
      [
        [{ kind: 'empty', milliseconds: 1 }],
        /^A fault of kind empty has no field "milliseconds": it may have method, path, times, after\.$/,
      ],
      [[JSON.parse('{"kind": "empty", "__proto__": 1}')], /no field "__proto__"/],
      [[{ kind: 'empty', method: 'get' }], /^method of empty must be one of GET, POST, PUT, PATCH, DELETE\.$/],
      [[{ kind: 'empty', path: '' }], /^path of empty must be a text of 1 to 400/],
      [[{ kind: 'empty', path: 'a'.repeat(401) }], /^path of empty must be a text of 1 to 400/],
      [[{ kind: 'empty', path: 'a b' }], /without blanks/],
      [[{ kind: 'status', status: 500, isHtml: 'yes' }], /^isHtml of status must be true or false\.$/],
    ] as const)
      assertRefused(list, sentence);
  });
});

describe('sandbox: the calls to which a fault applies', () => {
  const isMet = (path: string | undefined, called: string | undefined, method = 'GET') => {
    const faults = createFaults();
    faults.replace([{ kind: 'empty', ...(path === undefined ? {} : { path }) }]);
    return faults.faultsFor(method, called).fault !== undefined;
  };

  it('are those whose whole path is like its path, in which a star stands for anything', () => {
    for (const [path, called, expected] of [
      [undefined, '/anything', true],
      [undefined, undefined, false],
      ['/workspaces/', '/workspaces', true],
      ['workspaces', '/workspaces/', true],
      ['workspace', '/workspaces', false],
      ['Workspaces', '/workspaces', false],
      ['work*', '/workspaces', true],
      ['*upload', '/segments/e/s/uploadKeys', false],
      ['segments/*/keys', '/segments/e/s/keys', true],
      ['segments/*/keys', '/segments/keys', false],
      ['a*a', '/a', false],
      ['a*a', '/aa', true],
      ['a*b*c*d', '/a-b-c-d', true],
      ['a*b*c*d', '/a-c-b-d', false],
      ['a.c', '/abc', false],
      // A path with many stars is matched quickly.
      [`${'*a'.repeat(199)}*b`, `/${'a'.repeat(16_000)}`, false],
    ] as const)
      assert.equal(isMet(path, called), expected, `${path} for ${called}`);
  });

  it('are counted by each fault: the first matching fault and the first matching latency apply', () => {
    const faults = createFaults();
    const latencies = 'latency 1ms on POST; latency 2ms after 1; latency 3ms';
    faults.replace(checkedFaults([`${latencies}; status 500 on POST; status 501 after 1 once; status 502 2 times`]));
    const met = Array.from({ length: 5 }, () => {
      const { milliseconds, fault } = faults.faultsFor('GET', '/x');
      return `${milliseconds} ms, ${fault?.kind === 'status' ? fault.status : 'none'}`;
    });
    assert.deepEqual(met, ['3 ms, 502', '2 ms, 501', '2 ms, 502', '2 ms, none', '2 ms, none']);
    assert.deepEqual(faults.list().map(({ used }) => used), [0, 4, 1, 0, 1, 2]);
    faults.replace(checkedFaults(['empty']));
    assert.deepEqual(faults.list(), [{ kind: 'empty', used: 0 }]);
  }); // prettier-ignore
});
