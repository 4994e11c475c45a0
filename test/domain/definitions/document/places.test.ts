/** Tests what the position of the cursor belongs to, and the word there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shapeAt } from '../../../../src/domain/definitions/document/shapes.ts';
import { findPlace } from '../../../../src/operations/definitions/text/findPlace.ts';
import { marked } from './marked.ts';

/** Reads a text with the word and the cursor marked. One mark stands for both, and none means that no word is expected. */
function table(isFlow: boolean, cases: Readonly<Record<string, string>>): () => Promise<void> {
  return async () => {
    for (const [source, expected] of Object.entries(cases)) {
      const { text, spans } = marked(source);
      const place = await findPlace(text, spans.at(-1)!.start);
      if (expected === '') assert.equal(place, undefined, source);
      else {
        const [, at, steps] = /^(\w+)(?: (.*))?$/.exec(expected)!;
        const path = steps?.split('/').map((step) => (/^\d+$/.test(step) ? Number(step) : step)) ?? [];
        assert.ok(place, source);
        assert.deepEqual([place.path, place.at, place.word, place.isFlow], [path, at, spans[0], isFlow], source);
      }
    }
  };
}
const block = (cases: Readonly<Record<string, string>>) => table(false, cases);

describe('a place in a block', () => {
  it('is a name up to its colon, and a value behind the space', block({
    '«»': 'name', '«na«»»': 'name', '«na«»me»': 'name', '««»name»': 'name', '«name«»»: f': 'name', '«na«»me»: f': 'name', '««»name»: f': 'name', '«name«»»  : f': 'name',
    'name:«» f': '', 'name:«»': '', 'name: ««»f»': 'value name', 'name: «f«»»': 'value name', 'name: «f«»f»  # x': 'value name', 'name  :  «f«»»': 'value name', 'name: «»\n': 'value name', 'name: «»\r\n': 'value name',
    'name: «a b«» c» # x': 'value name', 'name: «a#«»b» # x': 'value name', 'name:   «f   «»»': 'value name', 'name: «x «» y»\n': 'value name', 
    'name: «"a b«» c"» # x': 'value name', "name: «'a b«» c'» # x": 'value name', 'name: «"x«»»': 'value name', "name: «'x«»»": 'value name', 'name: «"x«» # y»': 'value name', "name: «'x«» # y»": 'value name',
  })); // prettier-ignore

  it('does not exist in a comment', block({
    'name: f #«» x': '', 'name: f # «»x': '', '#«»': '', '  # «»': '', '# name: «»': '', 'name: f\n#«»': '', "name: 'a' # «»": '', 'name: "a" # «»': '', 'name: "a # b" # «»': '',
    'name: «a#b «»»': 'value name',
  })); // prettier-ignore

  it('belongs to a name in quotes, and to any other name', block({
    '"a b" : «»': 'value a b', "'a#b': «»": 'value a#b', '-x: «»': 'value -x', 'x]: «»': 'value x]', '«"x«»"»: f': 'name', "«'x«»'»: f": 'name', 'a-b: «»': 'value a-b', '"": «»': 'value ',
  })); // prettier-ignore

  it('is an item behind a dash', block({
    '- «»': 'item', '-  «»': 'item', '- «x«»»': 'item', '- ««»x»': 'item', '- - «»': 'item 0', '- - «x«»»': 'item 0', 'x:\n- a\n- «»': 'item x', '- a: 1\n- «»': 'item', 'x:\n  - - a\n    - «»': 'item x/0', 'a:\n  - b\n\n  # c\n  - «»': 'item a', 'a:\n- |\n- «»': 'item a', '- «x«»»: f': 'item', '- - «x«»»: f': 'item 0', '-  «»  ': 'item', ' «»- a': '',
  })); // prettier-ignore

  it('is in the item whose dash is above it', block({
    '- x: «f«»»': 'value 0/x', '- - x: «»': 'value 0/0/x', '- -x: «»': 'value 0/-x', '-\n  «»': 'name 0', '- a: 1\n  «b«»»: f': 'name 0', '- - a: |\n    b: «»': 'value 0/0/b', '- a: 1\n  «»': 'name 0', '- a: 1\n- b: 1\n  c: «»': 'value 1/c', '- a\n- b\n- c: «»': 'value 2/c',
    'x:\n- a\n- b: «»': 'value x/1/b', 'x:\n  - a\n  - b: «»': 'value x/1/b', 'x:\n  - - a\n    - y: «»': 'value x/0/1/y', 'a:\n  - b: 1\n  -\n    c: «»': 'value a/1/c', 'a:\n  -   b: 1\n      c: «»': 'value a/0/c',
    'rules:\n  - a: 1\n    b: 2\n  - c: «»': 'value rules/1/c', 'a:\n  - b:\n      - c: 1\n      - d: 2\n    e:\n      - f: 1\n      - g: «»': 'value a/0/e/1/g', 'a:\r\n  - b: 1\r\n    «»': 'name a/0', 'x:\n- a: 1\n- - b\n  - c: «»': 'value x/1/1/c',
  })); // prettier-ignore

  it('is in the field that is above it with a smaller indent', block({
    'a:\n  b:\n    c: «»': 'value a/b/c', 'a:\n  b: 1\n  c: «»': 'value a/c', 'a:\n  b: 1\nc: «»': 'value c', 'a:\n  b:\n    c: 1\n  «»': 'name a', 'a:\n  b:\n    c: 1\n«»': 'name', 'a:\n  b:\n    c: 1\n      «»': 'name a/b/c',
    'a:\n    «»\n  b: 1': 'name a', '# c:\na:\n  # d:\n\n  «»': 'name a', 'a:\n  x\n  y: «»': 'value a/y', '  a: «»': 'value a', '  «»': 'name', '    «»  ': 'name', 'a:\n  «x«»»\n  y: 1': 'name a', 'a:\n  b:\n  - c\n  d: «»': 'value a/d',
  })); // prettier-ignore

  it('does not exist in the lines of a text', block({
    'a: |\n  te«»xt': '', 'a: >-\n  te«»xt': '', 'a: |2\n  te«»xt': '', 'a: |+ # c\n  te«»xt': '', 'a: | \t\n  b\n  te«»xt': '', 'a: |\n  b:\n    c«»': '', '- |\n  te«»xt': '', '- a: |\n    te«»xt': '', 'a:\n- |\n  te«»': '', 'a: !!str |\n  te«»xt': '', 'a:\n  b: |\n    c: «»': '', '|\n  «»': '', 'x: |\n\n  b: «»': '',
    'a: x|\n  b: «»': 'value a/b', 'x:\n  # a: |\n  b: «»': 'value x/b', 'x:\n#|\n  b: «»': 'value x/b', 'a: |\n  text\nb: «»': 'value b', '- a: |\n  b: «»': 'value 0/b', '- a: |\n    x\n  b: «»': 'value 0/b',
  })); // prettier-ignore

  it('is behind a byte order mark', block({
    '\uFEFF«na«»»': 'name', '\uFEFFname: «»': 'value name', '\uFEFFa:\n  «»': 'name a', '\uFEFF«»': 'name', '\uFEFFa:\n- b\n- «»': 'item a', '\uFEFF# «»': '',
  })); // prettier-ignore

  it('does not exist on a very long line', block({
    [`a: «${'x'.repeat(1997)}«»»`]: 'value a', [`a: ${'x'.repeat(1998)}«»`]: '', [`a:\nb: ${'x'.repeat(9000)}\nc: «»`]: 'value c',
  })); // prettier-ignore
});

