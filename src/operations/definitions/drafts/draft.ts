/** A draft of a flag's definition: what somebody wrote and has not submitted, with the live definition that it began with. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { FlagDefinition } from '../../../api/model.ts';
import { isFields } from '../../../domain/definitions/document/shapes.ts';

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
  /** The service was asked for `submitted` since this window knows the text. */
  readonly isReviewed: boolean;
}

/** The name of a draft's file: the same for the same definition in each window. */
export function draftId({ connectionId, workspace, environment, flagName }: DraftPlace): string {
  const parts = JSON.stringify([connectionId, workspace.id, environment.id, flagName]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

const named = z.object({ id: z.string(), name: z.string() });
/** The number of the file format. Raise it if this version may not submit drafts in the previous format. */
const VERSION = 3;

/** As it is stored: of the connection without its name, which may change. */
const StoredDraft = z.object({
  version: z.literal(VERSION),
  place: z.object({ connectionId: z.string(), workspace: named, environment: named, flagName: z.string() }),
  base: z.nullable(z.custom<FlagDefinition>(isFields)),
  text: z.string(),
  message: z.string(),
  savedAt: z.int(),
});

export const draftFile = (draft: DefinitionDraft): string =>
  JSON.stringify(StoredDraft.parse({ version: VERSION, ...draft, base: draft.base ?? null }));

/** Undefined for what is not written whole, or by another version of the extension. */
export function readDraftFile(content: string): DefinitionDraft | undefined {
  try {
    const { version: _, base, ...draft } = StoredDraft.parse(JSON.parse(content));
    return { ...draft, base: base ?? undefined };
  } catch {
    return undefined;
  }
}
