/** Decides which change requests concern a person, and which requests match a filter. */
import type { ChangeRequest } from '../../api/model.ts';
import { decisionOf, hasApprover, isSubmittedWith, submitterOf, waitsForPerson, type ApiKeyFacts } from './decisions.ts';
import { undocumentedSegmentOf } from './requestEffect.ts';
import { waitsForApproval } from './transitions.ts';

/**
 * The person who looks at change requests: the API key in use, the other stored API keys of the connection, and the e-mail
 * address if the person has entered it.
 */
export interface Viewer {
  readonly key: ApiKeyFacts;
  readonly otherKeys: readonly ApiKeyFacts[];
  readonly email: string | undefined;
  /** True if the API key in use has approved in the environment of the request. */
  readonly hasApproved?: (request: ChangeRequest) => boolean;
}

/**
 * True if the request is open and waits for the person or the API key. It waits for the person if its approvers include their
 * e-mail address. It waits for the API key in three cases, unless it is known that the API key can't approve it: The API key
 * has approved in the request's environment before. The approvers include the API key. Or the API key's identity is not known,
 * and this installation did not submit the request.
 */
export function isWaitingFor(request: ChangeRequest, { key, otherKeys, email, hasApproved }: Viewer): boolean {
  if (!waitsForApproval(request.status)) return false;
  if (waitsForPerson(request, email)) return true;
  if (decisionOf('approve', request, key).verdict === 'refused') return false;
  if (hasApproved?.(request)) return true;
  if (key.identity !== undefined) return hasApprover(request, key.identity);
  return ![key, ...otherKeys].some(({ submitted }) => submitted?.has(request.id));
}

/**
 * True if the request waits for this API key, which is not in use. If the key's identity is known, the approvers must include
 * it. Otherwise, the key must be certain to be allowed to approve the request.
 */
export const isWaitingForOther = (request: ChangeRequest, key: ApiKeyFacts): boolean =>
  key.identity === undefined
    ? decisionOf('approve', request, key).verdict === 'allowed'
    : isWaitingFor(request, { key, otherKeys: [], email: undefined });

/** True if the person or one of the stored API keys is known to have submitted the request. */
export function isSubmittedBy(request: ChangeRequest, { key, otherKeys, email }: Viewer): boolean {
  if ([key, ...otherKeys].some((one) => isSubmittedWith(request, one))) return true;
  const name = submitterOf(request)?.name;
  return name !== undefined && name.toLowerCase() === email?.toLowerCase();
}

/** A filter for a list of change requests. A field that is undefined excludes no request. */
export interface RequestFilter {
  readonly workspace?: { readonly id: string; readonly name: string };
  readonly environment?: { readonly id: string; readonly name: string };
  readonly object?: 'flag' | 'segment';
  /** The text to search for in the title, the object's name, the submitter and the comments, ignoring case. */
  readonly text?: string;
}

/** `environmentId` undefined = the environment of the request is not known. Such a request matches every environment. */
export function passesFilter(request: ChangeRequest, environmentId: string | undefined, filter: RequestFilter): boolean {
  const { workspace, environment, object, text } = filter;
  if (workspace && request.workspace?.id !== workspace.id) return false;
  if (environment && environmentId !== undefined && environmentId !== environment.id) return false;
  const other = undocumentedSegmentOf(request);
  const isOfSegment = Boolean(request.segment) || other !== undefined;
  const isOther = object === 'flag' ? isOfSegment && !request.flag : object && !isOfSegment;
  if (isOther) return false;
  if (!text) return true;
  const words = [
    request.title,
    request.segment?.name,
    request.flag?.name,
    other?.name,
    submitterOf(request)?.name,
    ...request.comments.map(({ comment }) => comment),
  ];
  return words.some((word) => word?.toLowerCase().includes(text.toLowerCase()));
}
