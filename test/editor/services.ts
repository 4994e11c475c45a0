/** The services of a window, all of them real. A test passes those that it inspects or replaces. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createServiceFacts } from '../../src/operations/learned/serviceFacts.ts';
import type { Store } from '../../src/operations/learned/store.ts';
import type { Events, WindowEvent } from '../../src/editor/window/events.ts';
import type { Log } from '../../src/editor/window/log.ts';
import type { Services } from '../../src/editor/window/services.ts';
import { log as silent, Memento } from './fakeContext.ts';
import './fakeVscode.ts';

const { createDefinitionDrafts } = await import('../../src/editor/window/drafts.ts');
const { createEvents } = await import('../../src/editor/window/events.ts');

/** A list of drafts by flag, for a test that shows drafts but writes none. */
export const draftsOf = (known: Partial<NonNullable<ReturnType<Services['definitionDrafts']['known']>>>): unknown => ({
  known: () => known,
  open: async () => known,
  dispose: () => undefined,
});

export interface TestServices extends Services {
  /** The events since the start, newest last. */
  readonly fired: readonly WindowEvent[];
}

/** Removed when the process ends. */
const folders: string[] = [];
process.once('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The services in `given` may be incomplete if the test does not use the missing parts. */
export function testServices(given: Partial<Record<keyof Services, unknown>> = {}): TestServices {
  const memory = (given.memory as Store | undefined) ?? new Memento();
  const log = (given.log as Log | undefined) ?? silent;
  const fired: WindowEvent[] = [];
  const own = createEvents();
  const fire = (event: WindowEvent): void => {
    fired.push(event);
    own.fire(event);
  };
  const events: Events = { on: own.on, fire, dispose: () => own.dispose() };
  let folder: string | undefined;
  const storage = (): string => {
    if (folder !== undefined) return folder;
    const made = mkdtempSync(path.join(os.tmpdir(), 'services-'));
    folders.push(made);
    return (folder = made);
  };
  const context = {
    extensionUri: { scheme: 'file', path: '/extension' },
    // Created on first use.
    get globalStorageUri() {
      return { scheme: 'file', fsPath: storage() };
    },
  } as unknown as Services['context'];
  const needed = { context, memory, log, events, ...(given as Partial<Services>) };
  return {
    connections: {} as Services['connections'],
    serviceFacts: createServiceFacts(memory),
    workspaceMemory: new Memento(),
    texts: { open: async () => undefined, keep: async () => undefined } as unknown as Services['texts'],
    definitionDrafts: createDefinitionDrafts(needed),
    ...needed,
    fired,
  };
}
