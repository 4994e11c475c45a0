/**
 * What a panel shows, as the page keeps it over a reload: ids and names, no secret. What comes back from the page is
 * checked like any message, because the page could have been taken over.
 */
import type { EnvironmentRef } from '../target.ts';

/** One side of a comparison: where a definition is read from. */
export type Side =
  | { readonly kind: 'environment'; readonly environment: EnvironmentRef }
  /** The definition that a change request of the flag asks for, or asked for. */
  | { readonly kind: 'request'; readonly id: string; readonly label: string }
  /** A draft of this window, by the name the drafts know it by. */
  | { readonly kind: 'draft'; readonly id: string; readonly label: string };

export interface Comparison {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly flagName: string;
  readonly before: Side;
  readonly after: Side;
}

export type Subject =
  { readonly kind: 'request'; readonly id: string } | { readonly kind: 'comparison'; readonly comparison: Comparison };

/** The connection that a panel was opened with, and keeps to. */
export interface Bound {
  readonly connectionId: string;
  readonly connectionName: string;
}

export interface Kept {
  readonly subject: Subject;
  /** Undefined as long as nothing was read. */
  readonly bound: Bound | undefined;
}

/** Equal for two subjects that are the same. */
export function subjectId(subject: Subject): string {
  if (subject.kind === 'request') return subject.id;
  const { workspace, flagName, before, after } = subject.comparison;
  return JSON.stringify([workspace.id, flagName, sideId(before), sideId(after)]);
}

/** Equal for two panels that would show the same, of the same connection: another service may have an object of the same id. */
export const panelKey = (subject: Subject, bound: Bound | undefined): string =>
  JSON.stringify([bound?.connectionId, subjectId(subject)]);

const sideId = (side: Side): readonly string[] => [side.kind, side.kind === 'environment' ? side.environment.id : side.id];

export function restoreText(subject: Subject, bound: Bound): string {
  return JSON.stringify({ subject, bound } satisfies Kept);
}

/** What the page's saved state says it showed; undefined if it says nothing we could have written. */
export function keptIn(state: unknown): Kept | undefined {
  const view = isObject(state) ? state['view'] : undefined;
  const text = isObject(view) ? view['restore'] : undefined;
  if (typeof text !== 'string') return undefined;
  const kept = parsed(text);
  if (!isObject(kept)) return undefined;
  const subject = subjectFrom(kept['subject']);
  return subject && { subject, bound: boundFrom(kept['bound']) };
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function subjectFrom(value: unknown): Subject | undefined {
  if (!isObject(value)) return undefined;
  if (value['kind'] === 'request') return typeof value['id'] === 'string' ? { kind: 'request', id: value['id'] } : undefined;
  const comparison = value['kind'] === 'comparison' ? comparisonFrom(value['comparison']) : undefined;
  return comparison && { kind: 'comparison', comparison };
}

function comparisonFrom(value: unknown): Comparison | undefined {
  if (!isObject(value) || typeof value['flagName'] !== 'string') return undefined;
  const workspace = namedFrom(value['workspace']);
  const [before, after] = [sideFrom(value['before']), sideFrom(value['after'])];
  return workspace && before && after && { workspace, flagName: value['flagName'], before, after };
}

function sideFrom(value: unknown): Side | undefined {
  if (!isObject(value)) return undefined;
  const { kind, id, label } = value;
  if (kind === 'environment') {
    const environment = namedFrom(value['environment']);
    const isProduction = isObject(value['environment']) && value['environment']['isProduction'] !== false;
    return environment && { kind, environment: { ...environment, isProduction } };
  }
  const isKnown = (kind === 'request' || kind === 'draft') && typeof id === 'string' && typeof label === 'string';
  return isKnown ? { kind, id, label } : undefined;
}

function namedFrom(value: unknown): { readonly id: string; readonly name: string } | undefined {
  if (!isObject(value)) return undefined;
  const { id, name } = value;
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

function boundFrom(value: unknown): Bound | undefined {
  if (!isObject(value)) return undefined;
  const { connectionId, connectionName } = value;
  return typeof connectionId === 'string' && typeof connectionName === 'string' ? { connectionId, connectionName } : undefined;
}
