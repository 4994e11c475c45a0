/** What comes of a flag's change that was tried directly, without a change request. */
import type { FlagChangeOutcome } from '../../operations/definitions/changeFlag.ts';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Store } from '../../operations/learned/store.ts';
import { orLogged, type Log } from '../window/log.ts';
import type { Proposal } from './proposal.ts';
import { createDrafts, type DraftSubject } from './requestDrafts.ts';

interface Deps {
  readonly serviceFacts: ServiceFacts;
  readonly workspaceMemory: Store;
  readonly log: Log;
  readonly refresh: () => void;
}

/** Undefined = it is done, and what was typed for it is dropped; else it has to become a change request, which says this. */
export async function requestInstead(
  { serviceFacts, workspaceMemory, log, refresh }: Deps,
  { outcome }: FlagChangeOutcome,
  draft: DraftSubject,
): Promise<Pick<Proposal, 'isRefused' | 'isInstead'> | undefined> {
  if (outcome === 'notDirectly') return { isRefused: false, isInstead: true };
  const isRefused = outcome === 'approvalsRequired';
  await orLogged(serviceFacts.rememberGated(draft.origin, draft.environment.id, isRefused), log);
  if (isRefused) return { isRefused };
  await orLogged(createDrafts(workspaceMemory).drop(draft), log);
  refresh();
  return undefined;
}
