/**
 * Facts about the service that no call returns. Most are stored by the service's origin and ids, and survive a restart: whether
 * an environment requires approvals (only a 403 shows that), whether a pipeline decides there, whether the service accepts
 * rejections, and the environment of a change request (a request names only its workspace). Two kinds last only until the
 * window closes: which definitions have an open request that adds them, and which requests the service accepted from this
 * window.
 */
import type { DraftPlace } from '../definitions/drafts/draft.ts';
import { knownEnvironment, rememberEnvironments, type EnvironmentRef } from './environments.ts';
import { rememberSubmission, type ApiKeyRef } from './keyRecords.ts';
import { openTable, type Store, type Table } from './store.ts';

/** `origin` is the origin of the connection. All sandboxes have the same one. */
export interface ServiceFacts {
  /** True if the environment requires approvals, as far as this is known. Undefined = never tried. */
  requiresApprovals(origin: string, environmentId: string): boolean | undefined;
  rememberRequiresApprovals(origin: string, environmentId: string, isGated: boolean): Promise<void>;
  /**
   * True if the service has reported that a pipeline decides requests in the environment, and has accepted no approval there
   * since.
   */
  isDecidedByPipeline(origin: string, environmentId: string): boolean;
  rememberPipeline(origin: string, environmentId: string, isByPipeline: boolean): Promise<void>;
  environmentOf(origin: string, requestId: string): EnvironmentRef | undefined;
  /**
   * Does not replace an environment that is already known for the request. A remembered environment does not prove where the
   * request is.
   */
  rememberRequest(origin: string, requestId: string, environment: EnvironmentRef): Promise<void>;
  rememberRequests(origin: string, requestIds: readonly string[], environment: EnvironmentRef): Promise<void>;
  /**
   * Records that the service accepted the request that this window submitted to this environment. The answer to the submission
   * shows that, or a check after a lost answer. While the window is open, this record proves the environment of the request.
   */
  rememberSubmitted(key: ApiKeyRef, requestId: string, environment: EnvironmentRef): Promise<void>;
  wasSubmittedTo(origin: string, requestId: string, environmentId: string): boolean;
  /** True if an open request that adds the definition was found when the editor last read the definition. */
  hasCreationRequest(place: DraftPlace): boolean;
  rememberCreationRequest(place: DraftPlace, isOpen: boolean): void;
  /** Forgets all results of `rememberCreationRequest`, because everything is read again. */
  forgetCreationRequests(): void;
  /** Whether the service accepts rejections. Undefined = never tried. */
  canReject(origin: string): boolean | undefined;
  rememberCanReject(origin: string, isAble: boolean): Promise<void>;
  /**
   * Calls the listener when `hasCreationRequest` changes or the environment of a request becomes known, until the result is
   * disposed.
   */
  onDidLearn(listener: () => void): { dispose(): void };
}

type EnvironmentRow = readonly [origin: string, environmentId: string, isGated: boolean];
type RequestRow = readonly [origin: string, requestId: string, environmentId: string];
type RejectingRow = readonly [origin: string, isAble: boolean];

const requestTable = (store: Store): Table<RequestRow> =>
  openTable<RequestRow>(store, 'learned.requests', { keyColumns: 2, maxRows: 5000 });

/** Returns the remembered environment of a change request. */
export const environmentIdOf = (store: Store, origin: string, requestId: string): string | undefined =>
  requestTable(store).find(origin, requestId)?.[2];

export function createServiceFacts(store: Store): ServiceFacts {
  const listeners = new Set<() => void>();
  const created = new Set<string>();
  const submitted = new Set<string>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const gated = openTable<EnvironmentRow>(store, 'learned.gated', { keyColumns: 2, maxRows: 1000 });
  const pipelines = openTable<EnvironmentRow>(store, 'learned.pipelines', { keyColumns: 2, maxRows: 1000 });
  const requests = requestTable(store);
  const rejecting = openTable<RejectingRow>(store, 'learned.rejecting', { keyColumns: 1, maxRows: 50 });

  const serviceFacts: ServiceFacts = {
    requiresApprovals: (origin, environmentId) => gated.find(origin, environmentId)?.[2],
    async rememberRequiresApprovals(origin, environmentId, isGated) {
      if (serviceFacts.requiresApprovals(origin, environmentId) !== isGated) await gated.put([origin, environmentId, isGated]);
    },
    isDecidedByPipeline: (origin, environmentId) => pipelines.find(origin, environmentId)?.[2] === true,
    async rememberPipeline(origin, environmentId, isByPipeline) {
      if (serviceFacts.isDecidedByPipeline(origin, environmentId) !== isByPipeline)
        await pipelines.put([origin, environmentId, isByPipeline]);
    },
    hasCreationRequest: (place) => created.has(keyOf(place)),
    rememberCreationRequest(place, isOpen) {
      const key = keyOf(place);
      if (isOpen === created.has(key)) return;
      if (isOpen) created.add(key);
      else created.delete(key);
      changed();
    },
    forgetCreationRequests: () => created.clear(),
    canReject: (origin) => rejecting.find(origin)?.[1],
    rememberCanReject: (origin, isAble) => rejecting.put([origin, isAble]),
    onDidLearn(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    environmentOf(origin, requestId) {
      const id = environmentIdOf(store, origin, requestId);
      const known = id === undefined ? undefined : knownEnvironment(store, origin, id);
      return known && { id: known.id, name: known.name, isProduction: known.isProduction };
    },
    rememberRequest: (origin, requestId, environment) => serviceFacts.rememberRequests(origin, [requestId], environment),
    async rememberRequests(origin, requestIds, environment) {
      const { id } = environment;
      const known = new Map(requests.rows(origin).map(([, one, at]) => [one, at]));
      const same = requestIds.filter((one) => (known.get(one) ?? id) === id);
      if (same.length === 0) return;
      await rememberEnvironments(store, origin, [environment]);
      await requests.put(...same.map((one) => [origin, one, id] as const));
      if (same.some((one) => !known.has(one))) changed();
    },
    async rememberSubmitted(key, requestId, environment) {
      submitted.add(JSON.stringify([key.origin, requestId, environment.id]));
      await rememberSubmission(store, key, requestId);
      await serviceFacts.rememberRequest(key.origin, requestId, environment);
    },
    wasSubmittedTo: (origin, requestId, environmentId) => submitted.has(JSON.stringify([origin, requestId, environmentId])),
  };
  return serviceFacts;
}

const keyOf = ({ connectionId, environment, flagName }: DraftPlace): string => [connectionId, environment.id, flagName].join('/');
