/** The badge of the Change Requests view: how many wait, and that there may be more. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { Memento } from '../fakeContext.ts';
import { answering } from '../scripted.ts';
import { connected, fake, lookNow, openView, service, stage, view } from './requestsViewStage.ts';

describe('the Change Requests view counts in its badge what waits', () => {
  const badge = (): { readonly value: number } | undefined => (fake.window.view as { badge?: { value: number } }).badge;
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await setTimeout(5);
  };
  const approver = (): Connected => ({ ...connected(), keyName: 'release-key', client: { ...service.as('release-key') } });

  it('and no more once the API key is refused and nobody looks again', async () => {
    Object.assign(stage.parts.connections, { inUse: async () => approver() });
    const made = openView();
    made.start();
    await until(() => (badge()?.value ?? 0) > 0);
    service.onCall = () => ({ status: 401, body: { code: 401, message: 'no' } });
    lookNow();
    await until(() => stage.warned.length > 0);
    assert.equal(badge(), undefined);
  });

  it('and says so where it could not count all: on the badge, and above the rows beside the filter', async () => {
    Object.assign(stage.parts.connections, { inUse: async () => approver(), orAsk: async () => approver() });
    const { data } = await service.as('release-key').listChangeRequests({ limit: 100 });
    const one = data.find(({ segment, approvers }) => segment && approvers.includes('release-key')) ?? assert.fail('none waits');
    let status = 'REQUESTED';
    service.onCall = ({ path }) => {
      if (!path.startsWith('/changeRequests?') || path.includes('environmentId=') || path.includes('status=')) return undefined;
      const page = Number(/nextMarker=(\d+)/.exec(path)?.[1] ?? '0');
      return { status: 200, body: { data: [{ ...one, id: `r${page}`, status }], nextMarker: String(page + 1) } };
    };
    const unread = 'Too many change requests are open to count them all: more may wait for you than the badge shows.';
    const made = openView();
    made.start();
    await until(() => (badge()?.value ?? 0) > 0);
    assert.deepEqual(badge(), {
      value: 10,
      tooltip: 'Change requests that wait for you: at least 10. Not all open ones were read.',
    });
    assert.equal(view().message, unread);
    await answering(['Segments'], () => made.filter());
    assert.equal(view().message, `${unread} · Only Segments`);
    status = 'APPROVED';
    lookNow();
    await until(() => badge() === undefined);
    assert.equal(view().message, `${unread} · Only Segments`, 'some may wait, though none is known');
    service.onCall = () => undefined;
    lookNow();
    await until(() => badge() !== undefined);
    assert.equal(view().message, 'Only Segments');
    assert.match(String((badge() as { tooltip?: string }).tooltip), /^Change requests that wait for you: \d+$/);
  });

  it('but not what an old look finds after another connection is in use', async () => {
    let inUseNow: Connected | undefined = approver();
    Object.assign(stage.parts.connections, { inUse: async () => inUseNow });
    const memory = stage.parts.memory as Memento;
    const { update } = memory;
    const held: (() => void)[] = [];
    memory.update = async (key, value) => {
      await update(key, value);
      await new Promise<void>((resolve) => held.push(resolve));
    };
    const made = openView();
    made.start();
    await until(() => held.length > 0);
    inUseNow = undefined;
    made.startOver();
    memory.update = update;
    for (const go of held) go();
    await setTimeout(50);
    assert.equal(badge(), undefined);
  });
});
