/** The drafts as a window knows them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { DefinitionDraft } from '../../../src/operations/definitionDrafts/draft.ts';
import type { DraftStore } from '../../../src/operations/definitionDrafts/draftStore.ts';
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
