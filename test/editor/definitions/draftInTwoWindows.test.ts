/** Two windows with one draft overwrite nothing of each other unseen. */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { useService } from '../../operations/service.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { focused, lenses, openDocuments, openUris, shownUris, Typed } from './fakeEditor.ts';
import { newFolder, openWindow, type Window } from './window.ts';

const service = useService();
const FLAG = 'checkout-redesign';
afterEach(() => {
  openUris.length = 0;
  openDocuments.length = 0;
});
const hasHeard = ({ changes }: Window, uri: vscode.Uri): boolean => changes.some((change) => String(change.uri) === String(uri));

describe('two windows with one draft', () => {
  /** The text as the editor has it before each save: it stats first, and asks where time and size are others. */
  async function twoWindows(environment?: string) {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri(FLAG, environment);
    const live = await one.read(uri);
    await other.read(uri);
    const end = (): void => [one, other].forEach((window) => window.dispose());
    return { one, other, uri, live, end };
  }

  it('takes what another window only says above a draft, such as killed, for no text of somebody else’s', async () => {
    const { one, other, uri, live, end } = await twoWindows('development');
    openUris.push(uri);
    await one.write(uri, `${live}# one\n`);
    await other.look();
    assert.equal(await other.read(uri), `${live}# one\n`);
    const { workspaceId, environmentId } = service.place('development');
    await service.as('submitter-key').killFlag({ workspaceId, environmentId, flagName: FLAG }, { title: 't', comment: 'c' });
    await one.look();
    for (let tries = 0; tries < 1000 && !/It is killed/.test(await one.read(uri)); tries += 1) await setTimeout(20);
    assert.match(await one.read(uri), /It is killed/);
    await other.write(uri, `${live}# one\n# typed in the other\n`);
    end();
  });

  it('never overwrite what the other has saved unseen, not even of the same length', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    await one.write(uri, `${live}# one\n`);
    await assert.rejects(other.write(uri, `${live}# two\n`), /Another window has saved its own draft/);
    assert.match(shown.at(-1)!.message, /Another window has saved its own draft of checkout-redesign/);
    assert.deepEqual(shown.at(-1)!.buttons, ['Compare', 'Save Mine', 'Take the Other']);
    await one.look();
    assert.equal(await one.read(uri), `${live}# one\n`);
    // It has seen the other's text now.
    await other.look();
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.write(uri, `${live}# two\n`);
    end();
  });

  it('never take away what the other has saved unseen by going back to the live text', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    await one.write(uri, `${live}# one\n`);
    await other.look();
    await assert.rejects(other.write(uri, live), /Another window has saved its own draft/);
    await one.look();
    assert.equal(await one.read(uri), `${live}# one\n`);
    // Once it is seen, it may.
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.write(uri, live);
    await one.look();
    assert.equal(await one.read(uri), live);
    end();
  });

  it('overwrite it where the editor has asked, as it does when it is told of another time and size', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    const before = await other.stat(uri);
    await one.write(uri, `${live}# a longer one\n`);
    await other.look();
    const after = await other.stat(uri);
    assert.ok(after.mtime > before.mtime && after.size !== before.size);
    await other.write(uri, `${live}# two\n`);
    await one.look();
    assert.equal(await one.read(uri), `${live}# two\n`);
    end();
  });

  it('notice each other by themselves', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    openUris.push(uri);
    // The watch begins a moment later: saved until it is heard.
    for (let n = 0; n < 100 && !hasHeard(other, uri); n += 1) {
      await one.write(uri, `${live}# ${n}\n`);
      await setTimeout(50);
    }
    assert.ok(hasHeard(other, uri));
    end();
  });

  it('notice each other when the window gets the focus, where the folder can’t be watched', async () => {
    const folder = newFolder();
    const other = await openWindow(service, { folder });
    const uri = other.uri(FLAG);
    const live = await other.read(uri);
    // What the watch is on is no longer there.
    const drafts = path.join(folder, 'definitionDrafts');
    await setTimeout(200);
    await rename(drafts, path.join(folder, 'aside'));
    const one = await openWindow(service, { folder });
    openUris.push(uri);
    await one.write(uri, `${live}# one\n`);
    await setTimeout(200);
    assert.ok(!hasHeard(other, uri));
    focused.fire({ focused: true });
    for (let tries = 0; tries < 1000 && !hasHeard(other, uri); tries += 1) await setTimeout(20);
    assert.ok(hasHeard(other, uri));
    for (const window of [one, other]) window.dispose();
  });

  it('say it in words of which the editor makes no links', async () => {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri('[Approve](command:workbench.action.terminal.new)', 'development');
    const text = await one.read(uri);
    await other.read(uri);
    await one.write(uri, `${text}# one\n`);
    await assert.rejects(other.write(uri, `${text}# two\n`), (error: Error) => !error.message.includes(']('));
    for (const window of [one, other]) window.dispose();
  });
});

