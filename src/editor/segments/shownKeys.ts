/** The lists of keys that Show Keys shows, and which of them this window has made out of date. */
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

/** A segment whose keys were changed from this window. `environmentId` undefined = in all environments of its workspace. */
export interface ChangedKeys {
  readonly connectionId: string;
  readonly workspaceId: string;
  readonly environmentId?: string;
  readonly name: string;
}

/** Tells open lists of these keys that they may not be up to date any more. */
export function markChanged(
  { shown, lenses }: ShownLists,
  { connectionId, workspaceId, environmentId, name }: ChangedKeys,
): void {
  for (const list of shown) {
    const { workspace, environment, name: itsName } = list.target;
    const isHere = environment.id === (environmentId ?? environment.id) && workspace.id === workspaceId;
    if (isHere && itsName === name && list.connectionId === connectionId) list.isChanged = true;
  }
  lenses?.changed();
}
