/** A window with open definitions, on the sandbox, with its own folder or that of a different window. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import type { FlagDefinition } from '../../../src/api/model.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { KeyName, Service } from '../../operations/service.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import { Memento } from '../fakeContext.ts';
import { answerSheets, submit } from '../scripted.ts';
import { testServices, type TestServices } from '../services.ts';
import { EventEmitter, read as texts } from './fakeEditor.ts';
import type { Uri } from './fakeEditor.ts';
import type { DefinitionsParts } from '../../../src/editor/definitions/parts.ts';
import type { DocumentPlace } from '../../../src/editor/window/definitionUri.ts';

const { definitionCommands } = await import('../../../src/editor/definitions/index.ts');
const { openParts } = await import('../../../src/editor/definitions/parts.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

export interface WindowOptions {
  readonly folder?: string;
  readonly memory?: Memento;
  readonly workspaceMemory?: Memento;
  readonly keyName?: KeyName;
}

/** The change request that a confirmation would submit, read from its exact call. */
export interface Proposal {
  readonly heading: string;
  /** The name of the environment. */
  readonly environment: string;
  readonly operationType: string;
  readonly title: string;
  readonly comment: string;
  readonly flag: FlagDefinition;
}

export interface Window extends DefinitionsParts {
  readonly commands: ReturnType<typeof definitionCommands>;
  readonly deps: TestServices;
  readonly memory: Memento;
  /** The connection in use, and the reason if there is none. Tests set both. */
  readonly inUse: { now: Connected | undefined; stopped?: Error | undefined };
  readonly switched: { fire(value: void): void };
  /** The change events for the editor. */
  readonly changes: readonly { readonly type: number; readonly uri: Uri }[];
  /** The change requests whose confirmations were shown, except those that a script answered. */
  readonly proposals: readonly Proposal[];
  /** The user's reaction to such a confirmation: cancel, submit, or run a function first. Tests set it. */
  readonly atSheet: { now: 'leave' | 'submit' | (() => Promise<'leave' | 'submit'>) };
  place(flagName: string, environment?: string): DocumentPlace;
  uri(flagName: string, environment?: string): vscode.Uri;
  stat(at: vscode.Uri): Promise<vscode.FileStat>;
  read(at: vscode.Uri): Promise<string>;
  write(at: vscode.Uri, text: string): Promise<void>;
}

/** Makes the sandbox the connection in use, and stops it. */
export const stopped = (): Error => Object.assign(new Error('stopped'), { kind: 'sandboxStopped' });

const folders = mkdtempSync(path.join(os.tmpdir(), 'definitions-'));
// A window may still be writing after the last test.
process.once('exit', () => rmSync(folders, { recursive: true, force: true }));

/** Creates a folder, which is removed when this process exits. */
export const newFolder = (): string => mkdtempSync(path.join(folders, 'one-'));

export async function openWindow(
  service: Service,
  {
    folder = newFolder(),
    memory = new Memento(),
    workspaceMemory = new Memento(),
    keyName = 'submitter-key',
  }: WindowOptions = {},
): Promise<Window> {
  // Lists are cached for each client, as in a real connection. Windows share no lists.
  const key = { connectionId: 'c1', origin: service.as(keyName).origin, keyName };
  const client = createWatch(memory, assert.ifError)(service.as(keyName), key, () => undefined);
  const connected = {
    connectionId: 'c1',
    connectionName: 'Shop',
    origin: client.origin,
    isSandbox: false,
    isReadOnly: false,
    email: undefined,
    keyName,
    keyNames: [keyName, 'release-key'],
    client,
  } satisfies Connected;
  const inUse: Window['inUse'] = { now: connected };
  const had = async (): Promise<Connected | undefined> => {
    if (inUse.stopped) throw inUse.stopped;
    return inUse.now;
  };
  const switched = new EventEmitter<void>();
  const changes: { type: number; uri: Uri }[] = [];
  const proposals: Proposal[] = [];
  const atSheet: Window['atSheet'] = { now: 'leave' };
  const opened: string[] = [];
  const keepText = async (_: string, text: string): Promise<void> => void opened.push(text);
  let isRead = false;
  answerSheets(({ title: heading }) => {
    isRead = !isRead;
    if (isRead) return { press: 'Show the exact call' };
    const call = opened.at(-1)!;
    const body = JSON.parse(call.slice(call.indexOf('\n{'))) as Omit<Proposal, 'heading' | 'environment'>;
    const { name } = service.sandbox.environments.find(({ id }) => call.includes(`/environments/${id}`))!;
    assert.ok(proposals.length < 20, 'the sheet comes again and again');
    proposals.push({ ...body, heading, environment: name });
    const act = async () =>
      (typeof atSheet.now === 'string' ? atSheet.now : await atSheet.now()) === 'submit' ? submit : undefined;
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
  const parts = await openParts(deps, (all) => changes.push(...(all as unknown as typeof changes)));
  const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
  const place = (flagName: string, environment = 'production') => {
    const { id, name } = service.environment(environment);
    return { connectionId: 'c1', connectionName: 'Shop', workspace, environment: { id, name }, flagName };
  };
  const uri = (flagName: string, environment?: string): vscode.Uri => definitionUri(place(flagName, environment));
  const { files } = parts;
  const read = async (at: vscode.Uri): Promise<string> => new TextDecoder().decode(await files.readFile(at));
  texts.now = async (at) => read(at as unknown as vscode.Uri);
  return {
    ...parts,
    dispose() {
      parts.dispose();
      deps.definitionDrafts.dispose();
    },
    commands: definitionCommands(async () => parts.context),
    deps,
    memory,
    inUse,
    switched,
    changes,
    proposals,
    atSheet,
    place,
    uri,
    stat: async (at: vscode.Uri) => files.stat(at),
    read,
    write: async (at: vscode.Uri, text: string) =>
      files.writeFile(at, new TextEncoder().encode(text), { create: true, overwrite: true }),
  };
}
