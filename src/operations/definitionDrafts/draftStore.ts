/**
 * Keeps drafts of definitions in a folder that all windows share, one file each: they outlast a reload, a crash and the
 * editor's being killed. No window overwrites what another has saved since it read the draft.
 */
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isSameDefinition } from '../../domain/definitions/sameDefinition.ts';
import { codeOf, exists, moveAside, removeLeftovers, writeAtomically } from '../../storage/atomicFile.ts';
import { takeLock } from '../../storage/lock.ts';
import { draftText, jsonDraftId, readDraftText, withoutRequest, type DefinitionDraft } from './draft.ts';

export type SaveOutcome = { readonly ok: true; readonly draft: DefinitionDraft } | SavedElsewhere;
export type RemoveOutcome = { readonly ok: true } | SavedElsewhere;

/** Another text was saved meanwhile, as a rule by another window; nothing was written or removed. */
export interface SavedElsewhere {
  readonly ok: false;
  readonly refusal: { readonly code: 'savedElsewhere'; readonly now: DefinitionDraft };
}

export interface DraftStore {
  /**
   * Sorted by the names of their places. Files that are no drafts are put aside, and so are those that another version of the extension has
   * written; what was left half written is removed. One
   * that can't be read just now, as while something else looks at it, is as in `known`.
   */
  list(known?: readonly DefinitionDraft[]): Promise<readonly DefinitionDraft[]>;
  read(id: string): Promise<DefinitionDraft | undefined>;
  /**
   * `seen` is the text that this one was written over, undefined where there was none. Of a draft that is there, all but its
   * text and what that was made from stays; where that is another, not what was submitted. Resolves when it is on the disk; rejects with the system's error where it can't
   * be, or with BUSY, and what was there stays.
   */
  save(draft: DefinitionDraft, seen: string | undefined): Promise<SaveOutcome>;
  /** Changes what is not its text, as it is now; `edit` may leave it. Nothing happens where it is gone. Rejects as `save`. */
  change(id: string, edit: (now: DefinitionDraft) => DefinitionDraft | undefined): Promise<void>;
  /** Only if it still says what the draft that was seen says. One that is gone is removed already. */
  remove(seen: Pick<DefinitionDraft, 'id' | 'text'>): Promise<RemoveOutcome>;
  /** Tells when some draft may have changed, by this window or another; gives what ends it. */
  watch(changed: () => void): () => void;
}

/** The code of the error where another window writes a draft for so long that nobody waits for it. */
export const BUSY = 'draftBusy';

/** Later versions of the extension that write otherwise have another end, and are left alone. */
const END = '.draft.json';
const ID = /^[0-9a-f]{32}$/;
/** Milliseconds to wait for a draft that another window is just writing. */
const PATIENCE = 3_000;

