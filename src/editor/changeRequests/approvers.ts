/** Who was asked to approve in which environment, and where the environment names its approvers itself. */
import { isEmailAddress } from '../../domain/changeRequests/decisions.ts';
import type { Store } from '../../operations/serviceFacts.ts';

export interface Approvers {
  /** As typed last, separated by commas; empty where none were. */
  last(origin: string, environmentId: string): string;
  /** True where a list was refused, and an empty one taken (admin-api.md, Approver rules). */
  isRestricted(origin: string, environmentId: string): boolean;
  remember(origin: string, environmentId: string, approvers: readonly string[], isRestricted: boolean): Promise<void>;
}

const APPROVERS = 'requests.approvers';
const MAX_ENVIRONMENTS = 200;

type Kept = readonly (readonly [origin: string, environmentId: string, approvers: string, isRestricted: boolean])[];

export function createApprovers(store: Store): Approvers {
  const all = (): Kept => store.get<Kept>(APPROVERS) ?? [];
  const of = (origin: string, id: string): Kept[number] | undefined => all().find(([at, where]) => at === origin && where === id);
  return {
    last: (origin, id) => of(origin, id)?.[2] ?? '',
    isRestricted: (origin, id) => of(origin, id)?.[3] ?? false,
    async remember(origin, id, approvers, isRestricted) {
      const others = all().filter(([at, where]) => at !== origin || where !== id);
      await store.update(
        APPROVERS,
        [...others, [origin, id, approvers.join(', '), isRestricted] as const].slice(-MAX_ENVIRONMENTS),
      );
    },
  };
}

export function addressesOf(text: string): readonly string[] {
  return [...new Set(text.split(/[,;\s]+/).filter((address) => address !== ''))];
}

/** The first that is no e-mail address. */
export const wrongAddress = (text: string): string | undefined => addressesOf(text).find((address) => !isEmailAddress(address));
