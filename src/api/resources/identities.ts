/** Identities: segment keys with attributes to show (admin-api.md, Identities). */
import type { Additions } from './additions.ts';
import { Done, Identity, IdentityResult } from '../model.ts';
import { pathOf } from './path.ts';
import type { Transport } from '../network/transport.ts';
import type { CallOptions } from '../network/callOptions.ts';

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
  return transport.call(
    { method: 'POST', path, body: identities, repeats: 'always', size: 'large', answer: IdentityResult },
    options,
  );
}

/** Which identity. */
export interface IdentityRef {
  readonly trafficTypeId: string;
  readonly environmentId: string;
  readonly key: string;
  /**
   * True if the identity was saved before. No identity can be read, so only then does a 404 say that the service lacks the
   * call, and not that there is no such identity.
   */
  readonly isKnown: boolean;
}

/** Puts other values in the place of all those of one identity. Undefined where the service lacks the call. */
export async function replaceIdentity(
  additions: Additions,
  place: IdentityRef,
  values: NewIdentity['values'],
  options?: CallOptions,
): Promise<Identity | undefined> {
  const { transport } = additions;
  const body = { key: place.key, values };
  return additions.ifPresent(
    'replaceIdentity',
    place.environmentId,
    () => transport.call({ method: 'PUT', path: pathTo(place), body, repeats: 'always', answer: Identity }, options),
    async () => place.isKnown,
  );
}

/** Sets some values of one identity and keeps its others; where the service lacks the call, by saveIdentities. */
export async function mergeIdentity(
  additions: Additions,
  place: IdentityRef,
  values: NewIdentity['values'],
  options?: CallOptions,
): Promise<IdentityResult> {
  const { transport } = additions;
  const [path, body] = [`${pathTo(place)}/patch`, { values }];
  const merged = await additions.ifPresent(
    'mergeIdentity',
    place.environmentId,
    () => transport.call({ method: 'POST', path, body, repeats: 'always', answer: Identity }, options),
    async () => place.isKnown,
  );
  if (merged !== undefined) return { objects: [merged], failed: [] };
  const { trafficTypeId, environmentId, key } = place;
  return saveIdentities(transport, trafficTypeId, environmentId, [{ key, values }], options);
}

/** Deletes one identity; the key stays in its segments. True when done, undefined where the service lacks the call. */
export async function deleteIdentity(additions: Additions, place: IdentityRef, options?: CallOptions): Promise<true | undefined> {
  const { transport } = additions;
  return additions.ifPresent(
    'deleteIdentity',
    place.environmentId,
    () => transport.call({ method: 'DELETE', path: pathTo(place), repeats: 'whenRefused', answer: Done }, options),
    async () => place.isKnown,
  );
}

function pathTo({ trafficTypeId, environmentId, key }: IdentityRef): string {
  return pathOf`/trafficTypes/${trafficTypeId}/environments/${environmentId}/identities/${key}`;
}
