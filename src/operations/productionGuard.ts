/**
 * The guard in front of every change to a service. Functions that write take a permit, and permits are made here and
 * nowhere else, so that no way through the editor leads around it: a read-only connection gets none, and production is
 * changed only after its name was typed.
 */

import type { CallOptions } from '../api/network/callOptions.ts';

declare const permitted: unique symbol;

/** Allows changes in one environment. Ask for one for each change; don't keep it. */
export interface WritePermit {
  readonly [permitted]: 'environment';
  /** Undefined = the environment is not known; its change was confirmed as one to production. */
  readonly environmentId: string | undefined;
  /** A name was typed for it, as for production. */
  readonly isTyped: boolean;
}

/** Allows what changes no environment by itself: to submit or withdraw a change request, to make a segment in a workspace. */
export interface RequestPermit {
  readonly [permitted]: 'request';
}

/** How to make a call that a RequestPermit is for. */
export interface RequestOptions extends CallOptions {
  readonly permit: RequestPermit;
}

/** What the guard has to know of a connection. */
export interface GuardedConnection {
  /** The user has said that nothing may be changed through it. */
  readonly isReadOnly: boolean;
}

export interface GuardedEnvironment {
  readonly id: string;
  readonly name: string;
  readonly isProduction: boolean;
}

export interface ReadOnly {
  readonly ok: false;
  readonly refusal: { readonly code: 'readOnly' };
}

export type Confirmation =
  | { readonly ok: true; readonly permit: WritePermit }
  | { readonly ok: false; readonly refusal: { readonly code: 'nameMismatch'; readonly expected: string } }
  | ReadOnly;

const READ_ONLY: ReadOnly = { ok: false, refusal: { code: 'readOnly' } };

/**
 * `environment` undefined = not known: that counts as production, and "production" is what has to be typed. `typed` must
 * be the name exactly, but for spaces around it; for other environments nothing needs to be typed.
 */
export function confirmWrite(
  { isReadOnly }: GuardedConnection,
  environment: GuardedEnvironment | undefined,
  typed: string | undefined,
): Confirmation {
  if (isReadOnly) return READ_ONLY;
  if (environment?.isProduction === false) return { ok: true, permit: permitFor(environment.id, false) };
  const expected = environment?.name ?? 'production';
  if (expected.trim() === '' || typed?.trim() !== expected.trim())
    return { ok: false, refusal: { code: 'nameMismatch', expected } };
  return { ok: true, permit: permitFor(environment?.id, true) };
}

/** A change request waits for somebody's approval, so nothing needs to be typed for it. */
export function permitRequest({
  isReadOnly,
}: GuardedConnection): { readonly ok: true; readonly permit: RequestPermit } | ReadOnly {
  return isReadOnly ? READ_ONLY : { ok: true, permit: {} as RequestPermit };
}

/** Throws an Error if the permit is for another environment: a fault of the caller, not of the user. */
export function requirePermit(permit: WritePermit, environmentId: string | undefined): void {
  if (permit.environmentId !== environmentId) throw new Error('The permit is for another environment.');
}

const permitFor = (environmentId: string | undefined, isTyped: boolean): WritePermit =>
  ({ environmentId, isTyped }) as WritePermit;
