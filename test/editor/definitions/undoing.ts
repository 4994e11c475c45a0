/** A document in the editor in which things are undone, with a draft of it that is rebased and submitted. */
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

/** A document as the editor has it: it takes what is read as one edit that can be undone. */
export class Editor {
  readonly window: Window;
  readonly uri: vscode.Uri;
  readonly document: Typed;
  readonly #done: string[];
  #undone: string[] = [];
  #saved: string;
  #time = 0;
  constructor(window: Window, text: string) {
    this.window = window;
    this.uri = window.uri(FLAG, 'development');
    this.document = new Typed(this.uri, text);
    this.document.save = async () => this.save().then(() => true);
    this.#done = [text];
    this.#saved = text;
    openDocuments.push(this.document);
  }
  static async open(window: Window): Promise<Editor> {
    const editor = new Editor(window, await window.read(window.uri(FLAG, 'development')));
    editor.#time = await editor.#stat();
    return editor;
  }
  get text(): string {
    return this.document.getText();
  }
  #is(text: string, reason?: 1 | 2): void {
    // As the editor does, it tells only afterwards that what was saved is not what is there.
    this.document.type(text, reason);
    this.#dirty(text !== this.#saved);
  }
  #dirty(isDirty: boolean): void {
    if (this.document.isDirty === isDirty) return;
    this.document.isDirty = isDirty;
    this.document.type(this.text);
  }
  readonly #stat = async (): Promise<number> => (await this.window.stat(this.uri)).mtime;
  type(from: string | RegExp, to: string): void {
    this.#undone = [];
    const text = this.text.replace(from, to);
    assert.notEqual(text, this.text);
    this.#done.push(text);
    this.#is(text);
  }
  undo(): void {
    this.#undone.push(this.#done.pop()!);
    this.#is(this.#done.at(-1)!, 1);
  }
  redo(): void {
    this.#done.push(this.#undone.pop()!);
    this.#is(this.#done.at(-1)!, 2);
  }
  async save(): Promise<void> {
    const { text } = this;
    await this.window.write(this.uri, text);
    this.#saved = text;
    this.#time = await this.#stat();
    this.#dirty(false);
  }
  /** Takes what is there now, as it does when it is told of it and nothing is typed, or is told to take it. */
  async take(): Promise<void> {
    const time = await this.#stat();
    if (time === this.#time && !this.document.isDirty) return;
    this.#time = time;
    const text = await this.window.read(this.uri);
    this.#saved = text;
    this.document.isDirty = false;
    if (text !== this.text) {
      this.#undone = [];
      this.#done.push(text);
    }
    this.document.type(text);
  }
}

export interface Undoing {
  opened(options?: WindowOptions): Promise<Window>;
  /** Serves to 42 % only. */
  drafted(options?: WindowOptions): Promise<Editor>;
  /** Somebody else publishes, and the draft is put on that. */
  rebased(editor: Editor, change?: Partial<FlagDefinition>): Promise<void>;
  /** What a submit asks first; whether anything was sent is to be looked at, too. */
  asked(editor: Editor): Promise<string | undefined>;
  sent(): FlagDefinition | undefined;
  /** The test goes on with another document. */
  again(editor: Editor): Promise<void>;
}

export function useUndoing(submitting: Submitting): Undoing {
  const { service, isGated, submit, changeLive } = submitting;
  afterEach(async () => {
    openDocuments.length = 0;
    await service.sandbox.reset();
  });
  async function opened(options: WindowOptions = {}): Promise<Window> {
    submitting.window = await openWindow(service, options);
    await isGated('development');
    return submitting.window;
  }
  async function drafted(options?: WindowOptions): Promise<Editor> {
    const editor = await Editor.open(await opened(options));
    editor.type(/trafficAllocation: \d+/, 'trafficAllocation: 42');
    await editor.save();
    return editor;
  }
  async function rebased(editor: Editor, change: Partial<FlagDefinition> = { defaultTreatment: 'on' }): Promise<void> {
    await changeLive(change);
    await answering(['Rebase my changes'], () => submit(editor.uri));
    await editor.take();
  }
  async function asked(editor: Editor): Promise<string | undefined> {
    const questions = await answering([undefined], () => submit(editor.uri)).catch(() => []);
    return questions[0]?.title;
  }
  const sent = (): FlagDefinition | undefined =>
    (submitting.window.proposals.at(-1)?.change as unknown as { flag: FlagDefinition } | undefined)?.flag;
  async function again({ window }: Editor): Promise<void> {
    window.dispose();
    openDocuments.length = 0;
    await changeLive({ defaultTreatment: 'off' });
  }
  return { opened, drafted, rebased, asked, sent, again };
}
