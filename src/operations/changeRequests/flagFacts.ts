/** Reads additional information for the review of a change to a flag. Leaves out what can't be read. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { allDependantsOf, dependantsOf, type Dependant } from '../../domain/audiences/dependants.ts';
import { factsNeededFor } from '../../domain/audiences/evaluate.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { readListedDefinitions } from '../definitions/readAllDefinitions.ts';
import type { RequestRolloutStatus } from './readReview.ts';
import { readSegmentFacts, type SegmentFacts } from '../segments/readSegments.ts';

export interface FlagFacts extends SegmentFacts {
  /** Other flags of the environment that depend on this one, provided that the service lists their definitions. */
  readonly dependants: readonly Dependant[];
  /** The names of the flags that depend on this one only through the dependants. */
  readonly indirectDependants: readonly string[];
  /** The flag's current rollout status. Read only if the request sets one. Undefined = not known. */
  readonly rolloutStatus: RequestRolloutStatus;
}

interface FlagFactsOptions {
  readonly request: ChangeRequest;
  readonly live: FlagDefinition | undefined;
  readonly first: readonly string[];
  readonly withDependants: boolean;
}

/**
 * `first` = the segments to read first. `live` undefined = the flag has no definition in the environment. `withDependants` =
 * also looks for flags that depend on this one, which takes a call for each 50 definitions.
 */
export async function readFlagFacts(
  client: Client,
  place: { readonly workspaceId: string; readonly environmentId: string },
  { request, live, first, withDependants }: FlagFactsOptions,
  options: CallOptions = {},
): Promise<FlagFacts> {
  const named = new Set([...first, ...factsNeededFor([live, definitionAfter(request, live)]).segments]);
  const name = request.flag?.name ?? '';
  const [segments, listed, flag] = await Promise.all([
    readSegmentFacts(client, place, [...named], options),
    withDependants ? readListedDefinitions(client, place.workspaceId, place.environmentId, options) : undefined,
    request.rolloutStatus ? client.readFlag(place.workspaceId, name, options).catch(() => undefined) : undefined,
  ]);
  const definitions = listed?.definitions ?? [];
  const dependants = dependantsOf(name, definitions);
  const indirectDependants = allDependantsOf(new Set([name, ...dependants.map((one) => one.flag)]), definitions);
  return { ...segments, dependants, indirectDependants, rolloutStatus: flag?.rolloutStatus };
}
