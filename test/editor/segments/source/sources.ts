/** Sources of keys from files. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach } from 'node:test';
import type { Source } from '../../../../src/editor/segments/source/source.ts';
import { documents, editor, Uri } from '../../fakeDocuments.ts';
import { chooseNext, offered, shown } from '../../fakeVscode.ts';

const { readSource } = await import('../../../../src/editor/segments/source/readSource.ts');

/** Files for the tests of one file. Returns a source with the given ones. Resets open documents and answers before each test. */
export function useSources(): (files: Readonly<Record<string, string>>) => Promise<Source> {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'flag-admin-keys-'));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    editor.active = undefined;
    documents.length = 0;
    offered.length = 0;
    shown.length = 0;
    chooseNext(undefined);
  });

  return async function sourceOf(files: Readonly<Record<string, string>>): Promise<Source> {
    const uris = await Promise.all(
      Object.entries(files).map(async ([name, content]) => {
        await writeFile(path.join(folder, name), content);
        return Uri.file(path.join(folder, name));
      }),
    );
    const source = await readSource([uris[0], uris]);
    assert.ok(source);
    return source;
  };
}
