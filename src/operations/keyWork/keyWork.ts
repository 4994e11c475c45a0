/**
 * One piece of work on the keys of a segment, as the journal keeps it: enough to go on with it after the editor was closed
 * or killed, to say what was done, and to change it back. It holds no keys and no secrets: keys come again from the source,
 * and hashes tell whether they are still the same.
 */
import type { KeyOperation } from '../../domain/keys/keyPlan.ts';
import type { KeySource } from '../../domain/keys/keySource.ts';

/** Whose service, and which API key. */
export interface WorkConnection {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  readonly keyName: string;
  /** Of a sandbox: which one of those that have this id and origin. */
  readonly instance?: string;
}

/** As the editor's SegmentTarget, plain data. */
export interface WorkTarget {
  readonly workspace: { readonly id: string; readonly name: string; readonly requiresTitleAndComments: boolean };
  readonly environment: { readonly id: string; readonly name: string; readonly isProduction: boolean };
  readonly name: string;
  readonly trafficType: string;
}

export interface WorkSource {
  /** "accounts.csv", "the selection in accounts.csv". */
  readonly description: string;
  readonly form: KeySource;
  /** Absent: the keys can't be had again, so the work can't be resumed after a restart. */
  readonly uri?: string;
  /** Of a list: what in it is no key of its own, and was not sent. */
  readonly leftOut?: LeftOut;
  /** Of an undo: the id of the work that it changes back. */
  readonly undoes?: string;
  /** Of an undo: which keys of that work it changes back (a bitmap). Its parts have them in the order of the work. */
  readonly undoing?: string;
  /** Of a work that makes a segment equal to a list that is in a file. */
  readonly listed?: ListedKeys;
  /** Of a work that makes a segment equal to a list: the keys that were in both. */
  readonly unchanged?: UnchangedKeys;
}

/** `keysHash` is that of the sorted keys. */
export interface UnchangedKeys {
  readonly count: number;
  readonly keysHash: string;
}

/** Lines, rows or items. */
export interface LeftOut {
  readonly repeated: number;
  readonly blank: number;
  readonly unusable: number;
}

/** What is kept of a list, of which only some keys are those of the work. `held`: which of its keys the segment held (a bitmap in base64). */
export interface ListedKeys {
  readonly keysHash: string;
  readonly marks: string;
  readonly count: number;
  readonly held: string;
  /** The address of a file that the user had made, with what is removed. */
  readonly removedIn?: string;
}

/**
 * `sending`: it is on its way, or was when the work ended: whether the service has acted on it is not known, and sending it
 * again changes nothing more. `open`, `published` and `declined` are of a change request.
 */
export type PartState = 'waiting' | 'sending' | 'sent' | 'open' | 'published' | 'declined';

/** One call, or one change request: 1 to 10,000 keys. */
export interface KeyPart {
  readonly operation: KeyOperation;
  /** The first of its keys among those of the work, from 0. */
  readonly start: number;
  readonly count: number;
  readonly state: PartState;
  readonly requestId?: string;
  /** The API key with which it was sent or submitted. Absent: not sent yet. */
  readonly keyName?: string;
  /** Right before its change request was sent, nothing was open on the segment: an equal one that is open later is this one. */
  readonly wasFree?: boolean;
  /** Proved by the service's counts: before it was sent, the segment held all of its keys, or none of them. */
  readonly held?: 'all' | 'none';
  /** It went later than `held` of the work was read: which of its own keys the segment held then (a bitmap), '' = not known. */
  readonly heldLater?: string;
  /** Of those that were on their way and are held now, but were not then: whose they are is not known (a bitmap). */
  readonly unsure?: string;
  /** Of its keys alone, where they may have to be found again without those of the other parts. */
  readonly hash?: string;
}

export type WorkKind = 'upload' | 'removal' | 'equal' | 'undo';

/** `waiting`: a part of it is a change request that waits for an approval, or the next one is to be submitted. */
export type WorkState = 'running' | 'waiting' | 'stopped' | 'cancelled' | 'done';

