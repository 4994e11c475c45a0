/** The API keys of a sandbox, and what each can see. The sandbox creates them at every start and stores them nowhere. */
import { randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { StoredEnvironment, StoredWorkspace } from './world/world.ts';

/** `limited` sees one environment and its workspace. `read-only` can't write. */
export type Role = 'submitter' | 'approver' | 'limited' | 'read-only';

export interface ApiKey {
  readonly name: string;
  /** The secret for the `Authorization` header. */
  readonly key: string;
  readonly role: Role;
  /** The only environment that a `limited` API key can see. */
  readonly environmentId?: string;
}

/** The name of the API key that may approve in the sample's restricted environments. */
export const APPROVER_NAME = 'release-key';
export const SUBMITTER_NAME = 'submitter-key';

/** Returns a new secret that nobody can guess. */
export const newSecret = (): string => randomBytes(24).toString('base64url');

/** Creates the four API keys with new secrets. `limitedTo` is the environment of the limited key. */
export function issueApiKeys(limitedTo: string): readonly ApiKey[] {
  return [
    { name: SUBMITTER_NAME, key: newSecret(), role: 'submitter' },
    { name: APPROVER_NAME, key: newSecret(), role: 'approver' },
    { name: 'limited-key', key: newSecret(), role: 'limited', environmentId: limitedTo },
    { name: 'read-only-key', key: newSecret(), role: 'read-only' },
  ];
}

/** True if two secrets are equal. Takes the same time for any two secrets, so that the time reveals nothing. */
export function isSameSecret(secret: string, sent: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(secret), hash(sent));
}

/** Returns the secret of an `Authorization: Bearer` header. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/**
 * Returns the environments of a workspace that the API key can see. If the result is empty, the API key can't see the workspace
 * at all.
 */
export function visibleEnvironments({ environmentId }: ApiKey, { environments }: StoredWorkspace): readonly StoredEnvironment[] {
  return environments.filter(({ id }) => environmentId === undefined || environmentId === id);
}
