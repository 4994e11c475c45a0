/**
 * Stores for each environment of a connection which approvers the user typed last, and whether the environment defines its
 * approvers itself.
 */
import { isEmailAddress } from '../../domain/changeRequests/decisions.ts';
import { openTable, type Store } from '../../operations/learned/store.ts';

export interface Approvers {
  /** The approvers that were typed last, separated by commas. Empty if none were typed. */
  last(connectionId: string, environmentId: string): string;
  /**
   * True if the environment defines its approvers itself: the service refused a list of approvers, and accepted the request
   * without it (admin-api.md, Approver rules).
   */
  isRestricted(connectionId: string, environmentId: string): boolean;
  remember(connectionId: string, environmentId: string, approvers: readonly string[], isRestricted: boolean): Promise<void>;
}

type ApproverRow = readonly [connectionId: string, environmentId: string, approvers: string, isRestricted: boolean];

export function createApprovers(store: Store): Approvers {
  const asked = openTable<ApproverRow>(store, 'requests.approvers', { keyColumns: 2, maxRows: 200 });
  return {
    last: (connectionId, id) => asked.find(connectionId, id)?.[2] ?? '',
    isRestricted: (connectionId, id) => asked.find(connectionId, id)?.[3] ?? false,
    remember: (connectionId, id, approvers, isRestricted) => asked.put([connectionId, id, approvers.join(', '), isRestricted]),
  };
}

export function addressesOf(text: string): readonly string[] {
  return [...new Set(text.split(/[,;\s]+/).filter((address) => address !== ''))];
}

/** Returns the first entry that is not an e-mail address. Undefined if there is none. */
export const wrongAddress = (text: string): string | undefined => addressesOf(text).find((address) => !isEmailAddress(address));
