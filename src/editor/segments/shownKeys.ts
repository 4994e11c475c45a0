import type { SegmentTarget } from '../window/target.ts';

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
