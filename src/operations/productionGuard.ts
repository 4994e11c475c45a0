/**
 * The guard in front of every change to an environment: production is changed only after its name was typed. A change
 * takes a permit, and permits are made here and nowhere else, so that no way through the editor leads around it.
 */

declare const permitted: unique symbol;

/** Allows changes in one environment. Ask for one for each change; don't keep it. */
export interface WritePermit {
  readonly [permitted]: true;
  /** Undefined = the environment is not known; its change was confirmed as one to production. */
  readonly environmentId: string | undefined;
}

export interface GuardedEnvironment {
  readonly id: string;
  readonly name: string;
  readonly isProduction: boolean;
}

export type Confirmation =
  | { readonly ok: true; readonly permit: WritePermit }
  | { readonly ok: false; readonly refusal: { readonly code: 'nameMismatch'; readonly expected: string } };

/**
 * `environment` undefined = not known: that counts as production, and `nameToType` is what has to be typed. `typed` must
 * be the name exactly, but for spaces around it; for other environments nothing needs to be typed.
 */
export function confirmWrite(
  environment: GuardedEnvironment | undefined,
  typed: string | undefined,
  nameToType = 'production',
): Confirmation {
  if (environment?.isProduction === false) return { ok: true, permit: permitFor(environment.id) };
  const expected = environment?.name ?? nameToType;
  if (expected.trim() === '' || typed?.trim() !== expected.trim())
    return { ok: false, refusal: { code: 'nameMismatch', expected } };
  return { ok: true, permit: permitFor(environment?.id) };
}

/** Throws an Error if the permit is for another environment: a fault of the caller, not of the user. */
export function requirePermit(permit: WritePermit, environmentId: string | undefined): void {
  if (permit.environmentId !== environmentId) throw new Error('The permit is for another environment.');
}

const permitFor = (environmentId: string | undefined): WritePermit => ({ environmentId }) as WritePermit;
