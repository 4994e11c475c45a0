import type { ChangeRequest } from '../../api/model.ts';
import type { EnvironmentRef, FlagTarget, SegmentTarget } from '../window/target.ts';

/**
 * Returns the flag or segment that a request changes, with its workspace and environment. Undefined if one of these is not
 * known.
 */
export function requestTarget(
  { flag, segment, workspace }: ChangeRequest,
  environment: EnvironmentRef | undefined,
  workspaceName: string | undefined,
): FlagTarget | SegmentTarget | undefined {
  if (!workspace || !environment) return undefined;
  const { id } = workspace;
  const place = { workspace: { id, name: workspaceName ?? id, requiresTitleAndComments: false }, environment };
  if (segment) return { kind: 'segment', ...place, name: segment.name, trafficType: '' };
  return flag ? { kind: 'flag', ...place, name: flag.name } : undefined;
}
