/** The data that the commands of segments share in a window. */
import type { Uri } from 'vscode';
import type { Services } from '../window/services.ts';
import type { ShownLists } from './shownKeys.ts';

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
