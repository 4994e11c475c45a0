/** Which change requests concern somebody, and which of them a filter lets through. */
import type { ChangeRequest } from '../../api/model.ts';
import { decisionOf, submitterOf, waitsForPerson, type KeyInUse } from './decisions.ts';

/** Whoever looks: the API key in use, the names of all that are stored for the connection, and their own address if they gave it. */
export interface Viewer {
  readonly key: KeyInUse;
  readonly keyNames: readonly string[];
  readonly email: string | undefined;
}

/**
 * True if it is open and this API key may approve it, as far as is known, or if the person is named as an approver (people
 * approve in the service's own pages). Not of requests that only wait for another stored API key of the same person.
 */
export function isWaitingFor(request: ChangeRequest, { key, email }: Viewer): boolean {
  if (request.status !== 'REQUESTED') return false;
  return decisionOf('approve', request, key).verdict !== 'refused' || waitsForPerson(request, email);
}

/** True if one of the stored API keys, or the person, submitted it; a request without a comment is nobody's. */
export function isSubmittedBy(request: ChangeRequest, { key, keyNames, email }: Viewer): boolean {
  const name = submitterOf(request)?.name;
  if (name === undefined) return false;
  return name === key.name || keyNames.includes(name) || name.toLowerCase() === email?.toLowerCase();
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
  const isOther = object === 'flag' ? request.segment && !request.flag : object && !request.segment;
  if (isOther) return false;
  if (!text) return true;
  const words = [
    request.title,
    request.segment?.name,
    request.flag?.name,
    submitterOf(request)?.name,
    ...request.comments.map(({ comment }) => comment),
  ];
  return words.some((word) => word?.toLowerCase().includes(text.toLowerCase()));
}
