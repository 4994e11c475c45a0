/**
 * Finds other open change requests for the same object, for an object on which it depends, or for an object that depends on it.
 */
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import { dependantsOf } from '../audiences/dependants.ts';
import { factsNeededFor } from '../audiences/evaluate.ts';
import { namedEnvironment } from './namedEnvironment.ts';
import { definitionAfter, undocumentedSegmentOf } from './requestEffect.ts';
import { waitsForApproval } from './transitions.ts';

/** How the object of the other request is related to the object of this request. */
export type Relation = 'sameObject' | 'segmentOfFlag' | 'flagOfSegment' | 'dependentFlag';

export interface RelatedRequest {
  readonly relation: Relation;
  readonly request: ChangeRequest;
}

export interface RelatedFacts {
  /** The known open requests in all environments. */
  readonly open: readonly ChangeRequest[];
  /** The environment of this request. Undefined = not known, so it may be any environment of the request's workspace. */
  readonly environmentId: string | undefined;
  /** Returns the remembered environment of a request that does not name its environment itself. */
  environmentOf(requestId: string): { readonly id: string } | undefined;
  /** The live definition of the flag of this request. */
  readonly live?: FlagDefinition | undefined;
  /** Live definitions of other flags, as far as they are known. */
  readonly definitions?: readonly FlagDefinition[] | undefined;
  /** The names of flags that depend on the flag of this request. */
  readonly dependants?: readonly string[] | undefined;
}

const RELATION_ORDER: readonly Relation[] = ['sameObject', 'segmentOfFlag', 'flagOfSegment', 'dependentFlag'];

export function relatedRequests(request: ChangeRequest, facts: RelatedFacts): readonly RelatedRequest[] {
  const { open, environmentId, environmentOf } = facts;
  const isInPlace = (other: ChangeRequest): boolean => {
    const otherId = (namedEnvironment(other) ?? environmentOf(other.id))?.id;
    const isSame = environmentId === undefined || otherId === undefined || environmentId === otherId;
    return isSame && other.workspace?.id === request.workspace?.id;
  };
  const related = open
    .filter((other) => other.id !== request.id && waitsForApproval(other.status) && isInPlace(other))
    .flatMap((other): readonly RelatedRequest[] => {
      const relation = relationOf(request, other, facts);
      return relation ? [{ relation, request: other }] : [];
    });
  return related.toSorted((one, other) => RELATION_ORDER.indexOf(one.relation) - RELATION_ORDER.indexOf(other.relation));
}

function relationOf(
  request: ChangeRequest,
  other: ChangeRequest,
  { live, definitions = [], dependants = [] }: RelatedFacts,
): Relation | undefined {
  const [flag, segment] = [request.flag?.name, request.segment?.name];
  const [otherFlag, otherSegment] = [other.flag?.name, other.segment?.name];
  if ((flag ?? otherFlag) === undefined ? isSameSegment(request, other) : flag !== undefined && flag === otherFlag)
    return 'sameObject';
  if (flag !== undefined && otherSegment !== undefined)
    return isSegmentUsed(otherSegment, [live, definitionAfter(request, live)]) ? 'segmentOfFlag' : undefined;
  if (otherFlag === undefined) return undefined;
  const now = definitions.find(({ name }) => name === otherFlag);
  const versions = [now, definitionAfter(other, now)];
  if (segment !== undefined) return isSegmentUsed(segment, versions) ? 'flagOfSegment' : undefined;
  const isDependent =
    dependants.includes(otherFlag) ||
    dependantsOf(
      flag!,
      versions.filter((one) => one !== undefined),
    ).length > 0;
  return isDependent ? 'dependentFlag' : undefined;
}

/** True if both requests are about the same segment. Call this only if neither request is about a flag. */
function isSameSegment(one: ChangeRequest, other: ChangeRequest): boolean {
  const [mine, its] = [one, other].map((request) => {
    return undocumentedSegmentOf(request) ?? { kind: 'segment', name: request.segment?.name };
  });
  return mine!.name !== undefined && mine!.name === its!.name && mine!.kind === its!.kind;
}

const isSegmentUsed = (segment: string, versions: readonly (FlagDefinition | undefined)[]): boolean =>
  factsNeededFor(versions).segments.includes(segment);
