/**
 * Stores drafts of definitions in a folder that all windows share, one file for each draft. Drafts survive a reload, a crash
 * and a killed editor. Each change locks the draft, reads it and then writes it.
 */
import { mkdirSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { moveAside, removeLeftovers, unlessAbsent, writeAtomically } from '../../../storage/atomicFile.ts';
import { takeLock } from '../../../storage/lock.ts';
import { draftFile, draftId, readDraftFile, type DefinitionDraft, type DraftPlace } from './draft.ts';

/** A draft without `savedAt`, which the store sets. */
export type DraftContent = Omit<DefinitionDraft, 'savedAt'>;
/**
 * Receives the current draft and returns the new one. Undefined = there is no draft. If the function returns the same object,
 * nothing is written.
 */
export type DraftEdit = (now: DefinitionDraft | undefined) => DraftContent | undefined;

export interface DraftStore {
  /**
   * Returns the drafts, sorted by flag, workspace and environment. Moves damaged files and files with a different format to a
   * separate folder. If a draft can't be read at the moment, for example because a different program has opened it, returns the
   * one in `known`.
   */
  list(known?: readonly DefinitionDraft[]): Promise<readonly DefinitionDraft[]>;
  read(place: DraftPlace): Promise<DefinitionDraft | undefined>;
  /**
   * Returns the draft as it is on the disk after the change. Rejects with the system's error if the draft can't be written, or
   * with BUSY if a different window is writing it. In both cases, the file is unchanged.
   */
  change(place: DraftPlace, edit: DraftEdit): Promise<DefinitionDraft | undefined>;
  /** Calls `changed` when this window or a different one may have changed a draft. Returns a function that stops watching. */
  watch(changed: () => void): () => void;
}

/** The code of the error if a different window keeps the draft locked for longer than PATIENCE. */
export const DRAFT_BUSY = 'draftBusy';

const FILE_ENDING = '.draft.json';
/** How long to wait for a different window that writes the same draft, in milliseconds. */
const LOCK_TIMEOUT = 3_000;

/**
 * `folder` is created on demand. The store moves files that it can't read to a different folder, and then calls `tellMoved`
 * once with that folder.
 */
export function createDraftStore(folder: string, tellMoved?: (folder: string) => void): DraftStore {
  const fileOf = (id: string): string => path.join(folder, id + FILE_ENDING);
  const unreadable = path.join(folder, 'unreadable');
  let isTold = false;

  async function parse(id: string): Promise<DefinitionDraft | 'unreadable' | undefined> {
    const content = await readFile(fileOf(id), 'utf8').catch(unlessAbsent);
    if (content === undefined) return undefined;
    const draft = readDraftFile(content);
    return draft && draftId(draft.place) === id ? draft : 'unreadable';
  }

  /**
   * Reads a draft, or moves its file to a separate folder if it is unreadable. The caller must have locked the draft, because a
   * different window may just have replaced the file.
   */
  async function readLocked(id: string): Promise<DefinitionDraft | undefined> {
    const draft = await parse(id);
    if (draft !== 'unreadable') return draft;
    await moveAside(fileOf(id), path.join(unreadable, id + FILE_ENDING));
    if (!isTold) tellMoved?.(unreadable);
    isTold = true;
    return undefined;
  }

  async function readOne(id: string): Promise<DefinitionDraft | undefined> {
    const draft = await parse(id);
    return draft === 'unreadable' ? locked(id, () => readLocked(id)) : draft;
  }

  async function locked<T>(id: string, work: () => Promise<T>): Promise<T> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lock = await takeLock(`${fileOf(id)}.lock`, LOCK_TIMEOUT);
    if (!lock) throw Object.assign(new Error('another window is writing this draft'), { code: DRAFT_BUSY });
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }

  return {
    async list(known = []) {
      const names = await readdir(folder).catch(unlessAbsent);
      if (!names) return [];
      await removeLeftovers(folder);
      const ids = names.filter((name) => name.endsWith(FILE_ENDING)).map((name) => name.slice(0, -FILE_ENDING.length));
      const drafts = await Promise.all(
        ids.map((id) => readOne(id).catch(() => known.find(({ place }) => draftId(place) === id))),
      );
      return drafts.filter((draft) => draft !== undefined).toSorted((one, other) => (titleOf(one) < titleOf(other) ? -1 : 1));
    },
    read: (place) => readOne(draftId(place)),
    change: (place, edit) =>
      locked(draftId(place), async () => {
        const file = fileOf(draftId(place));
        const now = await readLocked(draftId(place));
        const next = edit(now);
        if (next === now) return now;
        if (!next) {
          await rm(file, { force: true });
          return undefined;
        }
        const savedAt = now?.text === next.text ? now.savedAt : Math.max(Date.now(), (now?.savedAt ?? 0) + 1);
        const draft = { ...next, savedAt };
        await writeAtomically(file, draftFile(draft));
        return draft;
      }),
    watch(changed) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name === null || name.endsWith(FILE_ENDING)) changed();
        });
        // If the watcher fails, a save still detects the changes of other windows.
        watcher.on('error', () => watcher.close());
        return () => watcher.close();
      } catch {
        return () => undefined;
      }
    },
  };
}

const titleOf = ({ place }: DefinitionDraft): string => [place.flagName, place.workspace.name, place.environment.name].join('\0');
