/** The data that the commands of segments share in a window. */
import type { Uri } from 'vscode';
import type { Services } from '../window/services.ts';
import type { SegmentTarget } from '../window/target.ts';

export interface SegmentsContext extends Services {
  readonly changes: ChangesOfWindow;
}

/**
 * The key changes of this window. They are passed as a parameter, because each lazily loaded file has its own copy of its imports.
 */
export interface ChangesOfWindow extends ShownLists {
  /** The folder that the editor provides for the extension, if it is on a disk. */
  readonly storage: Uri;
  /** By id, oldest first. They are needed for changes whose keys are in no file, and to undo changes. */
  readonly keys: Map<string, { readonly keys: readonly string[]; readonly isInFile: boolean }>;
  /** The changes that this window has offered to resume. One offer is enough. */
  readonly offered: Set<string>;
}

/** A list of keys that Show Keys shows. */
export interface ShownKeys {
  readonly target: SegmentTarget;
  readonly connectionId: string;
  /** Epoch milliseconds: when the reading started. */
  readonly readAt: number;
  /** True if this window has changed the segment since the reading started. */
  isChanged: boolean;
  /** The address of its document. Undefined until the document is open. */
  address?: string | undefined;
}

/** The lists of keys that a window shows. */
export interface ShownLists {
  /** The lists that are open or being read. */
  readonly shown: Set<ShownKeys>;
  /** Shows the state of the lists. Undefined until there is a list. */
  lenses?: { changed(): void; dispose(): void };
}
