/** Change requests: how a change that needs an approval is submitted. */
import type { Learnt } from '../../operations/learnt.ts';
import type { Propose } from '../proposal.ts';
import { requireTrust } from '../trust.ts';

/** What was typed for a proposal that was not submitted: it is offered the next time. */
export interface Draft {
  readonly title: string;
  readonly comment: string;
  readonly approvers: string;
}

export interface ProposeDeps {
  readonly learnt: Learnt;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  /** By environment and object. Lives as long as the window. */
  readonly drafts: Map<string, Draft>;
}

/** Loads the flow at its first use. */
export function createPropose(learnt: Learnt, refresh: () => void): Propose {
  const drafts = new Map<string, Draft>();
  return async (proposal) => {
    if (!requireTrust()) return;
    const { propose } = await import('./propose.ts');
    await propose({ learnt, refresh, drafts }, proposal);
  };
}
