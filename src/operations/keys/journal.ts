/**
 * The journal of key changes: a folder with one file each, so that they can be resumed, shown and undone after the editor was
 * closed or killed. Files hold no keys and no secrets.
 */
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { exists, removeLeftovers, unlessAbsent, writeAtomically } from '../../storage/atomicFile.ts';
import { isLocked, takeLock, type Lock } from '../../storage/lock.ts';
import { isUnfinished, type KeyChange } from './keyChange.ts';

export interface Journal {
  /** Resolves when it is on the disk. Rejects with the system's error where the disk is full or the folder can't be written. */
  save(change: KeyChange): Promise<void>;
  /** Newest first, those without an order last. Leaves alone what is damaged, and what another version of the extension has written. */
  list(): Promise<readonly KeyChange[]>;
  /** A number above the `order` of all changes. */
  nextOrder(): Promise<number>;
  /** Undefined if there is none that can be read. */
  read(id: string): Promise<KeyChange | undefined>;
  remove(id: string): Promise<void>;
  /** Undefined = another window, or another command of this one, has it. */
  lock(id: string): Promise<Lock | undefined>;
  /** If a change is `running` and not locked, its editor was closed or killed. */
  isLocked(id: string): Promise<boolean>;
}

/** The number of the file format. Raise it if this version may not resume changes in the previous format. */
const VERSION = 4;
/** Above it, the oldest that are done go. */
const MAX = 100;

/** Made by startChange alone: what else stands in the folder is no change, and an argument of a command no path. */
const ID = /^[0-9a-f]{12}-[0-9a-f]{12}$/;

/** The journal below the folder that the editor gives the extension. */
export const openJournal = (storage: string): Journal => createJournal(path.join(storage, 'keyWork'));

/** `folder` is made when it is needed. */
export function createJournal(folder: string): Journal {
  const placeOf = (id: string, end: string): string => {
    if (!ID.test(id)) throw new TypeError('this is no id of a change');
    return path.join(folder, id + end);
  };
  const names = async (): Promise<readonly string[]> => (await readdir(folder).catch(unlessAbsent)) ?? [];

  async function read(id: string): Promise<KeyChange | undefined> {
    if (!ID.test(id)) return undefined;
    const text = (await readFile(placeOf(id, '.json'), 'utf8').catch(unlessAbsent)) ?? '';
    const change = changeIn(text);
    return change?.id === id ? change : undefined;
  }

  async function list(): Promise<readonly KeyChange[]> {
    const ids = (await names()).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
    // One that can't be read, for whatever reason, hides none of the others.
    const changes = await Promise.all(ids.map((id) => read(id).catch(() => undefined)));
    return changes
      .filter((change) => change !== undefined)
      .toSorted((one, other) => (other.order ?? 0) - (one.order ?? 0) || other.startedAt - one.startedAt);
  }

  /** What can't be removed now is removed the next time. `id` was just saved, and is still locked. */
  async function prune(id: string): Promise<void> {
    const isFull = (await names()).filter((name) => name.endsWith('.json')).length > MAX;
    const done = isFull ? (await list()).filter((change) => !isUnfinished(change)) : [];
    for (const { id: old } of done.slice(MAX)) await rm(placeOf(old, '.json'), { force: true });
    await removeLeftovers(folder);
    for (const name of (await names()).filter((one) => one.endsWith('.lock') && one !== `${id}.lock`)) {
      const [of = ''] = name.split('.');
      const file = path.join(folder, name);
      // Of a killed process. Another may take it over at this moment: so it is taken first.
      if (name === `${of}.lock`) await (await takeLock(file))?.release();
      else if (!(await exists(path.join(folder, `${of}.lock`)))) await rm(file, { force: true });
    }
  }

  return {
    async save(change) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(placeOf(change.id, '.json'), textOf(change));
      if (!isUnfinished(change)) await prune(change.id).catch(() => undefined);
    },
    list,
    nextOrder: async () => Math.max(0, ...(await list()).map(({ order = 0 }) => order)) + 1,
    read,
    remove: async (id) => rm(placeOf(id, '.json'), { force: true }),
    async lock(id) {
      const file = placeOf(id, '.lock');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return takeLock(file);
    },
    isLocked: (id) => isLocked(placeOf(id, '.lock')),
  };
}

function textOf(change: KeyChange): string {
  return JSON.stringify({ version: VERSION, hash: hash('sha256', JSON.stringify(change)), change });
}

/** What has its hash is as it was written. Undefined = it is damaged, or of another version. */
function changeIn(text: string): KeyChange | undefined {
  try {
    const { version, hash: written, change } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isWhole = version === VERSION && hash('sha256', JSON.stringify(change)) === written;
    return isWhole ? (change as KeyChange) : undefined;
  } catch {
    return undefined;
  }
}
