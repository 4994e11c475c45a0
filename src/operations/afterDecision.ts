/** What is true once a request was published: read back from the service, not assumed. */
import type { Client } from '../api/client.ts';
import { hasStatus } from '../api/errors.ts';
import type { ChangeRequest } from '../api/model.ts';
import type { CallOptions } from '../api/network/transport.ts';
import { definitionAfter } from '../domain/changeRequests/requestEffect.ts';
import { diffDefinitions, isUnchanged } from '../domain/definitions/definitionDiff.ts';
import type { Live } from './readReview.ts';

export type AfterDecision =
  /** By the service's own count. */
  | { readonly kind: 'keys'; readonly count: number }
  /** `isAsReviewed` false = somebody changed it again, or the service made something else of it. */
  | {
      readonly kind: 'definition';
      readonly isThere: boolean;
      readonly isKilled: boolean;
      readonly isAsReviewed: boolean;
      readonly defaultTreatment: string | undefined;
    }
  | { readonly kind: 'unknown' };

/** `before` is what the decision was made on. One call; throws what the client throws. */
export async function readAfterDecision(
  client: Pick<Client, 'readKeys' | 'readDefinition'>,
  request: ChangeRequest,
  before: Live,
  environmentId: string | undefined,
  options: CallOptions = {},
): Promise<AfterDecision> {
  const { segment, flag, workspace } = request;
  if (environmentId === undefined) return { kind: 'unknown' };
  if (segment) {
    const { count } = await client.readKeys(environmentId, segment.name, { offset: 0, limit: 1 }, options);
    return { kind: 'keys', count };
  }
  if (!flag || !workspace || before.kind !== 'definition') return { kind: 'unknown' };
  const now = await client.readDefinition(workspace.id, flag.name, environmentId, options).catch((error: unknown) => {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  });
  const isAsReviewed = isUnchanged(diffDefinitions(definitionAfter(request, before.definition), now));
  const defaultTreatment = now?.defaultTreatment ?? undefined;
  return { kind: 'definition', isThere: now !== undefined, isKilled: now?.killed === true, isAsReviewed, defaultTreatment };
}
