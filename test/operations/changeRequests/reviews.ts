/** Reviews of the open requests of the sample, with an API key that may approve them in production. */
import assert from 'node:assert/strict';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { approveRequest, closeRequest, type DecisionOutcome } from '../../../src/operations/changeRequests/decideRequest.ts';
import type { WritePermit } from '../../../src/operations/productionGuard.ts';
import { readAllKeys } from '../../../src/operations/keys/keyPages.ts';
import { readReview, type ReviewedRequest } from '../../../src/operations/changeRequests/readReview.ts';
import { useService, type Fault, type Seen, type Service } from '../service.ts';
import { requestPermit, writePermit } from '../permits.ts';

/** Titles of open requests of the sample. */
export const VIPS = /VIP accounts/;
export const KILL = /^Kill/;
export const SEARCH = /^New search/;

export const isDecision = ({ method, path }: Seen): boolean => method === 'PUT' && path.startsWith('/changeRequests/');
export const onDecision =
  (fault: Fault): Service['onCall'] =>
  (call) =>
    isDecision(call) ? fault : undefined;

export interface Reviews {
  readonly service: Service;
  /** Returns the open request with this title. */
  open(title: RegExp): Promise<ChangeRequest>;
  /** Undefined = for an unknown environment. */
  permitFor(environment: string | undefined): WritePermit;
  /** The id of the environment. */
  production(): string;
  review(title: RegExp, environment?: string): Promise<ReviewedRequest>;
  approve(reviewed: ReviewedRequest, comment?: string): ReturnType<typeof approveRequest>;
  /** Returns a function that withdraws as the submitter, or rejects as the approver. */
  close(status: 'WITHDRAWN' | 'REJECTED'): (reviewed: ReviewedRequest) => Promise<DecisionOutcome>;
  /** How many were sent. */
  decisions(): number;
  /** Returns the keys of a segment in production. */
  heldBy(name: string): Promise<readonly string[]>;
}

/** A service for the tests of one file, its requests, and an approver. */
export function useReviews(): Reviews {
  const service = useService();

  async function open(title: RegExp): Promise<ChangeRequest> {
    const client = service.as('submitter-key');
    const { data } = await client.listChangeRequests({});
    const found = data.find((request) => title.test(request.title ?? ''));
    assert.ok(found, String(title));
    return found;
  }

  const permitFor = (name: string | undefined): WritePermit =>
    writePermit(name === undefined ? undefined : service.environment(name), name ?? 'production');

  const production = (): string => service.environment('production').id;
  const review = async (title: RegExp, environment = 'production'): Promise<ReviewedRequest> =>
    readReview(service.as('release-key'), (await open(title)).id, service.environment(environment).id);
  const approve = (reviewed: ReviewedRequest, comment = 'fine') =>
    approveRequest(service.as('release-key'), reviewed, production(), comment, { permit: permitFor('production') });

  const close = (status: 'WITHDRAWN' | 'REJECTED') => (reviewed: ReviewedRequest) => {
    const client = service.as(status === 'WITHDRAWN' ? 'submitter-key' : 'release-key');
    return closeRequest(client, reviewed, status, 'not yet', { permit: requestPermit() });
  };

  const decisions = (): number => service.count('PUT', /^\/changeRequests\//);
  const heldBy = async (name: string): Promise<readonly string[]> =>
    (await readAllKeys(service.as('release-key'), production(), name)).keys;
  return { service, open, permitFor, production, review, approve, close, decisions, heldBy };
}
