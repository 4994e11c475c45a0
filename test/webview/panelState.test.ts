/** Tests how each message changes the view. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialState, nextState } from '../../src/webview/panelState.ts';
import type { PanelState } from '../../src/webview/panelState.ts';
import type { KeyList, ToWebview } from '../../src/webview/protocol.ts';
import { sampleView } from './sample.ts';

const lists: readonly KeyList[] = [{ id: 'added', title: 'Added', change: 'added', keys: ['a'] }];
const after = (...messages: readonly ToWebview[]): PanelState => messages.reduce(nextState, initialState(undefined));
const view = { type: 'view', view: sampleView } as const;
const keys = { type: 'keys', lists } as const;
const busy = { type: 'busy', message: 'Reading…' } as const;
const failure = { type: 'failure', text: 'no', tone: 'danger', steps: [] } as const;

describe('the panel after messages', () => {
  it('does not treat a view as current that is from before a reload, or could not be read again', () => {
    assert.equal(initialState(sampleView).isFresh, false);
    assert.equal(nextState(initialState(sampleView), busy).isFresh, false);
    assert.equal(nextState(initialState(sampleView), view).isFresh, true);
    assert.equal(after(view, failure).isFresh, false);
    assert.equal(after(view, failure, view).isFresh, true);
  });

  it('is no longer busy after a view or a failure', () => {
    const left = [view, failure, keys].map((message) => after(busy, message).busy);
    assert.deepEqual(left, [undefined, undefined, 'Reading…']);
  });

  it('keeps a failure during the next attempt, removes it with the next view, and distinguishes it from its repetition', () => {
    assert.equal(after(failure, busy).failure?.text, 'no');
    assert.equal(after(failure, view).failure, undefined);
    assert.notEqual(after(failure).failures, after(failure, failure).failures);
    assert.notEqual(after(failure).failures, after(failure, view, failure).failures);
  });

  it('keeps its state after a message of an unknown type', () => {
    const state = after(view);
    assert.equal(nextState(state, { type: 'constructor' } as never), state);
    assert.equal(nextState(state, 'text' as never), state);
  });

  it('keeps the keys for the same request and drops them for another', () => {
    assert.equal(after(view, keys, view).lists, lists);
    assert.deepEqual(after(view, keys, { type: 'view', view: { ...sampleView, id: 'request-2' } }).lists, []);
  });
});
