/** What a review shows, and how it is tied to what it showed before. */
import * as vscode from 'vscode';
import { isFinal, type KeyInUse } from '../../domain/changeRequests/decisions.ts';
import { isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import type { Before } from '../../domain/changeRequests/inverse.ts';
import type { Live, Reviewed } from '../../operations/readReview.ts';
import type { KnownEnvironment } from '../../operations/learnt.ts';
import type { Connected } from '../connected.ts';
import { objectName } from '../requestWords.ts';

const { t } = vscode.l10n;

/** Where the object of a request lives, as far as it is known. */
export interface Place {
  readonly workspaceName: string | undefined;
  readonly environment: KnownEnvironment | undefined;
  /** How the service says so: in what is read of it, or by taking the submit from this window; undefined = only memory does. */
  readonly provenBy: 'reading' | 'submit' | undefined;
}

export interface Shown {
  readonly connected: Connected;
  readonly place: Place;
  readonly reviewed: Reviewed;
  /** What is known of the API key in use, in this environment, and of the others that are stored for the connection. */
  readonly key: KeyInUse;
  readonly others: readonly KeyInUse[];
  /** Epoch milliseconds. */
  readonly readAt: number;
  /** What this review showed until now, if that was something else: its reader must be told what moved. */
  readonly since: { readonly reviewed: Reviewed; readonly readAt: number } | undefined;
  /** Of a decided request: the object as this review saw it while the request was open. */
  readonly before: Live | undefined;
  /** Of a published one: what is remembered by now of the object from its approval here (`beforeOf`). */
  readonly remembered: () => Before | undefined;
}

/** A new reading after an earlier one. `isOwn` = the difference is what the reader has just decided. */
export function afterEarlier(now: Shown, earlier: Shown, isOwn: boolean): Shown {
  const isOther = earlier.reviewed.fingerprint !== now.reviewed.fingerprint;
  const before = isFinal(earlier.reviewed.request) ? earlier.before : earlier.reviewed.live;
  return {
    ...now,
    since: isOther && !isOwn ? { reviewed: earlier.reviewed, readAt: earlier.readAt } : undefined,
    before: isFinal(now.reviewed.request) ? before : undefined,
  };
}

/** What the request is compared with: the object now, or for a decided one what it was then. */
export function baseOf({ reviewed, before, remembered }: Shown): Live {
  if (!isFinal(reviewed.request)) return reviewed.live;
  if (before && before.kind !== 'unknown') return before;
  const known = remembered();
  return known?.kind === 'definition' ? known : { kind: 'unknown' };
}

/** False if one of the two sides of the change is not known. */
export function hasTwoSides(shown: Shown): boolean {
  return isKnownOperation(shown.reviewed.request) && baseOf(shown).kind !== 'unknown';
}

/** "beta-accounts · production". */
export function panelTitle({ reviewed, place }: Shown): string {
  return `${objectName(reviewed.request)} · ${place.environment?.name ?? t('environment unknown')}`;
}
