/**
 * The storage that the editor provides for an extension: two windows share one SecretStorage, and each has its own workspace
 * state.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { createConnectionStore } from '../../src/editor/connection/connectionStore.ts';
import type { Log } from '../../src/editor/window/log.ts';

/** A log that is not read. */
export const log: Log = { call() {}, warn() {}, note() {}, fault() {}, recent: () => [], show() {}, dispose() {} };

export class Memento {
  readonly values = new Map<string, unknown>();
  get = <T>(key: string): T | undefined => this.values.get(key) as T | undefined;
  update = async (key: string, value: unknown): Promise<void> => void this.values.set(key, value);
  keys = (): readonly string[] => [...this.values.keys()];
  setKeysForSync = (): void => undefined;
}

/**
 * Like the editor's storage: it sends all writes of a turn of the event loop together, and the answer replaces the current state.
 */
export class DelayedMemento extends Memento {
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
  /** Returns the names of the stored API keys. */
  readonly keyNames: () => readonly string[];
  /** The operations that the keyring refuses, as if the system had locked it. */
  readonly broken: Set<'get' | 'store' | 'delete'>;
  /** `wait` is what a write of a secret waits for, like a keyring that asks for its password. */
  readonly keyring: { wait?: (() => Promise<unknown>) | undefined };
  readonly listeners: Set<(event: { key: string }) => void>;
  readonly globalState: Memento;
  readonly open: (workspaceState?: Memento) => vscode.ExtensionContext;
}

/** All windows are notified when one stores a secret. */
export function windows(): Windows {
  const secrets = new Map<string, string>();
  const listeners = new Set<(event: { key: string }) => void>();
  const broken = new Set<'get' | 'store' | 'delete'>();
  const keyring: Windows['keyring'] = {};
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
      const { wait } = keyring;
      delete keyring.wait;
      await wait?.();
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
  return { secrets, keyNames, broken, keyring, listeners, globalState, open };
}

/** The parts of a window that `createConnectionStore` needs. */
export function storageOf(context: vscode.ExtensionContext): Parameters<typeof createConnectionStore> {
  return [context, context.globalState, context.workspaceState];
}
