/** How values are written, to the letter: as YAML, as JSON, and changes to a text by their places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { any, list, map, number, text, type ValueShape } from '../../../../src/domain/definitions/document/shapes.ts';
import { applyEdits, columnOf, insertAt, lineEnd, lineStart, nextLine, replaceSpan } from '../../../../src/domain/definitions/document/textEdits.ts'; // prettier-ignore
import { writeDefinitionText } from '../../../../src/domain/definitions/document/writeDefinition.ts';
import { yamlField, yamlInline, yamlItem } from '../../../../src/domain/definitions/document/writeYaml.ts';

const inline = (value: unknown, shape: ValueShape = any): string => yamlInline(value, shape);

describe('a text in YAML', () => {
  it('is plain where that is read as it is', () => {
    for (const plain of [
      'on',
      'v 2',
      'a  b',
      'a-b',
      'a-',
      'a.',
      'a@b',
      'a+b',
      'a%',
      '/a/b',
      '_a',
      'é',
      'e\u0301',
      '日本',
      '1.2.3',
      '2024-01-01',
      '1_000',
      '0xg',
      '0x',
      '0o8',
      '0b1',
      '1e',
      '1e5x',
      'x1e5',
      '1x',
      'truex',
      'xnull',
      'yes',
      'no',
    ])
      // prettier-ignore
      assert.equal(inline(plain), plain);
  });

  it('is between quotes where it would be something else', () => {
    for (const word of [
      '5',
      '05',
      '5.',
      '5.5',
      '12.34',
      '5e3',
      '5E+3',
      '1e-31',
      '0o17',
      '0x1F',
      'true',
      'TRUE',
      'False',
      'null',
      'Null',
      '~',
      '.inf',
      '.nan',
      '-1',
      '+1',
      '',
      ' a',
      'a ',
      '-a',
      '.a',
      '@a',
      '%a',
      'a: b',
      'a:',
      'a #b',
      'a#b',
      'a,b',
      '[a',
      'a]',
      '{a',
      "it's",
      'ab!',
      '<<',
      '=',
      '?',
      '- a',
      '\u0300a',
    ])
      // prettier-ignore
      assert.equal(inline(word), `"${word}"`);
  });

  it('is between quotes of the other kind where there are some in it', () => {
    assert.equal(inline('"a"'), `'"a"'`);
    assert.equal(inline(`a'b"c'`), `'a''b"c'''`);
    assert.equal(inline('a\\b'), "'a\\b'");
  });

  it('has a number for what nobody sees', () => {
    assert.equal(inline('\t'), '"\\t"');
    assert.equal(inline('a\nb'), '"a\\nb"');
    assert.equal(inline('\u00a0\u200b\ufeff\u2028\u2029\ufffe\uffff\u007f'), '"\\u00a0\\u200b\\ufeff\\u2028\\u2029\\ufffe\\uffff\\u007f"'); // prettier-ignore
    assert.equal(inline('\ud800'), '"\\ud800"');
    assert.equal(inline('\u{1f600}\u{e0001}'), '"\u{1f600}\\U000e0001"');
    assert.equal(inline('"\\\u200b'), '"\\"\\\\\\u200b"');
  });

  it('is in lines if it has some, and no others are read', () => {
    const written = (value: string): string => yamlField('a', value, any, 2);
    assert.equal(written('a\nb'), '  a: |-\n    a\n    b');
    assert.equal(written('a\nb\n'), '  a: |\n    a\n    b');
    assert.equal(written('a\n\n b \n'), '  a: |\n    a\n\n     b ');
    assert.equal(written('# a\n- b'), '  a: |-\n    # a\n    - b');
    assert.equal(written('"a\\\nb'), '  a: |-\n    "a\\\n    b');
    for (const quoted of [' a\nb', '\na', 'a\n', 'a\nb\n\n', '\ta\nb', 'a\n\tb', 'a\r\nb', '\n\n'])
      assert.equal(written(quoted), `  a: ${JSON.stringify(quoted)}`);
    assert.equal(written('a\nb\u200b'), '  a: "a\\nb\\u200b"');
    assert.equal(yamlItem('a\nb', any, 2), '  - |-\n    a\n    b');
  });
});

describe('another value in YAML', () => {
  it('has a tag where a text belongs', () => {
    const numbers = [[50, 'int'], [-5, 'int'], [1.5, 'float'], [1e21, 'float'], [1e-7, 'float']] as const; // prettier-ignore
    for (const [value, tag] of numbers) {
      assert.equal(inline(value, text), `!!${tag} ${value}`);
      assert.equal(inline(value, number), String(value));
      assert.equal(inline(value), String(value));
    }
    assert.equal(inline(-0), '0');
    assert.equal(inline(-0, text), '!!int 0');
    for (const bool of [true, false]) {
      assert.equal(inline(bool, text), `!!bool ${bool}`);
      assert.equal(inline(bool), String(bool));
    }
    assert.equal(inline(null, text), 'null');
    assert.equal(inline([true, '5', 5], list(text)), '[!!bool true, "5", !!int 5]');
    assert.equal(inline([true, 5], text), '[true, 5]');
  });

  it('has the shape of its field', () => {
    assert.equal(inline({ name: true, description: 5, size: 1 }, map('treatment')), '{name: !!bool true, description: !!int 5, size: 1}');
    const fields = { number: 5, string: 5, attribute: 5 };
    assert.equal(inline({ type: 'EQUAL_NUMBER', ...fields }, map('matcher')), '{type: EQUAL_NUMBER, number: 5, string: 5, attribute: !!int 5}');
    assert.equal(inline({ type: 'IN_SEGMENT', ...fields }, map('matcher')), '{type: IN_SEGMENT, number: 5, string: !!int 5, attribute: 5}');
    assert.equal(inline({ type: 5, string: 5 }, map('matcher')), '{type: !!int 5, string: 5}');
    assert.equal(inline({ type: 'X', string: 5 }, map('matcher')), '{type: X, string: 5}');
    assert.equal(yamlField('keys', [5, '5'], list(text), 0), 'keys:\n  - !!int 5\n  - "5"');
    assert.equal(yamlItem({ name: 5, other: 5 }, map('treatment'), 0), '- name: !!int 5\n  other: 5');
  }); // prettier-ignore

  it('is in brackets, or in lines of its own', () => {
    assert.equal(inline([1, [2, { a: 1, 'b: c': ['x'] }], {}, []]), '[1, [2, {a: 1, "b: c": [x]}], {}, []]');
    assert.equal(inline({ a: undefined, b: null }), '{b: null}');
    const deep = [[], {}, [[1], 2], { x: [1], y: { z: 1 } }];
    const lines = '- []\n    - {}\n    - - - 1\n      - 2\n    - x:\n        - 1\n      y:\n        z: 1';
    assert.equal(yamlField('a', deep, any, 2), `  a:\n    ${lines}`);
    assert.equal(yamlItem(deep, any, 2), `  - ${lines}`);
    assert.equal(yamlField('a', { x: undefined }, any, 2), '  a: {}');
    assert.equal(yamlField('a', { x: undefined, y: [] }, any, 2), '  a:\n    y: []');
  });

  it('has a question mark before a name that is too long for a colon', () => {
    const name = 'x'.repeat(1000);
    assert.equal(yamlField(name, [1], any, 2), `  ${name}:\n    - 1`);
    assert.equal(yamlField(`${name}x`, [1], any, 2), `  ? ${name}x\n  :\n    - 1`);
    assert.equal(yamlField('true', 1, any, 2), '  "true": 1');
  });
});

describe('a definition', () => {
  const least = { name: 'f', treatments: [], rules: [], defaultRule: [] };

  it('has the fields of a matcher in the order of its type, and others behind them', () => {
    const written = (type: string): string | undefined => {
      const matchers = [{ zone: 1, string: 'x', area: 2, type, negate: true }];
      const text = writeDefinitionText({ ...least, rules: [{ buckets: [], condition: { matchers } }] });
      return /- (type[^]*?)\ndefaultRule/
        .exec(text)?.[1]
        ?.replaceAll(/: .*\n? */g, ' ')
        .trim();
    };
    assert.equal(written('IN_SEGMENT'), 'type negate string area zone');
    assert.equal(written('NOBODY_KNOWS'), 'type negate area string zone');
  });

  it('has a header of lines that nobody can end', () => {
    const header = (...lines: readonly string[]): string | undefined => writeDefinitionText(least, lines).split('\nname:')[0];
    assert.equal(header('a\r\n\nb\u2028\u0085c\u2029d'), '# a\n# b\n# c\n# d\n');
    assert.equal(header('  a\tb\ufeff c\ud800 '), '# a b  c\n');
    assert.equal(header('', ' \t'), '#\n#\n');
  });
});

