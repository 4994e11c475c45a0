/**
 * Keeps pieces of work on keys in a folder, one file each, so that they can be gone on with, shown and changed back after
 * the editor was closed or killed. Files hold no keys and no secrets.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, exists, moveAside, removeLeftovers, writeAtomically } from '../../storage/atomicFile.ts';
import { isLocked, takeLock, type Lock } from '../../storage/lock.ts';
import { isUnfinished, type KeyWork } from './keyWork.ts';
import { MAX_WORK_TEXT, readWorkText, workText } from './workText.ts';

export interface KeyJournal {
  /** Resolves when it is on the disk. Rejects with the system's error where it can't be: the disk is full, the folder can't be written. */
  save(work: KeyWork): Promise<void>;
  /** Newest first. Damaged files are put aside, and so are those that another version of the extension has written. */
  list(): Promise<readonly KeyWork[]>;
  /** Undefined if there is none that can be read. */
  read(id: string): Promise<KeyWork | undefined>;
  remove(id: string): Promise<void>;
  /** Undefined = another window, or another command of this one, runs it. What a dead process had is free. */
  claim(id: string): Promise<Lock | undefined>;
  /** Whether somebody runs it now. One that is `running` and is not is one whose editor was closed or killed. */
  isRunning(id: string): Promise<boolean>;
  /**
   * To be called by the one that runs a work, when it has its claim. What it gives tells whether it is still the only one
   * that has run on the segment since: if not, the segment's counts prove nothing.
   */
  watchOthers(id: string): Promise<() => Promise<boolean>>;
}

/**
 * Above MAX_WORKS, the oldest that are done go: until there are KEPT_WORKS of them, but the newest of a segment, which can be
 * undone, only where there are more than MAX_WORKS segments. Never one that runs or that something is left of, nor what the
 * undo that something is left of rests on: whoever wants it no more discards it.
 */
const MAX_WORKS = 100;
const KEPT_WORKS = 60;
const MAX_DAMAGED = 10;

/** Made by startKeyWork alone: what else stands in the folder is no work, and an argument of a command no path. */
const ID = /^[0-9a-f]{12}-[0-9a-f]{12}$/;
/** Not one that follows on another. */
const LOCK = /^[0-9a-f]{12}-[0-9a-f]{12}\.lock$/;

