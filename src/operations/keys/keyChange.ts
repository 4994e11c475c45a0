/**
 * One change of the keys of a segment, as the journal stores it: enough to resume it after the editor was closed or killed, to
 * show what was done, and to undo it. It contains no keys and no secrets. Keys are read again from their source, and a hash
 * shows whether they are the same.
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
  /** For a sandbox: distinguishes it from other sandboxes with the same id and origin. */
  readonly instance?: string;
}

/** The segment that the change affects. Like the editor's SegmentTarget, but as plain data for the journal. */
export interface ChangeTarget {
  readonly workspace: { readonly id: string; readonly name: string; readonly requiresTitleAndComments: boolean };
  readonly environment: { readonly id: string; readonly name: string; readonly isProduction: boolean };
  readonly name: string;
  readonly trafficType: string;
}

export interface ChangeSource {
  /** For display, for example "accounts.csv" or "the selection in accounts.csv". */
  readonly description: string;
  readonly form: KeySource;
  /**
   * The file that contains the keys. Absent: they are not in a file, so the change can't be resumed after its window is closed.
   */
  readonly uri?: string;
  /** For an undo: the id of the change that it reverts. */
  readonly undoes?: string;
}

/**
 * `sending`: the part is in flight, or was in flight when the change ended. It is unknown whether the service has acted on the
 * part; sending it again does no harm. `open` and `published` are states of a change request. A part whose request was declined
 * is `waiting` again.
 */
export type PartState = 'waiting' | 'sending' | 'sent' | 'open' | 'published';

/** A part of a change: the 1 to 10,000 keys that one call or one change request contains. */
export interface KeyPart {
  readonly operation: KeyOperation;
  /** The index of the part's first key among the keys of the change. */
  readonly start: number;
  readonly count: number;
  readonly state: PartState;
  readonly requestId?: string;
  /** The API key that sent or submitted the part. Absent: not sent yet. */
  readonly keyName?: string;
  /**
   * True if no request was open on the segment immediately before this part's change request was sent. If so, an equal request
   * that is open later is the request of this part.
   */
  readonly wasFree?: boolean;
  /**
   * The hash sum of the keys that the part changes: those that were absent before it adds them, or present before it removes
   * them. Absent: not sent yet, or it is unknown which keys were there.
   */
  readonly sum?: KeySum;
  /** The number that the change request of the part got when it was submitted (`KeyChange.order`). Absent: never submitted. */
  readonly order?: number;
}

/**
 * Whether it is proven which keys the segment contained before the change. This proof is required to undo an upload or a
 * removal, and for a segment to count as equal to a list.
 * - `proven`: after the last part was sent, the segment had exactly the expected keys.
 * - `notRead`: not all keys were read before the first part, for example because there are too many.
 * - `changedElsewhere`: somebody else has changed the segment.
 * - `notChecked`: not all keys were read again, between the parts or after the last one.
 */
export type UndoProof = 'proven' | 'notRead' | 'changedElsewhere' | 'notChecked';

export type ChangeKind = 'upload' | 'removal' | 'equal' | 'undo';

/** `waiting`: a part waits for the approval of its change request, or the next part can be submitted. */
export type ChangeState = 'running' | 'waiting' | 'stopped' | 'cancelled' | 'done';

/** The keys of the change are those of its parts, one after the other, in the order in which they are sent. */
export interface KeyChange {
  /** The ids of all changes on one segment have the same prefix. */
  readonly id: string;
  readonly kind: ChangeKind;
  readonly connection: ChangeConnection;
  readonly target: ChangeTarget;
  readonly source: ChangeSource;
  readonly keysHash: string;
  readonly keyCount: number;
  /** The title of a removal or a request, and of an upload if the service accepts one. '' = none. */
  readonly title: string;
  readonly comment: string;
  /**
   * The contents of the segment before the first part. `contained`: one bit for each key of the change, set if the key was
   * there (keyBits). Absent: not known, or somebody else has changed the segment since, so the change can't be undone. `sum`:
   * the hash sum of all keys in the segment.
   */
  readonly before?: { readonly count: number; readonly contained?: string; readonly sum?: KeySum };
  /** Absent: no check was made since the last part was sent, or the change is an undo. */
  readonly proof?: UndoProof;
  readonly way: 'direct' | 'request';
  readonly parts: readonly KeyPart[];
  readonly state: ChangeState;
  /**
   * The journal lists the change with the highest number first (`orderOf`). A direct change gets a new number whenever its parts
   * are sent. A change that needs approvals gets its number when its first change request is submitted, and each of its parts
   * has its own number. Times are not used, because the clock may have been set back. Absent: not started.
   */
  readonly order?: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The user has discarded the rest. The finished parts remain on record and can be undone. */
  readonly isDiscarded?: true;
  /** The number of keys in the segment after the change, as the service reports it. */
  readonly countAfter?: number;
}

