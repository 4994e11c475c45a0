import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replaceFile } from '../../src/sandbox/replaceFile.ts';

/** A system that refuses with these codes, one after the other, and then renames. */
function system(isWindows: boolean, ...codes: readonly string[]) {
  const refusals = [...codes];
  const calls: string[] = [];
  const rename = (from: string, to: string): Promise<void> => {
    calls.push(`${from} ${to}`);
    const code = refusals.shift();
    return code === undefined ? Promise.resolve() : Promise.reject(Object.assign(new Error(code), { code }));
  };
  return { isWindows, rename, calls };
}

describe('one file in the place of another', () => {
  it('is tried again on Windows while one is held open', async () => {
    const windows = system(true, 'EPERM', 'EBUSY', 'EACCES');
    await replaceFile('a', 'b', windows);
    assert.deepEqual(windows.calls, ['a b', 'a b', 'a b', 'a b']);
  });

  it('is given up after some attempts, and at once for any other reason or elsewhere', async () => {
    const held = system(true, ...Array.from({ length: 20 }, () => 'EBUSY'));
    await assert.rejects(replaceFile('a', 'b', held), { code: 'EBUSY' });
    assert.equal(held.calls.length, 8);
    for (const other of [system(true, 'ENOSPC'), system(false, 'EPERM')]) {
      await assert.rejects(replaceFile('a', 'b', other));
      assert.equal(other.calls.length, 1);
    }
  });
});