describe('a text', () => {
  it('is changed at each place in the order of the changes', () => {
    const at = (start: number, end: number, newText: string) => replaceSpan({ start, end }, newText);
    assert.equal(applyEdits('abcdef', [at(4, 5, 'E'), insertAt(2, '1'), insertAt(2, '2'), at(0, 1, '')]), 'b12cdEf');
    // What is put before something that goes comes first, whichever was said first.
    assert.equal(applyEdits('abc', [at(1, 2, 'B'), insertAt(1, '-')]), 'a-Bc');
    assert.equal(applyEdits('abc', [insertAt(3, '!'), insertAt(0, '.')]), '.abc!');
    assert.equal(applyEdits('abc', []), 'abc');
  });

  it('has lines that end with either mark', () => {
    const lines = 'ab\n\r\ncd\r\ne';
    const ends = Array.from(lines, (_, place) => [lineStart(lines, place), lineEnd(lines, place), nextLine(lines, place)]);
    const first = [0, 2, 3];
    const last = [5, 7, 9];
    assert.deepEqual(ends, [first, first, first, [3, 3, 5], [3, 4, 5], last, last, last, last.with(1, 8), [9, 10, 10]]);
    assert.deepEqual([lineStart('a', 0), lineEnd('a', 0), nextLine('a', 0), nextLine('\n', 0)], [0, 1, 1, 1]);
  });

  it('has columns that count no byte order mark', () => {
    assert.deepEqual([columnOf('\uFEFFab', 1), columnOf('\uFEFFab', 2), columnOf('\uFEFFa\nb', 4), columnOf('ab', 1)], [0, 1, 1, 1]);
    assert.deepEqual([columnOf('a\uFEFF', 1), columnOf('a\n\uFEFFb', 3)], [1, 1]);
  }); // prettier-ignore
});
