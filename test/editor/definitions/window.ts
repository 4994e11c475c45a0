/**
 * A window with open definitions, on the sandbox of the test file, with its own folder or that of a different window. After each
 * test, the windows and all documents are closed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { FlagDefinition } from '../../../src/api/model.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import { useService, type KeyName } from '../../operations/service.ts';
import { connectedTo } from '../connected.ts';
import { Memento } from '../fakeContext.ts';
import { shown } from '../fakeVscode.ts';
import { answerConfirmations, submit as submitRow } from '../scripted.ts';
import { testServices } from '../services.ts';
import { activate, EventEmitter, openDocuments, openUris, documentTexts, Typed, type Uri } from './fakeEditor.ts';

const { definitionCommands } = await import('../../../src/editor/definitions/index.ts');
const { openDefinitionsFeature } = await import('../../../src/editor/definitions/definitionsFeature.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

export const service = useService();
/** The flag whose definition most tests open. */
export const FLAG = 'checkout-redesign';
/** The line of a definition that tests change. */
export const ALLOCATION = /trafficAllocation: \d+/;

export interface WindowOptions {
  readonly folder?: string;
  readonly memory?: Memento;
  readonly workspaceMemory?: Memento;
  readonly keyName?: KeyName;
}

/** The change request that a confirmation would submit, read from its exact call. */
export interface Proposal {
  readonly heading: string;
  readonly operationType: string;
  readonly title: string;
  readonly comment: string;
  readonly flag: FlagDefinition;
}

type Command = 'open' | 'submit' | 'changeNow' | 'discardDraft' | 'openFile' | 'export' | 'propose' | 'reviewDraft';

/** A window with its definitions. */
export type Window = Awaited<ReturnType<typeof openWindow>>;

/** The error that `inUse.stopped` has if the sandbox in use is stopped. */
export const stoppedError = (): Error => Object.assign(new Error('stopped'), { kind: 'sandboxStopped' });

const folders = mkdtempSync(path.join(os.tmpdir(), 'definitions-'));
// A window may still be writing after the last test.
process.once('exit', () => rmSync(folders, { recursive: true, force: true }));

/** Creates a folder, which is removed when this process exits. */
export const newFolder = (): string => mkdtempSync(path.join(folders, 'one-'));

/** The storage of a window, for a second window that continues after a reload. */
export const newStorage = (): Required<Omit<WindowOptions, 'keyName'>> => ({
  folder: newFolder(),
  memory: new Memento(),
  workspaceMemory: new Memento(),
});

/** The window that was opened last. */
export let window: Window;
const all: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of all.splice(0)) one.dispose();
  openUris.length = openDocuments.length = 0;
  activate(undefined);
});

