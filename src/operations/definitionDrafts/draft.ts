/** A draft of a flag's definition: what somebody wrote and has not submitted, with the definition it began with. */
import { createHash } from 'node:crypto';
import type { FlagDefinition } from '../../api/model.ts';
import { yamlOfJson } from '../../domain/definitions/document/yamlOfJson.ts';

/** Which definition, with names to show. The ids tell two places apart, the names do not. */
export interface DraftPlace {
  readonly connectionId: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly environment: { readonly id: string; readonly name: string };
  readonly flagName: string;
}

/** The change request that a draft was submitted as, as it was seen last. */
export interface SubmittedRequest {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

export interface DefinitionDraft {
  readonly id: string;
  readonly place: DraftPlace;
  readonly text: string;
  /** The live definition that the text was made from; undefined = the environment had none. */
  readonly base: FlagDefinition | undefined;
  /** What was submitted last for an approval, as long as it is not known to be live. */
  readonly sent?: FlagDefinition;
  /** The message as it was then: one that was typed since is for the next request. */
  readonly sentMessage?: string;
  /** Set while that request is open, as far as is known, and the text is the one that was submitted. */
  readonly submitted?: SubmittedRequest;
  /** Grows with each change of the text, over all windows; never the time of day. */
  readonly stamp: number;
  /** What is to be the request's title (the first line) and comment (the rest). */
  readonly message: string;
}

/** The name of a draft's file: the same for the same definition in each window. */
export const draftId = (place: DraftPlace): string => idOf(place, 'yaml');

/** The name that 0.2.0 gave a draft whose text was JSON. */
export const jsonDraftId = (place: DraftPlace): string => idOf(place, 'json');

function idOf({ connectionId, workspace, environment, flagName }: DraftPlace, format: 'yaml' | 'json'): string {
  const parts = JSON.stringify([connectionId, workspace.id, environment.id, flagName, format]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

/** Of the stored form. Raised when a draft of an earlier version of the extension may not be submitted; 0.1.0 wrote none. */
const VERSION = 2;

export function draftText(draft: DefinitionDraft): string {
  return JSON.stringify({ version: VERSION, ...draft, base: draft.base ?? null });
}

/** A text that 0.2.0 wrote as JSON comes as YAML. `damaged`: not written whole. `otherVersion`: another version of the extension has written it. */
export function readDraftText(text: string): DefinitionDraft | 'damaged' | 'otherVersion' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  if (!isFields(value)) return 'damaged';
  if (value['version'] !== VERSION) return 'otherVersion';
  if (!isPlace(value['place'])) return 'damaged';
  const { id, place, text: written, base, sent, sentMessage, submitted, stamp, message } = value;
  const isJson = id === jsonDraftId(place);
  const isWhole =
    (isJson || id === draftId(place)) &&
    typeof written === 'string' &&
    Number.isSafeInteger(stamp) &&
    typeof message === 'string';
  if (!isWhole || !(base === null || isFields(base))) return 'damaged';
  return {
    id: draftId(place),
    place,
    text: isJson ? yamlOfJson(written) : written,
    base: base === null ? undefined : (base as unknown as FlagDefinition),
    ...(isFields(sent) && { sent: sent as unknown as FlagDefinition }),
    ...(typeof sentMessage === 'string' && { sentMessage }),
    ...(isSubmitted(submitted) && { submitted }),
    stamp: stamp as number,
    message,
  };
}

/** A draft like any other again. */
export function withoutRequest(draft: DefinitionDraft): DefinitionDraft {
  const { submitted: _, ...rest } = draft;
  return rest;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSubmitted = (value: unknown): value is SubmittedRequest =>
  isFields(value) && [value['id'], value['title'], value['status']].every((field) => typeof field === 'string');
const isNamed = (value: unknown): boolean =>
  isFields(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';

function isPlace(value: unknown): value is DraftPlace {
  if (!isFields(value) || !isNamed(value['workspace']) || !isNamed(value['environment'])) return false;
  const { connectionId, flagName } = value;
  return typeof connectionId === 'string' && typeof flagName === 'string';
}
