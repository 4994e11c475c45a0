/** The storage that the editor gives an extension: two windows over one SecretStorage, each with its own workspace. */
import { setImmediate as turn } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { createConnectionStore } from '../../src/editor/connection/connectionStore.ts';
import type { Log } from '../../src/editor/window/log.ts';

/** A log that nobody reads. */
export const log: Log = { call() {}, warn() {}, note() {}, fault() {}, recent: () => [], show() {}, dispose() {} };

export class Memento {
  readonly values = new Map<string, unknown>();
  get = <T>(key: string): T | undefined => this.values.get(key) as T | undefined;
  update = async (key: string, value: unknown): Promise<void> => void this.values.set(key, value);
  keys = (): readonly string[] => [...this.values.keys()];
}

/** As the editor's: all that was written until a turn ends is sent as one, and what comes back takes the place of what there is. */
export class HandedBack extends Memento {
  #flush: Promise<void> | undefined;

  override update = (key: string, value: unknown): Promise<void> => {
    this.values.set(key, value);
    return (this.#flush ??= this.#send());
  };

  async #send(): Promise<void> {
    await turn();
    this.#flush = undefined;
    const sent = [...this.values];
    await turn();
    this.values.clear();
    for (const [key, value] of sent) this.values.set(key, value);
  }
}

interface Windows {
  readonly secrets: Map<string, string>;
  /** The names of the API keys among them. */
  readonly keyNames: () => readonly string[];
  /** What the keyring can't do, as if the system had locked it. */
  readonly broken: Set<'get' | 'store' | 'delete'>;
  readonly listeners: Set<(event: { key: string }) => void>;
  readonly globalState: Memento;
  readonly open: (workspaceState?: Memento) => vscode.ExtensionContext;
}

/** What one window stores as a secret, all are told. */
export function windows(): Windows {
  const secrets = new Map<string, string>();
  const listeners = new Set<(event: { key: string }) => void>();
  const broken = new Set<'get' | 'store' | 'delete'>();
  const tell = (key: string): void => listeners.forEach((listener) => listener({ key }));
  const mayFail = (work: 'get' | 'store' | 'delete'): void => {
    if (broken.has(work)) throw new Error('The keyring is locked.');
  };
  const storage = {
    get: async (key: string) => {
      mayFail('get');
      return secrets.get(key);
    },
    store: async (key: string, value: string) => {
      mayFail('store');
      secrets.set(key, value);
      tell(key);
    },
    delete: async (key: string) => {
      mayFail('delete');
      secrets.delete(key);
      tell(key);
    },
    onDidChange: (listener: (event: { key: string }) => void) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
  const globalState = new Memento();
  const open = (workspaceState = new Memento()): vscode.ExtensionContext => {
    const context = { globalState, workspaceState, secrets: storage };
    return context as unknown as vscode.ExtensionContext;
  };
  const keyNames = (): readonly string[] => [...secrets.keys()].filter((key) => key.startsWith('apiKey/'));
  return { secrets, keyNames, broken, listeners, globalState, open };
}

/** What `createConnectionStore` takes of a window. */
export function storageOf(context: vscode.ExtensionContext): Parameters<typeof createConnectionStore> {
  return [context, context.globalState, context.workspaceState];
}
