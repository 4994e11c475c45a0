/** Saves identities in batches, in order, and says which the service did not take. */
import type { Client } from '../../api/client.ts';
import { isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { requirePermit, type WritePermit } from '../productionGuard.ts';

/**
 * Identities in one call. No limit is documented but that of keys (10,000 in one update). The answer repeats every identity,
 * so a tenth of that keeps both ways under a megabyte for usual rows, and Cancel and progress come every second or so.
 */
export const MAX_IDENTITIES_PER_CALL = 1000;
/** Characters of one call's body, if rows are long: a longer one is refused on some hosts (api/network/baseUrl.ts). */
const MAX_CHARACTERS_PER_CALL = 500_000;

export interface IdentityToSave {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface IdentityPlace {
  readonly trafficTypeId: string;
  readonly environmentId: string;
}

/** `message` is the service's; empty if it gave none. Undefined: the answer names the identity neither as saved nor as failed. */
export interface FailedIdentity<T> {
  readonly identity: T;
  readonly message: string | undefined;
}

interface Progress<T> {
  /** Identities whose batch was answered: to go on, send those after them. Sending one again does no harm. */
  readonly sent: number;
  /** Those of the answered that the service did not take. */
  readonly failed: readonly FailedIdentity<T>[];
}

export type SaveOutcome<T> = Progress<T> &
  (
    | { readonly outcome: 'saved' }
    /** Of the batch that was on its way, some may be saved. */
    | { readonly outcome: 'cancelled' }
    | { readonly outcome: 'stopped'; readonly error: unknown }
  );

export interface SaveOptions extends CallOptions {
  readonly permit: WritePermit;
  readonly onProgress?: (sent: number, all: number) => void;
}

/** The same call makes an identity or updates it (admin-api.md, Identities). A failure is an outcome, not thrown. */
export async function saveIdentitiesInBatches<T extends IdentityToSave>(
  client: Pick<Client, 'saveIdentities'>,
  { trafficTypeId, environmentId }: IdentityPlace,
  identities: readonly T[],
  { permit, onProgress, ...options }: SaveOptions,
): Promise<SaveOutcome<T>> {
  requirePermit(permit, environmentId);
  const failed: FailedIdentity<T>[] = [];
  let sent = 0;
  const progress = (): Progress<T> => ({ sent, failed });
  try {
    onProgress?.(0, identities.length);
    for (const batch of batchesOf(identities)) {
      const body = batch.map(({ key, values }) => ({ key, values }));
      failed.push(...failedOf(batch, await client.saveIdentities(trafficTypeId, environmentId, body, options)));
      sent += batch.length;
      onProgress?.(sent, identities.length);
    }
    return { outcome: 'saved', ...progress() };
  } catch (error) {
    return isCancelled(error) ? { outcome: 'cancelled', ...progress() } : { outcome: 'stopped', ...progress(), error };
  }
}

/** In order; at least one identity in each. */
export function* batchesOf<T extends IdentityToSave>(identities: readonly T[]): Generator<readonly T[], void> {
  let batch: T[] = [];
  // The brackets of the list, and for each identity a comma.
  let characters = 2;
  for (const identity of identities) {
    const length = lengthOf(identity);
    if (batch.length > 0 && (batch.length === MAX_IDENTITIES_PER_CALL || characters + length > MAX_CHARACTERS_PER_CALL)) {
      yield batch;
      batch = [];
      characters = 2;
    }
    batch.push(identity);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

const lengthOf = ({ key, values }: IdentityToSave): number => JSON.stringify({ key, values }).length + 1;

/** What the answer says of each of the batch, in its order. */
function failedOf<T extends IdentityToSave>(
  batch: readonly T[],
  { objects, failed }: Awaited<ReturnType<Client['saveIdentities']>>,
): readonly FailedIdentity<T>[] {
  const messages = new Map(failed.map(failureOf));
  const saved = new Set(objects.map(({ key }) => key));
  return batch.flatMap((identity): readonly FailedIdentity<T>[] => {
    if (messages.has(identity.key)) return [{ identity, message: messages.get(identity.key) ?? '' }];
    return saved.has(identity.key) ? [] : [{ identity, message: undefined }];
  });
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** `{object: {key, values}, status, message}` (service-beyond.md, Fuller shapes); the document shows no item of `failed`. */
function failureOf(item: unknown): readonly [key: unknown, message: string] {
  const { object, key, message } = fieldsOf(item);
  return [fieldsOf(object)['key'] ?? key, typeof message === 'string' ? message : ''];
}
