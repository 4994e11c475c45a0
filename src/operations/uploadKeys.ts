/** Sends the batches of an upload, in order, and has the service count. */
import type { Client } from '../api/client.ts';
import { isApprovalsRequired, isCancelled } from '../api/errors.ts';
import type { CallOptions } from '../api/transport.ts';
import { requirePermit, type WritePermit } from './productionGuard.ts';

/** `sent` = keys whose batch the service has confirmed. Those of the batch that failed may be in the segment as well. */
export type UploadOutcome =
  | {
      readonly outcome: 'uploaded';
      readonly sent: number;
      /** Keys in the segment, by the service's own count. */
      readonly countBefore: number;
      /** Undefined if all was sent but the service did not answer how many it holds. */
      readonly countAfter: number | undefined;
    }
  /** The documented 403: the keys must become a change request. */
  | { readonly outcome: 'approvalsRequired'; readonly sent: number }
  | { readonly outcome: 'cancelled'; readonly sent: number }
  | { readonly outcome: 'stopped'; readonly sent: number; readonly error: unknown };

export interface UploadTarget {
  readonly environmentId: string;
  readonly segmentName: string;
}

export interface UploadOptions extends CallOptions {
  readonly permit: WritePermit;
  /** Keys confirmed of all keys. */
  readonly onProgress?: (sent: number, all: number) => void;
}

/**
 * Batches have at most 10,000 keys each. A failure is an outcome, not thrown: what was sent before stays sent, and
 * sending it again changes nothing. Throws only for a permit of another environment.
 */
export async function runUpload(
  client: Pick<Client, 'uploadKeys' | 'readKeys'>,
  { environmentId, segmentName }: UploadTarget,
  batches: readonly (readonly string[])[],
  { permit, signal, onProgress, onWait }: UploadOptions,
): Promise<UploadOutcome> {
  requirePermit(permit, environmentId);
  const options: CallOptions = { ...(signal && { signal }), ...(onWait && { onWait }) };
  const all = batches.reduce((sum, batch) => sum + batch.length, 0);
  const count = async (how: CallOptions): Promise<number> =>
    (await client.readKeys(environmentId, segmentName, { offset: 0, limit: 1 }, how)).count;
  let sent = 0;
  try {
    const countBefore = await count(options);
    onProgress?.(sent, all);
    for (const batch of batches) {
      await client.uploadKeys(environmentId, segmentName, batch, options);
      sent += batch.length;
      onProgress?.(sent, all);
    }
    // All is sent: there is nothing left to cancel.
    const countAfter = await count(onWait ? { onWait } : {}).catch(() => undefined);
    return { outcome: 'uploaded', sent, countBefore, countAfter };
  } catch (error) {
    if (isCancelled(error)) return { outcome: 'cancelled', sent };
    if (isApprovalsRequired(error)) return { outcome: 'approvalsRequired', sent };
    return { outcome: 'stopped', sent, error };
  }
}
