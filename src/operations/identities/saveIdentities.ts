/** Saves identities in batches, in order, and reports those that the service did not accept. */
import type { Client } from '../../api/client.ts';
import { isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { requirePermit, type WritePermit } from '../productionGuard.ts';

/**
 * The maximum number of identities in one call. The documentation has a limit only for keys (10,000 in one update). With 1,000
 * rows of usual length, the request and the answer, which repeats them, have less than a megabyte together. Such a call takes
 * about a second, so that progress is shown and Cancel works about every second.
 */
export const MAX_IDENTITIES_PER_CALL = 1000;
/**
 * The maximum number of characters in one body, in case rows are long. Some hosts refuse a longer body
 * (api/network/baseUrl.ts).
 */
const MAX_CHARACTERS_PER_CALL = 500_000;

export interface IdentityToSave {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface IdentityPlace {
  readonly trafficTypeId: string;
  readonly environmentId: string;
}

/**
 * `message` is the service's message, or empty if it gave none. Undefined: the answer lists the identity neither as saved nor
 * as failed.
 */
export interface FailedIdentity<T> {
  readonly identity: T;
  readonly message: string | undefined;
}

interface Progress<T> {
  /** The number of identities in answered batches. To continue, send the rest. Sending an identity twice does no harm. */
  readonly sent: number;
  /** The identities in answered batches that the service did not accept. */
  readonly failed: readonly FailedIdentity<T>[];
}

export type SaveOutcome<T> = Progress<T> &
  (
    | { readonly outcome: 'saved' }
    /** The service may have saved some identities of the batch that was in flight. */
    | { readonly outcome: 'cancelled' }
    | { readonly outcome: 'stopped'; readonly error: unknown }
  );

export interface SaveOptions extends CallOptions {
  readonly permit: WritePermit;
  readonly onProgress?: (sent: number, all: number) => void;
}

/**
 * Sends each identity once. The same call creates a new identity or updates an existing one (admin-api.md, Identities). A
 * failure is returned as an outcome, not thrown.
 */
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

/** Splits the identities into batches, in order. Each batch has at least one identity. */
export function* batchesOf<T extends IdentityToSave>(identities: readonly T[]): Generator<readonly T[], void> {
  let batch: T[] = [];
  // Begins with the two brackets of the JSON list. `lengthOf` includes a comma for each identity.
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

/** Returns the identities of the batch that the answer does not list as saved, in order. */
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

/**
 * Reads an item of `failed`: `{object: {key, values}, status, message}` (service-beyond.md, Fuller shapes). The documentation
 * of the API shows no such item.
 */
function failureOf(item: unknown): readonly [key: unknown, message: string] {
  const { object, key, message } = fieldsOf(item);
  return [fieldsOf(object)['key'] ?? key, typeof message === 'string' ? message : ''];
}
