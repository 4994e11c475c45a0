/** The services of a feature that proposes changes. */
import type { Services } from '../window/services.ts';
import type { Propose } from './proposal.ts';

export interface Proposing extends Services {
  readonly propose: Propose;
}

/** Loads the flow at its first use. */
export const withPropose = (services: Services): Proposing => ({
  ...services,
  propose: async (proposal) => (await import('./propose.ts')).propose(services, proposal),
});
