/** Tests drafts in the Source Control view and their marks. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createDraftStore } from '../../../src/operations/definitions/drafts/draftStore.ts';
import { useService } from '../../operations/service.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { activate, controls, decorators, focused, openDocuments, openUris, Typed, type Uri } from './fakeEditor.ts';
import { Memento } from '../fakeContext.ts';
import { openRequest } from './openRequest.ts';
import { newFolder, openWindow, type Window } from './window.ts';

const service = useService();
const FLAG = 'checkout-redesign';
const open: Window[] = [];
afterEach(() => {
  activate(undefined);
  open.splice(0).forEach((window) => window.dispose());
});

async function withDrafts(...flags: readonly string[]): Promise<Window> {
  const window = await openWindow(service, { folder: newFolder() });
  open.push(window);
  for (const flag of flags) await draft(window, flag);
  return window;
}
async function draft(window: Window, flag: string): Promise<void> {
  const uri = window.uri(flag, 'development');
  await window.write(uri, `${await window.read(uri)}# mine\n`);
}
const run = async (window: Window, command: 'flagAdmin.flag.discardDraft', ...args: readonly unknown[]): Promise<void> =>
  void (await window.commands[command]!(...args));

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < 100, 'it did not come');
    await setTimeout(50);
  }
}

describe('drafts in the Source Control view', () => {
  it('have a provider only while there are drafts', async () => {
    const window = await withDrafts();
    assert.equal(controls.length, 0);
    await draft(window, FLAG);
    assert.deepEqual(
      controls.map(({ label, count }) => [label, count]),
      [['Flag Definitions', 1]],
    );
    pressNext('Discard Draft');
    await run(window, 'flagAdmin.flag.discardDraft', { resourceUri: window.uri(FLAG, 'development') });
    assert.match(shown.at(-1)!.message, /Discard the draft of checkout-redesign in Storefront \/ development\?/);
    assert.equal(controls.length, 0);
  });

  it('do not include those that a different version has written, which are moved aside with one message', async () => {
    const first = await withDrafts(FLAG, 'new-search');
    const folder = first.deps.context.globalStorageUri.fsPath;
    const drafts = path.join(folder, 'definitionDrafts');
    first.dispose();
    open.splice(0);
    for (const name of (await readdir(drafts)).filter((one) => one.endsWith('.draft.json'))) {
      const file = path.join(drafts, name);
      await writeFile(file, (await readFile(file, 'utf8')).replace('"version":3,', '"version":2,'));
    }
    shown.length = 0;
    const window = await openWindow(service, { folder });
    open.push(window);
    assert.deepEqual(
      shown.map(({ message }) => message),
      [`Drafts that this version of Flag Admin can’t open are now in ${path.join(drafts, 'unreadable')}.`],
    );
  });

  it('show the typed changes beside their lines before the first draft is saved, until they are undone', async () => {
    const window = await withDrafts();
    const document = new Typed(window.uri(FLAG, 'development'), 'a');
    openDocuments.push(document);
    document.type('b');
    assert.equal(controls.length, 0);
    document.isDirty = true;
    document.type('c');
    assert.equal(controls[0]?.quickDiffProvider.provideOriginalResource(document.uri)?.query.includes('version=live'), true);
    assert.deepEqual([controls[0]?.count, controls[0]?.inputBox.visible], [0, false]);
    document.isDirty = false;
    document.type('b');
    assert.equal(controls.length, 0);
    openDocuments.splice(0);
    await draft(window, FLAG);
    assert.equal(controls[0]?.inputBox.visible, true);
  });

  it('are grouped by environment, because the rows have no space for it', async () => {
    const window = await withDrafts(FLAG, 'new-search');
    await window.write(window.uri(FLAG), `${await window.read(window.uri(FLAG))}# mine\n`);
    const listed = (): unknown => controls[0]!.groups.map(({ label, resourceStates }) => [label, resourceStates.length]);
    assert.deepEqual(listed(), [
      ['Drafts in development (Storefront)', 2],
      ['Drafts in production (Storefront)', 1],
    ]);
    pressNext('Discard Draft');
    await run(window, 'flagAdmin.flag.discardDraft', window.uri(FLAG));
    assert.deepEqual(listed(), [['Drafts in development (Storefront)', 2]]);
  });

  it('show what they change against the live definition', async () => {
    const window = await withDrafts(FLAG);
    const [resource] = controls[0]!.groups[0]!.resourceStates;
    const [live, own, title] = resource!.command.arguments as [Uri, Uri, string];
    assert.equal(own.toString(), window.uri(FLAG, 'development').toString());
    assert.equal(title, 'checkout-redesign (development: live ↔ draft)');
    assert.doesNotMatch(await window.read(live as never), /mine/);
    assert.equal(controls[0]!.quickDiffProvider.provideOriginalResource(own)?.toString(), live.toString());
    assert.equal(controls[0]!.quickDiffProvider.provideOriginalResource(live), undefined);
    await assert.rejects(window.write(live as never, 'x'), { code: 'NoPermissions' });
  });

  it('have one message each, which is kept over a reload', async () => {
    const window = await withDrafts(FLAG, 'new-search');
    const box = (): { value: string; placeholder: string } => controls[0]!.inputBox;
    activate(window.uri(FLAG, 'development'));
    // A narrow side bar shows only the beginning, which must identify the draft even if an environment has several.
    assert.match(box().placeholder, /^development \/ checkout-redesign: .*Storefront/);
    box().value = 'One title\n\nand why';
    activate(window.uri('new-search', 'development'));
    assert.equal(box().value, '');
    box().value = 'Another';
    activate(undefined);
    assert.match(box().placeholder, /new-search/);
    activate(window.uri(FLAG, 'development'));
    await until(async () => box().value === 'One title\n\nand why');
    assert.equal((controls[0]!.acceptInputCommand.arguments[0] as Uri).toString(), window.uri(FLAG, 'development').toString());
  });

  it('have the message that was typed last in any window; a window without typing does not overwrite it', async () => {
    const folder = newFolder();
    const windows = [await openWindow(service, { folder })];
    open.push(windows[0]!);
    await draft(windows[0]!, FLAG);
    windows.push(await openWindow(service, { folder }));
    open.push(windows[1]!);
    const boxes = (): readonly string[] => controls.map(({ inputBox }) => inputBox.value);
    // Writing the state when a window is left takes a moment.
    const leave = async (message: string): Promise<void> => {
      focused.fire({ focused: false });
      for (let tries = 0; tries < 200 && boxes().some((value) => value !== message); tries += 1) {
        await setTimeout(20);
        for (const window of windows) await window.refresh();
      }
      assert.deepEqual(boxes(), [message, message]);
    };
    controls[1]!.inputBox.value = 'A title';
    await leave('A title');
    controls[0]!.inputBox.value = 'A better title';
    await leave('A better title');
    await leave('A better title');
    open.push(await openWindow(service, { folder }));
    assert.equal(controls[2]!.inputBox.value, 'A better title');
  });

  for (const isSaveFirst of [false, true])
    it(`do not lose a message if a text is saved at the same moment, ${isSaveFirst ? 'after' : 'before'} it`, async () => {
      const folder = newFolder();
      const window = await openWindow(service, { folder });
      open.push(window);
      await draft(window, FLAG);
      const uri = window.uri(FLAG, 'development');
      const text = await window.read(uri);
      controls[0]!.inputBox.value = 'A title that took long to write';
      const saving = isSaveFirst ? window.write(uri, `${text}# more\n`) : undefined;
      focused.fire({ focused: false });
      await (saving ?? window.write(uri, `${text}# more\n`));
      const store = createDraftStore(path.join(folder, 'definitionDrafts'));
      await until(async () => (await store.list())[0]?.message !== '');
      const [now] = await store.list();
      const { value } = controls[0]!.inputBox;
      assert.deepEqual([now?.message, value], [value, 'A title that took long to write']);
      assert.equal(await window.read(uri), `${text}# more\n`);
    });

  it('store a message once the disk accepts writes again', async () => {
    const folder = newFolder();
    open.push(await openWindow(service, { folder }));
    await draft(open[0]!, FLAG);
    const [drafts, aside] = [path.join(folder, 'definitionDrafts'), path.join(folder, 'aside')];
    const [file] = await readdir(drafts);
    await mkdir(path.join(drafts, `${file!}.lock`));
    controls[0]!.inputBox.value = 'A title';
    focused.fire({ focused: false });
    await setTimeout(200);
    const store = createDraftStore(drafts);
    assert.equal((await store.list())[0]?.message, '');
    await rename(path.join(drafts, `${file!}.lock`), aside);
    await until(async () => (await store.list())[0]?.message === 'A title');
  });

  it('are marked as production in their tabs, once they are open, by one request for all', async () => {
    const window = await withDrafts();
    const mark = async (environment: string, fragment = ''): Promise<unknown> =>
      decorators[1]!.provideFileDecoration(window.uri(FLAG, environment).with({ fragment }));
    const asked = () => service.count('GET', /environments\/ws/);
    const before = asked();
    assert.deepEqual([await mark('production'), asked() - before], [undefined, 0]);
    openUris.push(...['production', 'staging'].map((name) => window.uri(FLAG, name) as never));
    const { badge, tooltip } = (await mark('production')) as Record<string, unknown>;
    assert.equal(await mark('production', 'row'), undefined);
    assert.equal('color' in ((await mark('production')) as object), false);
    await openRequest(service, FLAG, 'production');
    await window.refresh();
    assert.ok('color' in ((await mark('production')) as object));
    assert.deepEqual([badge, tooltip, await mark('staging')], ['P', 'Production: Storefront / production', undefined]);
    assert.equal(asked() - before, 1);
    openUris.splice(0);
  });

  it('are marked as production after a reload too, if a different connection is in use', async () => {
    const memory = new Memento();
    const mark = async (): Promise<unknown> => decorators[1]!.provideFileDecoration(open.at(-1)!.uri(FLAG));
    open.push(await openWindow(service, { memory }));
    openUris.push(open[0]!.uri(FLAG));
    const first = await mark();
    assert.ok(first);
    open.splice(0).forEach((window) => window.dispose());
    open.push(await openWindow(service, { memory }));
    open[0]!.inUse.now = { ...open[0]!.inUse.now!, connectionId: 'c2' };
    assert.deepEqual(await mark(), first);
    openUris.splice(0);
  });

  it('mark their documents and the rows of their flags', async () => {
    const window = await withDrafts();
    const own = window.uri(FLAG, 'development');
    await window.write(own, `${await window.read(own)}# mine\n`);
    const mark = (uri: unknown): string | undefined => decorators[0]!.provideFileDecoration(uri as Uri)?.badge;
    assert.equal(mark(own), 'D');
    assert.equal(mark(window.uri(FLAG, 'development').with({ fragment: 'row' })), 'D');
    const found = ['development', 'production'].map((name) => window.context.drafts.find(window.place(FLAG, name)) !== undefined);
    assert.deepEqual(found, [true, false]);
    assert.equal(mark(window.uri(FLAG, 'production')), undefined);
    assert.equal(mark(window.uri('new-search', 'development')), undefined);
  });
});
