/** The API keys of a sandbox and what each may do. They are made anew at every start and kept nowhere. */
import { randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from './call.ts';
import type { Environment, Workspace, World } from './world.ts';
import { forbidden, notFound } from './refusal.ts';

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

/** The API key with this secret, found in the same time whatever was sent. */
export function findApiKey(keys: readonly ApiKey[], secret: string): ApiKey | undefined {
  return keys.find((candidate) => isSame(candidate.key, secret));
}

/** Whether two secrets are the same, in the same time whatever was sent. */
export function isSame(secret: string, sent: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(secret), hash(sent));
}

/** The secret of an `Authorization: Bearer` header. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

function canSee(caller: ApiKey, environment: Environment): boolean {
  return caller.environmentId === undefined || caller.environmentId === environment.id;
}

/** The environments of a workspace that the API key sees. */
export function visibleEnvironments(caller: ApiKey, workspace: Workspace): readonly Environment[] {
  return workspace.environments.filter((environment) => canSee(caller, environment));
}

/** The workspaces that the API key sees: those with an environment it sees. */
export function visibleWorkspaces(caller: ApiKey, world: World): readonly Workspace[] {
  return world.workspaces.filter((workspace) => visibleEnvironments(caller, workspace).length > 0);
}

/** The workspace with this id; 404 where there is none or no access. */
export function workspaceById(caller: ApiKey, world: World, id: string): Workspace {
  const workspace = visibleWorkspaces(caller, world).find((candidate) => candidate.id === id);
  if (workspace === undefined) throw notFound(`Workspace ${id}`);
  return workspace;
}

/** The environment with this id and its workspace; 404 where there is none or no access. */
export function environmentById(
  caller: ApiKey,
  world: World,
  id: string,
): { readonly workspace: Workspace; readonly environment: Environment } {
  for (const workspace of world.workspaces) {
    const environment = visibleEnvironments(caller, workspace).find((candidate) => candidate.id === id);
    if (environment !== undefined) return { workspace, environment };
  }
  throw notFound(`Environment ${id}`);
}

/** The environment of a path that has its workspace too: by its id or, but not in the documented-only mode, by its name. */
export function environmentOf(call: Call, workspace: Workspace): Environment {
  const sent = call.part('environment');
  const visible = visibleEnvironments(call.caller, workspace);
  const isNamed = ({ name }: Environment) => !call.service.isDocumentedOnly && name === sent;
  const environment = visible.find(({ id }) => id === sent) ?? visible.find(isNamed);
  if (environment === undefined) throw notFound(`Environment ${sent}`);
  return environment;
}

/** Refuses a write of an API key that may only read. */
export function mustWrite(caller: ApiKey): void {
  if (caller.role === 'read-only') throw forbidden(`API key ${caller.name} has a read-only role`);
}

/** Refuses what reaches beyond the one environment of a limited API key. */
export function mustReachWorkspace(caller: ApiKey): void {
  if (caller.role === 'limited') throw forbidden(`API key ${caller.name} is limited to one environment`);
}
