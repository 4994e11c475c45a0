/** The stamps of documents, as far as no file needs to be there for them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Memento } from '../fakeContext.ts';
import { createDocumentStamps } from '../../../src/editor/definitions/documentStamps.ts';

describe('the stamps of documents', () => {
  it('are remembered of 300, in this window as after a reload', () => {
    const memory = new Memento();
    const stamps = createDocumentStamps(memory);
    for (let n = 0; n <= 300; n += 1) assert.equal(stamps.of(`flag-admin:/${n}`, 'text', 7), 7);
    for (const all of [stamps, createDocumentStamps(memory)]) {
      assert.equal(all.of('flag-admin:/300', 'text', 9), 7);
      assert.equal(all.of('flag-admin:/0', 'text', 9), 9);
    }
  });
});
