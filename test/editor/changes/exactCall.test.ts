/** Tests the command line of a call in a real shell with a `curl` that prints its arguments. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import '../fakeVscode.ts';

const { asCurl } = await import('../../../src/editor/changes/exactCall.ts');

const hostile = ["it's", '$(touch /tmp/x)', '`id`', '"quoted"', 'back\\slash', '!bang', 'JSON', 'new\nline', '\u2028', '-X'];
const skip = process.platform === 'win32' && 'there is no POSIX shell';

it('a command line passes any address and body to curl, and the API key from a variable', { skip }, () => {
  const body = { title: hostile.join(' '), segment: { name: hostile[0], keys: [...hostile, "'; echo no; '"] } };
  const url = "https://example.com/it's/%2F?a=$b";
  const script = `curl() { printf '%s\\0' "$@"; }\n${asCurl({ method: 'POST', url, body, authentication: 'bearer' })}`;
  const env = { FLAG_ADMIN_API_KEY: 'from-the-variable' };
  const { stdout, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env });
  assert.equal(status, 0);
  const passed = stdout.split('\0').slice(0, 9);
  const headers = ['-H', 'Authorization: Bearer from-the-variable', '-H', 'Content-Type: application/json'];
  assert.deepEqual(passed.slice(0, 8), ['-X', 'POST', url, ...headers, '--data-binary']);
  assert.deepEqual(JSON.parse(passed[8]!), body);
});
