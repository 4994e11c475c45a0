/** Tests the badge of the Change Requests view: the number of waiting requests, and that there may be more. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { Memento } from '../fakeContext.ts';
import { answering } from '../scripted.ts';
import { settings, shown } from '../fakeVscode.ts';
import { connected, fake, returnToWindow, openView, service, testState, until, view } from './requestsViewSetup.ts';

describe('the Change Requests view counts the waiting requests in its badge', () => {
  const badge = (): { readonly value: number } | undefined => (fake.window.view as { badge?: { value: number } }).badge;
  const approver = (): Connected => ({
    ...connected(),
    // The sandbox gives its API keys the names that they have at the service, so it is known who they are.
    isSandbox: true,
    keyName: 'release-key',
    client: { ...service.as('release-key') },
  });

  const useApprover = (): void =>
    void Object.assign(testState.parts.connections, { inUse: async () => approver(), orAsk: async () => approver() });
  /** A request about a segment that waits for the approver. */
  async function waitingRequest(): Promise<ChangeRequest> {
    const { data } = await service.as('release-key').listChangeRequests({ limit: 100 });
    return data.find(({ segment, approvers }) => segment && approvers.includes('release-key')) ?? assert.fail('none waits');
  }
  /** The service answers each list of all open requests with this. */
  const answerList = (bodyFor: (path: string) => object): void => {
    service.onCall = ({ path }) =>
      path.startsWith('/changeRequests?') && !/environmentId=|status=/.test(path)
        ? { status: 200, body: bodyFor(path) }
        : undefined;
  };

  it('and hides the badge once the API key is refused', async () => {
    useApprover();
    const made = openView();
    made.start();
    await until(() => (badge()?.value ?? 0) > 0);
    service.onCall = () => ({ status: 401, body: { code: 401, message: 'no' } });
    returnToWindow();
    await until(() => testState.warned.length > 0);
    assert.equal(badge(), undefined);
  });

  it('and notifies the user of a new request only if the user wants that', async () => {
    useApprover();
    const one = await waitingRequest();
    const added: string[] = [];
    answerList(() => ({ data: [one, ...added.map((title) => ({ ...one, id: title, title }))] }));
    openView().start();
    await until(() => badge() !== undefined);
    const read = (): number => testState.parts.fired.filter(({ kind }) => kind === 'requestsRead').length;
    for (const [isWanted, names] of [
      [false, ['a']],
      [true, ['b']],
      [true, []],
      [true, ['c', 'd']],
    ] as const) {
      settings['flagAdmin.changeRequests.notify'] = { user: isWanted };
      added.push(...names);
      const [before, told, waiting] = [read(), shown.length, badge()?.value ?? 0];
      returnToWindow();
      await until(() => read() > before);
      assert.equal(badge()?.value, waiting + names.length);
      const said = shown.slice(told).map(({ message }) => message);
      const expected =
        names.length === 1
          ? `A new change request waits for you: “${names[0]}”.`
          : `${names.length} new change requests wait for you.`;
      assert.deepEqual(said, isWanted && names.length > 0 ? [expected] : []);
    }
    delete settings['flagAdmin.changeRequests.notify'];
  });

  it('and says on the badge, and above the rows beside the filter, if it could not count all', async () => {
    useApprover();
    const one = await waitingRequest();
    let status = 'REQUESTED';
    answerList((path) => {
      const page = Number(/nextMarker=(\d+)/.exec(path)?.[1] ?? '0');
      return { data: [{ ...one, id: `r${page}`, status }], nextMarker: String(page + 1) };
    });
    const unread = 'Not all open change requests were counted yet, so more might wait for you than the badge shows.';
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
    returnToWindow();
    await until(() => badge() === undefined);
    assert.equal(view().message, `${unread} · Only Segments`, 'some may wait, though none is known');
    service.onCall = () => undefined;
    returnToWindow();
    await until(() => badge() !== undefined);
    assert.equal(view().message, 'Only Segments');
    assert.match(String((badge() as { tooltip?: string }).tooltip), /^Change requests that wait for you: \d+$/);
  });

  it('but says nothing above the rows if it is not known for whom the requests wait', async () => {
    const one = await waitingRequest();
    const stranger = (): Connected => ({ ...approver(), isSandbox: false, keyName: 'unnamed' });
    Object.assign(testState.parts.connections, { inUse: async () => stranger(), orAsk: async () => stranger() });
    answerList((path) => {
      const page = Number(/nextMarker=(\d+)/.exec(path)?.[1] ?? '0');
      return { data: [{ ...one, id: `r${page}` }], nextMarker: String(page + 1) };
    });
    openView().start();
    await until(() => testState.parts.fired.some(({ kind }) => kind === 'requestsRead'));
    assert.deepEqual([badge(), view().message], [undefined, undefined]);
  });

  it('but ignores a reading that ends after a switch of the connection', async () => {
    let inUseNow: Connected | undefined = approver();
    Object.assign(testState.parts.connections, { inUse: async () => inUseNow });
    const memory = testState.parts.memory as Memento;
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
