/** Whatever is packed is unpacked as it was, by the unzip that everybody has, and takes no more than zlib's. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { deflate } from './deflate.mjs';
import { runs } from '../properties/runs.ts';

const holds = (data) => {
  const packed = deflate(data);
  assert.ok(inflateRawSync(packed).equals(data));
  assert.ok(packed.length <= deflateRawSync(data, { level: 9, memLevel: 9 }).length);
};

describe('packing', () => {
  it('gives back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => holds(Buffer.from(bytes))),
      runs(25),
    );
  });

  it('gives back what repeats itself, near and far, short and long', () => {
    const piece = fc.tuple(fc.string({ minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 400 }));
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.map(([word, times]) => word.repeat(times)).join(''));
    fc.assert(
      fc.property(text, (words) => holds(Buffer.from(words))),
      runs(25),
    );
    holds(Buffer.alloc(5_000));
    const far = Buffer.from(Uint8Array.from({ length: 40_000 }, (_, at) => (at * at * 31) >> 5));
    far.write('something that comes twice, 32,768 bytes apart', 100);
    far.write('something that comes twice, 32,768 bytes apart', 100 + 32_768);
    holds(far);
  });

  it('takes less than zlib of what is packaged', () => {
    const text = readFileSync(new URL('../../package-lock.json', import.meta.url)).subarray(0, 60_000);
    holds(text);
    assert.ok(deflate(text).length < deflateRawSync(text, { level: 9, memLevel: 9 }).length * 0.99);
  });
});
