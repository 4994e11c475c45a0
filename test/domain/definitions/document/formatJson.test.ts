/** The layout of JSON: what each gap becomes, to the letter, and what never changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { formatJson, type Layout } from '../../../../src/domain/definitions/document/formatJson.ts';
import type { TextEdit } from '../../../../src/domain/definitions/document/located.ts';
import { valueOf } from '../../../../src/domain/definitions/document/readBody.ts';
import { applyEdits } from '../../../../src/domain/definitions/document/textEdits.ts';
import { writeDefinitionText } from '../../../../src/domain/definitions/document/writeDefinition.ts';
import { runs } from '../../../properties/runs.ts';
import { makeDefinition } from '../../../bench/sample.ts';
import { twoDefinitions } from '../anyDefinition.ts';
import { layoutsOf } from './layouts.ts';
import { read } from './marked.ts';

const two: Layout = { tabSize: 2, insertSpaces: true };

const editsOf = async (text: string, layout = two): Promise<readonly TextEdit[]> => formatJson(await read(text, 'json'), layout);
const formatted = async (text: string, layout = two): Promise<string> => applyEdits(text, await editsOf(text, layout));

/** Each text is to become the other, with both line ends, and then to stay. */
function table(...rows: readonly (readonly [text: string, result: string])[]): () => Promise<void> {
  return async () => {
    for (const [text, result] of rows) {
      assert.equal(await formatted(text), result, text);
      assert.deepEqual(await editsOf(result), [], `${text}: once more`);
      // A text of one line has no line end to follow.
      if (text.includes('\n')) assert.equal(await formatted(text.replaceAll('\n', '\r\n')), result.replaceAll('\n', '\r\n'));
    }
  };
}

describe('the layout of JSON', () => {
  it('has a line for each field and item, and none for what is empty', table(
    ['{"a":1,"b":[true,null],"c":{},"d":[ ]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ],\n  "c": {},\n  "d": []\n}'],
    ['{\n"a" :\n1\n,\n"b"\n: {\n\n}}\n\n', '{\n  "a": 1,\n  "b": {}\n}\n'],
    ['\n\n  [\n      1]', '[\n  1\n]'],
    ['{ "a": [1, ], }', '{\n  "a": [\n    1,\n  ],\n}'],
    ['\uFEFF  {"a": 1}  ', '\uFEFF{\n  "a": 1\n}'],
    ['[[[1]], []]', '[\n  [\n    [\n      1\n    ]\n  ],\n  []\n]'],
    ['  "a"  ', '"a"'],
  )); // prettier-ignore

  it('leaves words as they are spelled', table(
    ['[1.50,1E+3, -0,123456789012345678901234]', '[\n  1.50,\n  1E+3,\n  -0,\n  123456789012345678901234\n]'],
    [String.raw`{"\u0041 // x":"a\"b\\", "c":"/* {[,: */"}`, '{\n' + String.raw`  "\u0041 // x": "a\"b\\",` + '\n  "c": "/* {[,: */"\n}'],
    ['{"b":1,"a":2,"b":3}', '{\n  "b": 1,\n  "a": 2,\n  "b": 3\n}'],
  )); // prettier-ignore

  it('keeps comments beside what they stand behind, and on lines of their own', table(
    ['// head\n// two\n\n{"a":1}', '// head\n// two\n\n{\n  "a": 1\n}'],
    ['{ // map\n"a": 1,   // one\t\n// of b\n"b": 2 /* two */, /* still */ // b\n/* end */}\n// last', '{ // map\n  "a": 1, // one\n  // of b\n  "b": 2, /* two */ /* still */ // b\n  /* end */\n}\n// last'],
    ['[1 // one\n, // two\n 2 // three\n    ]', '[\n  1, // one\n  // two\n  2 // three\n]'],
    ['[\n 1\n, 2\n\n\n, // of 3\n3\n  // end\n]', '[\n  1,\n  2,\n\n  // of 3\n  3\n  // end\n]'],
    ['{\n  "a": { // why\n  }, "b": [\n// none\n]}', '{\n  "a": { // why\n  },\n  "b": [\n    // none\n  ]\n}'],
    ['{} // a\n// b\n', '{} // a\n// b\n'],
    ['/* a */ {} /* b */', '/* a */ {} /* b */'],
  )); // prettier-ignore

  it('keeps comments before what follows them on their line', table(
    ['[/* one */ 1, /* two */ /* 2 */ {"a":1}, /* three */\n3]', '[\n  /* one */ 1,\n  /* two */ /* 2 */ {\n    "a": 1\n  }, /* three */\n  3\n]'],
    ['{/* a */ "a" /* b */ : /* c */ 1, /* last */}', '{\n  /* a */ "a": /* b */ /* c */ 1, /* last */\n}'],
    ['{"a": // why\n[1], "b":\n\n// b\n/* c */\n2}', '{\n  "a": // why\n  [\n    1\n  ],\n  "b": // b\n  /* c */ 2\n}'],
    ['{"a": 1 /* x\n   y */, /* z\n*/ "b": 2}', '{\n  "a": 1, /* x\n   y */\n  /* z\n*/ "b": 2\n}'],
  )); // prettier-ignore

  it('keeps one empty line between lines, and none inside of brackets', table(
    ['{\n\n"a": 1,\n\n\n\n"b": 2\n\n}', '{\n  "a": 1,\n\n  "b": 2\n}'],
    ['{"a": 1,\n\n// of b\n\n"b":\n\n2\n\n// end\n\n}', '{\n  "a": 1,\n\n  // of b\n\n  "b": 2\n\n  // end\n}'],
  )); // prettier-ignore

  it('is indented as the editor says', async () => {
    const text = '{"a":\n  [1]}\n';
    assert.equal(await formatted(text, { tabSize: 3, insertSpaces: true }), '{\n   "a": [\n      1\n   ]\n}\n');
    assert.equal(await formatted(text, { tabSize: 3, insertSpaces: false }), '{\n\t"a": [\n\t\t1\n\t]\n}\n');
  });

  it('is left alone where the text can’t be read, or says nothing', async () => {
    for (const text of ['', ' \n', '// a\n   // b', '{"a" 1}', '[1 2]', '[1', '["\n"]', '{"a":1}  x', '[1, /* x ]', 'a: 1', `${'['.repeat(70)}${']'.repeat(70)}`])
      assert.deepEqual(await editsOf(text), [], text);
  }); // prettier-ignore
});

