/** What YAML in brackets becomes that is to say something else, to the letter. Blocks: `rewrites`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rewritten } from './marked.ts';

type Row = readonly [text: string, value: unknown, result: string];

function table(...rows: readonly Row[]): () => Promise<void> {
  return async () => {
    for (const [text, value, result] of rows) {
      assert.equal(await rewritten(text, value), result, text);
      // A text of one line has no line end to follow.
      const inDos = text.replaceAll('\n', '\r\n');
      const mark = text.includes('\n') ? '\r\n' : '\n';
      assert.equal(await rewritten(inDos, value), result.replaceAll('\n', mark), inDos);
    }
  };
}

const flow = 'a: [\n  1, # one\n  2, # two\n  # end\n]\n';

describe('brackets of YAML', () => {
  it('stay on the line that they are on', table(
    ['a: {x: [], y: 1}\n', { a: { x: [1, 'b c', { d: 1 }], y: 1 } }, 'a: {x: [1, b c, {d: 1}], y: 1}\n'],
    ['a: [1, 2]\n', { a: [1, 3, 2] }, 'a: [1, 3, 2]\n'],
    ['a: [1, 2]\n', { a: [3, 1, 2] }, 'a: [3, 1, 2]\n'],
    ['a: [1, 2]\n', { a: [] }, 'a: []\n'],
    ['a: [1]\n', { a: { b: [2] } }, 'a:\n  b:\n    - 2\n'],
    ['a: [ 1, 2 ]\n', { a: [1, 3, 2] }, 'a: [1, 3, 2 ]\n'],
    ['a: [ 1, 2, ]\n', { a: [2] }, 'a: [2 ]\n'],
    ['a: [ 1, 2, ]\n', { a: [1, 2, 3] }, 'a: [1, 2, 3 ]\n'],
    ['a: {x: 1}\n', { a: { x: 1, 'y: z': [true, 'true'] } }, 'a: {x: 1, "y: z": [true, "true"]}\n'],
    ['a: [{x: 1}, ]\n', { a: [{ x: 2 }] }, 'a: [{x: 2}, ]\n'],
    ['a: {"b":1}\n', { a: { b: 2 } }, 'a: {"b":2}\n'],
    ['a: [{x: 1}, [y]]\n', { a: [['y', 'z'], { x: 2 }] }, 'a: [[y, z], {x: 2}]\n'],
  )); // prettier-ignore

  it('have values where there were none', table(
    ['a: {x: 1, y}\n', { a: { x: 1, y: 2 } }, 'a: {x: 1, y: 2}\n'],
    ['a: {x: 1, y, z: 1}\n', { a: { x: 1, y: [2], z: 2 } }, 'a: {x: 1, y: [2], z: 2}\n'],
    ['a: {x: 1, y, z: 1}\n', { a: { y: 2, z: 1 } }, 'a: {y: 2, z: 1}\n'],
    ['a: {x: 1, y}\n', { a: { x: 2, y: null } }, 'a: {x: 2, y}\n'],
    ['a: {"b":}\n', { a: { b: 2 } }, 'a: {"b": 2}\n'],
    ['a: {x: 1, y:}\n', { a: { x: 1, y: 'b c' } }, 'a: {x: 1, y: b c}\n'],
    ['a: {x: 1, y: }\n', { a: { x: 1, y: 2 } }, 'a: {x: 1, y: 2 }\n'],
  )); // prettier-ignore

  it('keep the comments of what stays, on its line and above it', table(
    [flow, { a: [2, 1, 3] }, 'a: [\n  2, # two\n  1, # one\n  3\n  # end\n]\n'],
    [flow, { a: [2] }, 'a: [\n  2 # two\n  # end\n]\n'],
    ['a: [1 # one\n  ]\n', { a: [1, 2] }, 'a: [\n  1, # one\n  2\n  ]\n'],
    ['a: [ # list\n  1,# one\n  2\n]\n', { a: [2, 1, 3] }, 'a: [ # list\n  2,\n  1,# one\n  3\n]\n'],
    ['a: [ # list\n  a#b,\n  2\n]\n', { a: [2, 'a#b', 3] }, 'a: [ # list\n  2,\n  a#b,\n  3\n]\n'],
    ['a: {\n  # of x\n  x: 1, # x\n\n  # of y\n  y: 2\n}\n', { a: { y: 2, z: 3 } }, 'a: {\n\n  # of y\n  y: 2,\n  z: 3\n}\n'],
  )); // prettier-ignore

  it('that nobody closed are closed', table(
    ['a: [1\n', { a: [1, 2] }, 'a: [\n  1,\n  2\n]'],
    ['a: [1 # one\n', { a: [1, 2] }, 'a: [\n  1, # one\n  2\n]'],
    ['a: {b: 1\n', { a: { b: 1, c: 2 } }, 'a: {\n  b: 1,\n  c: 2\n}'],
    ['a: {b: 1', { a: { b: 1, c: 2 } }, 'a: {b: 1, c: 2}'],
    ['a: [1', { a: [1, 2] }, 'a: [1, 2]'],
    ['a: [[1]', { a: [[1], 2] }, 'a: [[1], 2]'],
    ['a: [\n', { a: [1] }, 'a:\n  - 1'],
  )); // prettier-ignore
});
