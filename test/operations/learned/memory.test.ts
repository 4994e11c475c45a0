/** Tests the memory with a storage that, like the editor’s, restores the values of an earlier write after a while. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createMemory } from '../../../src/operations/learned/memory.ts';
import { DelayedMemento } from '../../editor/fakeContext.ts';

describe('a remembered value', () => {
  it('stays, even if the editor restores its older state after the write', async () => {
    const state = new DelayedMemento();
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
    const state = new DelayedMemento();
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

  it('can be replaced by a different window after it was stored, and is missing after its removal', async () => {
    const state = new DelayedMemento();
    const memory = createMemory(state);
    await memory.update('one', 1);
    state.values.set('one', 'written by a different window');
    assert.equal(memory.get('one'), 'written by a different window');
    const removal = memory.update('one', undefined);
    assert.equal(memory.get('one'), undefined);
    await removal;
    assert.equal(state.get('one'), undefined);
  });

  it('is not written again over a value that a different window wrote in the meantime', async () => {
    const state = new DelayedMemento();
    const memory = createMemory(state);
    const { update } = state;
    const bothRows = ['added by this window', 'added by a different window'];
    let writes = 0;
    state.update = async (key, value) => {
      writes += 1;
      await update(key, value);
      state.values.set('rows', bothRows);
    };
    await memory.update('rows', ['added by this window']);
    assert.deepEqual([writes, memory.get('rows')], [1, bothRows]);
  });

  it('is still the one in the editor’s state if a write failed', async () => {
    const state = new DelayedMemento();
    await state.update('one', 1);
    state.update = () => Promise.reject(new Error('The disk is full.'));
    const memory = createMemory(state);
    await assert.rejects(async () => memory.update('one', 2), /disk is full/);
    assert.equal(memory.get('one'), 1);
  });

  it('is still the one of the last successful write if a write failed, even if the editor restores an older value', async () => {
    const state = new DelayedMemento();
    const memory = createMemory(state);
    const { update } = state;
    const failing = (): Promise<void> => Promise.reject(new Error('The disk is full.'));
    await memory.update('name', 'before');
    const older = new Map(state.values);
    await memory.update('name', 'after');
    state.update = failing;
    await assert.rejects(async () => memory.update('name', 'failed'), /disk is full/);
    restore(state, older);
    assert.equal(memory.get('name'), 'after');
    const writes = ['first', 'second'].map((value) => memory.update('name', value));
    assert.deepEqual(
      (await Promise.allSettled(writes)).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(memory.get('name'), 'after', 'also if two writes failed at the same time');
    state.update = update;
    await memory.update('other', 1);
    assert.deepEqual([state.get('name'), state.get('other')], ['after', 1]);
  });

  it('stays, even if the editor confirms the write and then restores older values, and another name is written afterwards', async () => {
    const state = new DelayedMemento();
    const memory = createMemory(state);
    await memory.update('name', 'before');
    const older = new Map(state.values);
    await memory.update('name', 'after');
    assert.equal(memory.get('name'), 'after');
    restore(state, older);
    assert.equal(memory.get('name'), 'after');
    await memory.update('other', 1);
    assert.deepEqual([state.get('name'), state.get('other')], ['after', 1]);
  });

  it('stays removed, even if the editor confirms the removal and then restores the value', async () => {
    const state = new DelayedMemento();
    const memory = createMemory(state);
    await memory.update('name', ['before']);
    const older = new Map(state.values);
    await memory.update('name', undefined);
    restore(state, older);
    assert.equal(memory.get('name'), undefined);
    await memory.update('other', 1);
    assert.equal(state.get('name'), undefined);
  });

  it('stays, whichever of the earlier values the editor restores', async () => {
    const state = new DelayedMemento();
    const memory = createMemory(state);
    await memory.update('name', 'one');
    await memory.update('name', 'two');
    restore(state, new Map([['name', 'one']]));
    await memory.update('name', 'three');
    await memory.update('name', 'four');
    for (const value of ['one', 'two', 'three']) {
      restore(state, new Map([['name', value]]));
      assert.equal(memory.get('name'), 'four');
    }
    await memory.update('name', 'one');
    restore(state, new Map([['name', 'two']]));
    assert.equal(memory.get('name'), 'one');
  });

  it('is read from the editor’s state five seconds after a write, because a different window may write an earlier value again', async () => {
    const state = new DelayedMemento();
    let time = 0;
    const memory = createMemory(state, () => time);
    await memory.update('name', 'before');
    await memory.update('name', 'after');
    restore(state, new Map([['name', 'before']]));
    time = 4_999;
    assert.equal(memory.get('name'), 'after');
    time = 5_000;
    assert.equal(memory.get('name'), 'before');
    await memory.update('other', 1);
    assert.equal(state.get('name'), 'before');
    for (time of [10_000, 13_000, 16_000]) await memory.update('name', time);
    restore(state, new Map([['name', 'before']])); // the first of these writes replaced it six seconds ago
    assert.equal(memory.get('name'), 'before');
  });
});

/** Replaces all values of the storage at once, as VS Code does some time after a write. */
function restore(state: DelayedMemento, values: ReadonlyMap<string, unknown>): void {
  state.values.clear();
  for (const [key, value] of values) state.values.set(key, value);
}
