/** What a text becomes that is to say something else, to the letter: in blocks, and from a value to another. Brackets: `flowRewrites`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { definitionShape } from '../../../../src/domain/definitions/document/shapes.ts';
import { rewritten } from './marked.ts';

type Row = readonly [text: string, value: unknown, result: string];

function table(...rows: readonly Row[]): () => Promise<void> {
  return async () => {
    for (const [text, value, result] of rows) {
      assert.equal(await rewritten(text, value), result, text);
      const inDos = text.replaceAll('\n', '\r\n');
      assert.equal(await rewritten(inDos, value), result.replaceAll('\n', '\r\n'), inDos);
    }
  };
}

const letters = '# top\na: 1\n# of b\nb: 2\n\n# of c\nc: 3\n';
const list = 'l:\n  - a\n  # of b\n  - b\n  - c # c\nx: 1\n';
const further = 'a:\n  b: 1\n    # further in\n\n    # also\n  # not\n\nc: 1\n';
const pair = 'l:\n  - name: a\n    x: 1\n  - name: b\n    x: 2\n';

describe('the fields of a block', () => {
  it('come behind what they come behind', table(
    ['b: 1\nd: 2\n', { a: 0, b: 1, c: 1.5, d: 2, e: 3 }, 'a: 0\nb: 1\nc: 1.5\nd: 2\ne: 3\n'],
    ['b: 1\nd: 2', { b: 1, c: { x: [1] }, d: 2, e: 3 }, 'b: 1\nc:\n  x:\n    - 1\nd: 2\ne: 3'],
    ['a: 1\n', { b: 2, c: 3, a: 1 }, 'b: 2\nc: 3\na: 1\n'],
    ['a: 1\nb: null\n', { a: 1, c: 1 }, 'a: 1\nc: 1\nb: null\n'],
  )); // prettier-ignore

  it('go with the comment above them, but for the first, whose place the next one takes', table(
    [letters, { b: 2, c: 3 }, '# top\n# of b\nb: 2\n\n# of c\nc: 3\n'],
    [letters, { a: 1, c: 3 }, '# top\na: 1\n\n# of c\nc: 3\n'],
    [letters, { a: 1, b: 2 }, '# top\na: 1\n# of b\nb: 2\n'],
    [letters, { c: 3 }, '# top\n\n# of c\nc: 3\n'],
    [letters, { a: 1 }, '# top\na: 1\n'],
    [letters, { n: 0, b: 2, c: 3 }, '# top\nn: 0\n# of b\nb: 2\n\n# of c\nc: 3\n'],
  )); // prettier-ignore

  it('all go for others, or for none', table(
    [letters, { d: 4 }, '# top\nd: 4\n'],
    [letters, { d: 4, e: 5 }, '# top\nd: 4\ne: 5\n'],
    [letters, {}, '# top\n{}\n'],
  )); // prettier-ignore

  it('have the comments below them that stand further in', table(
    [further, { a: { b: 1, z: 1 }, c: 1 }, further.replace('also\n', 'also\n  z: 1\n')],
    [further, { a: { z: 1 }, c: 1 }, 'a:\n  z: 1\n  # not\n\nc: 1\n'],
    ['a: 1\n  # further in\n # one in\n# not\nb: 2\n', { b: 2 }, '# not\nb: 2\n'],
    ['a: 1\n  # further in\n # one in\n# not\nb: 2\n', { a: 1, n: 1, b: 2 }, 'a: 1\n  # further in\n # one in\nn: 1\n# not\nb: 2\n'],
    ['b: 2\na: 1\n  # further in\n  \n# not', { b: 2, n: 1 }, 'b: 2\nn: 1\n  \n# not'],
    ['b: 2\na: 1\n  # further in', { b: 2, a: 1, n: 1 }, 'b: 2\na: 1\n  # further in\nn: 1'],
    ['a: 1\n  # in\n   \n    # also\nb: 1\n', { b: 1 }, 'b: 1\n'],
    ['b: 2\na: 1\n  # further in\n', { b: 2 }, 'b: 2\n'],
  )); // prettier-ignore

  it('stand behind a byte order mark', table(
    ['\uFEFFa: 1\nb: 2\n', { b: 2 }, '\uFEFFb: 2\n'],
    ['\uFEFFa: 1\nb: 2\n', { z: 0, a: 1, b: 3 }, '\uFEFFz: 0\na: 1\nb: 3\n'],
    ['\uFEFFa: 1\nb: 2\n', { a: [1], b: 2, c: 3 }, '\uFEFFa:\n  - 1\nb: 2\nc: 3\n'],
    ['\uFEFFl:\n  - a\n  - b\n', { l: ['b', 'a'] }, '\uFEFFl:\n  - b\n  - a\n'],
  )); // prettier-ignore
});

describe('the items of a block', () => {
  it('are moved with their comments', table(
    [list, { l: ['b', 'a', 'c'], x: 1 }, 'l:\n  # of b\n  - b\n  - a\n  - c # c\nx: 1\n'],
    [list, { l: ['c', 'a', 'b'], x: 1 }, 'l:\n  - c # c\n  - a\n  # of b\n  - b\nx: 1\n'],
    [list, { l: ['b', 'c', 'a'], x: 1 }, 'l:\n  # of b\n  - b\n  - c # c\n  - a\nx: 1\n'],
    ['l:\n- a\n# of b\n- b\n', { l: ['b', 'a', 'c'] }, 'l:\n# of b\n- b\n- a\n- c\n'],
    ['l:\n  - a\n\n  # of b\n\n  # and\n  - b\n', { l: ['b', 'a'] }, 'l:\n  # of b\n\n  # and\n  - b\n  - a\n'],
  )); // prettier-ignore

  it('come in their places', table(
    [list, { l: ['n', 'c', 'a', 'm', 'b', { x: 1, y: 2 }], x: 1 }, 'l:\n  - n\n  - c # c\n  - a\n  - m\n  # of b\n  - b\n  - x: 1\n    y: 2\nx: 1\n'],
    ['l:\n  - a\n\n  # of b\n  # and\n  - b\n', { l: ['a', 'n', 'b'] }, 'l:\n  - a\n  - n\n\n  # of b\n  # and\n  - b\n'],
    ['l:\n  - a\n  -\n', { l: ['a', 'c', null] }, 'l:\n  - a\n  - c\n  -\n'],
    ['l:\n  - a\n', { l: ['a', 'b', 'c'] }, 'l:\n  - a\n  - b\n  - c\n'],
  )); // prettier-ignore

  it('that are empty have their dash, and the comments above it', table(
    ['l:\n  - a\n\n  # of none\n  -\n  - b\n', { l: [null, 'a', 'b'] }, 'l:\n  # of none\n  -\n  - a\n  - b\n'],
    ['l:\n  - a\n  # of none\n  -\n  - b\n', { l: ['a', 'b'] }, 'l:\n  - a\n  - b\n'],
    ['l:\n  - a\n  # of none\n  - # none\n  - b\n', { l: ['a', 'b', null] }, 'l:\n  - a\n  - b\n  # of none\n  - # none\n'],
    ['l:\n  - a\n\n# of none\n  - # none\n', { l: ['a'] }, 'l:\n  - a\n'],
    ['l:\n  - a\n  # of none\n  -\n\n  # of b\n  - b\n', { l: ['a', null, 'n', 'b'] }, 'l:\n  - a\n  # of none\n  -\n  - n\n\n  # of b\n  - b\n'],
    ['l:\n  - a\n  -', { l: ['a', null, 'b'] }, 'l:\n  - a\n  -\n  - b'],
  )); // prettier-ignore

  it('stand beside a dash', table(
    ['l:\n  - - a\n    - b\n  - - c\n', { l: [['z', 'b'], ['c']] }, 'l:\n  - - z\n    - b\n  - - c\n'],
    ['l:\n  - - a\n    - b\n  - - c\n', { l: [['b', 'y'], ['c']] }, 'l:\n  - - b\n    - y\n  - - c\n'],
    ['l:\n  - - a\n    - b\n  - - c\n', { l: [['c'], ['a', 'b']] }, 'l:\n  - - c\n  - - a\n    - b\n'],
    ['l:\n  - - a\n    - b\n', { l: [['y', 'x']] }, 'l:\n  - - y\n    - x\n'],
    [pair, { l: [{ x: 1, y: 2 }, { name: 'b', x: 2 }] }, 'l:\n  - x: 1\n    y: 2\n  - name: b\n    x: 2\n'],
    [pair, { l: [{ name: 'b', x: 3 }, { name: 'a', x: 5 }] }, 'l:\n  - name: b\n    x: 3\n  - name: a\n    x: 5\n'],
  )); // prettier-ignore
});

describe('a value', () => {
  it('takes the place of none', table(
    ['a:\n', { a: 5 }, 'a: 5\n'],
    ['a:', { a: 5 }, 'a: 5'],
    ['a:\nb: 1\n', { a: [5], b: 1 }, 'a:\n  - 5\nb: 1\n'],
    ['l:\n  -\n  - b\n', { l: ['x', 'b'] }, 'l:\n  - x\n  - b\n'],
    ['l:\n  -\n  - b\n', { l: [null, 'c'] }, 'l:\n  -\n  - c\n'],
    ['l:\n  - 1\n  -\n', { l: [{ a: [1], b: 1 }, 5] }, 'l:\n  - a:\n      - 1\n    b: 1\n  - 5\n'],
    ['? a\n:\nb: 1\n', { a: 2, b: 1 }, '? a\n: 2\nb: 1\n'],
  )); // prettier-ignore

  it('goes below the line that it does not fit on, and comes up from there', table(
    ['a:   1 # one\nb: 1\n', { a: [5], b: 1 }, 'a:\n  - 5 # one\nb: 1\n'],
    ['a:   1 # one\nb: 1\n', { a: 'x', b: 1 }, 'a: x # one\nb: 1\n'],
    ['a:\n  1\nb: 1\n', { a: 'x', b: 1 }, 'a: x\nb: 1\n'],
    ['a:\n  x\nb: 1\n', { a: [1], b: 1 }, 'a:\n  - 1\nb: 1\n'],
    ['a: \n  1\nb: 1\n', { a: 'x', b: 1 }, 'a: x\nb: 1\n'],
    ['"a" :\n  1\nb: 1\n', { a: 'x', b: 1 }, '"a" :\n  x\nb: 1\n'],
    ['a:\n  # note\n  1\nb: 1\n', { a: 'x', b: 1 }, 'a:\n  # note\n  x\nb: 1\n'],
    ['a: # note\n  1\nb: 1\n', { a: 'x', b: 1 }, 'a: # note\n  x\nb: 1\n'],
    ['a:\n  - 1\nb: 1\n', { a: 'x', b: 1 }, 'a: x\nb: 1\n'],
    ['a:\n  - 1\nb: 1\n', { a: { x: 1 }, b: 1 }, 'a:\n  x: 1\nb: 1\n'],
    ['a:\n  - 1\nb: 1\n', { a: [{ x: 1 }, 2], b: 1 }, 'a:\n  - x: 1\n  - 2\nb: 1\n'],
    ['a:\n  c: 1\nb: 1\n', { a: [1], b: 1 }, 'a:\n  - 1\nb: 1\n'],
    ['a:\n  c: 1\nb: 1\n', { a: [], b: 1 }, 'a: []\nb: 1\n'],
    ['a:\n  c: 1\nb: 1\n', { a: 'x\ny\n', b: 1 }, 'a: |\n  x\n  y\nb: 1\n'],
    ['l:\n  - a: 1\n    b: {}\n', { l: [{ a: 1, b: { c: [1] } }] }, 'l:\n  - a: 1\n    b:\n      c:\n        - 1\n'],
    ['l:\n  - a: 1\n    b: {}\n', { l: [{ a: [1], b: {} }] }, 'l:\n  - a:\n      - 1\n    b: {}\n'],
    ['a: []\n', { a: [1] }, 'a:\n  - 1\n'],
    ['a: {}\n', { a: { b: 1 } }, 'a:\n  b: 1\n'],
  )); // prettier-ignore

  it('stays on the line with what is there beside it', table(
    ['a: !!str 1\nb: 1\n', { a: 'x', b: 1 }, 'a: x\nb: 1\n'],
    ['a: &k v\nb: 1\n', { a: 'x', b: 1 }, 'a: &k x\nb: 1\n'],
    ['a: &k v\nb: 1\n', { a: [1], b: 1 }, 'a: &k [1]\nb: 1\n'],
    ['? a\n: 1\nb: 1\n', { a: [1], b: 1 }, '? a\n: [1]\nb: 1\n'],
    ['"a" : 1\nb: 1\n', { a: [1], b: 1 }, '"a" : [1]\nb: 1\n'],
    ['a: 1\na: 2\n', { a: 3 }, 'a: 1\na: 3\n'],
    ['5\n', { a: 1 }, '{a: 1}\n'],
    ['- 1\n', { a: 1 }, '{a: 1}\n'],
    ['a: 1\n', [1], '[1]\n'],
  )); // prettier-ignore

  it('that says nothing changes nothing', table(
    ['a: 1\n', { a: 1, c: null, d: [], e: undefined }, 'a: 1\n'],
    ['a: 1\nb: []\n', { a: 2 }, 'a: 2\nb: []\n'],
    ['a:\nb: 1\n', { a: null, b: 2 }, 'a:\nb: 2\n'],
    ['a: {x: 1, y, z: 1}\n', { a: { x: 1, z: 2 } }, 'a: {x: 1, y, z: 2}\n'],
  )); // prettier-ignore

  it('that only the service writes stays as it is', async () => {
    for (const value of [{ name: 'g', id: 'y' }, { name: 'g' }])
      assert.equal(await rewritten('name: f\nid: x\n', value, definitionShape), 'name: g\nid: x\n');
  });
});
