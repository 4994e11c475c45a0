/** Tests drafts in the Source Control view and their marks. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { createDraftStore } from '../../../src/operations/definitions/drafts/draftStore.ts';
import { Memento } from '../fakeContext.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { activate, controls, decorators, focused, openUris, type Uri } from './fakeEditor.ts';
import { requestChange } from './others.ts';
import { FLAG, lastMessage, newFolder, openWindow, service, until, window, type Window } from './window.ts';

const uriOf = (flag = FLAG): vscode.Uri => window.uri(flag, 'development');
const note = (flag?: string): Promise<void> => window.note(uriOf(flag));
const discard = (argument: unknown): Promise<void> => {
  pressNext('Discard Draft');
  return window.run('discardDraft', argument);
};
async function openWithDrafts(...flags: readonly string[]): Promise<void> {
  await openWindow();
  for (const flag of flags) await note(flag);
}
const storeOf = ({ folder }: Window) => createDraftStore(path.join(folder, 'definitionDrafts'));
/** The message in the only draft file. */
const storedMessage = async (): Promise<string | undefined> => (await storeOf(window).list())[0]?.message;

describe('drafts in the Source Control view', () => {
  it('do not include those that a different version has written, which are moved aside with one message', async () => {
    await openWithDrafts(FLAG, 'new-search');
    const { folder } = window;
    const drafts = path.join(folder, 'definitionDrafts');
    window.dispose();
    for (const name of (await readdir(drafts)).filter((one) => one.endsWith('.draft.json'))) {
      const file = path.join(drafts, name);
      await writeFile(file, (await readFile(file, 'utf8')).replace('"version":3,', '"version":2,'));
    }
    shown.length = 0;
    await openWindow({ folder });
    const told = shown.map(({ message }) => message);
    assert.deepEqual(told, [`Drafts that this version of Flag Admin can’t open are now in ${path.join(drafts, 'unreadable')}.`]);
  });

  it('have a provider only while there are drafts, and are grouped by environment, because the rows have no space for it', async () => {
    await openWindow();
    assert.equal(controls.length, 0);
    await note();
    assert.deepEqual([controls[0]?.label, controls[0]?.count], ['Flag Definitions', 1]);
    await note('new-search');
    await window.note(window.uri());
    const listed = (): unknown => controls[0]!.groups.map(({ label, resourceStates }) => [label, resourceStates.length]);
    const [here, there] = [['Drafts in development (Storefront)', 2], ['Drafts in production (Storefront)', 1]]; // prettier-ignore
    assert.deepEqual(listed(), [here, there]);
    await discard({ resourceUri: window.uri() });
    assert.match(lastMessage(), /Discard the draft of checkout-redesign in Storefront \/ production\?/);
    assert.deepEqual(listed(), [here]);
    await discard(uriOf());
    await discard(uriOf('new-search'));
    assert.equal(controls.length, 0);
  });

  it('show what they change against the live definition, and mark their documents and the rows of their flags', async () => {
    await openWithDrafts(FLAG);
    const [resource] = controls[0]!.groups[0]!.resourceStates;
    const [live, own, title] = resource!.command.arguments as [Uri, Uri, string];
    assert.deepEqual([String(own), title], [String(uriOf()), 'checkout-redesign (development: live ↔ draft)']);
    assert.doesNotMatch(await window.read(live as never), /mine/);
    assert.equal(String(controls[0]!.quickDiffProvider.provideOriginalResource(own)), String(live));
    assert.equal(controls[0]!.quickDiffProvider.provideOriginalResource(live), undefined);
    await assert.rejects(window.write(live as never, 'x'), { code: 'NoPermissions' });
    const marked = [own, own.with({ fragment: 'row' }), window.uri(), uriOf('new-search')];
    const badges = marked.map((uri: Uri) => decorators[0]!.provideFileDecoration(uri)?.badge);
    assert.deepEqual(badges, ['D', 'D', undefined, undefined]);
  });
});

