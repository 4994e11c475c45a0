/** Tests keys in lines and tables: found keys, and the lines of problems. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_KEY_LENGTH, type KeysFound } from '../../../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../../../src/domain/keys/keySource.ts';
import { keysInPieces } from '../../../../src/operations/keys/sources/keysInText.ts';
import { foundIn, refusalOf } from './lists.ts';
import { inPieces } from './naively.ts';

const lines: KeySource = { format: 'lines' };
const csv = (column: number, delimiter: ',' | ';' | '\t' = ',', hasHeader = true): KeySource => ({
  format: 'csv',
  delimiter,
  hasHeader,
  column,
});

const found = (text: string, source: KeySource = lines): Promise<KeysFound> => foundIn(text, source);
const refusal = (text: string, source: KeySource = lines): Promise<unknown> => refusalOf(text, source);

describe('keys on plain lines', () => {
  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    it(`are read between ${name}, with or without one at the end`, async () => {
      for (const last of ['', end]) {
        const { keys, problems } = await found(['a', 'b', 'c'].join(end) + last);
        assert.deepEqual(keys, ['a', 'b', 'c']);
        assert.deepEqual(problems, []);
      }
    });
  }

  it('are read from a mixture of line ends with the right numbers', async () => {
    const { problems } = await found('a\r\nb\rc\n\n\r\na\n');
    assert.deepEqual(problems, [
      { kind: 'blank', line: 4, key: '' },
      { kind: 'blank', line: 5, key: '' },
      { kind: 'repeated', line: 6, key: 'a', firstLine: 1 },
    ]);
  });

  it('lose the byte order mark and the spaces around them', async () => {
    const { keys, trimmed, counts } = await found('\uFEFFa\n b\nc\t\n');
    assert.deepEqual(keys, ['a', 'b', 'c']);
    assert.deepEqual(trimmed, [2, 3]);
    assert.deepEqual(counts, { found: 3, repeated: 0, blank: 0, unusable: 0, trimmed: 2, lookAlikes: 0 });
  });

  it('count once if they repeat, and each repetition has the line that it repeats', async () => {
    const { keys, problems, counts, trimmed } = await found('a\nb\n a \nb\na');
    assert.deepEqual(keys, ['a', 'b']);
    assert.deepEqual(
      problems.map(({ kind, line, firstLine }) => [kind, line, firstLine]),
      [
        ['repeated', 3, 1],
        ['repeated', 4, 2],
        ['repeated', 5, 1],
      ],
    );
    assert.equal(counts.repeated, 3);
    assert.deepEqual(trimmed, []);
  });

  it('are unusable above 250 characters or with a control character', async () => {
    const longest = 'x'.repeat(MAX_KEY_LENGTH);
    const { keys, problems, counts } = await found(`${longest}\n${longest}y\nb\u0007c\nd\te\nf\u0085g\n`);
    assert.deepEqual(keys, [longest]);
    assert.deepEqual(
      problems.map(({ kind, line }) => [kind, line]),
      [
        ['tooLong', 2],
        ['controlCharacter', 3],
        ['controlCharacter', 4],
        ['controlCharacter', 5],
      ],
    );
    assert.equal(counts.unusable, 4);
  });

  it('are unusable with half a character; a long one is shown in part', async () => {
    const { keys, problems, counts } = await found(`a\ud800\n${'é'.repeat(MAX_KEY_LENGTH)}\n${'ü'.repeat(MAX_KEY_LENGTH + 9)}\n`);
    assert.deepEqual(keys, ['é'.repeat(MAX_KEY_LENGTH)]);
    assert.deepEqual(
      problems.map(({ kind, line, key }) => [kind, line, key]),
      [
        ['loneSurrogate', 1, 'a\ud800'],
        ['tooLong', 3, 'ü'.repeat(MAX_KEY_LENGTH)],
      ],
    );
    assert.deepEqual([counts.unusable, counts.trimmed], [2, 0]);
  });

  it('keep every other character, also quotes and delimiters', async () => {
    assert.deepEqual((await found('"a"\nb,c;d\n__proto__\n日本\n')).keys, ['"a"', 'b,c;d', '__proto__', '日本']);
  });

  it('are refused if the text is empty', async () => {
    assert.deepEqual(await refusal(''), { code: 'empty' });
    assert.deepEqual(await refusal('\uFEFF \r\n\t\n'), { code: 'empty' });
    assert.deepEqual(await refusal('PK\u0003\u0004\0\0abc'), { code: 'binary' });
    assert.deepEqual(await refusal('\u0001\n\u0002'), { code: 'noKeys' });
  });
});

describe('keys in a table', () => {
  it('do not begin before the line after one that names the separator, however that is chosen', async () => {
    for (const begin of ['sep=;\n', '"sep=;"\r\n', '\uFEFFSEP=,\r']) {
      for (const hasHeader of [true, false]) {
        const { keys, problems } = await found(`${begin}key\na\nb\na\n`, csv(0, ';', hasHeader));
        assert.deepEqual(keys, hasHeader ? ['a', 'b'] : ['key', 'a', 'b'], begin);
        assert.deepEqual(problems, [{ kind: 'repeated', line: 5, key: 'a', firstLine: 3 }]);
      }
    }
    assert.deepEqual((await found('\nsep=;\na\n', csv(0, ';', false))).keys, ['sep=', 'a'], 'only the first line says so');
    const begin = 'a\n'.repeat(40_000);
    const laterPiece = await inPieces(`${begin}sep=;\nb\n`, csv(0, ',', false), [begin.length]);
    assert.deepEqual(laterPiece.ok && laterPiece.found.keys, ['a', 'sep=;', 'b'], 'wherever the text is cut');
    assert.deepEqual((await found('sep=;\na\n')).keys, ['sep=;', 'a'], 'of plain lines each is a key');
    assert.equal((await refusal('sep=;\n', csv(0, ';'))) !== undefined, true);
  });

  it('are the cells of the column, without the header', async () => {
    const text = 'name,account_id,plan\nAda,acct-1,pro\nBob,acct-2,free\n';
    assert.deepEqual((await found(text, csv(1))).keys, ['acct-1', 'acct-2']);
    assert.deepEqual((await found(text, csv(1, ',', false))).keys, ['account_id', 'acct-1', 'acct-2']);
    assert.deepEqual((await found(text.replaceAll(',', ';'), csv(0, ';'))).keys, ['Ada', 'Bob']);
    assert.deepEqual((await found(text.replaceAll(',', '\t'), csv(2, '\t'))).keys, ['pro', 'free']);
  });

  it('may be quoted, with quotes, delimiters and line ends in the cells', async () => {
    const text = 'id,note\r\n"a ""1""","x,y"\r\nb,"line\r\nline\nline"\r\n  "c" ,z\r\nb,\r\n';
    const { keys, problems, trimmed } = await found(text, csv(0));
    assert.deepEqual(keys, ['a "1"', 'b', 'c']);
    assert.deepEqual(problems, [{ kind: 'repeated', line: 7, key: 'b', firstLine: 3 }]);
    assert.deepEqual(trimmed, [], 'where quotes stand behind spaces, those belong to the separators');
  });

  it('lose the quotes around them and the doubled quotes inside, also with spaces after them', async () => {
    assert.deepEqual((await found('"a ""b""" ,x\n', csv(0, ',', false))).keys, ['a "b"']);
    // Quoted in parts, which is invalid CSV. The outer quotes count as quotes of the cell.
    assert.deepEqual((await found('"a" and "b" ,x\n', csv(0, ',', false))).keys, ['a" and "b']);
  });

  it('keep the quotes that belong to a value, even if spaces follow them', async () => {
    assert.deepEqual((await found('"""Smith"" ",x\n"""Roe"" " ,x\n', csv(0, ',', false))).keys, ['"Smith"', '"Roe"']);
  });

  it('are trimmed in the same way in every row, including the first row of a chunk', async () => {
    const above = 'f\tf\tf\n'.repeat(11_000);
    const below = '\t  d\t"e"\n';
    const result = await keysInPieces([above, below], csv(1, '\t', false));
    assert.ok(result.ok);
    assert.deepEqual(result.found.trimmed, (await found(above + below, csv(1, '\t', false))).trimmed);
  });

  it('keep the two halves of a character together in a long text', async () => {
    const text = `"q"\n${'a\n'.repeat(32_765)}b😀\n`;
    assert.equal(text.indexOf('😀'), 65_535, 'at the end of a piece');
    assert.deepEqual((await found(text, csv(0, ',', false))).keys, ['q', 'a', 'b😀']);
  });

  it('may contain a separator in quotes after spaces; these spaces belong to the separator, other spaces to their cells', async () => {
    const { keys, trimmed } = await found('n, id\n1, "Smith, John"\n2, Ann\n3, "Roe" ', csv(1));
    assert.deepEqual([keys, trimmed], [['Smith, John', 'Ann', 'Roe'], [3]]);
    assert.deepEqual((await found('n, id\n1, Ann\n', csv(1))).trimmed, [2], 'without quotes they are told');
  });

  it('are the same near the top of a text and far below, if no quote follows spaces before them', async () => {
    const row = 'x, "Smith, John", key-wanted\n';
    const above = `"a","b","c"\n${'a,b,c\n'.repeat(20_000)}`;
    assert.deepEqual((await found(row, csv(2, ',', false))).keys, ['key-wanted']);
    assert.deepEqual((await found(above + row, csv(2, ',', false))).keys, ['c', 'key-wanted']);
  });

  it('have the line on which their cell starts', async () => {
    const { problems } = await found('note,id\n"one\ntwo",a\nx,a\n', csv(1));
    assert.deepEqual(problems, [{ kind: 'repeated', line: 4, key: 'a', firstLine: 3 }]);
  });

  it('are reported with their own line, even if later cells of the row contain line breaks', async () => {
    const { problems } = await found('id,note,plan,more\na,"one\ntwo","x\ny",z\na,,,\n', csv(0));
    assert.deepEqual(problems, [{ kind: 'repeated', line: 5, key: 'a', firstLine: 2 }]);
  });

  it('with a line end in them are unusable', async () => {
    assert.deepEqual((await found('"a\nb"\nc', csv(0, ',', false))).problems, [
      { kind: 'controlCharacter', line: 1, key: 'a\nb' },
    ]);
  });

  it('are missing if a row is too short, and blank if the cell or the line is', async () => {
    const { keys, problems, counts } = await found('n,id\n1,a\n2\n3,\n\n4, \n5,b', csv(1));
    assert.deepEqual(keys, ['a', 'b']);
    assert.deepEqual(
      problems.map(({ kind, line }) => [kind, line]),
      [
        ['missingColumn', 3],
        ['blank', 4],
        ['blank', 5],
        ['blank', 6],
      ],
    );
    assert.deepEqual(counts, { found: 2, repeated: 0, blank: 3, unusable: 1, trimmed: 0, lookAlikes: 0 });
  });

  it('are missing, not blank, if a row ends with an empty cell before their column', async () => {
    for (const first of ['a', '"a"']) {
      const { keys, problems } = await found(`n,m,id\n${first},\n${first}, \n1,2,k`, csv(2));
      assert.deepEqual(keys, ['k']);
      assert.deepEqual(
        problems.map(({ kind, line }) => [kind, line]),
        [
          ['missingColumn', 2],
          ['missingColumn', 3],
        ],
      );
    }
  });

  it('have at most 100,000 trimmed lines listed', async () => {
    const many = await found(Array.from({ length: 100_001 }, (_, index) => ` ${index}`).join('\n'));
    assert.deepEqual([many.trimmed.length, many.counts.trimmed], [100_000, 100_001]);
  });

  it('start after a header even if it has no name for them', async () => {
    for (const header of ['n,', 'n, ', 'n,""', ','])
      assert.deepEqual((await found(`${header}\n1,a\n2,b\n`, csv(1))).keys, ['a', 'b']);
    for (const header of ['\t', '\t\t', '""\t'])
      assert.deepEqual((await found(`${header}\na\tx\nb\tx\n`, csv(0, '\t'))).keys, ['a', 'b']);
  });

  it('start after the header even if blank lines are before it', async () => {
    assert.deepEqual((await found('\n\nid\na\n', csv(0))).keys, ['a']);
  });

  it('are refused if a quote is never closed, with the line of its start', async () => {
    assert.deepEqual(await refusal('id,note\na,"x\ny"\nb,"open\nc\n', csv(0)), { code: 'unterminatedQuote', line: 4 });
    assert.deepEqual(await refusal('id\n"a""', csv(0)), { code: 'unterminatedQuote', line: 2 });
  });

  it('are refused if there is only the header', async () => {
    assert.deepEqual(await refusal('id,name\n', csv(0)), { code: 'noKeys' });
  });
});