describe('whoever was told of another window’s draft', () => {
  it('can save their own text over it', async () => {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri(FLAG);
    const live = await one.read(uri);
    await other.read(uri);
    await one.write(uri, `${live}# one\n`);
    const document = new Typed(uri, `${live}# two\n`);
    const saved = Promise.withResolvers<void>();
    document.save = async () => {
      await other.write(uri, document.getText());
      saved.resolve();
      return true;
    };
    openDocuments.push(document);
    pressNext('Save Mine');
    await assert.rejects(other.write(uri, document.getText()), /Another window/);
    await saved.promise;
    await one.look();
    assert.equal(await one.read(uri), `${live}# two\n`);
    openDocuments.length = 0;
    for (const window of [one, other]) window.dispose();
  });

  /** Something is typed in one window; of the same length, another has saved its own. */
  async function refused() {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = other.uri(FLAG);
    const before = `${await one.read(uri)}# 000\n`;
    await one.write(uri, before);
    await other.look();
    await other.read(uri);
    const live = before.replace('# 000\n', '');
    const document = new Typed(uri, before);
    openDocuments.push(document);
    document.isDirty = true;
    document.type(`${live}# two\n`);
    const save = async (): Promise<void> => other.write(uri, document.getText());
    await one.write(uri, `${live}# one\n`);
    await other.look();
    const lens = async (): Promise<string> => (await lenses.at(-1)!.provideCodeLenses({ uri }))[0]!.command.title;
    const end = (): void => [one, other].forEach((window) => window.dispose());
    return { other, uri, live, before, document, save, lens, end };
  }

  it('is asked again after a comparison, which reads the other’s text as well, until one is decided for', async () => {
    const { other, uri, live, before, document, save, lens, end } = await refused();
    pressNext('Compare');
    const told = shown.length;
    await assert.rejects(save(), /Another window/);
    for (let tries = 0; tries < 1000 && shown.length < told + 2; tries += 1) await setTimeout(10);
    assert.deepEqual(
      shown.slice(told).map(({ severity, buttons }) => [severity, buttons[1]]),
      [
        ['error', 'Save Mine'],
        ['error', 'Save Mine'],
      ],
    );
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.stat(uri);
    await assert.rejects(save(), /Another window/);
    assert.match(await lens(), /Not saved/);
    // What was typed is undone: it has the other's text no more than before.
    document.isDirty = false;
    document.type(before);
    assert.doesNotMatch(await lens(), /Not saved/);
    document.isDirty = true;
    document.type(`${live}# two\n`);
    await assert.rejects(save(), /Another window/);
    end();
  });

  it('has the other’s text once the editor has taken it, which it reads while something is typed', async () => {
    const { other, uri, live, document, save, lens, end } = await refused();
    await assert.rejects(save(), /Another window/);
    const text = await other.read(uri);
    document.type(text);
    document.isDirty = false;
    document.type(text);
    assert.doesNotMatch(await lens(), /Not saved/);
    document.isDirty = true;
    document.type(`${live}# new\n`);
    await save();
    assert.equal(await other.read(uri), `${live}# new\n`);
    end();
  });

  it('loses nothing to a button of a message that was left standing', async () => {
    const { other, uri, document, save, end } = await refused();
    const answer = Promise.withResolvers<string>();
    const { window } = (globalThis as unknown as { fakeVscode: { window: { showErrorMessage: unknown } } }).fakeVscode;
    const before = window.showErrorMessage;
    window.showErrorMessage = () => answer.promise;
    await assert.rejects(save(), /Another window/);
    window.showErrorMessage = before;
    const text = await other.read(uri);
    document.isDirty = false;
    document.type(text);
    document.isDirty = true;
    document.type(`${text}# typed since\n`);
    const [shows, saves] = [shownUris.length, [] as string[]];
    document.save = async () => saves.push(document.getText()) > 0;
    answer.resolve('Take the Other');
    await setTimeout(20);
    assert.deepEqual([shownUris.length, saves], [shows, []]);
    end();
  });
});
