/** Identities: segment keys with attributes for display (admin-api.md, Identities). */
import { IdentityResult } from '../model.ts';
import { pathOf } from './path.ts';
import type { Transport } from '../network/transport.ts';
import type { CallOptions } from '../network/callOptions.ts';

export interface NewIdentity {
  readonly key: string;
  /** The values of the attributes, by attribute id. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** Creates identities and updates those that exist. Some can fail while others are saved: see `failed`. */
export async function saveIdentities(
  transport: Transport,
  trafficTypeId: string,
  environmentId: string,
  identities: readonly NewIdentity[],
  options?: CallOptions,
): Promise<IdentityResult> {
  const path = pathOf`/trafficTypes/${trafficTypeId}/environments/${environmentId}/identities`;
  return transport.call(
    { method: 'POST', path, body: identities, repeats: 'always', size: 'large', answer: IdentityResult },
    options,
  );
}
