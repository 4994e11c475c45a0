/** Tests how the segments feature reacts to events in the window. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { WindowEvent } from '../../../src/editor/window/events.ts';
import { useService } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { withReplies } from '../person.ts';
import { fill, submit } from '../scripted.ts';
import { lines, openWindow, segmentIn } from './window.ts';

const { registerSegments } = await import('../../../src/editor/segments/index.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const service = useService();

it('the next part of an upload is offered once the previous request is decided in this window, and not before', async (t) => {
  const window = openWindow(t, service);
  const registered = registerSegments(window);
  t.after(() => void registered.dispose());
  const args = window.drop('many.txt', lines(10_001), segmentIn(service, 'production'));
  await withReplies(['Upload 10,001 keys', 'production', ...fill({ comment: 'They signed up.' }), submit], () =>
    uploadKeys(window, args),
  );
  const submitted = window.fired.find((event) => event.kind === 'request') ?? assert.fail('no request was submitted');
  assert.equal(submitted.state, 'submitted');
  await service.as('release-key').decideChangeRequest(submitted.requestId, { status: 'APPROVED', comment: 'Seen.' });
  shown.length = 0;
  const fire = (state: Extract<WindowEvent, { kind: 'request' }>['state']): void => window.events.fire({ ...submitted, state });
  fire('outdated');
  await setTimeout(800);
  assert.equal(shown.length, 0);
  fire('published');
  for (let tries = 0; tries < 200 && shown.length === 0; tries += 1) await setTimeout(20);
  assert.match(shown[0]?.message ?? '', /^Part 1 of 2 is published\./);
  assert.equal(shown[0]?.buttons[0], 'Resume Upload…');
});