const flow = (cases: Readonly<Record<string, string>>) => table(true, cases);
describe('a place in brackets of YAML', () => {
  it('is a name, a value or an item', flow({
    'a: {«»}': 'name a', 'a: {«b«»»}': 'name a', 'a: {b: «»}': 'value a/b', "a: {it's: «»}": "value a/it's", 'a: {b:c: «»}': 'value a/b:c', 'a: {b:c, d: «»}': 'value a/d', 'a: {"b":««»c»}': 'value a/b', 'a: {b:[«»]}': 'item a/b', 'a: {b:\t«»}': 'value a/b', 'a: {««»b»: c}': 'name a',
    "a: {'b': ««»c»}": 'value a/b', "a: {'it''s': ««»c»}": "value a/it's", "a: {b: «'x«»y'»}": 'value a/b', "a: {b: «it's«»», c: 1}": 'value a/b', "a: {b: it's, c: «»}": 'value a/c', "a: {'b\\': «»}": 'value a/b\\', 'a: {"a: b", «»}': 'name a', 'a: {b: «"}«»"»}': 'value a/b',
    'a: [b, «»]': 'item a', 'a: [b, «c d«»»]': 'item a', '{«»}': 'name', '{a: «»}': 'value a', '[«»]': 'item', 'a: {b:\n    «c«»»}': 'value a/b', 'a: {b: c\n    «d«»»}': 'value a/b',
  })); // prettier-ignore

  it('does not exist in a comment', flow({
    'a: {b: 1 # «»\n}': '', 'a: {b: 1 #«»}': '', 'a: {b: 1#, c: «»}': 'value a/c', 'a: {b: «x#«»»}': 'value a/b', 'a: {# x\n b: «»}': 'value a/b', 'a: {b: //, c: «»}': 'value a/c', 'a: {b: 1, c: «/* «»»}': 'value a/c',
  })); // prettier-ignore

  it('belongs to the innermost brackets, or to open brackets up to the end', flow({
    'x:\n  - {b: «»}': 'value x/0/b', 'x:\n  - c\n  - {b: «»}': 'value x/1/b', 'x:\n  y:\n    z: {b: {c: [1, «»]}}': 'item x/y/z/b/c', 'x:\n  y: {}\n  z: {b: «»}': 'value x/z/b', 'x: {}\ny: {b: «»}': 'value y/b', 'x: {a: 1}\r\ny: {b: «»}': 'value y/b', 'x: {b: {c: 1}, d: «»}': 'value x/d', 'x: {\n  b: 1,\n  c: «»\n}\n': 'value x/c', 'x: [{a: 1}, {b: «»': 'value x/1/b',
    'x: {«»': 'name x', 'x: [«»': 'item x', 'x: [ «»': 'item x', 'x: [«b «»»': 'item x', 'x: {b: {«»': 'name x/b',
  })); // prettier-ignore

  it('belongs to the block outside of the brackets', block({
    'a: ««»[b]»': '', 'a: ««»[]»': '', 'x: {b: 1}\ny: «»': 'value y', 'x: [1]\n«»': 'name',
  })); // prettier-ignore
});

describe('the meaning of a path', () => {
  it('is unknown inside an unknown field', () => {
    assert.deepEqual(shapeAt(undefined, ['treatments', 0, 'name']), { kind: 'text', names: 'ownTreatment' });
    for (const path of [
      ['note', 0, 1],
      ['note', 'x'],
      ['note', 0, 'x'],
      ['name', 0],
      ['treatments', 'x'],
      [0, 'name'],
    ])
      assert.equal(shapeAt(undefined, path), undefined, path.join());
  });
});
