/** Stores which change requests the user has read, and in which state the requests were. */
import { hash } from 'node:crypto';
import type { ChangeRequest } from '../../api/model.ts';
import { fingerprintOf } from '../changeRequests/readReview.ts';
import { openTable, type Store, type Table } from './store.ts';

type ReadRow = readonly [connectionId: string, requestId: string, mark: string, object: string];

const table = (store: Store): Table<ReadRow> => openTable<ReadRow>(store, 'learned.read', { keyColumns: 2, maxRows: 500 });

/**
 * Returns a hash of the state of a request. Ignores all other fields, because the list of requests may omit fields that the
 * answer for a single request has.
 */
function requestHash({
  id,
  status,
  title,
  operationType,
  approvers,
  comments,
  flag,
  segment,
  scheduledFor,
}: ChangeRequest): string {
  const asked = { id, status, title, operationType, approvers, comments, flag, segment, scheduledFor } as ChangeRequest;
  return fingerprintOf(asked, { kind: 'unknown' }).slice(0, 16);
}

/** Returns a hash of the object. The object itself is not stored, because it may contain the key of a customer. */
const objectHash = (object: unknown): string => (object === undefined ? '' : hash('sha256', JSON.stringify(object)).slice(0, 16));

/**
 * Records that the user has read the request. `object` = the object of the request and where it is, with the same fields as for
 * `forgetReadOf`. Undefined = not known.
 */
export async function rememberRead(store: Store, connectionId: string, request: ChangeRequest, object: unknown): Promise<void> {
  const row = [connectionId, request.id, requestHash(request), objectHash(object)] as const;
  if (JSON.stringify(table(store).find(connectionId, request.id)) !== JSON.stringify(row)) await table(store).put(row);
}

/** True if the user has read the request as it is now, and no change of its object has been noticed since. */
export const isRead = (store: Store, connectionId: string, request: ChangeRequest): boolean =>
  table(store).find(connectionId, request.id)?.[2] === requestHash(request);

export const forgetRead = (store: Store, connectionId: string, requestId: string): Promise<void> =>
  table(store).remove([connectionId, requestId]);

/** Marks all requests for the object as unread, because the object has changed. */
export const forgetReadOf = (store: Store, connectionId: string, object: unknown): Promise<void> =>
  table(store).replace([connectionId], (row) => (row[3] === objectHash(object) ? undefined : row));
