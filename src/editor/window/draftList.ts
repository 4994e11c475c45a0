/** The drafts as this window knows them, updated with what other windows save. */
import { hash } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import {
  draftId,
  type DefinitionDraft,
  type DraftPlace,
  type ListedDraft,
  type SubmittedRequest,
} from '../../operations/definitions/drafts/draft.ts';
import { createDraftStore, type DraftEdit, type DraftStore } from '../../operations/definitions/drafts/draftStore.ts';
import { createAskText, type AskText } from '../../operations/definitions/text/askText.ts';
import { openTable, type Store } from '../../operations/learned/store.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { definitionOfText } from './definitionOfText.ts';
import type { Events } from './events.ts';
import type { Log } from './log.ts';
import { tellRefusal } from './notifications.ts';

export interface DraftList extends vscode.Disposable {
  /** Parses the texts of drafts and documents in a worker thread, which all callers share. */
  readonly ask: AskText;
  all(): readonly ListedDraft[];
  find(place: DraftPlace): ListedDraft | undefined;
  /** Reads the draft from the disk, or returns the last known one if the disk can't be read. */
  read(place: DraftPlace): Promise<DefinitionDraft | undefined>;
  /** Changes a draft like `change` of the draft store, and then updates this list. */
  change(place: DraftPlace, edit: DraftEdit): Promise<DefinitionDraft | undefined>;
  /**
   * Applies `edit` if the draft still has this text. `text` undefined: applies `edit` if there is still no draft. Otherwise
   * changes nothing. Returns true if `edit` was applied, or if it would not change the draft.
   */
  replace(place: DraftPlace, text: string | undefined, edit: DraftEdit): Promise<boolean>;
  /** Records which open change request asks for the draft's content. */
  setSubmitted(place: DraftPlace, request: SubmittedRequest | undefined): void;
  refresh(): Promise<void>;
  /**
   * Returns the definition in a draft, or undefined if the draft no longer exists. Rejects with a sentence for the user if the
   * draft's text is not a definition.
   */
  definitionOf(id: string): Promise<FlagDefinition | undefined>;
}

/** A stored submission: the draft's ID, the hash of the text that was submitted, and the change request. */
type Submitted = readonly [id: string, textHash: string, request: SubmittedRequest];

interface DraftListParts {
  /**
   * Stores which texts were submitted, so that a submitted draft is shown as submitted right after a reload, before the service
   * is asked.
   */
  readonly memory: Store;
  /** Gets a warning if drafts can't be read. The known drafts remain, and a save does not overwrite an unread draft. */
  readonly log: Pick<Log, 'warn'>;
  readonly events: Pick<Events, 'fire'>;
}

/** `storage` is the folder that all windows share. */
export const openDraftList = (storage: string, parts: DraftListParts): Promise<DraftList> =>
  createDraftList(createDraftStore(path.join(storage, 'definitionDrafts'), tellUnreadableDrafts), parts);

const tellUnreadableDrafts = (folder: string): void =>
  tellRefusal(vscode.l10n.t('Drafts that this version of Flag Admin can’t open are now in {0}.', folder));

export async function createDraftList(store: DraftStore, { memory, log, events }: DraftListParts): Promise<DraftList> {
  const ask = createAskText();
  const changed = (ids: readonly string[]): void => events.fire({ kind: 'drafts', ids });
  const submissions = openTable<Submitted>(memory, 'drafts.submitted', { keyColumns: 1, maxRows: 200 });
  const hashOf = (text: string): string => hash('sha256', text).slice(0, 16);
  const submittedAs = (id: string, text: string): SubmittedRequest | undefined => submissions.rows(id, hashOf(text))[0]?.[2];
  let drafts: readonly ListedDraft[] = [];
  let reading = Promise.resolve();
  let next: Promise<void> | undefined;
  const find = (place: DraftPlace): ListedDraft | undefined => drafts.find(({ id }) => id === draftId(place));

  async function readAll(): Promise<void> {
    const stored = await store.list(drafts).catch((error: unknown) => {
      log.warn(`drafts of definitions can't be read: ${String(error)}`);
      return drafts;
    });
    const before = new Map(drafts.map((draft) => [draft.id, draft]));
    drafts = stored.map((draft) => {
      const id = draftId(draft.place);
      const known = before.get(id);
      if (known?.text === draft.text) return { ...draft, id, submitted: known.submitted, isReviewed: known.isReviewed };
      return { ...draft, id, submitted: submittedAs(id, draft.text), isReviewed: false };
    });
    const now = new Map(drafts.map((draft) => [draft.id, draft]));
    const isOther = (id: string): boolean => JSON.stringify(before.get(id)) !== JSON.stringify(now.get(id));
    const ids = [...new Set([...before.keys(), ...now.keys()])].filter(isOther);
    if (ids.length > 0) changed(ids);
  }

  /** Reads the drafts again. All calls that are made before the next reading starts share that reading. */
  function refresh(): Promise<void> {
    next ??= reading
      .catch(() => undefined)
      .then(async () => {
        next = undefined;
        await readAll();
      });
    reading = next;
    return reading;
  }
  async function change(place: DraftPlace, edit: DraftEdit): Promise<DefinitionDraft | undefined> {
    const draft = await store.change(place, edit);
    await refresh();
    return draft;
  }
  await refresh();

  const endWatch = store.watch(() => void refresh());
  // A folder that can't be watched is read when the user returns to the window.
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) void refresh();
  });

  return {
    ask,
    all: () => drafts,
    find,
    read: (place) => store.read(place).catch(() => find(place)),
    change,
    async replace(place, text, edit) {
      let isDone = false;
      await change(place, (now) => {
        const wanted = edit(now);
        const isSame = now?.text === text;
        isDone = isSame || wanted === now;
        return isSame ? wanted : now;
      });
      return isDone;
    },
    setSubmitted(place, submitted) {
      const draft = find(place);
      if (!draft) return;
      drafts = drafts.map((one) => (one === draft ? { ...one, submitted, isReviewed: true } : one));
      if (JSON.stringify(draft.submitted) === JSON.stringify(submitted)) return;
      const { id, text } = draft;
      const stored = submitted ? submissions.put([id, hashOf(text), submitted]) : submissions.remove([id]);
      stored.catch((error: unknown) => log.warn(`which draft is submitted can't be stored: ${String(error)}`));
      changed([id]);
    },
    refresh,
    async definitionOf(id) {
      const draft = drafts.find((one) => one.id === id);
      const definition = draft && (await definitionOfText(ask, draft.text, definitionTitle(draft.place)));
      if (typeof definition === 'string') throw new Error(definition);
      return definition;
    },
    dispose() {
      endWatch();
      focus.dispose();
    },
  };
}
