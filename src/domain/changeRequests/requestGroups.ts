/** Which change requests concern somebody, and which of them a filter lets through. */
import type { ChangeRequest } from '../../api/model.ts';
import { decisionOf, isNamed, isSubmittedWith, submitterOf, waitsForPerson, type KeyInUse } from './decisions.ts';
import { otherSegmentOf } from './requestEffect.ts';
import { waitsForApproval } from './transitions.ts';

/** Whoever looks: the API key in use, the others that are stored for the connection, and their own address if they gave it. */
export interface Viewer {
  readonly key: KeyInUse;
  readonly others: readonly KeyInUse[];
  readonly email: string | undefined;
}

/**
 * True if it is open and this API key may approve it, or if the person is named as an approver (people approve in the
 * service's own pages). Where that is unknown, it waits as long as it is not known who the API key is: one that is known, and
 * is not named, has nothing to do. Not of requests that only wait for another stored API key of the same person.
 */
export function isWaitingFor(request: ChangeRequest, { key, email }: Viewer): boolean {
  if (!waitsForApproval(request.status)) return false;
  if (waitsForPerson(request, email)) return true;
  const { verdict } = decisionOf('approve', request, key);
  if (verdict !== 'unknown') return verdict === 'allowed';
  return key.identity === undefined || isNamed(request, key.identity);
}

/** True if one of the stored API keys is known to have submitted it, or the person has. */
export function isSubmittedBy(request: ChangeRequest, { key, others, email }: Viewer): boolean {
  if ([key, ...others].some((one) => isSubmittedWith(request, one))) return true;
  const name = submitterOf(request)?.name;
  return name !== undefined && name.toLowerCase() === email?.toLowerCase();
}

/** What a list of change requests is narrowed to; undefined = all. */
export interface RequestFilter {
  readonly workspace?: { readonly id: string; readonly name: string };
  readonly environment?: { readonly id: string; readonly name: string };
  readonly object?: 'flag' | 'segment';
  /** Found in the title, the object's name, the submitter or a comment, in any case. */
  readonly text?: string;
}

/** `environmentId` undefined = it is not known which environment the request is for: that is let through, and shown as such. */
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