describe('the message of a draft', () => {
  it('belongs to one draft, and is still there after a reload', async () => {
    await openWithDrafts(FLAG, 'new-search');
    const box = (): { value: string; placeholder: string } => controls[0]!.inputBox;
    activate(uriOf());
    // A narrow side bar shows only the beginning, which must identify the draft even if an environment has several.
    assert.match(box().placeholder, /^development \/ checkout-redesign: .*Storefront/);
    box().value = 'One title\n\nand why';
    activate(uriOf('new-search'));
    assert.equal(box().value, '');
    box().value = 'Another';
    activate(undefined);
    assert.match(box().placeholder, /new-search/);
    activate(uriOf());
    await until(() => box().value === 'One title\n\nand why');
    assert.equal(String(controls[0]!.acceptInputCommand.arguments[0]), String(uriOf()));
  });

  it('is the one that was typed last in any window; a window without typing does not overwrite it', async () => {
    const folder = newFolder();
    const first = await openWindow({ folder });
    await note();
    const windows = [first, await openWindow({ folder })];
    const boxes = (): readonly string[] => controls.map(({ inputBox }) => inputBox.value);
    // Writing the state when a window is left takes a moment.
    const leave = async (message: string): Promise<void> => {
      focused.fire({ focused: false });
      await until(async () => {
        for (const one of windows) await one.refresh();
        return boxes().every((value) => value === message);
      });
    };
    controls[1]!.inputBox.value = 'A title';
    await leave('A title');
    controls[0]!.inputBox.value = 'A better title';
    await leave('A better title');
    await leave('A better title');
    await openWindow({ folder });
    assert.equal(controls[2]!.inputBox.value, 'A better title');
  });

  for (const isSaveFirst of [false, true])
    it(`is not lost if a text is saved at the same moment, ${isSaveFirst ? 'after' : 'before'} it`, async () => {
      await openWithDrafts(FLAG);
      controls[0]!.inputBox.value = 'A title that took long to write';
      const text = `${await window.read(uriOf())}# more\n`;
      const saving = isSaveFirst ? window.write(uriOf(), text) : undefined;
      focused.fire({ focused: false });
      await (saving ?? window.write(uriOf(), text));
      await until(async () => (await storedMessage()) !== '');
      const values = [await storedMessage(), controls[0]!.inputBox.value];
      assert.deepEqual(values, ['A title that took long to write', 'A title that took long to write']);
      assert.equal(await window.read(uriOf()), text);
    });

  it('is stored once the disk accepts writes again', async () => {
    await openWithDrafts(FLAG);
    const drafts = path.join(window.folder, 'definitionDrafts');
    const lock = path.join(drafts, `${(await readdir(drafts))[0]!}.lock`);
    await mkdir(lock);
    controls[0]!.inputBox.value = 'A title';
    focused.fire({ focused: false });
    await setTimeout(200);
    assert.equal(await storedMessage(), '');
    await rename(lock, path.join(window.folder, 'aside'));
    await until(async () => (await storedMessage()) === 'A title');
  });
});

describe('a production document', () => {
  const mark = async (environment = 'production', fragment = ''): Promise<Record<string, unknown> | undefined> =>
    decorators[1]!.provideFileDecoration(window.uri(FLAG, environment).with({ fragment }));
  const open = (environment: string): unknown => openUris.push(window.uri(FLAG, environment));

  it('is marked in its tab, once it is open, by one request for all, and after a reload with a different connection', async () => {
    const memory = new Memento();
    await openWindow({ memory });
    const asked = () => service.count('GET', /environments\/ws/);
    const before = asked();
    assert.deepEqual([await mark(), asked() - before], [undefined, 0]);
    open('production');
    const { badge, tooltip, color } = (await mark())!;
    assert.deepEqual([badge, tooltip, color], ['P', 'Production: Storefront / production', undefined]);
    open('staging');
    assert.deepEqual([await mark('production', 'row'), await mark('staging')], [undefined, undefined]);
    await requestChange();
    await window.refresh();
    assert.ok('color' in (await mark())!);
    assert.equal(asked() - before, 1);
    window.dispose();
    await openWindow({ memory });
    window.inUse.now = { ...window.inUse.now!, connectionId: 'c2' };
    assert.equal((await mark())?.['badge'], 'P');
  });
});
