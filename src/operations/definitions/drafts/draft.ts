/** A draft of a flag's definition: the text that a user has edited, and the live definition that it is based on. */
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { FlagDefinition } from '../../../api/model.ts';
import { isFields } from '../../../domain/definitions/document/shapes.ts';

/**
 * Identifies the definition of a flag in an environment. The names of the workspace and the environment are only for display.
 */
export interface DraftPlace {
  readonly connectionId: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly environment: { readonly id: string; readonly name: string };
  readonly flagName: string;
}

/** An open change request with the same content as a draft. */
export interface SubmittedRequest {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

export interface DefinitionDraft {
  readonly place: DraftPlace;
  /** The text without the comment that the editor shows above it. */
  readonly text: string;
  /** The live definition that the text is based on. Undefined = the environment had no definition. */
  readonly base: FlagDefinition | undefined;
  /** The request's title (the first line) and comment (the rest). */
  readonly message: string;
  /**
   * When the text was saved, in epoch milliseconds. It increases with each change of the text, even if the clock was set back.
   */
  readonly savedAt: number;
}

/** A draft, and what this window knows about it. */
export interface ListedDraft extends DefinitionDraft {
  readonly id: string;
  /** The request with the same content, according to the service's last answer. Never stored. */
  readonly submitted?: SubmittedRequest | undefined;
  /** True if this window has asked the service for `submitted` since it read the text. */
  readonly isReviewed: boolean;
}

/** Returns the id of a draft, which is also the name of its file. All windows use the same id. */
export function draftId({ connectionId, workspace, environment, flagName }: DraftPlace): string {
  const parts = JSON.stringify([connectionId, workspace.id, environment.id, flagName]);
  return hash('sha256', parts).slice(0, 32);
}

const named = z.object({ id: z.string(), name: z.string() });
/** The number of the file format. Raise it if drafts in the previous format must not be submitted any more. */
const VERSION = 3;

/** The form in which a draft is stored. The name of the connection is not stored, because it may change. */
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

/** Returns undefined if the file is incomplete or was written by a version of the extension with a different format. */
export function readDraftFile(content: string): DefinitionDraft | undefined {
  try {
    const { version: _, base, ...draft } = StoredDraft.parse(JSON.parse(content));
    return { ...draft, base: base ?? undefined };
  } catch {
    return undefined;
  }
}
