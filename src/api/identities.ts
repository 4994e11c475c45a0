/** Identities: segment keys with attributes to show (admin-api.md, Identities). */
import { IdentityResult } from './model.ts';
import { pathOf } from './path.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface NewIdentity {
  readonly key: string;
  /** Attribute id → value. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** Makes identities, or updates those that exist. Some may fail while others are saved: see `failed`. */
export async function saveIdentities(
  transport: Transport,
  trafficTypeId: string,
  environmentId: string,
  identities: readonly NewIdentity[],
  options?: CallOptions,
): Promise<IdentityResult> {
  const path = pathOf`/trafficTypes/${trafficTypeId}/environments/${environmentId}/identities`;
  return transport.call({ method: 'POST', path, body: identities, repeats: 'always', answer: IdentityResult }, options);
}
