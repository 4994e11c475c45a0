/**
 * What a service of admin-api.md has to hold, as plain data, kept beside the sandbox while both get the same calls. Written
 * from the document and from the table of decisions in src/sandbox/README.md, and from nothing else of the sandbox.
 */
import type { KeyName } from '../../sandbox/raw.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An environment, and how changes reach it. */
export interface Place {
  readonly name: string;
  readonly id: string;
  readonly control: 'off' | 'submitters-choose' | 'restricted';
}

export interface Definition {
  readonly fields: Fields;
  readonly killed: boolean;
}

export interface ChangeRequest {
  readonly id: string;
  readonly at: Place;
  readonly kind: 'segment' | 'flag';
  readonly name: string;
  readonly operation: string;
  readonly keys: readonly string[];
  /** The definition that is asked for, of an UPDATE or a CREATE. */
  readonly wanted: Fields | undefined;
  /** The definition as answers show it: as it would be. */
  readonly shown: Definition | undefined;
  readonly rolloutStatus: string | undefined;
  readonly title: string;
  readonly submitter: KeyName;
  readonly approvers: readonly string[];
  status: string;
  comments: readonly { readonly comment: string; readonly user: string; readonly role: string }[];
}

export interface Model {
  readonly workspace: { readonly id: string; readonly name: string; readonly requiresTitleAndComments: boolean };
  readonly places: readonly Place[];
  /** The id of an environment of another workspace. */
  readonly otherPlace: string;
  readonly rolloutStatus: string;
  /** Another one: that of a flag that nobody gave one. */
  readonly firstStatus: string;
  readonly isDocumentedOnly: boolean;
  readonly word: string;
  readonly segments: Set<string>;
  /** By place and segment name: its keys. Not there: not active. */
  readonly keys: Map<string, ReadonlySet<string>>;
  /** By name: the id of the rollout status. */
  readonly flags: Map<string, string | undefined>;
  /** By place and flag name. */
  readonly definitions: Map<string, Definition>;
  /** Oldest first. */
  readonly requests: ChangeRequest[];
}

export const keyOf = (at: Place, name: string): string => `${at.name}/${name}`;

/** The request that is open on an object, and locks it. */
export function openOn(model: Model, at: Place, kind: ChangeRequest['kind'], name: string): ChangeRequest | undefined {
  return model.requests.find(
    (request) => request.status === 'REQUESTED' && request.at === at && request.kind === kind && request.name === name,
  );
}

/** Definitions of the workspace with what names a segment or a flag in their rules. */
export function isNamed(model: Model, kind: ChangeRequest['kind'], name: string): boolean {
  return [...model.definitions.values()].some(({ fields }) => namesIn(fields)[kind].includes(name));
}

interface Bucket {
  readonly treatment: string;
  readonly size: number;
}
interface Rule {
  readonly buckets: readonly Bucket[];
  readonly condition: {
    readonly combiner?: string;
    readonly matchers: readonly { readonly string?: string; readonly depends?: { readonly splitName: string } }[];
  };
}

function namesIn(fields: Fields): { readonly segment: readonly string[]; readonly flag: readonly string[] } {
  const matchers = (fields['rules'] as readonly Rule[]).flatMap(({ condition }) => condition.matchers);
  return {
    segment: matchers.flatMap(({ string }) => string ?? []),
    flag: matchers.flatMap(({ depends }) => depends?.splitName ?? []),
  };
}

/** Whether a service takes the definition: what it says of itself, and that what it names exists in the workspace. */
/** With the live service's word the sandbox is as lenient as that service. */
export const speaksLive = (model: Model): boolean => model.word === 'split' && !model.isDocumentedOnly;

export function isRight(model: Model, fields: Fields): boolean {
  const treatments = (fields['treatments'] as readonly { readonly name: string }[]).map(({ name }) => name);
  const rules = fields['rules'] as readonly Rule[];
  const allocation = fields['trafficAllocation'];
  const named = namesIn(fields);
  const isWhole = (buckets: readonly Bucket[]): boolean =>
    buckets.reduce((sum, { size }) => sum + size, 0) === 100 && buckets.every(({ treatment }) => treatments.includes(treatment));
  return (
    treatments.length > 0 &&
    new Set(treatments).size === treatments.length &&
    treatments.includes(String(fields['defaultTreatment'])) &&
    typeof allocation === 'number' &&
    Number.isInteger(allocation) &&
    allocation >= 0 &&
    allocation <= 100 &&
    isWhole(fields['defaultRule'] as readonly Bucket[]) &&
    rules.every(({ buckets }) => isWhole(buckets)) &&
    rules.every(({ condition }) => condition.matchers.length > 0 && (condition.combiner ?? 'AND') === 'AND') &&
    named.segment.every((name) => model.segments.has(name)) &&
    named.flag.every((name) => model.flags.has(name))
  );
}

/** What the service alone sets, and ignores where it is sent (service-beyond.md, Behaviour). */
const RESPONSE_ONLY = ['id', 'environment', 'trafficType', 'creationTime', 'lastUpdateTime', 'killed', 'openChangeRequestId'];

/** A definition as it is kept: without what only responses have. */
export function kept(sent: Fields, name: string): Fields {
  return { ...Object.fromEntries(Object.entries(sent).filter(([field]) => !RESPONSE_ONLY.includes(field))), name };
}
