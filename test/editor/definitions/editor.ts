/** A document as the editor handles it: the comparison before a save, undo, and reloads. */
import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import type * as vscode from 'vscode';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { answering } from '../scripted.ts';
import { openDocuments, Typed } from './fakeEditor.ts';
import { FLAG, type Submitting } from './submitting.ts';
import { openWindow, type Window, type WindowOptions } from './window.ts';

export const MOVED = 'Somebody else has changed checkout-redesign in Storefront / development';
export const NOTHING = undefined;
/** The editor's own messages. */
export const NEWER = /The content of the file is newer/;

interface Resolved {
  readonly mtime: number;
  readonly size: number;
}

export class Editor {
  readonly window: Window;
  readonly uri: vscode.Uri;
  readonly document: Typed;
  readonly #done: string[];
  #undone: string[] = [];
  /** The state on the disk, as the editor knows it. */
  #saved: string;
  #resolved: Resolved;

  private constructor(window: Window, uri: vscode.Uri, text: string, resolved: Resolved) {
    this.window = window;
    this.uri = uri;
    this.document = new Typed(uri, text);
    this.document.save = async () =>
      this.save().then(
        () => true,
        () => false,
      );
    this.#done = [text];
    this.#saved = text;
    this.#resolved = resolved;
    openDocuments.push(this.document);
  }

  static async open(window: Window, uri = window.uri(FLAG, 'development')): Promise<Editor> {
    const resolved = await window.stat(uri);
    return new Editor(window, uri, await window.read(uri), resolved);
  }

  /** Hot exit: a new extension host, or a different window, continues with the typed text and reads nothing. */
  restoredIn(window: Window): Editor {
    openDocuments.splice(openDocuments.indexOf(this.document), 1);
    const editor = new Editor(window, this.uri, this.text, this.#resolved);
    editor.document.isDirty = this.document.isDirty;
    return editor;
  }

  get text(): string {
    return this.document.getText();
  }

  type(from: string | RegExp, to: string): void {
    this.#undone = [];
    const text = this.text.replace(from, to);
    assert.notEqual(text, this.text);
    this.#done.push(text);
    this.#is(text);
  }
  undo(): void {
    this.#undone.push(this.#done.pop()!);
    this.#is(this.#done.at(-1)!);
  }
  redo(): void {
    this.#done.push(this.#undone.pop()!);
    this.#is(this.#done.at(-1)!);
  }

  /**
   * `isOverwrite`: the user has pressed Overwrite in the editor's message. `meanwhile` runs between the comparison and the write.
   */
  async save({
    isOverwrite = false,
    meanwhile,
  }: { isOverwrite?: boolean; meanwhile?: () => Promise<unknown> } = {}): Promise<void> {
    const { text } = this;
    const { mtime, size, permissions } = await this.window.stat(this.uri);
    assert.equal(permissions, undefined, 'read-only');
    // As in the editor: the file is newer and its size differs.
    const isNewer = this.#resolved.mtime < mtime && this.#resolved.size !== size;
    if (isNewer && !isOverwrite) throw new Error('The content of the file is newer.');
    await meanwhile?.();
    await this.window.write(this.uri, text);
    this.#saved = text;
    this.#resolve(await this.window.stat(this.uri));
    this.#dirty(false);
  }

  /** Reacts to a change of the file like the editor: does nothing if the document has unsaved text. */
  async reload(): Promise<void> {
    const now = await this.window.stat(this.uri);
    const isSame = now.mtime === this.#resolved.mtime && now.size === this.#resolved.size;
    if (this.document.isDirty || isSame) return;
    await this.revert();
  }

  async revert(): Promise<void> {
    this.document.isDirty = false;
    this.#resolve(await this.window.stat(this.uri));
    const text = await this.window.read(this.uri);
    this.#saved = text;
    // The text that it reads becomes one edit that can be undone.
    if (text !== this.text) {
      this.#undone = [];
      this.#done.push(text);
    }
    this.document.type(text);
  }

  #is(text: string): void {
    // Like the editor, it reports only afterwards that the saved text differs from the file.
    this.document.type(text);
    this.#dirty(text !== this.#saved);
  }
  #dirty(isDirty: boolean): void {
    if (this.document.isDirty === isDirty) return;
    this.document.isDirty = isDirty;
    this.document.type(this.text);
  }
  #resolve(now: Resolved): void {
    if (this.#resolved.mtime <= now.mtime) this.#resolved = { mtime: now.mtime, size: now.size };
  }
}

export interface Drafting {
  opened(options?: WindowOptions): Promise<Window>;
  /** A definition that serves only to 42%. */
  drafted(options?: WindowOptions): Promise<Editor>;
  /** Somebody else publishes a change, and the draft is rebased on it. */
  rebased(editor: Editor, change?: Partial<FlagDefinition>): Promise<void>;
  /** Returns the first question of a submit. Tests also check whether anything was sent. */
  asked(editor: Editor): Promise<string | undefined>;
  sent(): FlagDefinition | undefined;
  /** The test continues with a different document. */
  again(editor: Editor): Promise<void>;
}

export function useDrafting(submitting: Submitting, environment = 'development'): Drafting {
  const { service, isGated, submit, changeLive } = submitting;
  afterEach(async () => {
    openDocuments.length = 0;
    await service.sandbox.reset();
  });
  async function opened(options: WindowOptions = {}): Promise<Window> {
    submitting.window = await openWindow(service, options);
    await isGated(environment);
    return submitting.window;
  }
  async function drafted(options?: WindowOptions): Promise<Editor> {
    const window = await opened(options);
    const editor = await Editor.open(window, window.uri(FLAG, environment));
    editor.type(/trafficAllocation: \d+/, 'trafficAllocation: 42');
    await editor.save();
    return editor;
  }
  async function rebased(editor: Editor, change: Partial<FlagDefinition> = { defaultTreatment: 'on' }): Promise<void> {
    await changeLive(change, environment);
    await answering(['Rebase my changes'], () => submit(editor.uri));
    await editor.reload();
  }
  async function asked(editor: Editor): Promise<string | undefined> {
    const questions = await answering([undefined], () => submit(editor.uri), { answersSheets: false }).catch(() => []);
    return questions[0]?.title.replace(environment, 'development');
  }
  const sent = (): FlagDefinition | undefined => submitting.window.proposals.at(-1)?.flag;
  async function again({ window }: Editor): Promise<void> {
    window.dispose();
    openDocuments.length = 0;
    await changeLive({ defaultTreatment: 'off' }, environment);
  }
  return { opened, drafted, rebased, asked, sent, again };
}
