/** Keys out of a text that comes in chunks. That it is read as the whole would be is drawn at random in test/properties. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keysFromText, type KeySource } from '../../../src/domain/keys/keysFromText.ts';
import { createKeyReader } from '../../../src/domain/keys/keyReader.ts';
import { takesAtMost } from './ratio.ts';
import { inChunks } from './naively.ts';

const csv: KeySource = { format: 'csv', delimiter: ',', hasHeader: true, column: 1 };
const cases: readonly (readonly [what: string, source: KeySource, text: string])[] = [
  ['lines', { format: 'lines' }, '\uFEFFa\r\nb\r\rc\n\n a\ud83d\ude00\r\n日本\ud83d\r'],
  ['a table', csv, '\uFEFFn,id\r\n"x\r\n""y""","a ""1"""\r\n2\r\n3,b\ud83d\ude00\r4,"b\r'],
  ['a table that names its separator', { ...csv, hasHeader: false, column: 0 }, '\uFEFFsep=,\r\nsep=1,b\r\na,b\r\n'],
  [
    'JSON',
    { format: 'json', field: 'key' },
    '\uFEFF{"n":-1.5e3,\r\n"keys":[{"key":"a\\u0041\\"\ud83d\ude00"},\r\n{"key":12},{"key":nul}]}',
  ],
  ['JSON on lines', { format: 'ndjson', field: undefined }, '"a"\r\n\r\n"\\ud83d\\ude00"\r12\rtrue\n'],
  ['YAML', { format: 'yaml', field: undefined }, "---\r\n- a\r\n-\r\n- 'it''s' # c\r\n- \"b\ud83d\ude00\"\r\n"],
];

describe('a text in chunks is read as the whole', () => {
  for (const [what, source, text] of cases) {
    it(`with any two cuts: ${what}`, () => {
      const whole = keysFromText(text, source);
      for (let one = 0; one <= text.length; one += 1) {
        for (let other = one; other <= text.length; other += 1) {
          assert.deepEqual(inChunks(text, source, [one, other]), whole, `${one} ${other}`);
        }
      }
    });
  }
});

describe('the reader of chunks', () => {
  it('is full with more different keys than a segment can hold, and says so', () => {
    const reader = createKeyReader({ format: 'lines' });
    const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}`).join('\n');
    reader.push(keys);
    reader.push(`\n${keys}\n`);
    assert.equal(reader.isFull, false);
    reader.push('one more\n');
    assert.equal(reader.isFull, true);
    reader.push('{');
    assert.deepEqual(reader.end(), { ok: false, refusal: { code: 'tooManyKeys', limit: 100_000 } });
  });

  it('holds exactly as many', () => {
    const reader = createKeyReader({ format: 'lines' }, { limit: 3 });
    reader.push('a\nb\nc');
    const result = reader.end();
    assert.ok(result.ok);
    assert.equal(result.found.keys.length, 3);
  });

  it('is full with one more, whatever follows', () => {
    const reader = createKeyReader({ format: 'lines' }, { limit: 3 });
    reader.push('a\nb\na\nc\n');
    assert.equal(reader.isFull, false);
    reader.push('d\n');
    assert.equal(reader.isFull, true);
    assert.deepEqual(reader.end(), { ok: false, refusal: { code: 'tooManyKeys', limit: 3 } });
  });

  it('says that a text is binary, whatever else is wrong with it before or after', () => {
    const binary = { ok: false, refusal: { code: 'binary' } };
    for (const chunks of [
      ['a\nb', '\0'],
      ['\0', 'a\nb\n'],
      ['a\nb\n', '\0'],
    ]) {
      const reader = createKeyReader({ format: 'lines' }, { limit: 1 });
      for (const chunk of chunks) reader.push(chunk);
      assert.equal(reader.isFull, true);
      assert.deepEqual(reader.end(), binary);
    }
  });

  it('takes a text for binary by its first 65,536 characters, however they come', () => {
    const before = 'ab\n'.repeat(21_845) + 'c';
    assert.equal(before.length, 65_536);
    const lines: KeySource = { format: 'lines' };
    for (const cuts of [[], [1], [65_535], [65_536], [65_538], [3, 30_000, 65_530]]) {
      const isRead = inChunks(`${before}de\0f g h`, lines, cuts);
      assert.deepEqual(isRead.ok && isRead.found.problems.at(-1), { kind: 'controlCharacter', line: 21_846, key: 'cde\0f g h' });
      assert.ok(inChunks(`${before}\0`, lines, cuts).ok);
      assert.deepEqual(inChunks(`${before.slice(1)}\0`, lines, cuts), { ok: false, refusal: { code: 'binary' } });
    }
  });

  it('takes a byte order mark for one at the beginning of the text only', () => {
    for (const cuts of [[2], [0, 2], [1, 2], [1, 2, 3]]) {
      const result = inChunks('\uFEFFa\uFEFFb\nc', { format: 'lines' }, cuts);
      assert.deepEqual(result.ok && result.found.keys, ['a\uFEFFb', 'c']);
    }
  });

  it('is full as soon as the text is refused', () => {
    const reader = createKeyReader({ format: 'json', field: undefined });
    reader.push('["a" "b"');
    assert.equal(reader.isFull, true);
    assert.deepEqual(reader.end(), { ok: false, refusal: { code: 'malformed', line: 1, column: 6 } });
  });

  it('does not keep what follows a quote that is never closed', () => {
    const reader = createKeyReader(csv);
    reader.push('n,id\n1,a\n2,"b\n');
    const chunk = 'x\n'.repeat(1 << 20);
    for (let count = 0; count < 100 && !reader.isFull; count += 1) reader.push(chunk);
    assert.deepEqual(reader.end(), { ok: false, refusal: { code: 'recordTooLong', line: 3 } });
  });

  it('does not keep what is longer than anything a key could be in, and says where it begins', () => {
    const most = 1 << 24;
    for (const [begin, source] of [
      ['a\nb\n', { format: 'lines' }],
      ['a,\nb\n', { format: 'separated' }],
      ['n,id\n1,a\n', csv],
      ['["a",\r\n"b",\n"', { format: 'json', field: undefined }],
      ['"a"\n"b"\n"', { format: 'ndjson', field: undefined }],
      ['- a\n- b\n', { format: 'yaml', field: undefined }],
    ] as const) {
      const reader = createKeyReader(source);
      reader.push(begin);
      reader.push('x'.repeat(most - 1));
      assert.equal(reader.isFull, false, source.format);
      reader.push('xx');
      // What is cut off is looked at again when there is twice as much.
      reader.push('x'.repeat(most));
      assert.equal(reader.isFull, true, source.format);
      assert.deepEqual(reader.end(), { ok: false, refusal: { code: 'recordTooLong', line: 3 } }, source.format);
    }
  });

  it('looks at a long record a few times only, however small the chunks', () => {
    const note = 'a long note\n';
    const read = (source: KeySource, begin: string) => (): void => {
      const reader = createKeyReader(source);
      reader.push(begin);
      for (let count = 0; count < 100_000; count += 1) reader.push(note);
      reader.push('",key\n');
      assert.ok(reader.end().ok);
    };
    takesAtMost(100, read(csv, 'n,id\n"'), read({ format: 'lines' }, ''));
    const reader = createKeyReader(csv);
    for (const piece of ['n,id\n"', note, note, '",key\n']) reader.push(piece);
    const result = reader.end();
    assert.deepEqual(result.ok && result.found.keys, ['key']);
  });

  it('counts what it does not list', () => {
    const reader = createKeyReader({ format: 'lines' });
    reader.push('a\n');
    for (let count = 0; count < 20; count += 1) reader.push('\n'.repeat(10_000));
    const result = reader.end();
    assert.ok(result.ok);
    assert.deepEqual([result.found.counts.blank, result.found.problems.length], [200_000, 100_000]);
  });
});
