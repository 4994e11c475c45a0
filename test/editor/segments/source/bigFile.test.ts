/**
 * Tests files that are too large for the memory: they are read in pieces, with progress and Cancel, and only as far as needed.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Uri } from '../../fakeDocuments.ts';
import { chooseNext, progresses, shown } from '../../fakeVscode.ts';
import { lastMessage, useSources } from './sources.ts';

const { findKeys } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { readSource } = await import('../../../../src/editor/segments/source/readSource.ts');

const MEGABYTE = 1024 * 1024;
const { file } = useSources();

/**
 * Writes more than 50 MB of rows, which repeat `keys` different keys. `plan` is part of each row: a longer one makes fewer rows.
 */
function bigFile(name: string, keys: number, plan: string): Promise<Uri> {
  const rows = Array.from({ length: keys }, (_, index) => `Zoë,acct-${String(index).padStart(7, '0')},${plan}\n`).join('');
  const once = Buffer.from(rows);
  const times = Math.ceil((51 * MEGABYTE) / once.length);
  return file(name, Buffer.concat([Buffer.from('name,account_id,plan\n'), ...Array.from({ length: times }, () => once)]));
}

/** Begins to find the keys of a large file. */
async function begin(uri: Uri): Promise<{ readonly going: ReturnType<typeof findKeys> }> {
  const source = await readSource([uri, [uri]]);
  assert.ok(source?.big);
  assert.equal(source.text, '');
  return { going: findKeys(source) };
}

describe('a file of more than 50 MB', () => {
  it('is read only until it has more keys than a segment can contain', async () => {
    chooseNext('account_id');
    assert.equal(await (await begin(await bigFile('many.csv', 150_000, 'team'))).going, undefined);
    assert.match(lastMessage(), /^many\.csv has more than 100,000 different keys/);
    assert.ok((progresses[0]?.said.length ?? 99) < 6, progresses[0]?.said.join());
  });

  it('is no longer read if the user cancels, without a message', async () => {
    chooseNext('account_id');
    const { going } = await begin(await bigFile('left.csv', 20_000, 'team'.repeat(60)));
    for (let tries = 0; tries < 5000 && progresses.length === 0; tries += 1) await setTimeout(1);
    progresses[0]?.cancel();
    assert.equal(await going, undefined);
    assert.deepEqual(shown, []);
  });

  it('is refused if it is not text, and above 150 MB if it was dropped with its bytes', async () => {
    const video = await file('video.bin', Buffer.alloc(51 * MEGABYTE, Buffer.from([1, 2, 0, 3])));
    assert.equal(await readSource([video, []]), undefined);
    assert.match(lastMessage(), /video\.bin can’t be read as text/);
    const dropped = { name: 'far.txt', bytes: new Uint8Array(151 * MEGABYTE) };
    assert.equal(await readSource([{ files: [dropped] }]), undefined);
    assert.match(lastMessage(), /far\.txt is larger than 150 MB/);
  });
});
