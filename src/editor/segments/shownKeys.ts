/** The lists of keys that Show Keys shows. */
import type { SegmentTarget } from '../window/target.ts';

/** A list of keys that Show Keys shows. */
export interface ShownKeys {
  readonly target: SegmentTarget;
  readonly connectionId: string;
  /** Epoch milliseconds: when the reading began. */
  readonly readAt: number;
  /** This window has changed the segment since the reading began. */
  isChanged: boolean;
  /** Of its document; undefined until that is open. */
  address?: string | undefined;
}

/** What a window shows of keys. */
export interface ShownLists {
  /** Those that are open, or being read. */
  readonly shown: Set<ShownKeys>;
  /** Shows their state; undefined until there was a list. */
  lenses?: { changed(): void; dispose(): void };
}
