/** Tests texts of many megabytes: linear time, little memory, and an early refusal if they can't contain keys. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KeySource } from '../../../../../src/domain/keys/keySource.ts';
import { keysInPieces, keysInText } from '../../../../../src/operations/keys/sources/keysInText.ts';
import { takesAtMost } from '../../../../domain/keys/ratio.ts';

const lines: KeySource = { format: 'lines' };
const csv: KeySource = { format: 'csv', delimiter: ',', hasHeader: true, column: 1 };

describe('the reader of pieces', () => {
  it('refuses one line of 50 MB in every format', async () => {
    const long = 'x'.repeat(50_000_000);
    const tooLong = { code: 'recordTooLong', line: 1 };
    for (const [text, source, refusal] of [
      [long, lines, tooLong],
      [long, { format: 'separated' }, tooLong],
      [long, { ...csv, column: 0 }, tooLong],
      [long, { format: 'ndjson', field: undefined }, tooLong],
      [`["${long}`, { format: 'json', field: undefined }, { code: 'malformed', line: 1, column: 2 }],
      [`["${long}"]`, { format: 'json', field: undefined }, { code: 'noKeys' }],
      [`- ${long}`, { format: 'yaml', field: undefined }, { code: 'tooLarge', megabytes: 10 }],
    ] as const)
      assert.deepEqual(await keysInText(text, source), { ok: false, refusal }, source.format);
  });

  it('reads a long record only a few times, however small the pieces', async () => {
    const note = 'a long note\n';
    const read = (source: KeySource, begin: string) => async () => {
      const pieces = [begin, ...Array.from({ length: 60_000 }, () => note), '",key\n'];
      assert.ok((await keysInPieces(pieces, source)).ok);
    };
    await takesAtMost(100, read(csv, 'n,id\n"'), read(lines, ''));
    const result = await keysInPieces(['n,id\n"', note, note, '",key\n'], csv);
    assert.deepEqual(result.ok && result.found.keys, ['key']);
  });

  it('stores only the keys of a big text', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const often = `${'x'.repeat(200)}\n`.repeat(1000);
    for (const source of [lines, { format: 'separated' }, { ...csv, hasHeader: false, column: 0 }] as const) {
      const big = function* big(): Generator<string> {
        for (let count = 0; count < 150; count += 1) yield `a key that is long enough to be cut out ${count}\n${often}`;
      };
      collect();
      const before = process.memoryUsage().heapUsed;
      const result = await keysInPieces(big(), source);
      collect();
      const kept = process.memoryUsage().heapUsed - before;
      assert.equal(result.ok && result.found.keys.length, 151);
      // The text has 30 million characters; of its repeats, 100,000 are listed.
      assert.ok(kept < 20_000_000, `${source.format} keeps ${kept} bytes`);
    }
  });
});
