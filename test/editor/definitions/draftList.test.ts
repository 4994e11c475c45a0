/** The drafts as a window knows them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { draftId, type DefinitionDraft } from '../../../src/operations/definitionDrafts/draft.ts';
import { createDraftStore, type DraftStore } from '../../../src/operations/definitionDrafts/draftStore.ts';
import './fakeEditor.ts';

const { createDraftList } = await import('../../../src/editor/definitions/draftList.ts');

it('a draft is known once it is saved, in whichever moment of a look that is', async () => {
  let there: readonly DefinitionDraft[] = [];
  const store = {
    list: async () => there,
    watch: () => () => undefined,
    save: async (draft: DefinitionDraft) => {
      there = [draft];
      return { ok: true, draft };
    },
  } as unknown as DraftStore;
  const list = await createDraftList(store, () => undefined);
  for (let turns = 0; turns < 12; turns += 1) {
    const looking = list.look();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await list.save({ id: String(turns), text: '', message: '' } as DefinitionDraft, undefined);
    assert.ok(list.find(String(turns)), `after ${turns} turns`);
    await looking;
    await setImmediate();
  }
  list.dispose();
});

it('drafts stay known where their files can’t be read just now', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'drafts-'));
  const place = { connectionId: 'c1', workspace: { id: 'w', name: 'w' }, environment: { id: 'e', name: 'e' }, flagName: 'a', format: 'yaml' } as const; // prettier-ignore
  const draft: DefinitionDraft = { id: draftId(place), place, text: 'x', base: undefined, stamp: 1, message: '' };
  const list = await createDraftList(createDraftStore(folder), () => undefined);
  try {
    await list.save(draft, undefined);
    const file = path.join(folder, `${draft.id}.draft.json`);
    rmSync(file);
    mkdirSync(file); // what no program can read as a file
    await list.look();
    assert.equal(list.find(draft.id)?.text, 'x');
    rmdirSync(file);
    await list.look();
    assert.equal(list.find(draft.id), undefined, 'it is gone');
  } finally {
    list.dispose();
    rmSync(folder, { recursive: true });
  }
});
