/** Tests the list of drafts in a window. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createDraftStore } from '../../../src/operations/definitions/drafts/draftStore.ts';
import { log, Memento } from '../fakeContext.ts';
import './fakeEditor.ts';

const { createDraftList } = await import('../../../src/editor/window/draftList.ts');
type DraftList = Awaited<ReturnType<typeof createDraftList>>;

const place = (flagName: string) => ({
  connectionId: 'c1',
  workspace: { id: 'w', name: 'w' },
  environment: { id: 'e', name: 'e' },
  flagName,
});
let folder = '';
let list: DraftList;
let memory: Memento;
const events = { fire: () => undefined };
const write = (text: string, flagName = 'a') =>
  list.change(place(flagName), () => ({ place: place(flagName), text, base: undefined, message: '' }));

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'drafts-'));
  memory = new Memento();
  list = await createDraftList(createDraftStore(folder), { memory, log, events });
});
afterEach(() => {
  list.dispose();
  rmSync(folder, { recursive: true });
});

it('a draft is known once it is written, at any moment of a reading', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    const reading = list.refresh();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await write('x', String(turns));
    assert.ok(list.find(place(String(turns))), `after ${turns} turns`);
    await reading;
    await setImmediate();
  }
});

it('a draft is discarded here if another window has discarded it, but not if that window has changed it', async () => {
  const other = await createDraftList(createDraftStore(folder), { memory, log, events });
  await write('x');
  await other.replace(place('a'), 'x', () => undefined);
  assert.equal(await list.replace(place('a'), 'x', () => undefined), true);
  await write('x');
  await other.change(place('a'), (now) => now && { ...now, text: 'theirs' });
  assert.equal(await list.replace(place('a'), 'x', () => undefined), false);
  other.dispose();
});
