/** A change that the environment asks an approval for, on its way to become a change request. */
import type { NewSegmentRequest } from '../api/model.ts';
import type { Connected } from './connected.ts';
import type { EnvironmentRef, WorkspaceRef } from './target.ts';

export interface Proposal {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly change: Pick<NewSegmentRequest, 'operationType' | 'segment'>;
  /** The service refused the direct change, because the environment requires approvals. */
  readonly isRefused: boolean;
  /** What the title and the comment are at first. */
  readonly suggestedTitle: string;
  readonly suggestedComment: string;
}

/** Asks for title, comment and approvers, and submits. The user may walk away; what was typed is kept for the next time. */
export type Propose = (proposal: Proposal) => Promise<void>;
