/** Tests that other users of the machine can't read drafts, or changes of keys. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { createDraftStore } from '../../src/operations/definitions/drafts/draftStore.ts';
import { createJournal } from '../../src/operations/keys/journal.ts';
import { startOne, uploadOf } from './keys/changes.ts';

const place = {
  connectionId: 'c1',
  workspace: { id: 'w1', name: 'Storefront' },
  environment: { id: 'e1', name: 'production' },
  flagName: 'checkout',
};

const kinds = {
  draft: async (folder: string, text: string): Promise<unknown> =>
    createDraftStore(folder).change(place, () => ({ place, text, base: undefined, message: '' })),
  change: async (folder: string, comment: string): Promise<unknown> => {
    const { change } = await startOne({ batches: uploadOf(['a']) });
    return createJournal(folder).save({ ...change, id: 'aaaaaaaaaaaa-bbbbbbbbbbbb', comment });
  },
};

for (const [kind, save] of Object.entries(kinds))
  it(`the file of a ${kind} can be read only by its user`, { skip: process.platform === 'win32' }, async (t) => {
    const parent = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-kept-'));
    t.after(() => rmSync(parent, { recursive: true, force: true }));
    const folder = path.join(parent, 'storage', 'kept');
    const umask = process.umask(0o022);
    t.after(() => process.umask(umask));
    for (const text of ['first', 'second']) {
      await save(folder, text);
      const files = readdirSync(folder).map((name) => path.join(folder, name));
      assert.equal(files.length, 1);
      for (const file of files) assert.equal(statSync(file).mode & 0o777, 0o600, file);
    }
    assert.equal(statSync(folder).mode & 0o777, 0o700);
  });
