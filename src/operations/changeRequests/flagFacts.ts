/** What a review of a flag says besides the change itself. All of it is extra: what can't be read is left out, and nothing fails. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { dependantsOf, type Dependant } from '../../domain/audiences/dependants.ts';
import { asksFor } from '../../domain/audiences/evaluate.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { readAllDefinitions } from '../definitions/readAllDefinitions.ts';
import type { RolloutStatus } from './readReview.ts';
import { readSegmentFacts, type SegmentFacts } from '../segments/readSegments.ts';

export interface FlagFacts extends SegmentFacts {
  /** Other flags of the environment that ask for this one, as far as the service lists their definitions. */
  readonly dependants: readonly Dependant[];
  /** Of the flag now, if the request sets one. Undefined: not known. */
  readonly rolloutStatus: RolloutStatus;
}

interface About {
  readonly request: ChangeRequest;
  readonly live: FlagDefinition | undefined;
  readonly first: readonly string[];
  readonly withDependants: boolean;
}

type FactsClient = Pick<Client, 'readKeys' | 'listActiveSegments' | 'listSegments' | 'listDefinitions' | 'readFlag'>;

/**
 * `first`: the segments that are asked for first. `live` undefined: the flag has no definition in the environment. Other flags take a call
 * for each 50 definitions, so the caller says whether to look `withDependants`.
 */
export async function readFlagFacts(
  client: FactsClient,
  place: { readonly workspaceId: string; readonly environmentId: string },
  { request, live, first, withDependants }: About,
  options: CallOptions = {},
): Promise<FlagFacts> {
  const named = new Set([...first, ...asksFor([live, definitionAfter(request, live)]).segments]);
  const name = request.flag?.name ?? '';
  const [segments, definitions, flag] = await Promise.all([
    readSegmentFacts(client, place, [...named], options),
    withDependants ? readAllDefinitions(client, place.workspaceId, place.environmentId, options) : undefined,
    request.rolloutStatus ? client.readFlag(place.workspaceId, name, options).catch(() => undefined) : undefined,
  ]);
  return { ...segments, dependants: dependantsOf(name, definitions ?? []), rolloutStatus: flag?.rolloutStatus };
}
