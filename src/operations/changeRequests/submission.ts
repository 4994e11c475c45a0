/** Submits a change request once. After a lost answer, checks whether the same request exists. */
import type { Client } from '../../api/client.ts';
import { hasStatus, isApiError } from '../../api/errors.ts';
import type { ChangeRequest, NewChangeRequest, NewFlagRequest } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { openRequestIn, type RequestedObject } from './requestedObject.ts';
import { isAnswerLost } from '../lostAnswer.ts';
import type { RequestOptions } from '../productionGuard.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import { RESPONSE_ONLY_FIELDS } from '../../domain/definitions/definitionDiff.ts';
import { meaningful } from '../../domain/definitions/fieldMeaning.ts';
import { fieldOf } from '../../domain/definitions/sameValue.ts';

export type SubmitOutcome =
  /**
   * `isFoundAfterwards` = the answer was lost, but the request was found afterwards: it is the one that is now open on the
   * object.
   */
  | { readonly outcome: 'submitted'; readonly request: ChangeRequest; readonly isFoundAfterwards: boolean }
  /**
   * The service answered with a 400, probably because the environment restricts who can approve. The remedy is to submit with
   * an empty list of approvers. The 400 may have a different cause, so the message to the user quotes the service.
   */
  | { readonly outcome: 'approversRefused'; readonly error: unknown }
  /** Nothing was sent, because `isStillValid` returned false. */
  | { readonly outcome: 'notSent' }
  /**
   * The answer was lost, and it is unknown whether the request exists. `found` = the result of the first search for it. `find`
   * searches again.
   */
  | {
      readonly outcome: 'unknown';
      readonly error: unknown;
      readonly found: FoundRequest;
      readonly find: () => Promise<FoundRequest>;
    };

/**
 * The sent request, if it is open. 'notOpen' = it is not open: it was not created, or it is already decided. Undefined = not
 * known.
 */
export type FoundRequest = ChangeRequest | 'notOpen' | undefined;

export type SubmitClient = Pick<Client, 'submitChangeRequest' | 'readChangeRequest' | 'readKeys' | 'readDefinition'>;

export interface RequestPlace {
  readonly workspaceId: string;
  readonly environmentId: string;
}

export interface SubmitOptions extends RequestOptions {
  /** Called right before the request is sent. False = do not send the request. */
  readonly isStillValid?: (() => Promise<boolean>) | undefined;
  /**
   * Called before the request is sent, if the service says that no request is open on the object. Only then can the request be
   * recognized after a lost answer.
   */
  readonly onNoOpenRequest?: (() => Promise<void>) | undefined;
}

/**
 * Sends the request at most once. First reads which request is open on the object: after a lost answer, only a request that was
 * not open before can be the one that was sent. Throws refusals of the service and errors of requests that never reached it.
 */
export async function submitRequest(
  client: SubmitClient,
  place: RequestPlace,
  request: NewChangeRequest,
  { isStillValid, onNoOpenRequest, ...options }: SubmitOptions,
): Promise<SubmitOutcome> {
  const { workspaceId, environmentId } = place;
  const before = await openRequestBefore(client, place, request, options);
  if (before === null) await onNoOpenRequest?.();
  if (isStillValid && !(await isStillValid())) return { outcome: 'notSent' };
  try {
    const submitted = await client.submitChangeRequest(workspaceId, environmentId, request, options);
    return { outcome: 'submitted', request: submitted, isFoundAfterwards: false };
  } catch (error) {
    // The message of this 400 is generic. Unlike other 400s, it has no details.
    if (hasStatus(error, 400) && error.details === '' && request.approvers.length > 0)
      return { outcome: 'approversRefused', error };
    if (!isAnswerLost(error)) throw error;
    const find = () => findSubmitted(client, place, request, before, options);
    const found = await find().catch(() => undefined);
    if (typeof found === 'object') return { outcome: 'submitted', request: found, isFoundAfterwards: true };
    return { outcome: 'unknown', error, found, find };
  }
}

