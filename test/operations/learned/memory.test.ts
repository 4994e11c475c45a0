/** Tests the stored facts in an editor that returns its state with a delay after each write. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createMemory } from '../../../src/operations/learned/memory.ts';
import { HandedBack } from '../../editor/fakeContext.ts';

describe('a remembered value', () => {
  it('stays, even if the editor returns an older state after the write', async () => {
    const state = new HandedBack();
    const memory = createMemory(state);
    const first = memory.update('one', 1);
    await turn();
    const second = memory.update('two', 2);
    await turn();
    assert.equal(state.get('two'), undefined);
    assert.equal(memory.get('two'), 2);
    await Promise.all([first, second]);
    assert.deepEqual([state.get('one'), state.get('two')], [1, 2]);
  });

  it('is the newest of two values written at once', async () => {
    const state = new HandedBack();
    const memory = createMemory(state);
    const writes = [memory.update('one', 1), memory.update('one', 2)];
    await turn();
    writes.push(memory.update('one', 3));
    await Promise.all(writes);
    assert.deepEqual([memory.get('one'), state.get('one')], [3, 3]);
    const { update } = state;
    const written: unknown[] = [];
    state.update = (key, value) => (written.push(value), update(key, value));
    await Promise.all([memory.update('one', 4), memory.update('one', 5)]);
    assert.deepEqual([memory.get('one'), state.get('one'), written], [5, 5, [4, 5]]);
  });

  it('is read from the editor’s state once that has stored it, because a different window may write there, and no longer exists after it was removed', async () => {
    const state = new HandedBack();
    const memory = createMemory(state);
    await memory.update('one', 1);
    state.values.set('one', 'from another window');
    assert.equal(memory.get('one'), 'from another window');
    const removal = memory.update('one', undefined);
    assert.equal(memory.get('one'), undefined);
    await removal;
    assert.equal(state.get('one'), undefined);
  });

  it('is the old value of the editor’s state if the write failed', async () => {
    const state = new HandedBack();
    await state.update('one', 1);
    state.update = () => Promise.reject(new Error('The disk is full.'));
    const memory = createMemory(state);
    await assert.rejects(async () => memory.update('one', 2), /disk is full/);
    assert.equal(memory.get('one'), 1);
  });
});
