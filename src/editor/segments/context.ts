/** What the commands of segments share in a window. */
import type { Uri } from 'vscode';
import type { Services } from '../window/services.ts';
import type { ShownLists } from './shownKeys.ts';

export interface SegmentsContext extends Services {
  readonly changes: ChangesOfWindow;
}

/** The key changes of this window. The files that are loaded at first use each have a copy of their imports, so it is passed on. */
export interface ChangesOfWindow extends ShownLists {
  /** The folder that the editor gives the extension, if it gives one on a disk. */
  readonly storage: Uri;
  /** By id, the oldest first: for those whose keys are in no file, and for undos. */
  readonly keys: Map<string, { readonly keys: readonly string[]; readonly isInFile: boolean }>;
  /** Those that were offered to be resumed in this window: once is enough. */
  readonly offered: Set<string>;
}
