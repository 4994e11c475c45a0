/** Tests the command line of a call in a real shell with a `curl` that prints its arguments. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import '../fakeVscode.ts';

const { asCurl } = await import('../../../src/editor/changes/exactCall.ts');

const authentication = 'bearer';
const hostile = [
  "it's",
  '$(touch /tmp/x)',
  '`id`',
  '"quoted"',
  'back\\slash',
  '!bang',
  'JSON',
  'new\nline',
  '\u2028',
  '-X',
  "'; echo no; '",
];

describe('a call as a command line', { skip: process.platform === 'win32' && 'there is no POSIX shell' }, () => {
  it('passes any method, address and body to curl, and the API key from a variable', () => {
    const body = { title: hostile.join(' '), segment: { name: hostile[0], keys: hostile } };
    const url = "https://example.com/it's/%2F?a=$b";
    const script = `curl() { printf '%s\\0' "$@"; }\n${asCurl({ method: 'POST', url, body, authentication })}`;
    const { stdout, status } = spawnSync('sh', ['-c', script], {
      encoding: 'utf8',
      env: { FLAG_ADMIN_API_KEY: 'from-the-variable' },
    });
    assert.equal(status, 0);
    const [x, method, address, h1, authorization, h2, type, data, sent] = stdout.split('\0');
    assert.deepEqual(
      [x, method, address, h1, authorization, h2, type, data],
      [
        '-X',
        'POST',
        url,
        '-H',
        'Authorization: Bearer from-the-variable',
        '-H',
        'Content-Type: application/json',
        '--data-binary',
      ],
    );
    assert.deepEqual(JSON.parse(sent ?? ''), body);
  });

  it('is split into readable lines', () => {
    assert.equal(asCurl({ method: 'POST', url: 'https://x', body: 1, authentication }).split(' \\\n  -').length, 4);
  });

  it('does not contain an API key', () => {
    assert.match(asCurl({ method: 'POST', url: 'https://x', body: {}, authentication }), /Bearer \$FLAG_ADMIN_API_KEY"/);
  });
});
