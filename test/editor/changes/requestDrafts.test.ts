/** Tests the typed texts of a change request that was not submitted, or that could not be stored. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/operations/learned/store.ts';
import { executed } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { answering, fill, submit } from '../scripted.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { makeChange } = await import('../../../src/editor/changes/makeChange.ts');
const { createRequestDrafts } = await import('../../../src/editor/changes/requestDrafts.ts');
const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');

const { service, openWindow, flagIn, submitting, posts } = useSubmitting();
const isOffered = (title: string): boolean => questions[0]!.options.some((option) => option.startsWith(title));

describe('Submit Change Request…', () => {
  it('keeps the typed text after Escape and a reload, and offers it as a draft', async () => {
    const first = openWindow();
    await submitting(first.deps, flagIn('production', 'checkout-redesign'), 'Kill …', ...fill({ title: 'Stop it' }), undefined);
    assert.equal(posts(), 0);
    const { deps } = openWindow(first.memory, first.workspaceMemory);
    await submitting(deps, undefined, 'Stop it', ...fill({ comment: 'It breaks.' }), submit);
    assert.equal(posts(), 1);
    await submitting(deps, undefined, undefined);
    assert.ok(!isOffered('Stop it'), 'a draft that was submitted is gone');
  });

  it('discards the drafts that are ticked', async () => {
    const { deps } = openWindow();
    for (const [name, title] of [
      ['gift-cards', 'Stop it'],
      ['dark-mode', 'Stop that too'],
    ] as const)
      await submitting(deps, flagIn('staging', name), 'Kill …', ...fill({ title }), undefined);
    const discard = (title: string) =>
      answering(['Discard drafts…', [title], undefined], () => submitChangeRequestCommand(deps, undefined));
    const labels = (await discard('Stop it')).map(({ options }) => options.map((option) => option.split(' · ')[0]));
    assert.deepEqual(labels[0]?.slice(0, 3), ['Stop that too', 'Stop it', 'Discard drafts…']);
    assert.deepEqual(labels[2]?.slice(0, 2), ['Stop that too', 'Discard drafts…']);
    const [, , last] = await discard('Stop that too');
    assert.ok(!last?.options.includes('Discard drafts…'));
  });
});

describe('a draft of a change of keys', () => {
  const target = () => ({ ...flagIn('production', 'beta-accounts').target, kind: 'segment', trafficType: '' }) as const;
  const payload = (...keys: readonly string[]) =>
    ({ operationType: 'CREATE', segment: { name: 'beta-accounts', keys } }) as const;
  const changeOf = ({ connected }: ReturnType<typeof openWindow>, ...keys: readonly string[]) => {
    const { workspace, environment } = target();
    return requestOnly({ connected, workspace, environment }, payload(...keys), { title: 'Add keys', comment: 'From a file.' });
  };
  const stateOf = (store: Store): string => JSON.stringify(store.get('requests.drafts'));

  it('stores the typed text but no key, and leads to the file again', async () => {
    const window = openWindow();
    const leave = [...fill({ title: 'Beta of December' }), undefined];
    await withReplies(leave, () => makeChange(window.deps, changeOf(window, 'secret-1', 'secret-2')));
    assert.match(stateOf(window.workspaceMemory), /Beta of December/);
    assert.doesNotMatch(stateOf(window.workspaceMemory), /secret/);

    await submitting(window.deps, undefined, 'Beta of December');
    assert.ok(isOffered('Beta of December: Last edited '));
    assert.deepEqual(executed.at(-1), ['flagAdmin.segment.uploadKeys', { target: target(), prefersRequest: true }]);
    // The typed text is there again.
    await withReplies([submit], () => makeChange(window.deps, changeOf(window, 'secret-1')));
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    assert.ok(data.some(({ title }) => title === 'Beta of December'));
    await submitting(window.deps, undefined, undefined);
    assert.ok(!isOffered('Beta of December'));
  });

  it('leads to a removal if it is about one, and remains when a different draft is stored', async () => {
    const window = openWindow();
    const { workspace, environment } = target();
    const object = { kind: 'segment', name: 'beta-accounts', operation: 'ARCHIVE' } as const;
    const { origin, connectionId } = window.connected;
    const old = { origin, connectionId, workspace, environment, change: undefined, object, at: Date.now() };
    const typed = { title: 'Old one', comment: '', approvers: '' };
    await createRequestDrafts(window.workspaceMemory).save({ ...old, typed });
    await submitting(window.deps, undefined, 'Old one');
    assert.deepEqual(executed.at(-1), ['flagAdmin.segment.removeKeys', { target: target(), prefersRequest: true }]);
    await withReplies([...fill({ title: 'New one' }), undefined], () => makeChange(window.deps, changeOf(window, 'secret-2')));
    assert.match(stateOf(window.workspaceMemory), /Old one/);
  });
});
