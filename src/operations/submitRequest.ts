/** Submits a change request, once. After a lost answer it looks whether the request is there. */
import { byMarker } from '../api/pages.ts';
import type { Client } from '../api/client.ts';
import { hasStatus } from '../api/errors.ts';
import type { ChangeRequest, NewChangeRequest } from '../api/model.ts';
import type { CallOptions } from '../api/transport.ts';
import { openRequestIn } from './findEnvironment.ts';
import { isAnswerLost } from './lostAnswer.ts';
import type { RequestOptions } from './productionGuard.ts';
import { namedEnvironment } from './readReview.ts';
import { isSameRequest } from './sameRequest.ts';

export type SubmitOutcome =
  /** `isAdopted` = the answer was lost, and the request was found among the open ones. */
  | { readonly outcome: 'submitted'; readonly request: ChangeRequest; readonly isAdopted: boolean }
  /**
   * Perhaps the documented 400: the environment restricts who can approve. Remedy: submit with an empty list. It may be any
   * other as well, so whoever tells of it gives the service's own words.
   */
  | { readonly outcome: 'approversRefused'; readonly error: unknown }
  /** The answer was lost, and not exactly one open request is the one that was sent: look before sending it again. */
  | { readonly outcome: 'unknown'; readonly error: unknown };

/** Open requests that are looked through after a lost answer, in pages of at least 20 each. */
const MAX_PAGES = 200;

export type SubmitClient = Pick<Client, 'submitChangeRequest' | 'listChangeRequests' | 'readKeys' | 'readDefinition'>;

export interface RequestPlace {
  readonly workspaceId: string;
  readonly environmentId: string;
}

/** Sent at most once, whatever happens. Refusals of the service, and what never reached it, are thrown. */
export async function submitRequest(
  client: SubmitClient,
  { workspaceId, environmentId }: RequestPlace,
  request: NewChangeRequest,
  options: RequestOptions,
): Promise<SubmitOutcome> {
  try {
    const submitted = await client.submitChangeRequest(workspaceId, environmentId, request, options);
    return { outcome: 'submitted', request: submitted, isAdopted: false };
  } catch (error) {
    // The message of this 400 is a generic one: nothing in it tells it from others, but that it has no details.
    if (hasStatus(error, 400) && error.details === '' && request.approvers.length > 0)
      return { outcome: 'approversRefused', error };
    if (!isAnswerLost(error)) throw error;
    const found = await findSubmitted(client, { workspaceId, environmentId }, request, options).catch(() => undefined);
    return found ? { outcome: 'submitted', request: found, isAdopted: true } : { outcome: 'unknown', error };
  }
}

/** The one open request that is the one sent; undefined if there is none, or more than one. */
async function findSubmitted(
  client: SubmitClient,
  place: RequestPlace,
  sent: NewChangeRequest,
  options: CallOptions,
): Promise<ChangeRequest | undefined> {
  const found = new Map<string, ChangeRequest>();
  const readPage = (next: string | undefined): ReturnType<SubmitClient['listChangeRequests']> =>
    client.listChangeRequests(next === undefined ? {} : { marker: { next } }, options);
  let pages = 0;
  for await (const page of byMarker(readPage)) {
    pages += 1;
    // A service that always has one more page would be read for ever.
    if (pages > MAX_PAGES) return undefined;
    for (const open of page) {
      if (isSameRequest(sent, open) && open.workspace?.id === place.workspaceId) found.set(open.id, open);
    }
  }
  const here: ChangeRequest[] = [];
  for (const open of found.values()) if (await isIn(client, open, place.environmentId, options)) here.push(open);
  return here.length === 1 ? here[0] : undefined;
}

/** The same change may be open in another environment of the workspace as well. */
async function isIn(client: SubmitClient, open: ChangeRequest, environmentId: string, options: CallOptions): Promise<boolean> {
  const named = namedEnvironment(open);
  if (named) return named.id === environmentId;
  const id = await openRequestIn(client, open, environmentId, options);
  // A definition that is still to be added can't say what is open on it.
  return id === open.id || (id === undefined && !open.segment);
}
