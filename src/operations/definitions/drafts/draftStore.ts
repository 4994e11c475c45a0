/**
 * Drafts of definitions in a folder that all windows share, one file each: they outlive a reload, a crash, and a killed editor.
 * Each change reads what is there and writes while it holds the lock of that draft.
 */
import { mkdirSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { moveAside, removeLeftovers, unlessAbsent, writeAtomically } from '../../../storage/atomicFile.ts';
import { takeLock } from '../../../storage/lock.ts';
import { draftFile, draftId, readDraftFile, type DefinitionDraft, type DraftPlace } from './draft.ts';

/** All but when it was saved, which the store writes. */
export type DraftContent = Omit<DefinitionDraft, 'savedAt'>;
/** Undefined = there is no draft. What is given back unchanged is not written. */
export type DraftEdit = (now: DefinitionDraft | undefined) => DraftContent | undefined;

export interface DraftStore {
  /**
   * Sorted by the names of their places. What is damaged, or of another version of the extension, is put aside. A draft that can't
   * be read just now, as while another program has it open, is as in `known`.
   */
  list(known?: readonly DefinitionDraft[]): Promise<readonly DefinitionDraft[]>;
  read(place: DraftPlace): Promise<DefinitionDraft | undefined>;
  /**
   * Gives the draft as it is afterwards, on the disk. Rejects with the system's error where it can't be written, or with BUSY:
   * then what was there stays.
   */
  change(place: DraftPlace, edit: DraftEdit): Promise<DefinitionDraft | undefined>;
  /** Tells when this window or another may have changed a draft; gives what ends it. */
  watch(changed: () => void): () => void;
}

/** The code of the error where another window writes the draft for so long that nobody waits for it. */
export const BUSY = 'draftBusy';

const END = '.draft.json';
/** Milliseconds to wait for another window that writes the same draft. */
const PATIENCE = 3_000;

/** `folder` is made when it is needed. `tellMoved` is told once where drafts are now that can't be opened. */
export function createDraftStore(folder: string, tellMoved?: (folder: string) => void): DraftStore {
  const fileOf = (id: string): string => path.join(folder, id + END);
  const unreadable = path.join(folder, 'unreadable');
  let isTold = false;

  async function parse(id: string): Promise<DefinitionDraft | 'unreadable' | undefined> {
    const content = await readFile(fileOf(id), 'utf8').catch(unlessAbsent);
    if (content === undefined) return undefined;
    const draft = readDraftFile(content);
    return draft && draftId(draft.place) === id ? draft : 'unreadable';
  }

  /** Only the holder of the lock puts files aside: another window may just have written a whole one. */
  async function readLocked(id: string): Promise<DefinitionDraft | undefined> {
    const draft = await parse(id);
    if (draft !== 'unreadable') return draft;
    await moveAside(fileOf(id), path.join(unreadable, id + END));
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
    const lock = await takeLock(`${fileOf(id)}.lock`, PATIENCE);
    if (!lock) throw Object.assign(new Error('another window is writing this draft'), { code: BUSY });
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
      const ids = names.filter((name) => name.endsWith(END)).map((name) => name.slice(0, -END.length));
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
          if (name === null || name.endsWith(END)) changed();
        });
        // Without it, a save still notices what another window has saved.
        watcher.on('error', () => watcher.close());
        return () => watcher.close();
      } catch {
        return () => undefined;
      }
    },
  };
}

const titleOf = ({ place }: DefinitionDraft): string => [place.flagName, place.workspace.name, place.environment.name].join('\0');
