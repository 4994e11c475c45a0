/**
 * One change of the keys of a segment, as the journal has it: enough to resume it after the editor was closed or killed, to
 * say what was done, and to undo it. It holds no keys and no secrets: keys are read from their source again, and a hash tells
 * whether they are the same.
 */
import type { KeyOperation } from '../../domain/keys/keyPlan.ts';
import type { KeySource } from '../../domain/keys/keySource.ts';
import type { KeySum } from './keySum.ts';

export interface ChangeConnection {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  /** The name of the API key. */
  readonly keyName: string;
  /** Of a sandbox: which one of those that have this id and origin. */
  readonly instance?: string;
}

/** As the editor's SegmentTarget, plain data. */
export interface ChangeTarget {
  readonly workspace: { readonly id: string; readonly name: string; readonly requiresTitleAndComments: boolean };
  readonly environment: { readonly id: string; readonly name: string; readonly isProduction: boolean };
  readonly name: string;
  readonly trafficType: string;
}

export interface ChangeSource {
  /** "accounts.csv", "the selection in accounts.csv". */
  readonly description: string;
  readonly form: KeySource;
  /** Absent: the keys are in no file, so the change can't be resumed once its window is closed. */
  readonly uri?: string;
  /** Of an undo: the id of the change that it undoes. */
  readonly undoes?: string;
}

/**
 * `sending`: it is on its way, or was when the change ended: whether the service has acted on it is not known, and sending it
 * again changes nothing more. `open` and `published` are of a change request; one that was declined waits again.
 */
export type PartState = 'waiting' | 'sending' | 'sent' | 'open' | 'published';

/** One call, or one change request: 1 to 10,000 keys. */
export interface KeyPart {
  readonly operation: KeyOperation;
  /** The first of its keys among those of the change, from 0. */
  readonly start: number;
  readonly count: number;
  readonly state: PartState;
  readonly requestId?: string;
  /** The API key with which it was sent or submitted. Absent: not sent yet. */
  readonly keyName?: string;
  /** Right before its change request was sent, nothing was open on the segment: an equal one that is open later is this one. */
  readonly wasFree?: boolean;
  /** Of those of its keys that it changes: absent from the segment before it is added, or there before it is removed. */
  readonly sum?: KeySum;
}

/**
 * Whether it is proven which keys were there before: only then an upload or a removal may be undone, and only then a segment is
 * equal to the list that it was made equal to.
 * - `proven`: after what was sent last, the segment had exactly the keys that it must have if nobody else changed it.
 * - `notRead`: the keys were not all read before the first part, for instance because there are too many.
 * - `moved`: somebody else has changed the segment.
 * - `notChecked`: the keys were not all read again, between the parts or after the last one.
 */
export type UndoProof = 'proven' | 'notRead' | 'moved' | 'notChecked';

export type ChangeKind = 'upload' | 'removal' | 'equal' | 'undo';

/** `waiting`: a part of it is a change request that waits for an approval, or the next one is to be submitted. */
export type ChangeState = 'running' | 'waiting' | 'stopped' | 'cancelled' | 'done';

/** Its keys are those of its parts, one after the other, in the order in which they are sent. */
export interface KeyChange {
  /** Changes on one segment begin alike. */
  readonly id: string;
  readonly kind: ChangeKind;
  readonly connection: ChangeConnection;
  readonly target: ChangeTarget;
  readonly source: ChangeSource;
  readonly keysHash: string;
  readonly keyCount: number;
  /** Of a removal, a request, and an upload where the service has a place for it; '' = none. */
  readonly title: string;
  readonly comment: string;
  /**
   * What the segment contained before the first batch. `contained`: for each key of the change whether it was there (keyBits).
   * Absent: it is not known, or others have changed the segment since, so the change can't be undone. `sum`: of all keys that
   * the segment contained.
   */
  readonly before?: { readonly count: number; readonly contained?: string; readonly sum?: KeySum };
  /** Absent: not checked since something was sent, or the change is an undo. */
  readonly proof?: UndoProof;
  readonly way: 'direct' | 'request';
  readonly parts: readonly KeyPart[];
  readonly state: ChangeState;
  /**
   * The place among the changes of the journal, by when a direct one was last sent or a requested one first submitted: the clock
   * may have been set back in between. Absent: it was not begun.
   */
  readonly order?: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The user gave up the rest of it. What was done of it stays on record, and can be undone. */
  readonly isDiscarded?: true;
  /** Keys in the segment after the change, by the service's own count. */
  readonly countAfter?: number;
}

