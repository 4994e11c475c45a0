/** The drafts as this window knows them, kept up with what other windows save. */
import * as vscode from 'vscode';
import type { DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import type { DraftStore, RemoveOutcome, SaveOutcome } from '../../operations/definitionDrafts/draftStore.ts';

export interface DraftList extends vscode.Disposable {
  all(): readonly DefinitionDraft[];
  find(id: string): DefinitionDraft | undefined;
  /** These as the store does. */
  save(draft: DefinitionDraft, seen: string | undefined): Promise<SaveOutcome>;
  change(id: string, edit: (now: DefinitionDraft) => DefinitionDraft | undefined): Promise<void>;
  remove(seen: DefinitionDraft): Promise<RemoveOutcome>;
  /** Reads them again. */
  look(): Promise<void>;
  /** The ids of the drafts that are others now, in this window or another. */
  readonly onDidChange: vscode.Event<readonly string[]>;
}

/** `warn` is told where they can't be read: then those that are known stay, and a save overwrites none unseen. */
export async function createDraftList(store: DraftStore, warn: (text: string) => void): Promise<DraftList> {
  const changed = new vscode.EventEmitter<readonly string[]>();
  let drafts: readonly DefinitionDraft[] = [];
  const read = (): Promise<readonly DefinitionDraft[]> =>
    store.list(drafts).catch((error: unknown) => {
      warn(`drafts of definitions can't be read: ${String(error)}`);
      return drafts;
    });
  drafts = await read();
  let looking: Promise<void> | undefined;
  let isToLookAgain = false;

  async function lookOnce(): Promise<void> {
    const before = new Map(drafts.map((draft) => [draft.id, draft]));
    drafts = await read();
    const now = new Map(drafts.map((draft) => [draft.id, draft]));
    const isOther = (id: string): boolean =>
      before.get(id)?.text !== now.get(id)?.text ||
      before.get(id)?.message !== now.get(id)?.message ||
      JSON.stringify([before.get(id)?.base, before.get(id)?.submitted]) !==
        JSON.stringify([now.get(id)?.base, now.get(id)?.submitted]);
    const ids = [...new Set([...before.keys(), ...now.keys()])].filter(isOther);
    if (ids.length > 0) changed.fire(ids);
  }

  /** What happens while it looks is looked at afterwards: it ends in the moment in which nothing is left to look at. */
  async function lookOn(): Promise<void> {
    try {
      while (isToLookAgain) {
        isToLookAgain = false;
        await lookOnce();
      }
    } finally {
      looking = undefined;
    }
  }
  function look(): Promise<void> {
    isToLookAgain = true;
    looking ??= lookOn();
    return looking;
  }

  const endWatch = store.watch(() => void look().catch(() => undefined));
  // A folder that can't be watched is looked at when the person comes back to the window.
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) void look().catch(() => undefined);
  });

  return {
    all: () => drafts,
    find: (id) => drafts.find((draft) => draft.id === id),
    async save(draft, seen) {
      const outcome = await store.save(draft, seen);
      await look();
      return outcome;
    },
    async change(id, edit) {
      await store.change(id, edit);
      await look();
    },
    async remove(seen) {
      const outcome = await store.remove(seen);
      await look();
      return outcome;
    },
    look,
    onDidChange: changed.event,
    dispose() {
      endWatch();
      focus.dispose();
      changed.dispose();
    },
  };
}
