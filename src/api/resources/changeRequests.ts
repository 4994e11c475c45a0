/** Change requests for segments and flags (admin-api.md, Change requests). */
import * as z from 'zod/mini';
import { noteLargeNumber, noteLargeNumbers } from '../network/largeNumbers.ts';
import { list } from './list.ts';
import { ChangeRequest, type Decision, type MarkerPage, type NewChangeRequest } from '../model.ts';
import { pathOf, queryOf } from './path.ts';
import type { Authentication } from '../network/apiKey.ts';
import type { ApiCall, Transport } from '../network/transport.ts';
import type { CallOptions } from '../network/callOptions.ts';
import { changeRequestFromWire, changeRequestToWire, type Vocabulary } from '../vocabulary.ts';

/** Which change requests to list, and which page of them. */
export interface ChangeRequestQuery {
  /** Default: REQUESTED (admin-api.md, Change requests, rule 3 of the states). */
  readonly status?: string;
  /** From 1 to 100. A service that does not know `limit` and `environmentId` ignores them (service-beyond.md). */
  readonly limit?: number;
  readonly environmentId?: string;
  /** The marker for this page, from the page before. */
  readonly nextMarker?: string;
}

/**
 * Submits a change request. It is never sent twice, not even after a 429. If the answer is lost, look for the request among
 * those that are REQUESTED.
 */
export async function submitChangeRequest(
  transport: Transport,
  workspaceId: string,
  environmentId: string,
  request: NewChangeRequest,
  options?: CallOptions,
): Promise<ChangeRequest> {
  const path = submissionPath(workspaceId, environmentId);
  const body = changeRequestToWire(request, transport.vocabulary);
  const answer = oneRequest(transport.vocabulary);
  return transport.call({ method: 'POST', path, body, repeats: 'never', ...answer }, options);
}

/** A call as it would be sent, without the API key. */
export interface DescribedCall {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly authentication: Authentication;
}

/** Returns what submitChangeRequest would send, so that a person can see it first. */
export function describeSubmission(
  transport: Transport,
  workspaceId: string,
  environmentId: string,
  request: NewChangeRequest,
): DescribedCall {
  const url = transport.urlOf(submissionPath(workspaceId, environmentId));
  const { authentication, vocabulary } = transport;
  return { method: 'POST', url, body: changeRequestToWire(request, vocabulary), authentication };
}

const submissionPath = (workspaceId: string, environmentId: string): string =>
  pathOf`/changeRequests/ws/${workspaceId}/environments/${environmentId}`;

/**
 * Returns one page of the change requests that the API key is allowed to see. Sends the marker under both names that services
 * use for it.
 */
export async function listChangeRequests(
  transport: Transport,
  { status, limit, environmentId, nextMarker }: ChangeRequestQuery,
  options?: CallOptions,
): Promise<MarkerPage<ChangeRequest>> {
  const path = `/changeRequests${queryOf({ status, limit, environmentId, nextMarker, after: nextMarker })}`;
  return transport.call({ method: 'GET', path, repeats: 'always', ...pageOfRequests(transport.vocabulary) }, options);
}

/** Returns one change request, in any status. */
export async function readChangeRequest(transport: Transport, id: string, options?: CallOptions): Promise<ChangeRequest> {
  const answer = oneRequest(transport.vocabulary);
  return transport.call({ method: 'GET', path: pathOf`/changeRequests/${id}`, repeats: 'always', ...answer }, options);
}

/**
 * Approves, withdraws or rejects a request. Rejecting is not documented, and not every service can do it. Retried only after a
 * 429. After a lost answer, read the request to see its status.
 */
export async function decideChangeRequest(
  transport: Transport,
  id: string,
  { status, comment }: { readonly status: Decision; readonly comment: string },
  options?: CallOptions,
): Promise<ChangeRequest> {
  const path = pathOf`/changeRequests/${id}`;
  const answer = oneRequest(transport.vocabulary);
  return transport.call({ method: 'PUT', path, body: { status, comment }, repeats: 'whenRefused', ...answer }, options);
}

/** Options for calls that return one change request. The answer can contain 100,000 keys of a segment. */
function oneRequest(vocabulary: Vocabulary): Pick<ApiCall<ChangeRequest>, 'size' | 'answer' | 'annotate'> {
  return { size: 'large', answer: changeRequestOf(vocabulary), annotate: noteLargeNumber };
}

function pageOfRequests(vocabulary: Vocabulary): Pick<ApiCall<MarkerPage<ChangeRequest>>, 'size' | 'answer' | 'annotate'> {
  return {
    size: 'large',
    answer: markerPageOf(changeRequestOf(vocabulary)),
    annotate: (page, text) => ({ ...page, data: noteLargeNumbers(page.data, text) }),
  };
}

function changeRequestOf(vocabulary: Vocabulary): z.ZodMiniType<ChangeRequest> {
  return z.pipe(
    z.transform((body: unknown) => changeRequestFromWire(body, vocabulary)),
    ChangeRequest,
  );
}

function markerPageOf<T>(item: z.ZodMiniType<T>): z.ZodMiniType<MarkerPage<T>> {
  const marker = z.optional(z.nullable(z.string()));
  return z.pipe(
    z.looseObject({ data: list(item), nextMarker: marker }),
    z.transform(({ data, nextMarker }) => ({ data, nextMarker: nextMarker || undefined })),
  );
}
