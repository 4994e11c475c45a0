/** Keys that nobody holds any more are gone with the next short collection of garbage, not only with one of the whole heap. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keysFromText, type KeysResult } from '../../../src/domain/keys/keysFromText.ts';
import { createKeyReader } from '../../../src/domain/keys/keyReader.ts';
import { makeKeyTexts } from '../../bench/keyTexts.ts';
import { encoder } from './naively.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;

/** Bytes still in use after a few readings, whose keys nobody holds. */
function keptBy(find: () => KeysResult): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 4; round += 1) assert.equal(find().ok, true);
  collect({ type: 'minor' });
  return process.memoryUsage().heapUsed - before;
}

describe('keys are let go of', () => {
  const texts = makeKeyTexts(20_000);
  for (const form of ['lines', 'csv', 'json', 'ndjson', 'yaml'] as const) {
    const { text, source } = texts[form];
    const read = {
      'at once': () => keysFromText(text, source, encoder),
      'in chunks': () => {
        const reader = createKeyReader(source, { encoder });
        reader.push(text);
        return reader.end();
      },
    };
    for (const [how, find] of Object.entries(read)) {
      it(`that were read from ${form} ${how}`, () => {
        const kept = Array.from({ length: 6 }, () => keptBy(find));
        // A collection may fall into the middle of a reading, and pass on what is needed just then: not each time.
        assert.ok(Math.min(...kept) < text.length, `${kept.join(', ')} bytes are kept of a text of ${text.length}`);
      });
    }
  }
});
