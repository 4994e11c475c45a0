/** Tests keys in a text that arrives in pieces. test/properties compares random pieces of each format with the whole text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeysResult } from '../../../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../../../src/domain/keys/keySource.ts';
import { keysInPieces, keysInText } from '../../../../src/operations/keys/sources/keysInText.ts';
import { piecesOf } from '../../../../src/operations/keys/sources/pieces.ts';
import { inPieces } from './lists.ts';

const csv: KeySource = { format: 'csv', delimiter: ',', hasHeader: true, column: 1 };
/** The size of the sample that is read first. */
const BLANK = `${' '.repeat(70_000)}\n`;
const cases: readonly (readonly [what: string, source: KeySource, text: string])[] = [
  ['lines', { format: 'lines' }, '\uFEFFa\r\nb\r\rc\n\n a\ud83d\ude00\r\n日本\ud83d\r'],
  ['a table', csv, '\uFEFFn,id\r\n"x\r\n""y""","a ""1"""\r\n2\r\n3,b\ud83d\ude00\r4,"b\r'],
  ['a table that names its separator', { ...csv, hasHeader: false, column: 0 }, '\uFEFFsep=,\r\nsep=1,b\r\na,b\r\n'],
];

describe('a text in pieces is read as the whole', () => {
  for (const [what, source, text] of cases) {
    it(`wherever it is cut, also beyond the part that is examined first: ${what}`, async () => {
      const long = `${text}\n${BLANK}${text.replace('\uFEFF', '')}`;
      const whole = await keysInText(long, source);
      for (let cut = 1; cut < text.length; cut += 1) {
        const cuts = [cut, cut + 1, long.length - cut, long.length - cut + 1];
        assert.deepEqual(await inPieces(long, source, cuts), whole, `${cut}`);
      }
    });
  }
});

/** Reads until the reader has enough, and also returns how much it read. */
async function taken(source: KeySource, pieces: Iterable<string>): Promise<readonly [KeysResult, number]> {
  let count = 0;
  function* counted(): Generator<string> {
    for (const piece of pieces) {
      count += 1;
      yield piece;
    }
  }
  return [await keysInPieces(counted(), source, { limit: 100_000 }), count];
}

function* forever(begin: string, piece: string): Generator<string> {
  yield begin;
  for (let count = 0; count < 1000; count += 1) yield piece;
}

describe('the reader of pieces', () => {
  const lines: KeySource = { format: 'lines' };

  it('stops when there are more different keys than a segment can contain, and reports that', async () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}\n`).join('');
    const [full, count] = await taken(lines, forever(keys, 'one more\n'.repeat(9000)));
    assert.deepEqual(full, { ok: false, refusal: { code: 'tooManyKeys', limit: 100_000 } });
    assert.ok(count < 5, `${count}`);
    const [exact] = await taken(lines, [keys, keys]);
    assert.equal(exact.ok && exact.found.counts.repeated, 100_000);
  });

  it('recognizes a binary file by its first 65,536 characters, whatever the pieces are', async () => {
    const before = 'ab\n'.repeat(21_845) + 'c';
    assert.equal(before.length, 65_536);
    for (const cuts of [[], [1], [65_535], [65_536], [65_538], [3, 30_000, 65_530]]) {
      const isRead = await inPieces(`${before}de\0f g h`, lines, cuts);
      assert.deepEqual(isRead.ok && isRead.found.problems.at(-1), { kind: 'controlCharacter', line: 21_846, key: 'cde\0f g h' });
      assert.deepEqual(await inPieces(`${before.slice(1)}\0`, lines, cuts), { ok: false, refusal: { code: 'binary' } });
    }
    for (const source of [csv, { format: 'json', field: undefined }, { format: 'separated' }] as const)
      assert.deepEqual(await keysInText('["a\0b"', source), { ok: false, refusal: { code: 'binary' } });
  });

  it('stops where the text can no longer be read', async () => {
    const pieces = forever('"a"\n"b" "c"\n', '"d"\n'.repeat(20_000));
    const [result, count] = await taken({ format: 'ndjson', field: undefined }, pieces);
    assert.deepEqual(result, { ok: false, refusal: { code: 'malformed', line: 2, column: 5 } });
    assert.ok(count < 5, `${count}`);
  });

  it('stops in JSON and YAML when there are more different keys than the limit, in this thread and in a worker thread', async () => {
    for (const count of [20, 20_000]) {
      const keys = Array.from({ length: count }, (_, index) => `"k${index}"`);
      const limit = count - 1;
      const read = (text: string): Promise<KeysResult> => keysInPieces([text], { format: 'json', field: undefined }, { limit });
      // Its end is malformed and would be refused.
      assert.deepEqual(await read(`[${keys.join()}, nonsense`), { ok: false, refusal: { code: 'tooManyKeys', limit } });
      assert.deepEqual(await read(`[${keys.slice(0, limit).join()}, ${keys.slice(0, limit).join()}, nonsense`), {
        ok: false,
        refusal: { code: 'malformed', line: 1, column: keys.slice(0, limit).join().length * 2 + 6 },
      });
      const list = keys.map((key) => `- ${key}\n`).join('');
      const yaml = await keysInPieces([list], { format: 'yaml', field: undefined }, { limit });
      assert.deepEqual(yaml, { ok: false, refusal: { code: 'tooManyKeys', limit } });
    }
  });

  for (const [begin, source] of [
    ['a\nb\n', { format: 'lines' }],
    ['a,\nb\n', { format: 'separated' }],
    ['n,id\n1,a\n2,"b\n', csv],
    ['"a"\n"b"\n"', { format: 'ndjson', field: undefined }],
  ] as const)
    it(`does not store a line or row that is too long to contain a key, and reports where it begins: ${source.format}`, async () => {
      const [result, count] = await taken(source, forever(begin, 'x'.repeat(1 << 18)));
      assert.deepEqual(result, { ok: false, refusal: { code: 'recordTooLong', line: 3 } });
      assert.ok(count < 12, `${count}`);
    });

  it('counts the problems that it does not list', async () => {
    const result = await keysInPieces(['a\n', ...Array.from({ length: 20 }, () => '\n'.repeat(10_000))], lines);
    assert.ok(result.ok);
    assert.deepEqual([result.found.counts.blank, result.found.problems.length], [200_000, 100_000]);
  });
});

it('a text lets the event loop run before its first piece, because its form may have been guessed just now', async () => {
  let hasRun = false;
  setImmediate(() => (hasRun = true));
  await piecesOf('a').next();
  assert.ok(hasRun);
});
