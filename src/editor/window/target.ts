/**
 * The subject of a command, as plain data. Tree nodes pass it in the field `target` of the argument. A command uses only the
 * fields that it has checked, because any extension may call a command with any argument.
 */
import type { Workspace } from '../../api/model.ts';
import type { EnvironmentRef } from '../../operations/learned/environments.ts';

export interface WorkspaceRef {
  readonly id: string;
  readonly name: string;
  readonly requiresTitleAndComments: boolean;
}

export type { EnvironmentRef };

export const workspaceRef = ({ id, name, requiresTitleAndComments }: Workspace): WorkspaceRef => ({
  id,
  name,
  requiresTitleAndComments: requiresTitleAndComments === true,
});

export interface SegmentTarget {
  readonly kind: 'segment';
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly name: string;
  readonly trafficType: string;
}

export interface FlagTarget {
  readonly kind: 'flag';
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly name: string;
}

export interface RequestTarget {
  readonly kind: 'changeRequest';
  readonly id: string;
}

/** The workspace in which something new is created, and the environment that the user was looking at, if any. */
export interface WorkspaceTarget {
  readonly kind: 'workspace';
  readonly workspace: WorkspaceRef;
  readonly environment?: EnvironmentRef;
}

/** A segment of a workspace, whatever the environment. */
export interface WorkspaceSegment {
  readonly kind: 'workspaceSegment';
  readonly workspace: WorkspaceRef;
  readonly name: string;
  readonly trafficType: string;
  /** The environment in which the user was looking at the segment, if any. */
  readonly environment?: EnvironmentRef;
}

export type Target = SegmentTarget | FlagTarget | RequestTarget | WorkspaceTarget | WorkspaceSegment;

/** The segment that a command was called with, or undefined if it was called without one. */
export const segmentFrom = (argument: unknown): SegmentTarget | undefined => targetOf(argument, isSegment);
export const flagFrom = (argument: unknown): FlagTarget | undefined => targetOf(argument, isFlag);

export const workspaceFrom = (argument: unknown): WorkspaceTarget | undefined => targetOf(argument, isWorkspace);

/** Like segmentFrom, but also accepts a segment without an environment. */
export function workspaceSegmentFrom(argument: unknown): WorkspaceSegment | undefined {
  const target = targetOf<SegmentTarget | WorkspaceSegment>(
    argument,
    (fields) => isSegment(fields) || isWorkspaceSegment(fields),
  );
  return target && { ...target, kind: 'workspaceSegment' };
}

/** The change request that a command was called with: its tree node, an object with an open request, or an id as text. */
export function requestFrom(argument: unknown): RequestTarget | undefined {
  if (typeof argument === 'string' && argument !== '') return { kind: 'changeRequest', id: argument };
  if (isObject(argument) && isObject(argument.request)) return requestFrom({ target: argument.request });
  return targetOf(argument, isRequest);
}

/**
 * True if a command that changes keys was called to create a change request. The command then offers the change request
 * first.
 */
export const prefersRequest = (argument: unknown): boolean => isObject(argument) && argument.prefersRequest === true;

/**
 * True if a command that changes keys was called from a question. Its first question then has Back, and the command returns
 * 'back' if the user goes back.
 */
export const canGoBack = (argument: unknown): boolean => isObject(argument) && argument.canGoBack === true;

type Fields = Readonly<Record<string, unknown>>;

function targetOf<T extends Target>(argument: unknown, is: (fields: Fields) => boolean): T | undefined {
  if (!isObject(argument) || !isObject(argument.target)) return undefined;
  return is(argument.target) ? (argument.target as unknown as T) : undefined;
}

/** True if the value has fields. Any extension may call a command with any argument. */
export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const hasIdAndName = (value: unknown): boolean =>
  isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';
const hasPlaceAndName = (fields: Fields): boolean =>
  hasIdAndName(fields.workspace) && hasIdAndName(fields.environment) && typeof fields.name === 'string';

const isSegment = (fields: Fields): boolean => fields.kind === 'segment' && hasPlaceAndName(fields);
const isFlag = (fields: Fields): boolean => fields.kind === 'flag' && hasPlaceAndName(fields);
const isWorkspace = (fields: Fields): boolean => fields.kind === 'workspace' && hasWorkspaceAndEnvironment(fields);
const isWorkspaceSegment = (fields: Fields): boolean =>
  fields.kind === 'workspaceSegment' && hasWorkspaceAndEnvironment(fields) && typeof fields.name === 'string';
const hasWorkspaceAndEnvironment = ({ workspace, environment }: Fields): boolean =>
  hasIdAndName(workspace) && (environment === undefined || hasIdAndName(environment));
const isRequest = (fields: Fields): boolean => fields.kind === 'changeRequest' && typeof fields.id === 'string';
