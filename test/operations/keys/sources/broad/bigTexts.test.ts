/** Tests texts of many megabytes: linear time, little memory, and an early refusal if they can't contain keys. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KeySource } from '../../../../../src/domain/keys/keySource.ts';
import { keysInPieces } from '../../../../../src/operations/keys/sources/keysInText.ts';
import { assertTakesAtMost } from '../../../../domain/keys/ratio.ts';

const lines: KeySource = { format: 'lines' };
const csv: KeySource = { format: 'csv', delimiter: ',', hasHeader: true, column: 1 };

describe('the reader of pieces', () => {
  it('reads a long record only a few times, however small the pieces', async () => {
    const note = 'a long note\n';
    const read = (source: KeySource, begin: string) => async () => {
      const pieces = [begin, ...Array.from({ length: 60_000 }, () => note), '",key\n'];
      assert.ok((await keysInPieces(pieces, source)).ok);
    };
    await assertTakesAtMost(100, read(csv, 'n,id\n"'), read(lines, ''));
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
