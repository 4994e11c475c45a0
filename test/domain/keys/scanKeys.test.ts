/** Keys in slices: the same as at once, and no step that would hold the editor. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { drain } from '../../../src/operations/inSlices.ts';
import { keysFromText, scanKeys, type KeySource } from '../../../src/domain/keys/keysFromText.ts';

const keys = Array.from({ length: 20_000 }, (_, index) => `acct-${index % 15_000}`);
const texts: readonly (readonly [KeySource, string])[] = [
  [{ format: 'lines' }, keys.join('\n')],
  [{ format: 'csv', delimiter: ',', hasHeader: true, column: 1 }, `n,id\n${keys.map((key) => `"x\ny",${key}`).join('\r\n')}`],
  [{ format: 'json', field: 'key' }, JSON.stringify({ keys: keys.map((key) => ({ key })) })],
  [{ format: 'ndjson', field: undefined }, keys.map((key) => JSON.stringify(key)).join('\n')],
  [{ format: 'yaml', field: undefined }, keys.map((key) => `- ${key}`).join('\n')],
];

for (const [source, text] of texts) {
  it(`${source.format} is read in steps, with what it would give at once`, async () => {
    const result = await drain(scanKeys(text, source));
    assert.ok(result.ok);
    assert.equal(result.found.counts.found, 15_000);
    assert.equal(result.found.counts.repeated, 5_000);
    assert.deepEqual(result, keysFromText(text, source));
    assert.ok([...scanKeys(text, source)].length >= text.length / 2 ** 15);
  });
}