/** `folder` is made when it is needed. `toldMoved`: how many drafts of another version were moved, and the folder they are in. */
export function createDraftStore(folder: string, toldMoved?: (count: number, folder: string) => void): DraftStore {
  const otherVersions = path.join(folder, 'otherVersions');
  const fileOf = (id: string): string => {
    if (!ID.test(id)) throw new TypeError('this is no id of a draft');
    return path.join(folder, id + END);
  };

  const said = async (id: string): Promise<DefinitionDraft | 'damaged' | 'otherVersion' | undefined> => {
    try {
      const draft = readDraftText(await readFile(fileOf(id), 'utf8'));
      return typeof draft === 'string' || draft.id === id || jsonDraftId(draft.place) === id ? draft : 'damaged';
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  };

  /** Drafts of another version that nobody was told of yet. */
  let moved = 0;

  /** For whose turn it is. */
  async function readInTurn(id: string): Promise<DefinitionDraft | undefined> {
    const draft = await said(id);
    if (typeof draft === 'object') return draft.id === id ? draft : rename(id, draft);
    if (draft === 'damaged') await moveAside(fileOf(id), `${fileOf(id)}.damaged`);
    if (draft === 'otherVersion') {
      await moveAside(fileOf(id), path.join(otherVersions, id + END));
      moved += 1;
    }
    return undefined;
  }

  /** A definition has one draft: one in JSON that 0.2.0 wrote beside another is put with those of other versions. */
  async function rename(id: string, draft: DefinitionDraft): Promise<DefinitionDraft | undefined> {
    return inTurn(fileOf(draft.id), async () => {
      if (await exists(fileOf(draft.id))) {
        await moveAside(fileOf(id), path.join(otherVersions, id + END));
        moved += 1;
        return undefined;
      }
      await writeAtomically(fileOf(draft.id), draftText(draft));
      await rm(fileOf(id), { force: true });
      return draft;
    });
  }

  async function read(id: string): Promise<DefinitionDraft | undefined> {
    if (!ID.test(id)) return undefined;
    const draft = await said(id);
    // Another window may have written a whole one by now.
    return typeof draft === 'string' || (draft && draft.id !== id) ? inTurn(fileOf(id), () => readInTurn(id)) : draft;
  }

  /** The time between reading what is there and writing belongs to one window. */
  async function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
    const lock = await takeLock(`${file}.lock`, PATIENCE);
    if (!lock) throw Object.assign(new Error('another window is writing this draft'), { code: BUSY });
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }

  return {
    async list(known) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      if (names.length > 0) await removeLeftovers(folder);
      const ids = names.filter((name) => name.endsWith(END)).map((name) => name.slice(0, -END.length));
      // One that can't be read hides none of the others.
      const drafts = await Promise.all(ids.map((id) => read(id).catch(() => known?.find((draft) => draft.id === id))));
      if (moved > 0) toldMoved?.(moved, otherVersions);
      moved = 0;
      return drafts.filter((draft) => draft !== undefined).toSorted((one, other) => (titleOf(one) < titleOf(other) ? -1 : 1));
    },
    read,
    async save(draft, seen) {
      const file = fileOf(draft.id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return inTurn(file, async () => {
        const now = await readInTurn(draft.id);
        if (now && now.text !== seen && now.text !== draft.text) return { ok: false, refusal: { code: 'savedElsewhere', now } };
        const { place, text, base } = draft;
        const stamp = now?.text === text ? now.stamp : Math.max(draft.stamp, (now?.stamp ?? 0) + 1);
        // That what was submitted is live says nothing of a text that was made from another definition.
        const kept = now && !isSameDefinition(now.base, base) ? unsent(now) : (now ?? draft);
        // Another text is not the one that was submitted.
        const saved = { ...(now?.text === text ? kept : withoutRequest(kept)), place, text, base, stamp };
        await writeAtomically(file, draftText(saved));
        return { ok: true, draft: saved };
      });
    },
    async change(id, edit) {
      const file = fileOf(id);
      if (!(await exists(file))) return;
      await inTurn(file, async () => {
        const now = await readInTurn(id);
        const next = now && edit(now);
        if (next) await writeAtomically(file, draftText(next));
      });
    },
    async remove({ id, text }) {
      const file = fileOf(id);
      if (!(await exists(file))) return { ok: true };
      return inTurn(file, async () => {
        const now = await readInTurn(id);
        if (now && now.text !== text) return { ok: false, refusal: { code: 'savedElsewhere', now } };
        await rm(file, { force: true });
        return { ok: true };
      });
    },
    watch(changed) {
      let isOver = false;
      let end = (): void => undefined;
      void mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => {
          if (isOver) return;
          const watcher = watch(folder, { persistent: false }, (_, name) => {
            if (name === null || name.endsWith(END)) changed();
          });
          // Without it, a save still notices what another window has saved.
          watcher.on('error', () => watcher.close());
          end = () => watcher.close();
        })
        .catch(() => undefined);
      return () => {
        isOver = true;
        end();
      };
    },
  };
}

const titleOf = ({ place }: DefinitionDraft): string => [place.flagName, place.workspace.name, place.environment.name].join('\0');

function unsent(draft: DefinitionDraft): DefinitionDraft {
  const { sent: _, sentMessage: __, ...rest } = withoutRequest(draft);
  return rest;
}
