/**
 * The journal of key changes: a folder with one file for each change, so that changes can be resumed, shown and undone after
 * the editor was closed or killed. The files contain no keys and no secrets.
 */
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { exists, removeLeftovers, unlessAbsent, writeAtomically } from '../../storage/atomicFile.ts';
import { isLocked, takeLock, type Lock } from '../../storage/lock.ts';
import { isUnfinished, orderOf, type KeyChange } from './keyChange.ts';

export interface Journal {
  /**
   * Resolves when the change is on the disk. Rejects with the system's error, for example if the disk is full or the folder is
   * read-only. `until` = a promise. The text is written at once, but replaces the saved change only when the promise fulfils.
   * If the promise rejects, the saved change remains.
   */
  save(change: KeyChange, until?: Promise<unknown>): Promise<void>;
  /**
   * Returns all changes, the newest first and those without an `order` last. Ignores damaged files and files in a different
   * format.
   */
  list(): Promise<readonly KeyChange[]>;
  /** Returns the `order` for a new change, which is higher than that of all changes. */
  nextOrder(): Promise<number>;
  /** Returns undefined if there is no such change, or if its file can't be used. */
  read(id: string): Promise<KeyChange | undefined>;
  remove(id: string): Promise<void>;
  /** Locks a change. Returns undefined if a different window, or a different command of this window, has locked it. */
  lock(id: string): Promise<Lock | undefined>;
  /** True if a window is working on the change. If a `running` change is not locked, its editor was closed or killed. */
  isLocked(id: string): Promise<boolean>;
}

/** The number of the file format. Raise it if changes in the previous format must not be resumed any more. */
const VERSION = 5;
/**
 * The maximum number of changes in the journal. Above it, the oldest finished changes are removed. Unfinished changes and their
 * undos are never removed, so the journal may have more changes.
 */
const MAX_CHANGES = 100;

/**
 * Only startChange creates ids. The pattern excludes other files in the folder, and prevents an argument of a command from
 * becoming a path.
 */
const ID_PATTERN = /^[0-9a-f]{12}-[0-9a-f]{12}$/;

/** Opens the journal in the extension's storage folder. */
export const openJournal = (storage: string): Journal => createJournal(path.join(storage, 'keyWork'));

/** `folder` is created on demand. */
export function createJournal(folder: string): Journal {
  const placeOf = (id: string, end: string): string => {
    if (!ID_PATTERN.test(id)) throw new TypeError('this is no id of a change');
    return path.join(folder, id + end);
  };
  const makeFolder = async (): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });
  const names = async (): Promise<readonly string[]> => (await readdir(folder).catch(unlessAbsent)) ?? [];

  const ids = async (): Promise<readonly string[]> =>
    (await names()).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));

  /** Returns '' if there is no such change. */
  async function readText(id: string): Promise<string> {
    return ID_PATTERN.test(id) ? ((await readFile(placeOf(id, '.json'), 'utf8').catch(unlessAbsent)) ?? '') : '';
  }

  async function read(id: string): Promise<KeyChange | undefined> {
    const change = changeIn(await readText(id));
    return change?.id === id ? change : undefined;
  }

  async function list(): Promise<readonly KeyChange[]> {
    // An unreadable change does not hide the others.
    const changes = await Promise.all((await ids()).map((id) => read(id).catch(() => undefined)));
    return changes
      .filter((change) => change !== undefined)
      .toSorted((one, other) => orderOf(other) - orderOf(one) || other.startedAt - one.startedAt);
  }

  /**
   * Removes old changes, temporary files that killed processes left, and locks of killed processes. A file that can't be
   * removed now is removed the next time. `id` = the change that was just saved. It remains, and so does its lock, which is
   * still in use.
   */
  async function prune(id: string): Promise<void> {
    const all = (await ids()).length > MAX_CHANGES ? await list() : [];
    const unfinished = new Set(all.filter(isUnfinished).map((change) => change.id));
    // The undo of an unfinished change remains, too. Without it, the change could be resumed, or undone once more.
    const isKept = (change: KeyChange): boolean =>
      change.id === id || unfinished.has(change.id) || unfinished.has(change.source.undoes ?? '');
    const removable = all.filter((change) => !isKept(change));
    const kept = all.length - removable.length;
    for (const { id: old } of removable.slice(Math.max(0, MAX_CHANGES - kept))) await rm(placeOf(old, '.json'), { force: true });
    await removeLeftovers(folder);
    for (const name of (await names()).filter((one) => one.endsWith('.lock') && one !== `${id}.lock`)) {
      const [of = ''] = name.split('.');
      const file = path.join(folder, name);
      // The process that had this lock may have been killed. This function takes the lock before it removes it, because a
      // different process may be taking it at this moment.
      if (name === `${of}.lock`) await (await takeLock(file))?.release();
      else if (!(await exists(path.join(folder, `${of}.lock`)))) await rm(file, { force: true });
    }
  }

  return {
    async save(change, until) {
      const write = async (): Promise<void> => writeAtomically(placeOf(change.id, '.json'), textOf(change), until);
      // To save time, the folder is only created if the first attempt has shown that it is missing.
      await write().catch(async (error: unknown) => {
        unlessAbsent(error);
        await makeFolder();
        await write();
      });
      if (!isUnfinished(change)) await prune(change.id).catch(() => undefined);
    },
    list,
    async nextOrder() {
      const texts = await Promise.all((await ids()).map((id) => readText(id).catch(() => '')));
      return Math.max(0, ...texts.map(orderIn)) + 1;
    },
    read,
    remove: async (id) => rm(placeOf(id, '.json'), { force: true }),
    async lock(id) {
      const file = placeOf(id, '.lock');
      await makeFolder();
      return takeLock(file);
    },
    isLocked: (id) => isLocked(placeOf(id, '.lock')),
  };
}

/**
 * Returns the change with a new `order` if another change has got a higher one. Call it before each part is sent. Otherwise, if
 * the window were killed while it sends the part, the other change would look newer, and its undo would remove keys of this part.
 */
export async function asNewest(journal: Journal, change: KeyChange): Promise<KeyChange> {
  const order = await journal.nextOrder().catch(() => 0);
  return order > (change.order ?? 0) + 1 ? { ...change, order } : change;
}

function textOf(change: KeyChange): string {
  return JSON.stringify({ version: VERSION, hash: hash('sha256', JSON.stringify(change)), change });
}

/**
 * Returns the highest `order` of a change and its parts, or 0. Saves time by not parsing the text and not checking its hash,
 * because each upload reads the orders of all changes in the journal before each of its parts. A damaged file may give a number
 * that is too large, which does no harm.
 */
function orderIn(text: string): number {
  // A quotation mark in a string has a backslash before it, so only the name of a field matches.
  return Math.max(0, ...Array.from(text.matchAll(/"order":(\d+)/g), ([, order]) => Number(order)));
}

/** Returns the change if the hash matches. Undefined = the file is damaged or has a different format. */
function changeIn(text: string): KeyChange | undefined {
  try {
    const { version, hash: written, change } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isWhole = version === VERSION && hash('sha256', JSON.stringify(change)) === written;
    return isWhole ? (change as KeyChange) : undefined;
  } catch {
    return undefined;
  }
}
