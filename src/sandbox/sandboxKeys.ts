/** The API keys of a sandbox and what each sees. They are made anew at every start and stored nowhere. */
import { randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { StoredEnvironment, StoredWorkspace } from './world/world.ts';

/** `limited` sees one environment and its workspace; `read-only` may write nothing. */
export type Role = 'submitter' | 'approver' | 'limited' | 'read-only';

export interface ApiKey {
  readonly name: string;
  /** The secret of the `Authorization` header. */
  readonly key: string;
  readonly role: Role;
  /** The one environment that a `limited` API key sees. */
  readonly environmentId?: string;
}

/** The approver's name stands among the approvers of the sample's restricted environments. */
export const APPROVER_NAME = 'release-key';
export const SUBMITTER_NAME = 'submitter-key';

/** A new secret that nobody can guess. */
export const newSecret = (): string => randomBytes(24).toString('base64url');

/** New secrets for the four API keys; `limitedTo` is the environment of the limited one. */
export function issueApiKeys(limitedTo: string): readonly ApiKey[] {
  return [
    { name: SUBMITTER_NAME, key: newSecret(), role: 'submitter' },
    { name: APPROVER_NAME, key: newSecret(), role: 'approver' },
    { name: 'limited-key', key: newSecret(), role: 'limited', environmentId: limitedTo },
    { name: 'read-only-key', key: newSecret(), role: 'read-only' },
  ];
}

/** Whether two secrets are the same, in the same time whatever was sent. */
export function isSameSecret(secret: string, sent: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(secret), hash(sent));
}

/** The secret of an `Authorization: Bearer` header. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** The environments of a workspace that the API key sees; of other workspaces than these it sees nothing. */
export function visibleEnvironments({ environmentId }: ApiKey, { environments }: StoredWorkspace): readonly StoredEnvironment[] {
  return environments.filter(({ id }) => environmentId === undefined || environmentId === id);
}