/** False for an undo and for a change that makes a segment equal to a list. */
export const isUndoable = ({ kind }: Pick<KeyChange, 'kind'>): boolean => kind === 'upload' || kind === 'removal';

const hasPart = ({ parts }: Pick<KeyChange, 'parts'>, ...states: readonly PartState[]): boolean =>
  parts.some(({ state }) => states.includes(state));

/** True if a part is still to be sent, submitted or decided. */
export const isUnfinished = (change: Pick<KeyChange, 'parts' | 'isDiscarded'>): boolean =>
  isResumable(change) || hasOpenPart(change);

/**
 * True if a part can still be sent or submitted. A part with an open request does not count, because only an approver can
 * continue it.
 */
export const isResumable = (change: Pick<KeyChange, 'parts' | 'isDiscarded'>): boolean =>
  !change.isDiscarded && hasPart(change, 'waiting', 'sending');

export const hasOpenPart = (change: Pick<KeyChange, 'parts'>): boolean => hasPart(change, 'open');

/** True if no part was ever sent. */
export const areAllPartsWaiting = ({ parts }: Pick<KeyChange, 'parts'>): boolean =>
  parts.every(({ state }) => state === 'waiting');

const STARTED_STATES: readonly PartState[] = ['sent', 'sending', 'published'];

/** True if a part may have taken effect. */
export const hasStarted = (change: Pick<KeyChange, 'parts'>): boolean => hasPart(change, ...STARTED_STATES);

/**
 * Returns the number by which the journal sorts changes: the highest `order` of the change itself and of those of its parts that
 * may have taken effect.
 */
export const orderOf = ({ order = 0, parts }: Pick<KeyChange, 'order' | 'parts'>): number =>
  Math.max(order, ...parts.map((part) => (STARTED_STATES.includes(part.state) ? (part.order ?? 0) : 0)));

/** True if all parts are sent or published. */
export const areAllPartsDone = ({ parts }: Pick<KeyChange, 'parts'>): boolean => parts.every(isPartDone);

export const isPartDone = ({ state }: KeyPart): boolean => state === 'sent' || state === 'published';

const sum = (parts: readonly KeyPart[]): number => parts.reduce((all, { count }) => all + count, 0);

/** Counts the keys of the parts that are sent or published. */
export const countDoneKeys = ({ parts }: Pick<KeyChange, 'parts'>, operation?: KeyOperation): number =>
  sum(parts.filter((part) => isPartDone(part) && (operation ?? part.operation) === part.operation));

/** Counts the keys of parts that were in flight when the change ended. The service may or may not have received them. */
export const countUnconfirmedKeys = ({ parts }: Pick<KeyChange, 'parts'>): number =>
  sum(parts.filter(({ state }) => state === 'sending'));

/** Counts the keys of parts whose change request was open when it was last read. It may be decided now. */
export const countKeysInOpenRequests = ({ parts }: Pick<KeyChange, 'parts'>): number =>
  sum(parts.filter(({ state }) => state === 'open'));

export function withPart(change: KeyChange, index: number, part: Partial<KeyPart>): KeyChange {
  return { ...change, parts: change.parts.map((one, at) => (at === index ? { ...one, ...part } : one)) };
}

/** Returns the keys of one part. `keys` are the keys of the change. */
export const keysOfPart = ({ start, count }: KeyPart, keys: readonly string[]): readonly string[] =>
  keys.slice(start, start + count);

const PROGRESS: Readonly<Record<PartState, number>> = { waiting: 0, sending: 1, open: 2, sent: 3, published: 3 };

/**
 * True if the journal is ahead of this copy: a different window has sent or submitted a part since, or discarded the change.
 */
export function isOutdatedCopy(mine: KeyChange, saved: KeyChange | undefined): boolean {
  if (saved?.isDiscarded) return true;
  return (saved?.parts ?? []).some(({ state, requestId }, index) => {
    const part = mine.parts[index];
    // If both copies have the same request for this part, this copy may have the newer state.
    const isKnown = state !== 'sending' && requestId !== undefined && part?.requestId === requestId;
    if (!part || isKnown) return part === undefined;
    return PROGRESS[state] > PROGRESS[part.state];
  });
}
