/** Tests a submitted draft: what tab, tree and Source Control show until its request is decided, and afterwards. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { ChangeRequest, Decision } from '../../../src/api/model.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { createDraftStore } from '../../../src/operations/definitions/drafts/draftStore.ts';
import { Memento } from '../fakeContext.ts';
import { executed } from '../fakeVscode.ts';
import { activate, controls, decorators, lenses, openDocuments, openUris, Typed } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { FLAG, useSubmitting } from './submitting.ts';
import { newFolder, openWindow, type Window, type WindowOptions } from './window.ts';

const { createRoots } = await import('../../../src/editor/explorer/rootNodes.ts');
const { requestFrom } = await import('../../../src/editor/window/target.ts');

const submitting = useSubmitting();
const { service, isGated, submit } = submitting;
afterEach(() => {
  activate(undefined);
  openDocuments.length = 0;
  others.splice(0).forEach((window) => window.dispose());
});
/** Windows other than the submitting one. */
const others: Window[] = [];
/** It requires approvals. */
const ENVIRONMENT = 'production';
const TITLE = 'Less of it';
const WAITS = `Waiting for approval: ${TITLE}`;
const NOT_SUBMITTED = 'Draft, not submitted';

/** Writes and submits a real draft. */
async function submitted(
  kept: WindowOptions = {},
  meanwhile: () => Promise<unknown> = async () => undefined,
  note = '',
  title = TITLE,
): Promise<ChangeRequest> {
  const window = await openWindow(service, kept);
  submitting.window = window;
  executed.length = 0;
  await isGated(ENVIRONMENT);
  const uri = window.uri(FLAG, ENVIRONMENT);
  await window.write(uri, note + (await window.read(uri)).replace(/trafficAllocation: \d+/, 'trafficAllocation: 42'));
  controls.at(-1)!.inputBox.value = `${title}\n\nToo many complaints.`;
  window.atSheet.now = async () => {
    await meanwhile();
    return 'submit';
  };
  await submit(uri);
  const { workspaceId, environmentId } = service.place(ENVIRONMENT);
  const client = service.as('submitter-key');
  const { openChangeRequestId } = await client.readDefinition(workspaceId, FLAG, environmentId);
  const request = await client.readChangeRequest(openChangeRequestId ?? assert.fail('it was not submitted'));
  return request;
}
const decide = async ({ id }: ChangeRequest, status: Decision): Promise<unknown> =>
  service.as(status === 'WITHDRAWN' ? 'submitter-key' : 'release-key').decideChangeRequest(id, { status, comment: 'c' });
const storeOf = ({ deps }: Window) => createDraftStore(`${deps.context.globalStorageUri.fsPath}/definitionDrafts`);

/** Somebody else changes the same definition. */
async function publishAnother(): Promise<void> {
  await openRequest(service, FLAG, ENVIRONMENT);
  const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
  const request = data.find(({ flag, title }) => flag?.name === FLAG && title === 't');
  await decide(request!, 'APPROVED');
}

const mark = (window: Window): Record<string, unknown> | undefined =>
  decorators.at(-2)!.provideFileDecoration(window.uri(FLAG, ENVIRONMENT));
const tooltip = (window: Window): unknown => mark(window)?.['tooltip'];
const above = async (window: Window): Promise<readonly { title: string; arguments?: unknown }[]> => {
  const all = await lenses.at(-1)!.provideCodeLenses({ uri: window.uri(FLAG, ENVIRONMENT) });
  return all.map(({ command }) => ({ ...command, title: command.title.replaceAll('\u00A0', ' ') }));
};
/** The Source Control view: its badge, whether it has an input box, and its items. */
const sourceControl = (): unknown => {
  const [control] = controls;
  return control && [control.count, control.inputBox.visible, control.inputBox.value, control.groups.map(({ label }) => label)];
};
async function rowOf(window: Window): Promise<TreeNode> {
  const { deps, inUse } = window;
  let nodes = await createRoots({ ...deps, memory: new Memento() })(inUse.now!, () => undefined).nodes();
  let found: TreeNode | undefined;
  for (const label of ['Storefront', ENVIRONMENT, 'Flags', FLAG]) {
    found = nodes.find((node) => node.toTreeItem().label === label) ?? assert.fail(label);
    nodes = (await found.children?.()) ?? [];
  }
  return found!;
}
const said = async (window: Window): Promise<string> => String((await rowOf(window)).toTreeItem().description);

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 && !(await isSo()); tries += 1) await setTimeout(50);
  assert.ok(await isSo(), 'it did not come');
}

