/** The drafts of definitions in this window. The first use reads them from the disk. */
import type * as vscode from 'vscode';
import type { Store } from '../../operations/learned/store.ts';
import type { DraftList } from './draftList.ts';
import type { Events } from './events.ts';
import type { Log } from './log.ts';

export interface Drafts extends vscode.Disposable {
  /** Returns the drafts. Undefined if they have not been read yet. */
  known(): DraftList | undefined;
  /** Reads the drafts at the first call. Rejects if they can't be read. */
  open(): Promise<DraftList>;
}

interface DraftsParts {
  readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri'>;
  /** Remembers which drafts were submitted. */
  readonly memory: Store;
  readonly log: Log;
  readonly events: Events;
}

export function createDefinitionDrafts(parts: DraftsParts): Drafts {
  let opening: Promise<DraftList> | undefined;
  let list: DraftList | undefined;
  const load = async (): Promise<DraftList> => {
    const { openDraftList } = await import('./draftList.ts');
    list = await openDraftList(parts.context.globalStorageUri.fsPath, parts);
    parts.events.fire({ kind: 'drafts', ids: list.all().map(({ id }) => id) });
    return list;
  };
  return {
    known: () => list,
    open: () =>
      (opening ??= load().catch((error: unknown) => {
        opening = undefined;
        throw error;
      })),
    dispose: () =>
      void opening?.then(
        (opened) => opened.dispose(),
        () => undefined,
      ),
  };
}
