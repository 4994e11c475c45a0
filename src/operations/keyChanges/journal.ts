/**
 * The journal of key changes: a folder with one file each, so that they can be resumed, shown and undone after the editor was
 * closed or killed. Files hold no keys and no secrets.
 */
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, exists, moveAside, removeLeftovers, writeAtomically } from '../../storage/atomicFile.ts';
import { isLocked, takeLock, type Lock } from '../../storage/lock.ts';
import { hasBegun, isLeft, isOpen, isUnfinished, type KeyChange } from './keyChange.ts';

export interface Journal {
  /** Resolves when it is on the disk. Rejects with the system's error where the disk is full or the folder can't be written. */
  save(change: KeyChange): Promise<void>;
  /** Newest first. Moves damaged files aside, and those that another version of the extension has written. */
  list(): Promise<readonly KeyChange[]>;
  /** Undefined if there is none that can be read. */
  read(id: string): Promise<KeyChange | undefined>;
  remove(id: string): Promise<void>;
  /** Undefined = another window, or another command of this one, is at it. */
  lock(id: string): Promise<Lock | undefined>;
  /** One whose state is `running` and that nobody is at is one whose editor was closed or killed. */
  isLocked(id: string): Promise<boolean>;
}

/** Of the form of the files. Raised when a change of an earlier version of the extension may not be resumed. */
const VERSION = 3;
/** Above MAX, the oldest that are done go until KEPT are left; the newest of a segment stays as long as there are few segments. */
const MAX = 100;
const KEPT = 60;
const MAX_DAMAGED = 10;

/** Made by startChange alone: what else stands in the folder is no change, and an argument of a command no path. */
const ID = /^[0-9a-f]{12}-[0-9a-f]{12}$/;

/** `folder` is made when it is needed. `onMoved`: how many changes of another version were moved, and into which folder. */
export function createJournal(folder: string, onMoved?: (count: number, folder: string) => void): Journal {
  const otherVersions = path.join(folder, 'otherVersions');
  const placeOf = (id: string, end: string): string => {
    if (!ID.test(id)) throw new TypeError('this is no id of a change');
    return path.join(folder, id + end);
  };
  const names = (): Promise<readonly string[]> =>
    readdir(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });

  async function read(id: string): Promise<KeyChange | undefined> {
    const change = ID.test(id) ? await readAny(id) : undefined;
    return change === 'otherVersion' ? undefined : change;
  }

  async function readAny(id: string): Promise<KeyChange | 'otherVersion' | undefined> {
    const file = placeOf(id, '.json');
    try {
      const change = changeIn(await readFile(file, 'utf8'));
      if (change === 'otherVersion' || (change !== 'damaged' && change.id === id)) return change;
      await moveAside(file, `${file}.damaged`);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    return undefined;
  }

  async function list(): Promise<readonly KeyChange[]> {
    const changes: KeyChange[] = [];
    let moved = 0;
    for (const name of await names()) {
      const id = name.slice(0, -'.json'.length);
      if (!name.endsWith('.json') || !ID.test(id)) continue;
      // One that can't be read, for whatever reason, hides none of the others.
      const change = await readAny(id).catch(() => undefined);
      if (typeof change === 'object') changes.push(change);
      // A window of the other version may be sending it.
      if (change !== 'otherVersion' || (await isLocked(placeOf(id, '.lock')))) continue;
      await moveAside(placeOf(id, '.json'), path.join(otherVersions, name)).then(
        () => (moved += 1),
        () => undefined,
      );
    }
    if (moved > 0) onMoved?.(moved, otherVersions);
    return changes.toSorted((one, other) => other.startedAt - one.startedAt);
  }

  /** What can't be removed now is removed the next time. `id` was just saved, and is still locked. */
  async function prune(id: string): Promise<void> {
    const all = await names();
    if (all.filter((name) => name.endsWith('.json')).length > MAX) await pruneChanges();
    const damaged = all.filter((name) => name.includes('.damaged')).toSorted();
    for (const name of damaged.slice(MAX_DAMAGED)) await rm(path.join(folder, name), { force: true });
    await removeLeftovers(folder);
    for (const name of all.filter((one) => one.endsWith('.lock') && one !== `${id}.lock`)) {
      const [of = ''] = name.split('.');
      const file = path.join(folder, name);
      // Of a killed process. Another may take it over at this moment: so it is taken first.
      if (name === `${of}.lock`) await (await takeLock(file))?.release();
      else if (!(await exists(path.join(folder, `${of}.lock`)))) await rm(file, { force: true });
    }
  }

  async function pruneChanges(): Promise<void> {
    const changes = await list();
    const hasMore = (change: KeyChange): boolean => !change.isUndone && (isLeft(change) || isOpen(change));
    const needed = new Set(changes.filter(hasMore).map(({ source }) => source.undoes));
    const done = changes.filter((change) => !hasMore(change) && !needed.has(change.id));
    const seen = new Set<string>();
    const newest = done.filter((change) => hasBegun(change) && seen.size < seen.add(change.id.slice(0, 12)).size);
    const others = done.filter((change) => !newest.includes(change));
    const going = [...newest.slice(MAX), ...others.slice(Math.max(0, KEPT - newest.length))];
    for (const { id } of going) {
      if (!(await isLocked(placeOf(id, '.lock')))) await rm(placeOf(id, '.json'), { force: true });
    }
  }

  return {
    async save(change) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(placeOf(change.id, '.json'), textOf(change));
      if (!isUnfinished(change)) await prune(change.id).catch(() => undefined);
    },
    list,
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

/**
 * Reads a change, edits it and saves it, in one step for all windows. Undefined = nothing was changed: it is discarded, or
 * another window is at it, which learns the same. Rejects where the journal can't be written.
 */
export async function updateChange(
  journal: Journal,
  id: string,
  edit: (kept: KeyChange) => KeyChange,
): Promise<KeyChange | undefined> {
  const lock = await journal.lock(id);
  if (!lock) return undefined;
  try {
    const kept = await journal.read(id);
    const edited = kept && edit(kept);
    if (edited && edited !== kept) await journal.save(edited);
    return edited;
  } finally {
    await lock.release();
  }
}

function textOf(change: KeyChange): string {
  return JSON.stringify({ version: VERSION, hash: hash('sha256', JSON.stringify(change)), change });
}

/** What has its hash is as it was written. */
function changeIn(text: string): KeyChange | 'damaged' | 'otherVersion' {
  try {
    const { version, hash: written, change } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof version === 'number' && version !== VERSION) return 'otherVersion';
    return hash('sha256', JSON.stringify(change)) === written ? (change as KeyChange) : 'damaged';
  } catch {
    return 'damaged';
  }
}