describe('a draft that was submitted', () => {
  it('is shown as waiting in its tab, above its text, in its row and in Source Control, with the request’s name and a link to it', async () => {
    const { id } = await submitted();
    const { window } = submitting;
    assert.deepEqual([mark(window)?.['badge'], tooltip(window)], ['S', WAITS]);
    const lines = (await above(window)).map((lens) => [lens.title, lens.arguments]);
    assert.deepEqual(lines, [
      [`$(lock) ${WAITS}`, undefined],
      ['Review', [id]],
    ]);
    const row = await rowOf(window);
    assert.equal(row.toTreeItem().description, 'Waiting for approval · account');
    assert.match(row.toTreeItem().accessibilityInformation!.label, /Waiting for approval/);
    assert.ok(((await row.tooltip!()) ?? '').endsWith(`\n${WAITS}`));
    assert.match(String(row.toTreeItem().contextValue), /\bisSubmitted\b/);
    assert.equal(requestFrom(row)?.id, id);
    assert.deepEqual(sourceControl(), [0, false, '', ['Waiting for approval: production (Storefront)']]);
    const told = executed.filter(([, key]) => key === 'flagAdmin.lacksDrafts').map(([, , value]) => value);
    assert.deepEqual(told.slice(-2), [false, true]);
    const resource = controls[0]!.groups[0]!.resourceStates[0] as unknown as Record<string, unknown>;
    assert.deepEqual([resource['contextValue'], requestFrom(resource)?.id], ['submitted', id]);
    assert.deepEqual((resource['command'] as Record<string, unknown>)['arguments'], [id]);
    assert.match((resource['decorations'] as { tooltip: string }).tooltip, new RegExp(`^${WAITS}\n`));
  });

  it('is a draft again once its request is withdrawn, with its message', async () => {
    const request = await submitted();
    const { window } = submitting;
    await decide(request, 'WITHDRAWN');
    await window.refresh();
    await until(() => controls[0]?.inputBox.value !== '');
    assert.equal(tooltip(window), NOT_SUBMITTED);
    assert.equal((await above(window))[0]?.title, '$(edit) Draft, not submitted');
    assert.equal(await said(window), 'draft · account');
    assert.deepEqual(sourceControl(), [1, true, `${TITLE}\n\nToo many complaints.`, ['Drafts in production (Storefront)']]);
  });

  it('is removed once its request is published, even if its document is not open', async () => {
    const request = await submitted();
    const { window } = submitting;
    await decide(request, 'APPROVED');
    await window.refreshRequests(false);
    assert.deepEqual([mark(window), sourceControl(), await said(window)], [undefined, undefined, 'account']);
    assert.match((await above(window))[0]!.title, /Live/);
    // If it is opened later, it shows the live definition of that time.
    await publishAnother();
    assert.match(await window.read(window.uri(FLAG, ENVIRONMENT)), /^trafficAllocation: 7$/m);
  });

  it('becomes a draft again when its content is live, if it has own comments', async () => {
    const request = await submitted({}, undefined, '# why\n');
    const { window } = submitting;
    await decide(request, 'APPROVED');
    openUris.push(window.uri(FLAG, ENVIRONMENT));
    const target = {
      kind: 'flag',
      workspace: window.place(FLAG).workspace,
      environment: service.environment(ENVIRONMENT),
      name: FLAG,
    };
    const run = window.commands['flagAdmin.flag.open']!;
    await run({ target });
    openUris.length = 0;
    await until(() => tooltip(window) === NOT_SUBMITTED);
    assert.equal((await above(window))[0]?.title, '$(pass) Draft; the live definition says the same');
  });

  it('is a draft again if something else is live than what was published', async () => {
    const request = await submitted();
    const { window } = submitting;
    await decide(request, 'APPROVED');
    await publishAnother();
    const uri = window.uri(FLAG, ENVIRONMENT);
    openDocuments.push(new Typed(uri, await window.read(uri)));
    await window.refresh();
    assert.equal(tooltip(window), NOT_SUBMITTED);
    assert.equal((await above(window))[0]?.title, '$(warning) Draft; the live definition has changed since');
  });

  it('shows the same after a reload, and the changes that happened meanwhile', async () => {
    const kept = { folder: newFolder(), memory: new Memento(), workspaceMemory: new Memento() };
    const request = await submitted(kept);
    submitting.window.dispose();
    others.push(await openWindow(service, kept));
    await until(() => tooltip(others[0]!) === WAITS);
    assert.deepEqual(sourceControl(), [0, false, '', ['Waiting for approval: production (Storefront)']]);
    await others[0]!.refresh();
    assert.equal(tooltip(others[0]!), WAITS);
    others[0]!.dispose();
    await decide(request, 'WITHDRAWN');
    others.push(await openWindow(service, kept));
    await until(() => tooltip(others[1]!) === NOT_SUBMITTED);
  });

  it('is submitted after a reload without its file, also if the view reads while the first reading is under way', async () => {
    const kept = { folder: newFolder(), memory: new Memento(), workspaceMemory: new Memento() };
    await submitted(kept);
    submitting.window.dispose();
    const window = await openWindow(service, kept);
    others.push(window);
    await window.refresh();
    assert.equal(tooltip(window), WAITS);
    assert.match((await above(window))[0]!.title, new RegExp(WAITS));
    assert.equal(await said(window), 'Waiting for approval · account');
    assert.deepEqual(sourceControl(), [0, false, '', ['Waiting for approval: production (Storefront)']]);
  });

  it('is checked again with the next reading of the open requests, if the service failed at a reload', async () => {
    const kept = { folder: newFolder(), memory: new Memento(), workspaceMemory: new Memento() };
    await submitted(kept);
    submitting.window.dispose();
    service.onCall = () => 500;
    const window = await openWindow(service, kept);
    others.push(window);
    await window.refresh();
    assert.equal(tooltip(window), WAITS, 'before the service has answered');
    service.onCall = () => undefined;
    await window.refreshRequests(false);
    assert.equal(tooltip(window), WAITS);
    let calls = 0;
    service.onCall = ({ path }) => void (calls += Number(path.includes('/environments/')));
    openUris.push(window.uri('new-search', ENVIRONMENT));
    await decide((await service.as('submitter-key').listChangeRequests({})).data.find(({ flag }) => flag?.name === FLAG)!, 'WITHDRAWN'); // prettier-ignore
    await window.refreshRequests(false);
    assert.deepEqual([tooltip(window), calls], [NOT_SUBMITTED, 1]);
    await window.refreshRequests(false);
    assert.equal(calls, 1, 'what is known of a draft is not asked for again');
    openUris.length = 0;
    service.onCall = () => undefined;
  });

  it('stays submitted if the service can’t be reached, or this API key may not see the request, and is checked again', async () => {
    const request = await submitted();
    const { window } = submitting;
    for (const status of [404, 403, 500]) {
      service.onCall = ({ path }) => (path.startsWith(`/changeRequests/${request.id}`) ? status : undefined);
      await window.refreshRequests(false);
      assert.equal(tooltip(window), WAITS);
    }
    service.onCall = () => 500;
    await window.refreshRequests(false);
    assert.equal(tooltip(window), WAITS);
    service.onCall = () => undefined;
    await decide(request, 'WITHDRAWN');
    await window.refreshRequests(false);
    assert.equal(tooltip(window), NOT_SUBMITTED);
  });

  it('does not count as submitted if a further change was saved during or after the submission, but does if only a comment was', async () => {
    for (const [from, to, mark] of [
      ['Allocation: 42', 'Allocation: 43', NOT_SUBMITTED],
      ['name:', '# a note\nname:', WAITS],
    ] as const) {
      const edit = async ({ read, write, uri }: Window): Promise<void> =>
        write(uri(FLAG, ENVIRONMENT), (await read(uri(FLAG, ENVIRONMENT))).replace(from, to));
      const kept = { folder: newFolder() };
      await submitted(kept, () => edit(submitting.window));
      assert.equal(tooltip(submitting.window), mark);
      submitting.window.dispose();
      await service.sandbox.reset();
      await submitted({ folder: newFolder() });
      const { window } = submitting;
      const storage = storeOf(window);
      await storage.change(window.place(FLAG, ENVIRONMENT), (now) => now && { ...now, text: now.text.replace(from, to) });
      openUris.push(window.uri(FLAG, ENVIRONMENT));
      await window.refresh();
      openUris.length = 0;
      assert.equal(tooltip(window), mark);
      if (mark === NOT_SUBMITTED) assert.match((await above(window))[0]!.title, /A change request is open\. Review It/);
      window.dispose();
      await service.sandbox.reset();
    }
    submitting.window = await openWindow(service);
  });

  it('is not a request of somebody else', async () => {
    const window = await openWindow(service);
    submitting.window = window;
    const uri = window.uri(FLAG, ENVIRONMENT);
    await window.write(uri, (await window.read(uri)).replace(/trafficAllocation: \d+/, 'trafficAllocation: 42'));
    await openRequest(service, FLAG, ENVIRONMENT);
    openDocuments.push(new Typed(uri, await window.read(uri)));
    await window.refresh();
    assert.deepEqual([tooltip(window), controls[0]?.count], [NOT_SUBMITTED, 1]);
    assert.equal(await said(window), 'draft · request open · account');
  });
});
