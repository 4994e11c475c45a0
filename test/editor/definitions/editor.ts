/** A document as the editor handles it: the comparison before a save, undo, and reloads. */
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { openDocuments, Typed } from './fakeEditor.ts';
import { ALLOCATION, FLAG, type Window } from './window.ts';

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
  /** Types a different traffic allocation. */
  allocate(percent: number): void {
    this.type(ALLOCATION, `trafficAllocation: ${percent}`);
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
    this.#resolve(now);
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
