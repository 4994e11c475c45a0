/** Tests the typed texts of a change request that was not submitted, or that could not be stored. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/operations/learned/store.ts';
import { executed } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { answering, fill, submit } from '../scripted.ts';
import { createStore, useSubmitting } from '../changeRequests/submitting.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');
const { createRequestDrafts } = await import('../../../src/editor/changes/requestDrafts.ts');
const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');

const { service, openWindow, flagIn, posts } = useSubmitting();

describe('Submit Change Request…', () => {
  it('keeps the typed text after Escape and a reload, and offers it as a draft', async () => {
    const memory = createStore();
    const workspaceMemory = createStore();
    const first = openWindow(memory, workspaceMemory);
    await withReplies(['Kill …', ...fill({ title: 'Stop it' }), undefined], () =>
      submitChangeRequestCommand(first.deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(posts(), 0);
    const later = openWindow(memory, workspaceMemory);
    await withReplies(['Stop it', ...fill({ comment: 'It breaks.' }), submit], () =>
      submitChangeRequestCommand(later.deps, undefined),
    );
    assert.equal(posts(), 1);
    await withReplies([undefined], () => submitChangeRequestCommand(later.deps, undefined));
    assert.ok(!questions[0]?.options.some((option) => option.includes('Stop it')), 'a draft that was submitted is gone');
  });

  it('does not offer text that was typed for one connection in a different connection to the same address', async () => {
    const [memory, workspaceMemory] = [createStore(), createStore()];
    const first = openWindow(memory, workspaceMemory);
    const flag = flagIn('production', 'checkout-redesign');
    const typed = fill({ title: 'Stop it', comment: 'It breaks.', approvers: 'ann@example.com' });
    await withReplies(['Kill …', ...typed, undefined], () => submitChangeRequestCommand(first.deps, flag));
    const other = openWindow(memory, workspaceMemory);
    const connected = { ...other.connected, connectionId: 'another' };
    const connections = { inUse: async () => connected, orAsk: async () => connected, withKey: async () => connected };
    const deps = { ...other.deps, connections: connections as never };
    await withReplies([undefined], () => submitChangeRequestCommand(deps, undefined));
    assert.doesNotMatch(JSON.stringify(questions), /Stop it/);
    await withReplies(['Kill …', undefined], () => submitChangeRequestCommand(deps, flag));
    assert.doesNotMatch(JSON.stringify(questions), /Stop it|It breaks|ann@example/);
    // Text that is typed there for the same object does not replace it.
    await withReplies(['Kill …', ...fill({ title: 'Halt it' }), undefined], () => submitChangeRequestCommand(deps, flag));
    await withReplies(['Stop it', undefined], () => submitChangeRequestCommand(first.deps, undefined));
    assert.match(JSON.stringify(questions), /It breaks/);
  });

  it('discards the drafts that are ticked', async () => {
    const { deps } = openWindow();
    for (const title of ['Stop it', 'Stop that too'])
      await withReplies(['Kill …', ...fill({ title }), undefined], () =>
        submitChangeRequestCommand(deps, flagIn('staging', title === 'Stop it' ? 'gift-cards' : 'dark-mode')),
      );
    const asked = await answering(['Discard drafts…', ['Stop it'], undefined], () => submitChangeRequestCommand(deps, undefined));
    const [before, , after] = asked.map(({ options }) =>
      options.map((option) => option.replace(/ · [\w-]+ of Storefront · [\w-]+/, '')),
    );
    assert.deepEqual(before?.slice(0, 3), ['Stop that too', 'Stop it', 'Discard drafts…']);
    assert.deepEqual(after?.slice(0, 2), ['Stop that too', 'Discard drafts…']);
    await answering(['Discard drafts…', ['Stop that too'], undefined], () => submitChangeRequestCommand(deps, undefined));
    const [only] = await answering([undefined], () => submitChangeRequestCommand(deps, undefined));
    assert.ok(!only?.options.includes('Discard drafts…'));
  });
});

describe('a draft of a change of keys', () => {
  const target = () => ({ ...flagIn('production', 'beta-accounts').target, kind: 'segment', trafficType: '' }) as const;
  const payload = (keys: readonly string[]) =>
    ({ operationType: 'CREATE', segment: { name: 'beta-accounts', keys: [...keys] } }) as const;
  const changeOf = ({ connected }: ReturnType<typeof openWindow>, keys: readonly string[]) => {
    const { workspace, environment } = target();
    const words = { title: 'Add keys', comment: 'From a file.' };
    return requestOnly({ connected, workspace, environment }, payload(keys), words);
  };
  const stateOf = (store: Store): string => JSON.stringify(store.get('requests.drafts'));

  it('stores the typed text but no key, and leads to the file again', async () => {
    const window = openWindow();
    await withReplies([...fill({ title: 'Beta of December' }), undefined], () =>
      makeChange(window.deps, changeOf(window, ['secret-1', 'secret-2'])),
    );
    assert.match(stateOf(window.workspaceMemory), /Beta of December/);
    assert.doesNotMatch(stateOf(window.workspaceMemory), /secret/);

    await withReplies(['Beta of December'], () => submitChangeRequestCommand(window.deps, undefined));
    const draft = questions[0]?.options.find((option) => option.startsWith('Beta of December')) ?? '';
    assert.match(draft, /: Left /);
    assert.deepEqual(executed.at(-1), ['flagAdmin.segment.uploadKeys', { target: target(), prefersRequest: true }]);
    // The typed text is there again.
    await withReplies([submit], () => makeChange(window.deps, changeOf(window, ['secret-1'])));
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    assert.ok(data.some(({ title }) => title === 'Beta of December'));
    await withReplies([undefined], () => submitChangeRequestCommand(window.deps, undefined));
    assert.ok(!questions[0]?.options.some((option) => option.includes('Beta of December')));
  });

  it('leads to a removal if it is about one, and remains when a different draft is stored', async () => {
    const window = openWindow();
    const { workspace, environment } = target();
    const object = { kind: 'segment', name: 'beta-accounts', operation: 'ARCHIVE' } as const;
    const { origin, connectionId } = window.connected;
    const old = { origin, connectionId, workspace, environment, change: undefined, object, at: Date.now() };
    const typed = { title: 'Old one', comment: '', approvers: '' };
    await createRequestDrafts(window.workspaceMemory).save({ ...old, typed });
    await withReplies(['Old one'], () => submitChangeRequestCommand(window.deps, undefined));
    assert.deepEqual(executed.at(-1), ['flagAdmin.segment.removeKeys', { target: target(), prefersRequest: true }]);
    await withReplies([...fill({ title: 'New one' }), undefined], () => makeChange(window.deps, changeOf(window, ['secret-2'])));
    assert.match(stateOf(window.workspaceMemory), /Old one/);
    assert.doesNotMatch(stateOf(window.workspaceMemory), /secret/);
  });

  it('for a part belongs to its upload, and is not offered separately', async () => {
    const window = openWindow();
    const part = { number: 2, of: 3, keysLeft: 10 };
    await withReplies([...fill({ title: 'Part two' }), undefined], () =>
      makeChange(window.deps, {
        ...changeOf(window, []),
        request: async () => ({ payload: payload(['secret-1']), part }),
      }),
    );
    await withReplies([undefined], () => submitChangeRequestCommand(window.deps, undefined));
    assert.ok(!questions[0]?.options.some((option) => option.startsWith('Part two')));
  });
});
