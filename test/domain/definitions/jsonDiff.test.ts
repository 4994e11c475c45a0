/** Tests the differences between two configurations of a treatment, which usually are JSON. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffJson } from '../../../src/domain/definitions/jsonDiff.ts';

describe('the difference between two JSON texts', () => {
  it('lists each changed field with its old and new value, in objects and in lists of the same length', () => {
    const before = '{"limit": 100, "same": {"x": [1, 2]}, "colors": {"dark": "red", "old": 1}, "steps": [1, {"a": 2}]}';
    const after = '{"limit": 999, "same": {"x":[1,2]}, "colors": {"dark": "blue", "new": null}, "steps": [1, {"a": 3}]}';
    assert.deepEqual(diffJson(before, after), [
      { path: ['limit'], before: 100, after: 999 },
      { path: ['colors', 'dark'], before: 'red', after: 'blue' },
      { path: ['colors', 'new'], before: undefined, after: null },
      { path: ['colors', 'old'], before: 1, after: undefined },
      { path: ['steps', 1, 'a'], before: 2, after: 3 },
    ]);
  });

  it('is undefined for a text that is not JSON, is nested too deeply, or has numbers that can’t be read exactly', () => {
    assert.equal(diffJson('{"a":1}', '{a:1}'), undefined);
    assert.equal(diffJson('{"a":9007199254740993}', '{"a":9007199254740992}'), undefined);
    assert.equal(diffJson('{"a":123456789012345.671}', '{"a":123456789012345.672}'), undefined);
    const nested = (depth: number, inside: string): string => '{"a":'.repeat(depth) + inside + '}'.repeat(depth);
    assert.equal(diffJson(nested(100, '1'), nested(100, '2'))?.[0]?.path.length, 100);
    assert.equal(diffJson(nested(101, '1'), nested(101, '2')), undefined);
    assert.equal(diffJson(nested(2_500, '1'), nested(2_500, '2')), undefined);
  });
});
