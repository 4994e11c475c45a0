/** A window with the segment commands, on the sandbox behind its proxy. Only the editor is fake. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';

import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';
import type { SegmentsContext } from '../../../src/editor/segments/segmentsContext.ts';
import type { WindowEvent } from '../../../src/editor/window/events.ts';
import type { KeyName, Service } from '../../operations/service.ts';
import { Uri } from '../fakeDocuments.ts';
import { testServices } from '../services.ts';

export interface Window extends SegmentsContext {
  /** The events since the start, newest last. */
  readonly fired: readonly WindowEvent[];
  /** The opened texts, newest last. */
  readonly opened: { readonly name: string; readonly text: string }[];
  /** The path of the storage folder, which also contains files of the test. */
  readonly folder: string;
  /** Writes a file, and returns the arguments of the command for a drop of the file on a segment. */
  drop(name: string, content: string, target: SegmentTarget): readonly unknown[];
  /** The chosen connection. */
  chosen: { readonly id: string; readonly name: string };
  switchTo(connectionId: string): void;
  /** A new window with the same storage, as after a reload. */
  again(): Window;
}

export interface WindowWish {
  readonly isReadOnly?: boolean;
  readonly keyName?: KeyName;
  readonly connectionId?: string;
  readonly origin?: string;
  /** Of a sandbox. */
  readonly instance?: string;
}

export function openWindow(t: TestContext, service: Service, wish: WindowWish = {}, given?: string): Window {
  const folder = given ?? mkdtempSync(path.join(os.tmpdir(), 'flag-admin-window-'));
  if (given === undefined) t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { isReadOnly = false, keyName = 'submitter-key', connectionId = 'c1', origin = 'http://127.0.0.1:1', instance } = wish;
  const connected = {
    connectionId,
    connectionName: 'Shop',
    origin,
    isSandbox: instance !== undefined,
    instance,
    isReadOnly,
    keyName,
    keyNames: [keyName, 'release-key'],
    email: undefined,
    client: service.as(keyName),
  } satisfies Connected;
  const opened: { name: string; text: string }[] = [];
  const switching = new Set<() => void>();
  const keepText = async (name: string, text: string): Promise<Uri> => {
    opened.push({ name, text });
    return textUri(name);
  };
  const connections = {
    inUse: async () => connected,
    orAsk: async () => connected,
    withKey: async (name: KeyName) => ({ ...connected, keyName: name, client: service.as(name) }),
    chosen: () => window.chosen,
    onDidChange: (listener: () => void) => {
      switching.add(listener);
      return { dispose: () => switching.delete(listener) };
    },
  };
  const context = { globalStorageUri: Uri.file(folder) };
  const services = testServices({ connections, context, texts: { open: keepText, keep: keepText } });
  const window: Window = {
    ...services,
    chosen: { id: connectionId, name: 'Shop' },
    switchTo(id) {
      window.chosen = { id, name: 'Other' };
      for (const listener of switching) listener();
    },
    changes: { storage: Uri.file(folder) as never, keys: new Map(), offered: new Set(), shown: new Set() },
    opened,
    folder,
    drop(name, content, target) {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      return [{ target, files: [Uri.file(file)] }];
    },
    again: () => openWindow(t, service, wish, folder),
  };
  return window;
}

/** The URI of a text of the extension. */
export const textUri = (name: string): Uri => Uri.from({ scheme: 'flag-admin-text', path: `/${name}` });

export function segmentIn(service: Service, environment: string, name = 'beta-accounts'): SegmentTarget {
  return {
    kind: 'segment',
    workspace: { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false },
    environment: service.environment(environment),
    name,
    trafficType: 'account',
  };
}

export const lines = (count: number, prefix = 'new'): string =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(6, '0')}`).join('\n');
