/** The data that the commands of segments share in a window. */
import type { Uri } from 'vscode';
import type { Services } from '../window/services.ts';
import type { SegmentTarget } from '../window/target.ts';

export interface SegmentsContext extends Services {
  readonly changes: ChangesOfWindow;
}

/**
 * The changes of keys in this window. Functions get them as a parameter and not from a module, because each lazily loaded file
 * has its own copy of the modules that it imports.
 */
export interface ChangesOfWindow extends ShownLists {
  /** The folder that the editor provides for the extension's files. It contains the journal. */
  readonly storage: Uri;
  /**
   * The keys of changes, by the id of the change, oldest first. They are needed to continue a change whose keys are in no file,
   * and to undo a change.
   */
  readonly keys: Map<string, { readonly keys: readonly string[]; readonly isInFile: boolean }>;
  /** The ids of the changes that this window has offered to resume, so that each is offered only once. */
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
  /** How many keys were read, and how many the segment has, if the reading stopped early. Undefined if all keys were read. */
  partial?: { readonly read: number; readonly all: number };
  /** The address of the list's document. Undefined until the document is open. */
  address?: string | undefined;
}

/** The lists of keys that a window shows. */
export interface ShownLists {
  /** The lists that are open or being read. */
  readonly shown: Set<ShownKeys>;
  /** The lenses that show the state of the lists. Undefined until there is a list. */
  lenses?: { changed(): void; dispose(): void };
}
