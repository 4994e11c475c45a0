/**
 * A window with the segment commands, and the service of the test file: a sandbox behind a proxy. Only the editor is fake. The
 * methods of a window run a command for its segment with these answers, and return the messages.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Journal } from '../../../src/operations/keys/journal.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';
import type { SegmentsContext } from '../../../src/editor/segments/segmentsContext.ts';
import type { readSource } from '../../../src/editor/segments/source/readSource.ts';
import { keysInSegment } from '../../operations/keys/prepared.ts';
import { useService, type KeyName } from '../../operations/service.ts';
import { connectedTo, connectionsOf } from '../connected.ts';
import { Uri } from '../fakeDocuments.ts';
import { shown } from '../fakeVscode.ts';
import { withReplies, type Reply } from '../person.ts';
import { testServices, type TestServices } from '../services.ts';

const { removeKeysCommand, uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');
const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { offerResume } = await import('../../../src/editor/segments/offerResume.ts');
const { openReceipt } = await import('../../../src/editor/segments/openReceipt.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');

export const service = useService();

export const asRequest = 'Submit as a change request…';

type Replies = readonly Reply[];
/** The messages of a command. */
type Messages = Promise<readonly string[]>;
/** Runs a command on a dropped file with this text and name. */
type FromFile = (replies: Replies, text: string, file?: string, read?: typeof readSource) => Messages;

export interface Window extends SegmentsContext, Pick<TestServices, 'fired'> {
  readonly target: SegmentTarget;
  /** The opened texts, newest last. */
  readonly opened: { readonly name: string; readonly text: string }[];
  /** The path of the storage folder, which also contains files of the test. */
  readonly folder: string;
  readonly journal: Journal;
  /** Writes a file, and returns the arguments of the command for a drop of the file on the segment. */
  drop(text: string, file?: string): readonly [{ readonly target: SegmentTarget; readonly files: readonly Uri[] }];
  readonly upload: FromFile;
  readonly remove: FromFile;
  readonly compare: FromFile;
  /** Without `change`, undoes the last change of the segment. */
  undo(replies: Replies, change?: string): Messages;
  /** Without `change`, the user chooses the change to resume. */
  resume(replies: Replies, change?: string): Messages;
  /** Offers to resume unfinished changes. `decided`: the ID of a change request that was just decided. */
  offer(decided?: string): Messages;
  /** Returns the text of the receipt. */
  receipt(change?: string): Promise<string>;
  /** Returns the ID of the newest change in the journal. */
  newest(): Promise<string>;
  /** Returns the number of keys of the segment and its open request. Rejects if it is not active. */
  state(): ReturnType<typeof stateOf>;
  /** Adds keys to the segment with a different user’s API key. */
  addByOther(...keys: readonly string[]): Promise<unknown>;
  /** Removes keys from the segment with a different user’s API key. */
  removeByOther(...keys: readonly string[]): Promise<unknown>;
  /** Decides on the open request of the segment. Returns its ID. */
  decide(status: 'APPROVED' | 'WITHDRAWN', by?: KeyName): Promise<string>;
  /** The chosen connection. */
  chosen: { readonly id: string; readonly name: string };
  switchTo(connectionId: string): void;
  /** A new window with the same storage, as after a reload, or one with these differences. */
  again(more?: WindowOptions): Window;
}

export interface WindowOptions {
  /** The place of the segment: development if absent. */
  readonly environment?: string;
  /** The segment: beta-accounts if absent. */
  readonly name?: string;
  readonly isReadOnly?: boolean;
  readonly keyName?: KeyName;
  readonly connectionId?: string;
  readonly origin?: string;
  /** The ID of the sandbox instance, if the service is a sandbox. */
  readonly instance?: string;
}

