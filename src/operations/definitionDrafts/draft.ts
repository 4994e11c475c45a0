/** A draft of a flag's definition: what somebody wrote and has not submitted, with the live definition that it began with. */
import { createHash } from 'node:crypto';
import type { FlagDefinition } from '../../api/model.ts';
import { isFields } from '../../domain/definitions/document/shapes.ts';

/** Which definition, with names to show. The ids tell two places apart, the names do not. */
export interface DraftPlace {
  readonly connectionId: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly environment: { readonly id: string; readonly name: string };
  readonly flagName: string;
}

/** An open change request that asks for what a draft says. */
export interface SubmittedRequest {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

export interface DefinitionDraft {
  readonly place: DraftPlace;
  /** Without the comment that a document shows above it. */
  readonly text: string;
  /** Undefined = the environment had none. */
  readonly base: FlagDefinition | undefined;
  /** The request's title (the first line) and comment (the rest). */
  readonly message: string;
  /** Milliseconds: when the text was saved. It grows with each change of the text, also where the clock does not. */
  readonly savedAt: number;
}

/** A draft as a window knows it. */
export interface ListedDraft extends DefinitionDraft {
  readonly id: string;
  /** As the service said last; never stored. */
  readonly submitted?: SubmittedRequest | undefined;
}

/** The name of a draft's file: the same for the same definition in each window. */
export function draftId({ connectionId, workspace, environment, flagName }: DraftPlace): string {
  const parts = JSON.stringify([connectionId, workspace.id, environment.id, flagName]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

/** Of the stored form. Raised when a draft of an earlier version of the extension may not be submitted; no release wrote 2. */
const VERSION = 3;

export function draftFile({ place, text, base, message, savedAt }: DefinitionDraft): string {
  const { connectionId, workspace, environment, flagName } = place;
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  // The name of a connection may change: it is not stored.
  const stored = { connectionId, workspace: named(workspace), environment: named(environment), flagName };
  return JSON.stringify({ version: VERSION, place: stored, base: base ?? null, text, message, savedAt });
}

/** Undefined for what is not written whole, or by another version of the extension. */
export function readDraftFile(content: string): DefinitionDraft | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return undefined;
  }
  if (!isFields(value) || value['version'] !== VERSION) return undefined;
  const { place, text, base, message, savedAt } = value;
  const isWhole = isPlace(place) && typeof text === 'string' && typeof message === 'string' && Number.isSafeInteger(savedAt);
  if (!isWhole || !(base === null || isFields(base))) return undefined;
  return {
    place,
    text,
    base: base === null ? undefined : (base as unknown as FlagDefinition),
    message,
    savedAt: savedAt as number,
  };
}

const isNamed = (value: unknown): boolean =>
  isFields(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';

function isPlace(value: unknown): value is DraftPlace {
  if (!isFields(value) || !isNamed(value['workspace']) || !isNamed(value['environment'])) return false;
  return typeof value['connectionId'] === 'string' && typeof value['flagName'] === 'string';
}
