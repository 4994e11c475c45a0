/** Tests the sandbox's rate limit, with and without headers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCallCounter, rateLimitIn } from '../../src/sandbox/rateLimit.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { assertError, useSandbox, type Answer } from './raw.ts';

const limitHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-ratelimit-') || name === 'retry-after'));

describe('sandbox with a limit of calls', () => {
  const raw = useSandbox({ rateLimit: '3/9000min' });

  it('reports in each response how many calls remain for all API keys, and in a 429 when to call again', async () => {
    for (const [path, as, status, left] of [
      ['/workspaces', 'submitter-key', 200, '2'],
      ['/environments/ws/none', 'release-key', 404, '1'],
      ['/workspaces', 'limited-key', 200, '0'],
    ] as const) {
      const answer = await raw.get(path, as);
      assert.equal(answer.status, status);
      assert.deepEqual(limitHeaders(answer), { 'x-ratelimit-remaining-org': left, 'x-ratelimit-remaining-ip': left });
    }
    const refused = await raw.get('/workspaces');
    assertError(refused, 429);
    const { 'x-ratelimit-reset-seconds-org': reset, ...others } = limitHeaders(refused);
    assert.ok(Number(reset) > 0 && Number(reset) <= 9000 * 60);
    assert.deepEqual(others, {
      'x-ratelimit-remaining-org': '0',
      'x-ratelimit-remaining-ip': '0',
      'x-ratelimit-reset-seconds-ip': reset,
    });
  });
});

describe('sandbox with a limit of calls without headers', () => {
  const raw = useSandbox({ rateLimit: '4/9000min without headers' });

  it('counts per API key, and accepts only one large body in ten seconds', async () => {
    const path = `${raw.segmentPath('development')}/upload`;
    const keys = (start: string) => Array.from({ length: 10_000 }, (_, index) => `${start}-${String(index).padStart(45, '0')}`);
    const upload = (start: string) => raw.call('PUT', path, keys(start));
    const first = await upload('a');
    assert.deepEqual([first.status, limitHeaders(first)], [200, {}]);
    const second = await upload('b');
    assertError(second, 429);
    assert.deepEqual(limitHeaders(second), {});
    assert.equal((await raw.call('PUT', path, ['small'])).status, 200);
    assert.equal((await raw.get('/workspaces')).status, 200);
    assertError(await raw.get('/workspaces'), 429);
    assert.equal((await raw.get('/workspaces', 'release-key')).status, 200);
  });
});

describe('the counter of calls', () => {
  it('restarts when the period of the first call ends, and reports in how many seconds that is', () => {
    const counter = createCallCounter(rateLimitIn('2/10s'));
    const resetAt = (now: number) => {
      try {
        counter.count('a', now);
        return undefined;
      } catch (error) {
        return (error as { headers: Record<string, string> }).headers['x-ratelimit-reset-seconds-org'];
      }
    };
    const resets = [500, 600, 700, 10_499, 10_500, 10_500, 10_501].map((now) => resetAt(now) ?? 'none');
    assert.deepEqual(resets, ['none', 'none', '10', '1', 'none', 'none', '10']);
    const bodies = createCallCounter(rateLimitIn('2/10s without headers'));
    bodies.countBody('a', 500_001, 0);
    bodies.countBody('a', 500_000, 1);
    bodies.countBody('b', 500_001, 1);
    assert.throws(() => bodies.countBody('a', 500_001, 9_999), { status: 429, headers: {} });
    bodies.countBody('a', 500_001, 10_000);
  });

  it('refuses a limit that it can’t read', async () => {
    for (const text of ['', '0/min', '400', '400/h', '400/0s', '4e2/min', '400/min with headers', ' 400/min']) {
      assert.throws(() => rateLimitIn(text), RangeError);
      await assert.rejects(startSandbox({ rateLimit: text }), RangeError);
    }
  });
});