describe('the edits to a layout', () => {
  it('are of the gaps that change, each by itself', async () => {
    const text = '{\r\n  "a": 1,\r\n    "b": [ 2,\r\n    3\r\n  ]\r\n}\r\n';
    assert.deepEqual(await editsOf(text), [
      { span: { start: 11, end: 18 }, newText: ',\r\n  ' },
      { span: { start: 24, end: 25 }, newText: '\r\n    ' },
    ]);
  });

  it('are none for what is written here, with its comment', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, async ([definition]) => {
        const text = writeDefinitionText(definition, 'json', ['head', '', 'more']);
        assert.deepEqual(await editsOf(text), []);
        assert.deepEqual(await editsOf(text.replaceAll('\n', '\r\n')), []);
      }),
      runs(30),
    );
  });

  it('bring back the same text from any indentation', async () => {
    for (const { what, format, text } of layoutsOf(makeDefinition(5)).filter((layout) => layout.format === 'json')) {
      assert.deepEqual(await editsOf(text), [], `${what} ${format}`);
      assert.equal(await formatted(text.replaceAll(/^ +/gm, '')), text, what);
    }
  });
});

/** How many times as long as reading it may take. */
const MOST_TIMES = 50;

const value = fc.jsonValue({ maxDepth: 4 });
const commentPattern = /"(?:[^"\\]|\\.)*"|(\/\/[^\n]*|\/\*[^]*?\*\/)/g;
const commentsOf = (text: string): readonly string[] =>
  [...text.matchAll(commentPattern)].flatMap(([, comment]) => comment?.trimEnd() ?? []);

/** The value with anything between its words that may stand there. */
function strewn(written: string, seed: number): string {
  let state = seed | 1;
  let count = 0;
  const gap = (): string => {
    let made = '';
    for (;;) {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
      const chosen = (state >>> 8) % 24;
      if (chosen > 8) return made;
      made += ['\n', ' ', '\t', '\n\n', ` // n${(count += 1)} "{`, `/* n${count} */`, `/* n${count}\n  x */`, '\n\n\n', '  '][
        chosen
      ]!;
      if (chosen === 4) made += '\n';
    }
  };
  const words = written.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)!;
  return words.map((word) => gap() + word).join('') + gap();
}

describe('the layout of any JSON', () => {
  it('is that of JSON.stringify where there are no comments', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.integer({ min: 1, max: 8 }), fc.boolean(), async (value, tabSize, insertSpaces) => {
        const expected = JSON.stringify(value, undefined, insertSpaces ? tabSize : '\t');
        for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, 3), expected])
          assert.equal(await formatted(text, { tabSize, insertSpaces }), expected);
      }),
      runs(500),
    );
  });

  it('says the same with the same comments in the same order, and is the last', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.nat(), fc.constantFrom('\n', '\r\n'), async (value, seed, mark) => {
        const text = strewn(JSON.stringify(value), seed).replaceAll('\n', mark);
        const before = await read(text, 'json');
        assert.deepEqual(before.syntaxProblems, [], text);
        const after = await formatted(text);
        const again = await read(after, 'json');
        assert.deepEqual(again.syntaxProblems, [], after);
        assert.deepEqual(valueOf(again.root!), valueOf(before.root!));
        assert.deepEqual(commentsOf(after), commentsOf(text));
        assert.deepEqual(await editsOf(after), [], JSON.stringify([text, after, await formatted(after)], undefined, 1));
        if (text.includes('\r')) assert.ok(!/(?<!\r)\n|\r(?!\n)/.test(after), JSON.stringify(after));
        assert.doesNotMatch(after.replaceAll(/\/\*[^]*?\*\//g, 'x').replaceAll('\r', ''), /[ \t]$/m);
      }),
      runs(1000),
    );
  });

  it('takes a few times as long as the reading at most, of what is long in any way', async () => {
    const long = 'x'.repeat(900_000);
    const texts = {
      rules: writeDefinitionText(makeDefinition(120), 'json').replaceAll(/^ +/gm, ''),
      word: `{"a":"${long}"}`,
      comment: `{"a":1 /* ${long} */}`,
      line: `{"a":1 // ${' '.repeat(900_000)}x ${'\n'.repeat(9)}}`,
      comments: `[${'/**/'.repeat(100_000)}1]`,
      items: `[${'/**/1,'.repeat(100_000)}1]`,
      gaps: `[1${' '.repeat(900_000)}]`,
    };
    assert.ok(texts.rules.split('\n').length > 2000);
    for (const [what, text] of Object.entries(texts)) {
      const ratios: number[] = [];
      // A machine that is busy with something else is not as quick each time.
      while (ratios.length < 5 && Math.min(...ratios) > MOST_TIMES) {
        const start = performance.now();
        const document = await read(text, 'json');
        const middle = performance.now();
        assert.ok(formatJson(document, two).length > 0);
        ratios.push((performance.now() - middle) / (middle - start));
      }
      assert.ok(Math.min(...ratios) <= MOST_TIMES, `${what}: ${ratios.join(' ')}`);
    }
  });
});
