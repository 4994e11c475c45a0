/** Adds an empty definition of a segment to an environment: a write like any other, so it takes a permit. */
import type { Client } from '../api/client.ts';
import type { CallOptions } from '../api/transport.ts';
import { requirePermit, type WritePermit } from './productionGuard.ts';
import type { UploadTarget } from './uploadKeys.ts';

/** Needs no change request (admin-api.md, Segments, rule 5). Throws what the client throws. */
export async function activateSegment(
  client: Pick<Client, 'activateSegment'>,
  { environmentId, segmentName }: UploadTarget,
  permit: WritePermit,
  options: CallOptions = {},
): Promise<void> {
  requirePermit(permit, environmentId);
  await client.activateSegment(environmentId, segmentName, options);
}