/**
 * Returns the id of the request that is open on the object before the submission. Null = none. Undefined = the service does not
 * say. Throws network errors.
 */
async function openRequestBefore(
  client: SubmitClient,
  { workspaceId, environmentId }: RequestPlace,
  request: NewChangeRequest,
  options: CallOptions,
): Promise<string | null | undefined> {
  try {
    return await openRequestIn(client, objectOf(request, workspaceId), environmentId, options);
  } catch (error) {
    // The service may accept the request even if it refuses this call.
    if (isApiError(error) && (error.kind === 'service' || error.kind === 'unexpectedResponse')) return undefined;
    throw error;
  }
}

/**
 * Reads the request that now locks the object. `before` = the id of the request that locked the object before the submission;
 * null = none.
 */
async function findSubmitted(
  client: SubmitClient,
  { workspaceId, environmentId }: RequestPlace,
  sent: NewChangeRequest,
  before: string | null | undefined,
  options: CallOptions,
): Promise<FoundRequest> {
  const id = await openRequestIn(client, objectOf(sent, workspaceId), environmentId, options);
  if (!id) return id === null ? 'notOpen' : undefined;
  const open = await client.readChangeRequest(id, options);
  const isElsewhere =
    (open.workspace?.id ?? workspaceId) !== workspaceId || (namedEnvironment(open)?.id ?? environmentId) !== environmentId;
  if (isElsewhere || !isSameRequest(sent, open)) return 'notOpen';
  // If no request was open before, this one is ours. Otherwise, somebody else may have submitted the same content. Without a
  // workspace, nothing proves where the request is.
  return before === null && open.workspace ? open : undefined;
}

const objectOf = (request: NewChangeRequest, workspaceId: string): RequestedObject => ({
  workspace: { id: workspaceId },
  segment: 'segment' in request ? request.segment : null,
  flag: 'flag' in request ? request.flag : null,
});

/**
 * Compares operation, object, title, first comment and payload. Ignores the approvers, because the environment may set them.
 */
export function isSameRequest(sent: NewChangeRequest, open: ChangeRequest): boolean {
  return (
    open.operationType === sent.operationType &&
    open.title === sent.title &&
    (open.comments[0]?.comment ?? '') === (sent.comment ?? '') &&
    ('segment' in sent ? !open.flag && isSameSegment(sent.segment, open.segment) : !open.segment && isSameFlag(sent, open.flag))
  );
}

function isSameSegment(
  sent: { readonly name: string; readonly keys: readonly string[] },
  open: ChangeRequest['segment'],
): boolean {
  if (open?.name !== sent.name) return false;
  const keys = new Set(sent.keys);
  const openKeys = new Set(open.keys);
  return keys.size === openKeys.size && keys.isSubsetOf(openKeys);
}

function isSameFlag({ operationType, flag }: NewFlagRequest, open: ChangeRequest['flag']): boolean {
  if (open?.name !== flag.name) return false;
  // The other operations send only the name.
  if (operationType !== 'UPDATE' && operationType !== 'CREATE') return true;
  return Object.entries(flag)
    .filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field) && field !== 'killed')
    .every(([field, value]) => containsAll(value, fieldOf(open, field)));
}

/**
 * True if `open` contains everything in `sent`. The service may add fields with their defaults. Lists are compared in order.
 */
function containsAll(sent: unknown, open: unknown): boolean {
  const value = meaningful(sent);
  if (value === undefined) return meaningful(open) === undefined;
  if (Array.isArray(value)) {
    return Array.isArray(open) && open.length === value.length && value.every((item, index) => containsAll(item, open[index]));
  }
  if (typeof value !== 'object') return value === open;
  if (typeof open !== 'object' || open === null) return false;
  return Object.entries(value as object).every(([name, item]) => containsAll(item, fieldOf(open, name)));
}