/** `folder` is made when it is needed. `toldMoved`: how many works of another version were moved, and the folder they are in. */
export function createKeyJournal(folder: string, toldMoved?: (count: number, folder: string) => void): KeyJournal {
  const otherVersions = path.join(folder, 'otherVersions');
  const fileOf = (id: string): string => path.join(folder, `${checked(id)}.json`);
  const claimOf = (id: string): string => path.join(folder, `${checked(id)}.lock`);

  async function read(id: string): Promise<KeyWork | undefined> {
    const work = await readAny(id);
    return work === 'otherVersion' ? undefined : work;
  }

  async function readAny(id: string): Promise<KeyWork | 'otherVersion' | undefined> {
    if (!ID.test(id)) return undefined;
    const file = fileOf(id);
    try {
      const { size } = await stat(file);
      const work = size > MAX_WORK_TEXT ? 'damaged' : readWorkText(await readFile(file, 'utf8'));
      if (work === 'otherVersion') return work;
      if (work !== 'damaged' && work.id === id) return work;
      await moveAside(file, `${file}.damaged`);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    return undefined;
  }

  async function list(): Promise<readonly KeyWork[]> {
    const works: KeyWork[] = [];
    let moved = 0;
    for (const name of await namesIn(folder)) {
      if (!name.endsWith('.json')) continue;
      // One that can't be read, for whatever reason, hides none of the others.
      const id = name.slice(0, -'.json'.length);
      const work = await readAny(id).catch(() => undefined);
      // A window of the other version may be sending it.
      if (work === 'otherVersion' && !(await isLocked(claimOf(id)))) {
        moved += await moveAside(fileOf(id), path.join(otherVersions, name)).then(
          () => 1,
          () => 0,
        );
      }
      if (typeof work === 'object') works.push(work);
    }
    if (moved > 0) toldMoved?.(moved, otherVersions);
    return works.toSorted((one, other) => other.startedAt - one.startedAt);
  }

  /** What could not be removed is removed the next time. Who has just saved its work has the claim still. */
  async function prune(id: string): Promise<void> {
    const names = (await namesIn(folder)).filter((name) => name !== `${id}.lock`);
    if (names.filter((name) => name.endsWith('.json')).length > MAX_WORKS) await pruneWorks();
    const damaged = names.filter((name) => name.includes('.damaged')).toSorted();
    for (const name of damaged.slice(MAX_DAMAGED)) await rm(path.join(folder, name), { force: true });
    await removeLeftovers(folder);
    for (const name of names) {
      if (LOCK.test(name)) await pruneClaim(path.join(folder, name));
      else if (await isLeftBehind(name, names)) await rm(path.join(folder, name), { force: true });
    }
  }

  /** More at once than need be: reading all of them takes as long as a small upload. */
  async function pruneWorks(): Promise<void> {
    const works = await list();
    const needed = new Set(works.filter(isSomethingLeft).map(({ source }) => source.undoes));
    const done = works.filter((work) => !isSomethingLeft(work) && !needed.has(work.id));
    const isNewest = ({ id }: KeyWork, index: number): boolean =>
      done.findIndex((other) => segmentOf(other.id) === segmentOf(id)) === index;
    const newest = done.filter(isNewest);
    const others = done.filter((work) => !newest.includes(work));
    const going = [...newest.slice(MAX_WORKS), ...others.slice(Math.max(0, KEPT_WORKS - newest.length))];
    for (const { id } of going) if (!(await isLocked(claimOf(id)))) await rm(fileOf(id), { force: true });
  }

  /** Of a process that was killed. Somebody may take it over at this moment: so it is taken first. */
  async function pruneClaim(file: string): Promise<void> {
    if (!(await isLocked(file))) await (await takeLock(file))?.release();
  }

  /** What is left of the claim of a process that was killed, and what is of no work any more. */
  async function isLeftBehind(name: string, names: readonly string[]): Promise<boolean> {
    if (name.endsWith('.last')) return !names.some((other) => other.startsWith(name.slice(0, -'.last'.length)) && other !== name);
    // It followed on a claim that was let go since, so it holds nothing any more.
    return name.endsWith('.lock') && !(await exists(path.join(folder, `${name.split('.')[0]}.lock`)));
  }

  return {
    async save(work) {
      const text = workText(work);
      if (Buffer.byteLength(text) > MAX_WORK_TEXT) throw new RangeError(`A work has at most ${MAX_WORK_TEXT} bytes`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(fileOf(work.id), text);
      if (!isUnfinished(work)) await prune(work.id).catch(() => undefined);
    },
    list,
    read,
    async remove(id) {
      await rm(fileOf(id), { force: true });
    },
    async claim(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return takeLock(claimOf(id));
    },
    isRunning: (id) => isLocked(claimOf(id)),
    async watchOthers(id) {
      const last = path.join(folder, `${segmentOf(checked(id))}.last`);
      // Whoever starts later puts its name there after this one did; whoever started before is seen by its claim.
      await writeFile(last, id, { mode: 0o600 });
      for (const name of await namesIn(folder)) {
        const isOther = LOCK.test(name) && name.startsWith(segmentOf(id)) && !name.startsWith(id);
        if (isOther && (await isLocked(path.join(folder, name)))) return async () => false;
      }
      return async () => (await readFile(last, 'utf8')) === id;
    },
  };
}

/** A part that was declined can be submitted again. What is changed back is not gone on with. */
const isSomethingLeft = (work: KeyWork): boolean =>
  work.undo !== 'done' && (isUnfinished(work) || work.parts.some(({ state }) => state === 'declined'));

/** What the ids of all works on one segment begin with. */
const segmentOf = (id: string): string => id.slice(0, id.indexOf('-'));

/** Throws a TypeError for what is no id: it would be a path. */
function checked(id: string): string {
  if (!ID.test(id)) throw new TypeError('this is no id of a work');
  return id;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT';
