/**
 * What was learnt about environments and can't be read: whether one is gated (known only from the 403), and to which
 * environment a change request belongs (a request names its workspace only). Kept by the origin of the service and its
 * ids, so that it survives a restart, and no service says anything about another's.
 */

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
export interface Learnt {
  /** True or false as last seen; undefined = never tried. */
  isGated(origin: string, environmentId: string): boolean | undefined;
  rememberGated(origin: string, environmentId: string, isGated: boolean): Promise<void>;
  environmentOf(origin: string, requestId: string): KnownEnvironment | undefined;
  rememberRequest(origin: string, requestId: string, environment: KnownEnvironment): Promise<void>;
  /** The listener is called whenever the environment of a request is another than was known, until it is disposed. */
  onDidLearn(listener: () => void): { dispose(): void };
}

/** The oldest are forgotten first. */
const MAX_ENVIRONMENTS = 1000;
const MAX_REQUESTS = 1000;

type Known<T> = readonly (readonly [origin: string, id: string, value: T])[];

const GATED = 'learnt.gatedAt';
const REQUESTS = 'learnt.requestsAt';
/** As they were kept at first, by ids alone: still read where nothing newer is known, and never written. */
const OLD_GATED = 'learnt.gated';
const OLD_REQUESTS = 'learnt.requests';

export function createLearnt(store: Store): Learnt {
  const listeners = new Set<() => void>();
  const gated = (): Known<boolean> => store.get(GATED) ?? [];
  const requests = (): Known<KnownEnvironment> => store.get(REQUESTS) ?? [];
  const oldGated = (environmentId: string): boolean | undefined => {
    const known = store.get<Readonly<Record<string, boolean>>>(OLD_GATED) ?? {};
    return Object.hasOwn(known, environmentId) ? known[environmentId] : undefined;
  };
  const oldRequest = (requestId: string): KnownEnvironment | undefined =>
    store.get<readonly (readonly [string, KnownEnvironment])[]>(OLD_REQUESTS)?.find(([id]) => id === requestId)?.[1];

  const learnt: Learnt = {
    isGated: (origin, environmentId) => valueOf(gated(), origin, environmentId) ?? oldGated(environmentId),
    async rememberGated(origin, environmentId, isGated) {
      const known = gated();
      if (valueOf(known, origin, environmentId) === isGated) return;
      await store.update(GATED, withValue(known, origin, environmentId, isGated, MAX_ENVIRONMENTS));
    },
    onDidLearn(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    environmentOf: (origin, requestId) => valueOf(requests(), origin, requestId) ?? oldRequest(requestId),
    async rememberRequest(origin, requestId, environment) {
      const { id, name, isProduction } = environment;
      const known = learnt.environmentOf(origin, requestId);
      await store.update(REQUESTS, withValue(requests(), origin, requestId, { id, name, isProduction }, MAX_REQUESTS));
      if (known?.id !== id) for (const listener of listeners) listener();
    },
  };
  return learnt;
}

function valueOf<T>(known: Known<T>, origin: string, id: string): T | undefined {
  return known.find(([at, of]) => at === origin && of === id)?.[2];
}

function withValue<T>(known: Known<T>, origin: string, id: string, value: T, most: number): Known<T> {
  const others = known.filter(([at, of]) => at !== origin || of !== id);
  return [...others, [origin, id, value] as const].slice(-most);
}