/** Its keys are those of its parts, one after the other, in the order in which they are sent. */
export interface KeyWork {
  /** Of this form. Raised when a work of an earlier version of the extension may not be gone on with. */
  readonly version: 2;
  /** Works on one segment begin alike. */
  readonly id: string;
  readonly kind: WorkKind;
  readonly connection: WorkConnection;
  readonly target: WorkTarget;
  readonly source: WorkSource;
  readonly keysHash: string;
  readonly keyCount: number;
  /** Short hashes of each hundred keys: they tell where a changed list begins to differ. */
  readonly marks: string;
  /** Of a removal, a request, and an upload where the service has a place for it; '' = none. */
  readonly title: string;
  readonly comment: string;
  /** The service has no place for the comment of an upload. */
  readonly isCommentLost?: boolean;
  /** What the segment held before the work. `which`: for each key of the work whether it was held (a bitmap in base64). `at`: when it was read. */
  readonly held?: { readonly count: number; readonly which?: string; readonly at?: number };
  readonly way: 'direct' | 'request';
  readonly parts: readonly KeyPart[];
  readonly state: WorkState;
  /** Of a work that stopped: a code, never words of the service. */
  readonly reason?: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Keys in the segment after the work, by the service's own count. */
  readonly countAfter?: number;
  /** An undo has changed some of it back, or all: what is left of it is not sent any more. Outlasts the record of the undo. */
  readonly undo?: 'begun' | 'done';
  /** Which of its keys an undo has changed back, or has found to be none of its: the next one leaves them (a bitmap). */
  readonly undone?: string;
  /** Which were on their way, or in an open request, in an undo that is discarded: whether they are changed back is not known (a bitmap). */
  readonly undoing?: string;
}

/** What was refused with the documented 403 goes on as change requests. */
export const goesByRequest = ({ way, reason }: Pick<KeyWork, 'way' | 'reason'>): boolean =>
  way === 'request' || reason === 'approvalsRequired';

/** Keys of parts that the service has confirmed, or published. */
export const keysDone = ({ parts }: Pick<KeyWork, 'parts'>): number => countOf(parts, ['sent', 'published']);

/** Keys of a part that was on its way when the work ended: the service may have them or not. */
export const keysUnconfirmed = ({ parts }: Pick<KeyWork, 'parts'>): number => countOf(parts, ['sending']);

/** Whether something is left to send: a work that ended in any way but `done` can be gone on with. */
export const isUnfinished = ({ parts }: Pick<KeyWork, 'parts'>): boolean =>
  parts.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'open');

/** Nothing of it was ever sent, so that what the segment holds now is what it held before. */
export const isUntouched = ({ parts }: Pick<KeyWork, 'parts'>): boolean => parts.every(({ state }) => state === 'waiting');

/** Something of it may have been done: sent, or on its way when the work ended. */
export const hasBegun = ({ parts }: Pick<KeyWork, 'parts'>): boolean =>
  parts.some(({ state }) => state === 'sent' || state === 'sending' || state === 'published');

/** All of it is sent or published, and nothing was declined. */
export const isWhole = ({ parts }: Pick<KeyWork, 'parts'>): boolean =>
  parts.every(({ state }) => state === 'sent' || state === 'published');

function countOf(parts: readonly KeyPart[], states: readonly PartState[]): number {
  return parts.reduce((sum, { count, state }) => (states.includes(state) ? sum + count : sum), 0);
}

/** The same work with one part changed. */
export function withPart(work: KeyWork, index: number, change: Partial<KeyPart>): KeyWork {
  return { ...work, parts: work.parts.map((part, at) => (at === index ? { ...part, ...change } : part)) };
}

/** The keys of one part. `keys` are those of the work. */
export const keysOf = ({ start, count }: KeyPart, keys: readonly string[]): readonly string[] => keys.slice(start, start + count);

const PROGRESS: Readonly<Record<KeyPart['state'], number>> = {
  waiting: 0,
  sending: 0,
  open: 1,
  declined: 2,
  sent: 2,
  published: 2,
};

/**
 * True if the journal knows more of a work than this copy of it: a part that was sent, submitted or published since, or an undo. A copy
 * that knows the same request knows as much: what became of that, it may know better.
 */
export function isBehind(
  { parts, undo }: Pick<KeyWork, 'parts' | 'undo'>,
  kept: Pick<KeyWork, 'parts' | 'undo'> | undefined,
): boolean {
  return (
    kept !== undefined &&
    ((undo === undefined && kept.undo !== undefined) ||
      kept.parts.some(({ state, requestId }, index) => {
        const mine = parts[index];
        if (!mine || (requestId !== undefined && mine.requestId === requestId)) return mine === undefined;
        return state !== 'declined' && PROGRESS[state] > PROGRESS[mine.state];
      }))
  );
}
