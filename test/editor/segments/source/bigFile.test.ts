/**
 * Tests files that are too large for the memory: they are read in pieces, with progress and Cancel, and only as far as needed.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Uri } from '../../fakeDocuments.ts';
import { chooseNext, progresses, shown } from '../../fakeVscode.ts';

const { encodingOf } = await import('../../../../src/editor/segments/source/readKeyFile.ts');
const { findKeys } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { readSource } = await import('../../../../src/editor/segments/source/readSource.ts');

const MEGABYTE = 1024 * 1024;

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flag-admin-big-'));
});
after(() => rm(folder, { recursive: true }));
beforeEach(() => {
  shown.length = 0;
  progresses.length = 0;
});

/**
 * Writes more than 50 MB of rows, which repeat `keys` different keys. `plan` is part of each row: a longer one makes fewer rows.
 */
async function bigFile(name: string, keys: number, plan = 'team'): Promise<Uri> {
  const rows = Array.from({ length: keys }, (_, index) => `Zoë,acct-${String(index).padStart(7, '0')},${plan}\n`).join('');
  const place = path.join(folder, name);
  const once = Buffer.from(rows);
  const times = Math.ceil((51 * MEGABYTE) / once.length);
  await writeFile(place, Buffer.concat([Buffer.from('name,account_id,plan\n'), ...Array.from({ length: times }, () => once)]));
  return Uri.file(place);
}

async function read(uri: Uri): ReturnType<typeof findKeys> {
  const source = await readSource([uri, [uri]]);
  assert.ok(source?.big);
  assert.equal(source.text, '');
  return findKeys(source);
}

describe('a file of more than 50 MB', () => {
  it('is read completely, with progress', async () => {
    chooseNext('account_id');
    const found = await read(await bigFile('big.csv', 20_000, 'team'.repeat(60)));
    assert.equal(found?.keys.length, 20_000);
    assert.equal(found.keys[19_999], 'acct-0019999');
    assert.ok(found.counts.repeated > 150_000);
    assert.equal(found.formWords, 'CSV, column account_id');
    assert.equal(progresses[0]?.title, 'Reading big.csv');
    assert.ok(progresses[0].said.length <= 60, `${progresses[0].said.length} reports`);
  });

  it('is read only until it has more keys than a segment can contain', async () => {
    assert.equal(await read(await bigFile('many.csv', 150_000)), undefined);
    assert.match(shown.at(-1)?.message ?? '', /^many\.csv has more than 100,000 different keys/);
    assert.ok((progresses[0]?.said.length ?? 99) < 6, progresses[0]?.said.join());
  });

  it('is no longer read if the user cancels, without a message', async () => {
    const uri = await bigFile('left.csv', 20_000, 'team'.repeat(60));
    const source = await readSource([uri, [uri]]);
    const going = findKeys(source!);
    await new Promise((resolve) => setTimeout(resolve, 20));
    progresses[0]?.cancel();
    assert.equal(await going, undefined);
    assert.deepEqual(shown, []);
  });

  it('is refused if it is not text', async () => {
    const place = path.join(folder, 'video.bin');
    await writeFile(place, Buffer.alloc(51 * MEGABYTE, Buffer.from([1, 2, 0, 3])));
    assert.equal(await readSource([Uri.file(place), []]), undefined);
    assert.match(shown.at(-1)?.message ?? '', /video\.bin can’t be read as text/);
  });

  it('is refused if it was dropped with its bytes and is larger than that', async () => {
    const dropped = { name: 'far.txt', bytes: new Uint8Array(151 * MEGABYTE) };
    assert.equal(await readSource([{ files: [dropped] }]), undefined);
    assert.match(shown.at(-1)?.message ?? '', /far\.txt is larger than 150 MB/);
  });
});

describe('the encoding of a file', () => {
  for (const [start, encoding] of [
    [[0x61, 0x62], 'utf-8'],
    [[0xef, 0xbb, 0xbf], 'utf-8'],
    [[0xff, 0xfe, 0x61], 'utf-16le'],
    [[0xfe, 0xff, 0], 'utf-16be'],
    [[], 'utf-8'],
    [[0x61, 0, 0x62, 0], undefined],
    [[0x6b, 0xe4, 0x73], undefined],
  ] as const) {
    it(`is ${encoding ?? 'the editor’s own'} for ${start.join(' ') || 'an empty file'}`, () => {
      assert.equal(encodingOf(Uint8Array.from(start)), encoding);
    });
  }
});

it('a YAML list with aliases is read with progress from the start, and ends without a message if the user cancels', async () => {
  const { wholeText } = await import('../../../../src/editor/segments/source/source.ts');
  const text = Array.from({ length: 40_000 }, (_, index) => `- &k${index} acct-${index}\n- *k${index}\n`).join('');
  const source = { text, description: 'a.yaml', fileName: 'a.yaml', languageId: 'yaml', lines: wholeText('a.yaml') };
  const shownFirst = new Promise<void>((resolve) => {
    const { push } = progresses;
    progresses.push = (...all) => (resolve(), Object.assign(progresses, { push }), push.apply(progresses, all));
  });
  const going = findKeys(source);
  await Promise.race([shownFirst, going]);
  progresses[0]?.cancel();
  assert.equal(await going, undefined);
  assert.deepEqual([progresses[0]?.title, progresses[0]?.isShown, shown], ['Reading a.yaml', false, []]);
});

describe('a text of a million lines', () => {
  it('is refused once it has more keys than a segment can contain, and is read without blocking the event loop', async () => {
    const text = Array.from({ length: 1_000_000 }, (_, index) => `acct-${String(index).padStart(7, '0')}\n`).join('');
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      immediate = setImmediate(turn);
    };
    let immediate = setImmediate(turn);
    const { wholeText } = await import('../../../../src/editor/segments/source/source.ts');
    const source = { text, description: 'a.txt', fileName: 'a.txt', languageId: '', lines: wholeText('a.txt') };
    const before = turns;
    const found = await findKeys(source);
    clearImmediate(immediate);
    assert.equal(found, undefined);
    assert.match(shown.at(-1)?.message ?? '', /^a\.txt has more than 100,000 different keys/);
    // The text has 199 chunks of 65,536 characters. The first 20 contain 100,000 keys.
    assert.ok(turns - before >= 15 && turns - before < 60, String(turns - before));
  });
});
