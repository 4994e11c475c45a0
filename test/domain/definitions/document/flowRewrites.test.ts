/** What JSON, and YAML in brackets, becomes that is to say something else, to the letter. Blocks: `rewrites`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TextFormat } from '../../../../src/domain/definitions/document/located.ts';
import { rewritten } from './marked.ts';

type Row = readonly [text: string, value: unknown, result: string];

function table(format: TextFormat, ...rows: readonly Row[]): () => Promise<void> {
  return async () => {
    for (const [text, value, result] of rows) {
      assert.equal(await rewritten(text, value, format), result, text);
      // A text of one line has no line end to follow.
      const inDos = text.replaceAll('\n', '\r\n');
      const mark = text.includes('\n') ? '\r\n' : '\n';
      assert.equal(await rewritten(inDos, value, format), result.replaceAll('\n', mark), inDos);
    }
  };
}

const noted = '{\n  "a": 1, // of a\n  // of b\n  "b": 2 /* two */, /* still */ // b\n  "c": 3\n}';
const numbers = '[ // list\n  1, // one\n  2, // two\n  3 // three\n  // end\n]';
const flow = 'a: [\n  1, # one\n  2, # two\n  # end\n]\n';

describe('JSON', () => {
  it('stays on the line that it is on', table('json',
    ['{"a": 1, "b": 2}', { a: 1, b: 2, c: 3 }, '{"a": 1, "b": 2, "c": 3}'],
    ['{"a": 1, "b": 2}', { z: 0, a: 1, b: 2 }, '{"z": 0, "a": 1, "b": 2}'],
    ['{"a": 1, "b": 2}', { b: 2 }, '{"b": 2}'],
    ['{"a": 1, "b": 2}', { a: 1 }, '{"a": 1}'],
    ['{"a": 1, "b": 2}', { c: 1 }, '{"c": 1}'],
    ['{"a": 1, "b": 2}', {}, '{}'],
    ['[1, 2]', [], '[]'],
    ['{"a\\n": 1}', { 'a\n': 1, 'b"': '\n' }, '{"a\\n": 1, "b\\"": "\\n"}'],
    ['[{"a": 1}, [2]]', [[2], { a: 3 }], '[[2], {"a": 3}]'],
  )); // prettier-ignore

  it('has a line for each of what comes where nothing was', table('json',
    ['{}', { a: [1], b: {} }, '{\n  "a": [\n    1\n  ],\n  "b": {}\n}'],
    ['{ }', { a: 1 }, '{\n  "a": 1\n}'],
    ['{"l": []}', { l: [1, { x: 1 }] }, '{"l": [\n  1,\n  {\n    "x": 1\n  }\n]}'],
    ['{\n  "l": []\n}', { l: [1, { x: 1 }] }, '{\n  "l": [\n    1,\n    {\n      "x": 1\n    }\n  ]\n}'],
    ['  {"a": []}', { a: [1] }, '  {"a": [\n    1\n  ]}'],
    ['{"a": [ // x\n]}', { a: [1] }, '{"a": [ // x\n  1\n]}'],
    ['\uFEFF{}', { a: 1 }, '\uFEFF{\n  "a": 1\n}'],
  )); // prettier-ignore

  it('stands as far in as what is there', table('json',
    ['{\n  "l": [\n    1\n  ]\n}', { l: [1, { x: 1 }] }, '{\n  "l": [\n    1,\n    {\n      "x": 1\n    }\n  ]\n}'],
    ['{\n    "l": 1\n}', { l: 1, n: [2] }, '{\n    "l": 1,\n    "n": [\n        2\n    ]\n}'],
    ['{\n\t"l": [\n\t\t1\n\t]\n}', { l: [1, { x: 1 }], n: { y: [2] } }, '{\n\t"l": [\n\t\t1,\n\t\t{\n\t\t\t"x": 1\n\t\t}\n\t],\n\t"n": {\n\t\t"y": [\n\t\t\t2\n\t\t]\n\t}\n}'],
    ['{\n\t"l": [], "m": 1, "n": [1\n]}', { l: ['\t'], m: {}, n: [[1]] }, '{\n\t"l": [\n\t\t"\\t"\n\t], "m": {}, "n": [\n\t\t[\n\t\t\t1\n\t\t]\n]}'],
    ['// [\n//  x\n{\n   "a": 1\n}', { a: [2] }, '// [\n//  x\n{\n   "a": [\n      2\n   ]\n}'],
    ['{"a": {"b": 1}}', { a: { b: { c: 1 } } }, '{"a": {"b": {\n  "c": 1\n}}}'],
    ['{\n  "a": {\n    "b": 1\n  }\n}', { a: { b: { c: 1 } } }, '{\n  "a": {\n    "b": {\n      "c": 1\n    }\n  }\n}'],
    ['{\n  "a": 1\n}', { a: { b: 1 } }, '{\n  "a": {\n    "b": 1\n  }\n}'],
    ['\uFEFF  {"a": 1}', { a: [2] }, '\uFEFF  {"a": [\n    2\n  ]}'],
    ['[\n  {"a": 1}, {"b": 2},\n  {"c": 3}\n]', [{ c: 3 }, { a: 1 }], '[\n  {"c": 3},\n  {"a": 1}\n]'],
  )); // prettier-ignore

  it('is searched for how far in its lines stand without end, whatever it has', async () => {
    for (const line of [' '.repeat(400_000), '['.repeat(400_000), '[ '.repeat(200_000), '\n'.repeat(400_000)]) {
      const start = performance.now();
      await rewritten(`[1 /* ${line} */]`, [1, [2]], 'json');
      assert.ok(performance.now() - start < 10_000, line.slice(0, 2));
    }
  });

  it('keeps the comments of what stays, on its line and above it', table('json',
    [noted, { b: 2, c: 3 }, '{\n  // of b\n  "b": 2, /* two */ /* still */ // b\n  "c": 3\n}'],
    [noted, { a: 1, b: 2 }, '{\n  "a": 1, // of a\n  // of b\n  "b": 2 /* two */ /* still */ // b\n}'],
    [noted, { a: 1, c: 3 }, '{\n  "a": 1, // of a\n  "c": 3\n}'],
    [noted, { a: 1, b: 5, c: 3, d: 4 }, '{\n  "a": 1, // of a\n  // of b\n  "b": 5, /* two */ /* still */ // b\n  "c": 3,\n  "d": 4\n}'],
    [noted, { n: 0, a: 1, b: 2, c: 3 }, noted.replace('{\n', '{\n  "n": 0,\n').replace('2 /* two */,', '2, /* two */')],
    [numbers, [3, 1, 4], '[ // list\n  3, // three\n  1, // one\n  4\n  // end\n]'],
    [numbers, [1, 3], '[ // list\n  1, // one\n  3 // three\n  // end\n]'],
    ['[ /* a * b */ 1, 2]', [2, 1], '[ /* a * b */2, 1]'],
    ['[/**/1, 2, /***/ 3/*/*/]', [1, 3], '[/**/1, 3/*/*/]'],
    ['[1, /* x\ny */ 2, 3]', [1, 2], '[1, /* x\ny */ 2]'],
    ['[1,\n/* d */ 2]', [2, 3], '[\n/* d */ 2, 3]'],
    ['[\n  1 /* x */ , // y\n  2, 3\n]', [1, 2], '[\n  1, /* x */  // y\n  2\n]'],
    ['[\n  1 , // y\n  2, 3\n]', [1, 2], '[\n  1, // y\n  2\n]'],
  )); // prettier-ignore

  it('has nothing new behind a comment on its line', table('json',
    ['[1 // x\n]', [1, 2], '[\n  1, // x\n  2\n]'],
    ['{"a": 1 // x\n}', { a: 1, b: { c: 1 } }, '{\n  "a": 1, // x\n  "b": {\n    "c": 1\n  }\n}'],
    ['[1, 2\n]', [1, 3, 2], '[\n  1,\n  3, 2\n]'],
  )); // prettier-ignore

  it('has its commas behind what they follow, wherever they were', table('json',
    ['{\n  "a": 1\n  , "b": 2\n}', { a: 1, b: 2, c: 3 }, '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}'],
    ['{\n  "a": 1\n  , "b": 2\n}', { b: 2 }, '{\n  "b": 2\n}'],
    ['[\n  1 // x\n  , // y\n  2, 3\n]', [1, 2], '[\n  1, // x\n  // y\n  2\n]'],
    ['{\n  "a": 1\n  ,"b": 2\n}', { a: 1, b: 2, c: 3 }, '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}'],
    ['[\n  1,\n  // a, b\n  2, 3\n]', [1, 2], '[\n  1,\n  // a, b\n  2\n]'],
    ['[\n  {}\n]', [{ x: 1 }], '[\n  {\n    "x": 1\n  }\n]'],
    ['[1 , 2, 3]', [1, 2], '[1, 2]'],
    ['[1,   2, 3]', [1, 2], '[1,   2]'],
    ['[1,\n  2]', [1, 3], '[\n  1,\n  3\n]'],
    ['[1,\n  2]', [2, 1], '[\n  2,\n  1\n]'],
    ['[\n\n  1,\n  2\n]', [1], '[\n\n  1\n]'],
    ['[\n  []\n]', [[1]], '[\n  [\n    1\n  ]\n]'],
  )); // prettier-ignore
});

