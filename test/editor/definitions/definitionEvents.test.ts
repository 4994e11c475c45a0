/** Tests which events in the window cause an open definition to be read again. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { WindowEvent } from '../../../src/editor/window/events.ts';
import { useService } from '../../operations/service.ts';
import { openUris } from './fakeEditor.ts';
import { openWindow } from './window.ts';

const { registerDefinitions } = await import('../../../src/editor/definitions/index.ts');

const service = useService();
const FLAG = 'checkout-redesign';
const request = { kind: 'request', connection: 'c1', place: undefined, requestId: 'r1' } as const;
const events: readonly (readonly [event: WindowEvent, isRead: boolean])[] = [
  [{ kind: 'workspacesRead' }, true],
  [{ kind: 'requestsRead', isDifferent: false }, false],
  [{ kind: 'requestsRead', isDifferent: true }, true],
  [{ ...request, state: 'submitted' }, false],
  [{ ...request, state: 'decided' }, true],
  [{ ...request, state: 'published' }, true],
];

it('an open definition is read again after a refresh, a change of its open requests, or a decision', async (t) => {
  const window = await openWindow(service);
  const registered = registerDefinitions(window.deps);
  openUris.push(window.uri(FLAG));
  t.after(() => {
    openUris.splice(0);
    registered.dispose();
    window.dispose();
  });
  const reads = (): number => service.count('GET', /\/environments\//);
  for (const [event, isRead] of events) {
    // The reading after the previous event may still be running.
    for (let before = -1; before !== service.seen.length; await setTimeout(200)) before = service.seen.length;
    service.seen.length = 0;
    window.deps.events.fire(event);
    for (let tries = 0; tries < 20 && reads() === 0; tries += 1) await setTimeout(20);
    assert.equal(reads() > 0, isRead, JSON.stringify(event));
  }
});
