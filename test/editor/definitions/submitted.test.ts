/** Tests a submitted draft: what tab, tree and Source Control show until its request is decided, and afterwards. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createDraftStore } from '../../../src/operations/definitions/drafts/draftStore.ts';
import { executed } from '../fakeVscode.ts';
import { controls, decorators, lenses, openUris } from './fakeEditor.ts';
import { decide, openRequest, requestChange } from './others.ts';
import { rowOf } from './row.ts';
import {
  ALLOCATION,
  FLAG,
  newFolder,
  newStorage,
  openWindow,
  service,
  setRequiresApprovals,
  submit,
  until,
  window,
  type WindowOptions,
} from './window.ts';

const { requestFrom } = await import('../../../src/editor/window/target.ts');

const TITLE = 'Less of it';
const WAITS = `Waiting for approval: ${TITLE}`;
const NOT_SUBMITTED = 'Draft, not submitted';
/** What Source Control shows of a submitted draft: its badge, whether it has an input box, its message, and its groups. */
const APART = [0, false, '', ['Waiting for approval: production (Storefront)']];
const uri = () => window.uri();

/** Writes and submits a draft. `meanwhile` happens during the submission. Returns the request. */
async function submitted(kept: WindowOptions = {}, { note = '', meanwhile = async (): Promise<unknown> => undefined } = {}) {
  await openWindow(kept);
  executed.length = 0;
  await setRequiresApprovals('production');
  await window.write(uri(), note + (await window.read(uri())).replace(ALLOCATION, 'trafficAllocation: 42'));
  controls.at(-1)!.inputBox.value = `${TITLE}\n\nToo many complaints.`;
  window.atConfirmation.now = async () => {
    await meanwhile();
    return 'submit';
  };
  await submit(uri());
  return openRequest();
}
/** Submits a draft, and opens the window again, with this fault of the service. */
async function reloaded(fault?: number): Promise<Awaited<ReturnType<typeof submitted>>> {
  const kept = newStorage();
  const request = await submitted(kept);
  window.dispose();
  service.onCall = () => fault;
  await openWindow(kept);
  return request;
}

const mark = (): { badge: string; tooltip?: string } | undefined => decorators.at(-2)!.provideFileDecoration(uri());
const tooltip = (): string | undefined => mark()?.tooltip;
const above = async (): Promise<readonly { title: string; arguments?: unknown }[]> => {
  const all = await lenses.at(-1)!.provideCodeLenses({ uri: uri() });
  return all.map(({ command }) => ({ ...command, title: command.title.replaceAll('\u00A0', ' ') }));
};
const firstLens = async (): Promise<string | undefined> => (await above())[0]?.title;
const sourceControl = (): unknown => {
  const [control] = controls;
  return control && [control.count, control.inputBox.visible, control.inputBox.value, control.groups.map(({ label }) => label)];
};
const row = () => rowOf(window, FLAG, 'production');
const description = async (): Promise<string> => String((await row()).toTreeItem().description);

afterEach(() => {
  service.onCall = () => undefined;
});

