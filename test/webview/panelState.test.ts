/** Tests how each message changes the view. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstState, nextState } from '../../src/webview/panelState.ts';
import type { PanelState } from '../../src/webview/panelState.ts';
import type { KeyList, ToWebview } from '../../src/webview/protocol.ts';
import { sampleView } from './sample.ts';

const lists: readonly KeyList[] = [{ id: 'added', title: 'Added', change: 'added', keys: ['a'] }];
const after = (...messages: readonly ToWebview[]): PanelState => messages.reduce(nextState, firstState(undefined));

describe('the panel after messages', () => {
  it('does not treat the view from before a reload as current', () => {
    assert.equal(firstState(sampleView).isFresh, false);
    assert.equal(nextState(firstState(sampleView), { type: 'busy', message: 'Reading…' }).isFresh, false);
    assert.equal(nextState(firstState(sampleView), { type: 'view', view: sampleView }).isFresh, true);
  });

  it('does not treat a view as current that could not be read again', () => {
    const failure = { type: 'failure', text: 'no', tone: 'danger', steps: [] } as const;
    assert.equal(after({ type: 'view', view: sampleView }, failure).isFresh, false);
    assert.equal(after({ type: 'view', view: sampleView }, failure, { type: 'view', view: sampleView }).isFresh, true);
  });

  it('is no longer busy after a view or a failure', () => {
    const busy = { type: 'busy', message: 'Reading…' } as const;
    assert.equal(after(busy).busy, 'Reading…');
    assert.equal(after(busy, { type: 'busy', message: undefined }).busy, undefined);
    assert.equal(after(busy, { type: 'view', view: sampleView }).busy, undefined);
    assert.equal(after(busy, { type: 'failure', text: 'no', tone: 'danger', steps: [] }).busy, undefined);
    assert.equal(after(busy, { type: 'keys', lists }).busy, 'Reading…');
  });

  it('keeps a failure during the next attempt, and removes it with the next view', () => {
    const failure = { type: 'failure', text: 'no', tone: 'danger', steps: [] } as const;
    assert.equal(after(failure, { type: 'busy', message: 'Again…' }).failure?.text, 'no');
    assert.equal(after(failure, { type: 'view', view: sampleView }).failure, undefined);
  });

  it('distinguishes a failure from its repetition', () => {
    const failure = { type: 'failure', text: 'no', tone: 'danger', steps: [] } as const;
    assert.notEqual(after(failure).failures, after(failure, failure).failures);
    const view = { type: 'view', view: sampleView } as const;
    assert.notEqual(after(failure).failures, after(failure, view, failure).failures);
  });

  it('stays unchanged after a message of a different kind', () => {
    const state = after({ type: 'view', view: sampleView });
    assert.equal(nextState(state, { type: 'constructor' } as never), state);
    assert.equal(nextState(state, 'text' as never), state);
  });

  it('keeps the keys for the same request and drops them for another', () => {
    const view = { type: 'view', view: sampleView } as const;
    const keys = { type: 'keys', lists } as const;
    assert.equal(after(view, keys, view).lists, lists);
    assert.deepEqual(after(view, keys, { type: 'view', view: { ...sampleView, id: 'request-2' } }).lists, []);
  });
});