describe('brackets of YAML', () => {
  it('stay on the line that they are on', table('yaml',
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

  it('have values where there were none', table('yaml',
    ['a: {x: 1, y}\n', { a: { x: 1, y: 2 } }, 'a: {x: 1, y: 2}\n'],
    ['a: {x: 1, y, z: 1}\n', { a: { x: 1, y: [2], z: 2 } }, 'a: {x: 1, y: [2], z: 2}\n'],
    ['a: {x: 1, y, z: 1}\n', { a: { y: 2, z: 1 } }, 'a: {y: 2, z: 1}\n'],
    ['a: {x: 1, y}\n', { a: { x: 2, y: null } }, 'a: {x: 2, y}\n'],
    ['a: {"b":}\n', { a: { b: 2 } }, 'a: {"b": 2}\n'],
    ['a: {x: 1, y:}\n', { a: { x: 1, y: 'b c' } }, 'a: {x: 1, y: b c}\n'],
    ['a: {x: 1, y: }\n', { a: { x: 1, y: 2 } }, 'a: {x: 1, y: 2 }\n'],
  )); // prettier-ignore

  it('keep the comments of what stays, on its line and above it', table('yaml',
    [flow, { a: [2, 1, 3] }, 'a: [\n  2, # two\n  1, # one\n  3\n  # end\n]\n'],
    [flow, { a: [2] }, 'a: [\n  2 # two\n  # end\n]\n'],
    ['a: [1 # one\n  ]\n', { a: [1, 2] }, 'a: [\n  1, # one\n  2\n  ]\n'],
    ['a: [ # list\n  1,# one\n  2\n]\n', { a: [2, 1, 3] }, 'a: [ # list\n  2,\n  1,# one\n  3\n]\n'],
    ['a: [ # list\n  a#b,\n  2\n]\n', { a: [2, 'a#b', 3] }, 'a: [ # list\n  2,\n  a#b,\n  3\n]\n'],
    ['a: {\n  # of x\n  x: 1, # x\n\n  # of y\n  y: 2\n}\n', { a: { y: 2, z: 3 } }, 'a: {\n\n  # of y\n  y: 2,\n  z: 3\n}\n'],
  )); // prettier-ignore

  it('that nobody closed are closed', table('yaml',
    ['a: [1\n', { a: [1, 2] }, 'a: [\n  1,\n  2\n]'],
    ['a: [1 # one\n', { a: [1, 2] }, 'a: [\n  1, # one\n  2\n]'],
    ['a: {b: 1\n', { a: { b: 1, c: 2 } }, 'a: {\n  b: 1,\n  c: 2\n}'],
    ['a: {b: 1', { a: { b: 1, c: 2 } }, 'a: {b: 1, c: 2}'],
    ['a: [1', { a: [1, 2] }, 'a: [1, 2]'],
    ['a: [[1]', { a: [[1], 2] }, 'a: [[1], 2]'],
    ['a: [\n', { a: [1] }, 'a:\n  - 1'],
  )); // prettier-ignore
});