describe('a draft that was submitted', () => {
  it('is shown as waiting in its tab, above its text, in its row and in Source Control, with the request’s name and a link to it', async () => {
    const { id } = await submitted();
    assert.deepEqual([mark()?.badge, tooltip()], ['S', WAITS]);
    const lines = (await above()).map((lens) => [lens.title, lens.arguments]);
    assert.deepEqual(lines, [[`$(lock) ${WAITS}`, undefined], ['Review', [id]]]); // prettier-ignore
    const node = await row();
    const { accessibilityInformation, contextValue } = node.toTreeItem();
    assert.equal(await description(), 'Waiting for approval · account');
    assert.match(accessibilityInformation!.label, /Waiting for approval/);
    assert.ok(((await node.tooltip!()) ?? '').endsWith(`\n${WAITS}`));
    assert.match(String(contextValue), /\bisSubmitted\b/);
    assert.equal(requestFrom(node)?.id, id);
    assert.deepEqual(sourceControl(), APART);
    const told = executed.filter(([, key]) => key === 'flagAdmin.lacksDrafts').map(([, , value]) => value);
    assert.deepEqual(told.slice(-2), [false, true]);
    const resource = controls[0]!.groups[0]!.resourceStates[0] as unknown as Record<string, unknown>;
    assert.deepEqual([resource['contextValue'], requestFrom(resource)?.id], ['submitted', id]);
    assert.deepEqual((resource['command'] as Record<string, unknown>)['arguments'], [id]);
    assert.match((resource['decorations'] as { tooltip: string }).tooltip, new RegExp(`^${WAITS}\n`));
  });

  it('is a draft again once its request is withdrawn, with its message', async () => {
    await decide(await submitted(), 'WITHDRAWN');
    await window.refresh();
    await until(() => controls[0]?.inputBox.value !== '');
    assert.deepEqual([tooltip(), await firstLens()], [NOT_SUBMITTED, `$(edit) ${NOT_SUBMITTED}`]);
    assert.equal(await description(), 'draft · account');
    assert.deepEqual(sourceControl(), [1, true, `${TITLE}\n\nToo many complaints.`, ['Drafts in production (Storefront)']]);
  });

  it('is removed once its request is published, even if its document is not open', async () => {
    await decide(await submitted(), 'APPROVED');
    await window.refreshRequests(false);
    assert.deepEqual([mark(), sourceControl(), await description()], [undefined, undefined, 'account']);
    assert.match((await firstLens())!, /Live/);
    // If it is opened later, it shows the live definition of that time.
    await decide(await requestChange(), 'APPROVED');
    assert.match(await window.read(uri()), /^trafficAllocation: 7$/m);
  });

  it('shows the same after a reload, even if the view reads while the first reading is under way; later changes are found', async () => {
    const request = await reloaded();
    await window.refresh();
    assert.deepEqual([tooltip(), await firstLens()], [WAITS, `$(lock) ${WAITS}`]);
    assert.equal(await description(), 'Waiting for approval · account');
    assert.deepEqual(sourceControl(), APART);
    const { memory, folder } = window;
    window.dispose();
    await decide(request, 'WITHDRAWN');
    await openWindow({ memory, folder });
    await until(() => tooltip() === NOT_SUBMITTED);
  });

  it('is checked again with the next reading of the open requests, if the service failed at a reload', async () => {
    // A status that the client does not repeat, so that no late attempt is counted below.
    const request = await reloaded(400);
    await window.refresh();
    assert.equal(tooltip(), WAITS, 'before the service has answered');
    service.onCall = () => undefined;
    await window.refreshRequests(false);
    assert.equal(tooltip(), WAITS);
    openUris.push(window.uri('new-search'));
    await decide(request, 'WITHDRAWN');
    service.seen.length = 0;
    // The names for completions are read in the background.
    const reads = (): number => service.count('GET', new RegExp(`/${FLAG}/environments/`));
    await window.refreshRequests(false);
    assert.deepEqual([tooltip(), reads()], [NOT_SUBMITTED, 1]);
    await window.refreshRequests(false);
    assert.equal(reads(), 1, 'what is known of a draft is not asked for again');
  });

  it('stays submitted if the service can’t be reached, or this API key can’t see the request, and is checked again', async () => {
    const request = await submitted();
    const faults = [404, 403, 500].map((status) => ({ status, path: `/changeRequests/${request.id}` }));
    for (const { status, path } of [...faults, { status: 500, path: '' }]) {
      service.onCall = (call) => (call.path.startsWith(path) ? status : undefined);
      await window.refreshRequests(false);
      assert.equal(tooltip(), WAITS);
    }
    service.onCall = () => undefined;
    await decide(request, 'WITHDRAWN');
    await window.refreshRequests(false);
    assert.equal(tooltip(), NOT_SUBMITTED);
  });

  for (const [what, from, to, result] of [
    ['is a draft again if a further change', 'Allocation: 42', 'Allocation: 43', NOT_SUBMITTED],
    ['stays submitted if only a comment', 'name:', '# a note\nname:', WAITS],
  ] as const)
    it(`${what} was saved during or after the submission`, async () => {
      await submitted({ folder: newFolder() }, { meanwhile: () => window.edit(uri(), from, to) });
      assert.equal(tooltip(), result);
      window.dispose();
      await service.sandbox.reset();
      await submitted();
      const store = createDraftStore(`${window.folder}/definitionDrafts`);
      await store.change(window.place(), (now) => now && { ...now, text: now.text.replace(from, to) });
      openUris.push(uri());
      await window.refresh();
      openUris.length = 0;
      assert.equal(tooltip(), result);
      if (result === NOT_SUBMITTED) assert.match((await firstLens())!, /A change request is open\. Review It/);
    });
});
