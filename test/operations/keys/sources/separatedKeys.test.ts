/** Tests keys with separators between them, as people copy them from programs, SQL and messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keysInText } from '../../../../src/operations/keys/sources/keysInText.ts';
import { takesAtMost } from '../../../domain/keys/ratio.ts';
import { foundIn } from './lists.ts';
import { inPieces } from './naively.ts';

const source = { format: 'separated' } as const;
const found = (text: string) => foundIn(text, source);

describe('separated keys', () => {
  for (const [what, text, keys] of [
    ['have commas, semicolons, tabs and line ends between them', 'a, b;c\td\r\ne\rf\n', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['keep a separator that is in quotes', '"Smith, John", \'Doe; Jane\', `x,y`', ['Smith, John', 'Doe; Jane', 'x,y']],
    [
      'keep a quote that is written twice in quotes of its kind',
      '\'O\'\'Brien\', "a""b", "it\'\'s"',
      ["O'Brien", 'a"b', "it''s"],
    ],
    [
      'keep quotes that are not around them',
      "O'Brien, D'Arcy, 5\", a\"b\"c, rock 'n' roll",
      ["O'Brien", "D'Arcy", '5"', 'a"b"c', "rock 'n' roll"],
    ],
    [
      'lose brackets around all of them, and keep their own',
      "('a', 'b');\n[c, d]\n(acct-1, acct-2)\nAcme (EU), (x)",
      ['a', 'b', 'c', 'd', 'acct-1', 'acct-2', 'Acme (EU)', '(x)'],
    ],
    ['lose the brackets of rows', "('a'),\n('b'),\n('c');", ['a', 'b', 'c']],
    ['lose quotes of letters', '“a, b”, „c“; «d» , ‘e’', ['a, b', 'c', 'd', 'e']],
    ['are none where nothing is', ',a,,b,\'\', "";', ['a', 'b']],
    ['are read on where a quote is never closed', "'a, b\n'c'", ["'a", 'b', 'c']],
  ] as const) {
    it(what, async () => assert.deepEqual((await found(text)).keys, keys));
  }

  it('have their lines, and blank ones are reported', async () => {
    const { problems, counts } = await found("a, b\n\n'c',\r\na\n , ;\nlast, b");
    assert.deepEqual(
      problems.map(({ kind, line, firstLine }) => [kind, line, firstLine]),
      [
        ['blank', 2, undefined],
        ['repeated', 4, 1],
        ['blank', 5, undefined],
        ['repeated', 6, 1],
      ],
    );
    assert.equal(counts.trimmed, 0, 'a space after a separator is nothing to tell');
  });

  it('have the lines before them reported, and no spaces around them', async () => {
    const { keys, problems, counts } = await found('\n \r\na , b\t; "c" ,\' d \', e ');
    assert.deepEqual(keys, ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(
      problems.map(({ kind, line }) => [kind, line]),
      [
        ['blank', 1],
        ['blank', 2],
      ],
    );
    assert.equal(counts.trimmed, 0);
  });

  it('are the same in chunks, wherever those end', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `"key ${index}, x", plain-${index};\r\n [a${index}]`).join(',');
    const whole = await keysInText(text, source);
    assert.ok(whole.ok && whole.found.keys.length === 180);
    for (let cut = 600; cut < text.length; cut += 3)
      assert.deepEqual(await inPieces(text, source, [cut, cut + 2]), whole, `${cut}`);
    assert.deepEqual(
      await inPieces(
        text,
        source,
        Array.from(text, (_, index) => index),
      ),
      whole,
    );
  });

  it('have no spaces within their quotes either', async () => {
    assert.deepEqual((await found('" a ", \' b\'')).keys, ['a', 'b']);
  });

  it('are read in a time that grows with the text, even if quotes are never closed', async () => {
    const read = (count: number) => () => found(Array.from({ length: count }, (_, index) => `'k${index}`).join(', '));
    await takesAtMost(40, read(100_000), read(10_000));
  });
});