/** An undo isn't undone, nor is a segment that was made equal to a list. */
export const isUndoable = ({ kind }: Pick<KeyChange, 'kind'>): boolean => kind === 'upload' || kind === 'removal';

const hasPart = ({ parts }: Pick<KeyChange, 'parts'>, ...states: readonly PartState[]): boolean =>
  parts.some(({ state }) => states.includes(state));

/** Something is left to send or to decide. */
export const isUnfinished = (change: Pick<KeyChange, 'parts' | 'isDiscarded'>): boolean => isLeft(change) || hasOpenPart(change);

/** Something is left that the user can send or submit: an open request only waits for its approver. */
export const isLeft = (change: Pick<KeyChange, 'parts' | 'isDiscarded'>): boolean =>
  !change.isDiscarded && hasPart(change, 'waiting', 'sending');

export const hasOpenPart = (change: Pick<KeyChange, 'parts'>): boolean => hasPart(change, 'open');

/** Nothing of it was ever sent. */
export const isUntouched = ({ parts }: Pick<KeyChange, 'parts'>): boolean => parts.every(({ state }) => state === 'waiting');

/** Something of it may have been done. */
export const hasStarted = (change: Pick<KeyChange, 'parts'>): boolean => hasPart(change, 'sent', 'sending', 'published');

/** All of it is sent or published. */
export const isWhole = ({ parts }: Pick<KeyChange, 'parts'>): boolean => parts.every(isDone);

export const isDone = ({ state }: KeyPart): boolean => state === 'sent' || state === 'published';

const sum = (parts: readonly KeyPart[]): number => parts.reduce((all, { count }) => all + count, 0);

/** Keys of parts that the service has confirmed, or published. */
export const keysDone = ({ parts }: Pick<KeyChange, 'parts'>, operation?: KeyOperation): number =>
  sum(parts.filter((part) => isDone(part) && (operation ?? part.operation) === part.operation));

/** Keys of a part that was on its way when the change ended: the service may have them or not. */
export const keysUnconfirmed = ({ parts }: Pick<KeyChange, 'parts'>): number =>
  sum(parts.filter(({ state }) => state === 'sending'));

export function withPart(change: KeyChange, index: number, part: Partial<KeyPart>): KeyChange {
  return { ...change, parts: change.parts.map((one, at) => (at === index ? { ...one, ...part } : one)) };
}

/** The keys of one part. `keys` are those of the change. */
export const keysOf = ({ start, count }: KeyPart, keys: readonly string[]): readonly string[] => keys.slice(start, start + count);

const PROGRESS: Readonly<Record<PartState, number>> = { waiting: 0, sending: 1, open: 2, sent: 3, published: 3 };

/** True if the journal knows more than this copy: a part that another window has sent or submitted since. */
export function isBehind(mine: KeyChange, saved: KeyChange | undefined): boolean {
  if (saved?.isDiscarded) return true;
  return (saved?.parts ?? []).some(({ state, requestId }, index) => {
    const part = mine.parts[index];
    // What became of a request that both know, this copy may know better.
    const isKnown = state !== 'sending' && requestId !== undefined && part?.requestId === requestId;
    if (!part || isKnown) return part === undefined;
    return PROGRESS[state] > PROGRESS[part.state];
  });
}
