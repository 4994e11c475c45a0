/** Which change requests concern a person, and which requests match a filter. */
import type { ChangeRequest } from '../../api/model.ts';
import { decisionOf, isNamed, isSubmittedWith, submitterOf, waitsForPerson, type KeyInUse } from './decisions.ts';
import { otherSegmentOf } from './requestEffect.ts';
import { waitsForApproval } from './transitions.ts';

/**
 * The person who looks: the API key in use, the other stored API keys of the connection, and their e-mail address if they gave
 * it.
 */
export interface Viewer {
  readonly key: KeyInUse;
  readonly others: readonly KeyInUse[];
  readonly email: string | undefined;
}

/**
 * True if the request is open, and this API key may approve it or the person is named as an approver (people approve in the
 * service's web console). If it is unknown whether the key may approve, the request waits for it unless it is known who the key
 * is: then the request would name it. False for a request that waits only for a different stored API key of the same person.
 */
export function isWaitingFor(request: ChangeRequest, { key, email }: Viewer): boolean {
  if (!waitsForApproval(request.status)) return false;
  if (waitsForPerson(request, email)) return true;
  const { verdict } = decisionOf('approve', request, key);
  if (verdict !== 'unknown') return verdict === 'allowed';
  return key.identity === undefined || isNamed(request, key.identity);
}

/** True if the person or one of the stored API keys is known to have submitted it. */
export function isSubmittedBy(request: ChangeRequest, { key, others, email }: Viewer): boolean {
  if ([key, ...others].some((one) => isSubmittedWith(request, one))) return true;
  const name = submitterOf(request)?.name;
  return name !== undefined && name.toLowerCase() === email?.toLowerCase();
}

/** A filter for a list of change requests. Undefined = all. */
export interface RequestFilter {
  readonly workspace?: { readonly id: string; readonly name: string };
  readonly environment?: { readonly id: string; readonly name: string };
  readonly object?: 'flag' | 'segment';
  /** Searched for in the title, the object's name, the submitter and the comments, ignoring case. */
  readonly text?: string;
}

/** `environmentId` undefined = the environment of the request is not known. Such a request matches every environment. */
export function passesFilter(request: ChangeRequest, environmentId: string | undefined, filter: RequestFilter): boolean {
  const { workspace, environment, object, text } = filter;
  if (workspace && request.workspace?.id !== workspace.id) return false;
  if (environment && environmentId !== undefined && environmentId !== environment.id) return false;
  const other = otherSegmentOf(request);
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