/** Opens a window. `given`: the storage folder of a different window; a new folder if absent. */
export function openWindow(t: TestContext, options: WindowOptions = {}, given?: string): Window {
  const folder = given ?? mkdtempSync(path.join(os.tmpdir(), 'flag-admin-window-'));
  if (given === undefined) t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { isReadOnly = false, keyName = 'submitter-key', connectionId = 'c1', origin = 'http://127.0.0.1:1', instance } = options;
  const keyNames = [keyName, 'release-key'];
  const isSandbox = instance !== undefined;
  const connected = connectedTo(service, keyName, { connectionId, origin, isReadOnly, keyNames, isSandbox, instance });
  const opened: Window['opened'] = [];
  const switching = new Set<() => void>();
  const keepText = async (name: string, text: string): Promise<Uri> => {
    opened.push({ name, text });
    return textUri(name);
  };
  const connections = connectionsOf(() => connected, {
    withKey: async (name) => ({ ...connected, keyName: name, client: service.as(name as KeyName) }),
    chosen: () => window.chosen as never,
    onDidChange: (listener: () => void) => {
      switching.add(listener);
      return { dispose: () => switching.delete(listener) };
    },
  });
  const storage = Uri.file(folder) as never;
  const services = testServices({
    connections,
    context: { globalStorageUri: storage },
    texts: { open: keepText, keep: keepText },
  });
  const target = segmentIn(options.environment, options.name);
  const other = service.as('release-key');
  const changes = { storage, keys: new Map(), offered: new Set<string>(), shown: new Set<never>() };
  const named = (change: string | undefined) => (change === undefined ? [] : [{ change }]);
  const window: Window = {
    ...services,
    target,
    chosen: { id: connectionId, name: 'Shop' },
    switchTo(id) {
      window.chosen = { id, name: 'Other' };
      for (const listener of switching) listener();
    },
    changes,
    journal: journalOf(changes),
    opened,
    folder,
    drop(text, file = 'list.txt') {
      writeFileSync(path.join(folder, file), text);
      return [{ target, files: [Uri.file(path.join(folder, file))] }];
    },
    upload: (replies, text, file, read) => withReplies(replies, () => uploadKeysCommand(window, window.drop(text, file), read)),
    remove: (replies, text, file, read) => withReplies(replies, () => removeKeysCommand(window, window.drop(text, file), read)),
    compare: (replies, text, file) => withReplies(replies, () => compareKeys(window, window.drop(text, file))),
    undo: (replies, change) => withReplies(replies, () => undoLast(window, change === undefined ? [{ target }] : [{ change }])),
    resume: (replies, change) => withReplies(replies, () => resumeUpload(window, named(change))),
    offer: (decided) => withReplies([], () => offerResume(window, decided)),
    async receipt(change) {
      await withReplies([], () => openReceipt(window, named(change)));
      return opened.at(-1)?.text ?? '';
    },
    state: () => stateOf(target),
    addByOther: (...keys) => other.uploadKeys(target.environment.id, target.name, keys),
    removeByOther: (...keys) => other.removeKeys(target.environment.id, target.name, { keys, comment: 'x' }),
    async decide(status, by = status === 'APPROVED' ? 'release-key' : 'submitter-key') {
      const { open } = await stateOf(target);
      assert.ok(open, 'no request is open');
      await service.as(by).decideChangeRequest(open, { status, comment: 'Seen.' });
      return open;
    },
    newest: async () => ((await window.journal.list())[0] ?? assert.fail('the journal is empty')).id,
    again: (more = {}) => openWindow(t, { ...options, ...more }, folder),
  };
  return window;
}

/** The URI of a text of the extension. */
export const textUri = (name: string): Uri => Uri.from({ scheme: 'flag-admin-text', path: `/${name}` });

/** A segment of the Storefront, as a command’s target. */
export const segmentIn = (environment = 'development', name = 'beta-accounts'): SegmentTarget => ({
  kind: 'segment',
  workspace: { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false },
  environment: service.environment(environment),
  name,
  trafficType: 'account',
});

/** Returns the text of a file with this number of new keys, one per line. */
export const keyLines = (count: number, prefix = 'new'): string =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(6, '0')}`).join('\n');

/** Returns the latest message. */
export const lastMessage = (): string => shown.at(-1)?.message ?? '';
/** Returns the buttons of the latest message. */
export const lastButtons = (): readonly string[] => shown.at(-1)?.buttons ?? [];
/** Returns the number of changing calls. */
export const writeCount = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

/** Returns all keys of beta-accounts in an environment. */
export const keysIn = (environment = 'development'): Promise<readonly string[]> => keysInSegment(service, environment);
/** Returns the number of keys of a segment and its open request. Rejects if it is not active. */
export async function stateOf({ environment, name }: SegmentTarget): Promise<{ count: number; open: string | null | undefined }> {
  const page = { offset: 0, limit: 1 };
  const { count, openChangeRequestId } = await service.as('submitter-key').readKeys(environment.id, name, page);
  return { count, open: openChangeRequestId };
}

/** From now on, the service accepts only this number of parts and refuses all others, until `stopRefusing` is called. */
export function refuseAfter(parts: number): void {
  let sent = 0;
  service.onCall = ({ method }) =>
    method === 'PUT' && (sent += 1) > parts ? { status: 400, body: { code: 400, message: 'no' } } : undefined;
}
/** From now on, the service accepts all parts again. */
export const stopRefusing = (): void => void (service.onCall = () => undefined);
