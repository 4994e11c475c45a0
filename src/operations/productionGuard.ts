/**
 * The guard for every change to a service. Functions that write require a permit, and only this file creates permits, so no
 * code in the editor can bypass it. A read-only connection gets no permit. A change to production gets one only after a person
 * typed the name of the environment.
 */

import type { CallOptions } from '../api/network/callOptions.ts';

declare const permitted: unique symbol;

/** Allows changes in one environment. Ask for a new permit for each change; don't store permits. */
export interface WritePermit {
  readonly [permitted]: 'environment';
  /** Undefined = the environment is not known, so the user confirmed the change as a change to production. */
  readonly environmentId: string | undefined;
  /** True if a person typed the name of the environment, as required for production. */
  readonly isTyped: boolean;
}

/**
 * Allows actions that do not change an environment: submitting or withdrawing a change request, creating a segment in a
 * workspace.
 */
export interface RequestPermit {
  readonly [permitted]: 'request';
}

/** The options of a call that needs a RequestPermit. */
export interface RequestOptions extends CallOptions {
  readonly permit: RequestPermit;
}

/** The facts about a connection that the guard needs. */
export interface GuardedConnection {
  /** True if the user has made the connection read-only. */
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
 * `environment` undefined = the environment is not known. It then counts as production, and the person has to type
 * "production". `typed` = what the person typed. It must be exactly the name, except for spaces around it. Environments other
 * than production require no typed name.
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

/** A change request waits for an approval, so its submission requires no typed name. */
export function permitRequest({
  isReadOnly,
}: GuardedConnection): { readonly ok: true; readonly permit: RequestPermit } | ReadOnly {
  return isReadOnly ? READ_ONLY : { ok: true, permit: {} as RequestPermit };
}

/** Throws an Error if the permit is for a different environment. That is a programming error, not a mistake of the user. */
export function requirePermit(permit: WritePermit, environmentId: string | undefined): void {
  if (permit.environmentId !== environmentId) throw new Error('The permit is for another environment.');
}

const permitFor = (environmentId: string | undefined, isTyped: boolean): WritePermit =>
  ({ environmentId, isTyped }) as WritePermit;
