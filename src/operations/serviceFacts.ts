/**
 * Facts about the service that no call returns: whether an environment requires approvals (known from a 403 only), and the
 * environment of a change request (a request names only its workspace). They are stored by the service's origin and ids, and
 * survive a restart. Until the window closes, they also say where a request is that adds a definition, and which requests
 * the service took from this window.
 */
import type { DraftPlace } from './definitionDrafts/draft.ts';

/** Storage that the caller provides; a Memento of the editor fits. */
export interface Store {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface KnownEnvironment {
  readonly id: string;
  readonly name: string;
  readonly isProduction: boolean;
}

/** `origin` is that of the connection: all sandboxes have the same. */
export interface ServiceFacts {
  /** True or false as last seen; undefined = never tried. */
  isGated(origin: string, environmentId: string): boolean | undefined;
  rememberGated(origin: string, environmentId: string, isGated: boolean): Promise<void>;
  environmentOf(origin: string, requestId: string): KnownEnvironment | undefined;
  /** What is known of a request is not replaced by another environment. What is remembered is no proof of where it is. */
  rememberRequest(origin: string, requestId: string, environment: KnownEnvironment): Promise<void>;
  rememberRequests(origin: string, requestIds: readonly string[], environment: KnownEnvironment): Promise<void>;
  /**
   * The service took our own submit to this environment, by its answer or by what it says after a lost one: that is proof, for
   * as long as the window is open.
   */
  rememberSubmitted(origin: string, requestId: string, environment: KnownEnvironment): Promise<void>;
  wasSubmittedTo(origin: string, requestId: string, environmentId: string): boolean;
  /** A document has seen that a request is open that adds its definition, and nothing else since. */
  isCreated(place: DraftPlace): boolean;
  rememberCreated(place: DraftPlace, isCreated: boolean): void;
  /** All is read anew: what is still so is seen again. */
  forgetCreated(): void;
  /** The listener is called whenever one of these or the environment of a request is another than was known, until it is disposed. */
  onDidLearn(listener: () => void): { dispose(): void };
}

/** The oldest are forgotten first. */
const MAX_ENVIRONMENTS = 1000;
const MAX_REQUESTS = 1000;

type Known<T> = readonly (readonly [origin: string, id: string, value: T])[];

const GATED = 'learnt.gatedAt';
const REQUESTS = 'learnt.requestsAt';

export function createServiceFacts(store: Store): ServiceFacts {
  const listeners = new Set<() => void>();
  const created = new Set<string>();
  const submitted = new Set<string>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const gated = (): Known<boolean> => store.get(GATED) ?? [];
  const requests = (): Known<KnownEnvironment> => store.get(REQUESTS) ?? [];

  const serviceFacts: ServiceFacts = {
    isGated: (origin, environmentId) => valueOf(gated(), origin, environmentId),
    async rememberGated(origin, environmentId, isGated) {
      const known = gated();
      if (valueOf(known, origin, environmentId) === isGated) return;
      await store.update(GATED, withValue(known, origin, environmentId, isGated, MAX_ENVIRONMENTS));
    },
    isCreated: (place) => created.has(keyOf(place)),
    rememberCreated(place, isCreated) {
      const key = keyOf(place);
      if (isCreated === created.has(key)) return;
      if (isCreated) created.add(key);
      else created.delete(key);
      changed();
    },
    forgetCreated: () => created.clear(),
    onDidLearn(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    environmentOf: (origin, requestId) => valueOf(requests(), origin, requestId),
    rememberRequest: (origin, requestId, environment) => serviceFacts.rememberRequests(origin, [requestId], environment),
    async rememberRequests(origin, requestIds, { id, name, isProduction }) {
      const known = requests();
      const same = requestIds.filter((one) => (valueOf(known, origin, one)?.id ?? id) === id);
      if (same.length === 0) return;
      const isNew = same.some((one) => !valueOf(known, origin, one));
      let now = known;
      for (const one of same) now = withValue(now, origin, one, { id, name, isProduction }, MAX_REQUESTS);
      await store.update(REQUESTS, now);
      if (isNew) changed();
    },
    async rememberSubmitted(origin, requestId, environment) {
      submitted.add(JSON.stringify([origin, requestId, environment.id]));
      await serviceFacts.rememberRequest(origin, requestId, environment);
    },
    wasSubmittedTo: (origin, requestId, environmentId) => submitted.has(JSON.stringify([origin, requestId, environmentId])),
  };
  return serviceFacts;
}

const keyOf = ({ connectionId, environment, flagName }: DraftPlace): string => [connectionId, environment.id, flagName].join('/');

function valueOf<T>(known: Known<T>, origin: string, id: string): T | undefined {
  return known.find(([at, of]) => at === origin && of === id)?.[2];
}

function withValue<T>(known: Known<T>, origin: string, id: string, value: T, most: number): Known<T> {
  const others = known.filter(([at, of]) => at !== origin || of !== id);
  return [...others, [origin, id, value] as const].slice(-most);
}
