/** Files with keys, and the sources that are read from them. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach } from 'node:test';
import type { FoundKeys, Source } from '../../../../src/editor/segments/source/source.ts';
import { documents, editor, Uri } from '../../fakeDocuments.ts';
import { chooseNext, offered, progresses, shown } from '../../fakeVscode.ts';

const { findKeys } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { readSource } = await import('../../../../src/editor/segments/source/readSource.ts');

/** Contents by file name. */
type Files = Readonly<Record<string, string>>;

interface Sources {
  /** Writes a file, whose name may contain folders. */
  file(name: string, content: string | Uint8Array): Promise<Uri>;
  /** Writes these files, and returns them as the source of a command. */
  sourceOf(files: Files): Promise<Source>;
  /** Writes these files, and returns the keys in them. Undefined if a question was cancelled or a message was shown instead. */
  find(files: Files): Promise<FoundKeys | undefined>;
}

/** A folder for the tests of one file. Resets the editor and the answers before each test. */
export function useSources(): Sources {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'flag-admin-keys-'));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    editor.active = undefined;
    editor.visible = [];
    editor.clipboard.text = '';
    documents.length = offered.length = shown.length = progresses.length = 0;
    chooseNext(undefined);
  });

  const file: Sources['file'] = async (name, content) => {
    const place = path.join(folder, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, content);
    return Uri.file(place);
  };
  const sourceOf: Sources['sourceOf'] = async (files) => {
    const uris = await Promise.all(Object.entries(files).map(([name, content]) => file(name, content)));
    return (await readSource([uris[0], uris])) ?? assert.fail('it can’t be read');
  };
  return { file, sourceOf, find: async (files) => findKeys(await sourceOf(files)) };
}

/** Returns the latest message. */
export const lastMessage = (): string => shown.at(-1)?.message ?? '';