/** Opens a window on the sandbox of the test file. It becomes `window`. */
export async function openWindow({
  folder = newFolder(),
  memory = new Memento(),
  workspaceMemory = new Memento(),
  keyName = 'submitter-key',
}: WindowOptions = {}) {
  // Lists are cached for each client, as in a real connection. Windows share no lists.
  const key = { connectionId: 'c1', origin: service.as(keyName).origin, keyName };
  const client = createWatch(memory, assert.ifError)(service.as(keyName), key, () => undefined);
  /** The connection in use, and the reason if there is none. Tests set both. */
  const inUse: { now: Connected | undefined; stopped?: Error | undefined } = {
    now: connectedTo(service, keyName, { client, keyNames: [keyName, 'release-key'] }),
  };
  const had = async (): Promise<Connected | undefined> => {
    if (inUse.stopped) throw inUse.stopped;
    return inUse.now;
  };
  const switched = new EventEmitter<void>();
  /** The change events for the editor. */
  const changes: { type: number; uri: Uri }[] = [];
  /** The change requests whose confirmations were shown, except those that a script answered. */
  const proposals: Proposal[] = [];
  /** The user's reaction to such a confirmation: cancel, submit, or run a function first. Tests set it. */
  const atConfirmation: { now: 'leave' | 'submit' | (() => Promise<'leave' | 'submit'>) } = { now: 'leave' };
  const opened: string[] = [];
  const keepText = async (_: string, text: string): Promise<void> => void opened.push(text);
  let isRead = false;
  answerConfirmations(({ title: heading }) => {
    isRead = !isRead;
    if (isRead) return { press: 'Show the exact call' };
    const call = opened.at(-1)!;
    assert.ok(proposals.length < 20, 'the confirmation list comes again and again');
    proposals.push({ ...(JSON.parse(call.slice(call.indexOf('\n{'))) as Proposal), heading });
    const act = async () =>
      (typeof atConfirmation.now === 'string' ? atConfirmation.now : await atConfirmation.now()) === 'submit'
        ? submitRow
        : undefined;
    return act();
  });
  const deps = testServices({
    connections: {
      inUse: had,
      orAsk: had,
      withKey: async (name: KeyName) => ({ ...inUse.now!, keyName: name, client: service.as(name) }),
      chosen: () => inUse.now && { id: inUse.now.connectionId, name: inUse.now.connectionName },
      all: () => [{ id: 'c1', baseUrl: service.as(keyName).origin }],
      nameOf: (id: string) => (id === 'c1' ? 'Shop' : undefined),
      onDidChange: switched.event,
    },
    texts: { open: keepText, keep: keepText },
    memory,
    workspaceMemory,
    context: { globalStorageUri: { scheme: 'file', fsPath: folder } },
  });
  const parts = await openDefinitionsFeature(deps, (some) => changes.push(...(some as unknown as typeof changes)));
  const commands = definitionCommands(async () => parts.context);
  const { files } = parts;
  const place = (flagName = FLAG, environment = 'production') => {
    const { id, name } = service.environment(environment);
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
    return { connectionId: 'c1', connectionName: 'Shop', workspace, environment: { id, name }, flagName };
  };
  const stat = async (at: vscode.Uri): Promise<vscode.FileStat> => files.stat(at);
  const read = async (at: vscode.Uri): Promise<string> => new TextDecoder().decode(await files.readFile(at));
  const write = async (at: vscode.Uri, text: string): Promise<void> =>
    files.writeFile(at, new TextEncoder().encode(text), { create: true, overwrite: true });
  documentTexts.read = async (at) => read(at as unknown as vscode.Uri);
  let isOpen = true;
  const made = {
    ...parts,
    dispose() {
      if (!isOpen) return;
      isOpen = false;
      parts.dispose();
      deps.definitionDrafts.dispose();
    },
    deps,
    memory,
    folder,
    inUse,
    switched,
    changes,
    proposals,
    atConfirmation,
    /** Runs the command `flagAdmin.flag.…`. */
    run: async (command: Command, argument?: unknown) => void (await commands[`flagAdmin.flag.${command}`]!(argument)),
    place,
    /** The document of a flag in production, or in a different environment. */
    uri: (flagName?: string, environment?: string): vscode.Uri => definitionUri(place(flagName, environment)),
    stat,
    isLocked: async (at: vscode.Uri) => (await stat(at)).permissions !== undefined,
    read,
    write,
    /** Saves the text with this change. */
    async edit(at: vscode.Uri, from: string | RegExp, to: string) {
      const text = await read(at);
      assert.ok(text.search(from) >= 0, `${String(from)} is not in ${text}`);
      await write(at, text.replace(from, to));
    },
    /** Saves the text with a comment at its end. */
    note: async (at: vscode.Uri, note = '# mine\n') => write(at, `${await read(at)}${note}`),
    /** Opens a document with the current text. */
    async openDocument(at: vscode.Uri) {
      const document = new Typed(at, await read(at));
      openDocuments.push(document);
      return document;
    },
  };
  window = made;
  all.push(window);
  return made;
}

/** Opens a window with a draft that serves only to 42%, in an environment that is known to require approvals. */
export async function openDraft(environment = 'development', flag = FLAG): Promise<vscode.Uri> {
  await openWindow();
  await setRequiresApprovals(environment);
  const uri = window.uri(flag, environment);
  const text = await window.read(uri);
  await window.write(uri, `# why\n${text.replace(ALLOCATION, 'trafficAllocation: 42')}`);
  return uri;
}

/** Sets what the window knows of an environment: whether it requires approvals. */
export const setRequiresApprovals = (environment: string, is = true): Promise<void> =>
  window.deps.serviceFacts.rememberRequiresApprovals(service.as('submitter-key').origin, service.environment(environment).id, is);

/** Submits the draft in a document as a change request. */
export const submit = (uri: unknown): Promise<void> => window.run('submit', uri);
/** Makes the draft in a document live without a change request. */
export const changeNow = (uri: unknown): Promise<void> => window.run('changeNow', uri);

/** Returns the latest message. */
export const lastMessage = (): string => shown.at(-1)?.message ?? '';
/** Returns the number of changing calls. */
export const writeCount = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

/** Waits until a condition is true. Fails after about 6 seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < 300, 'it did not come');
    await setTimeout(20);
  }
}
