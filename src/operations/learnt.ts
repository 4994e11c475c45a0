/**
 * What was learnt about environments and can't be read: whether one is gated (known only from the 403), and to which
 * environment a change request belongs (a request names its workspace only). Kept by ids, which are the service's own
 * and unique, so that it survives a restart and a changed base URL.
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

export interface Learnt {
  /** True or false as last seen; undefined = never tried. */
  isGated(environmentId: string): boolean | undefined;
  rememberGated(environmentId: string, isGated: boolean): Promise<void>;
  environmentOf(requestId: string): KnownEnvironment | undefined;
  rememberRequest(requestId: string, environment: KnownEnvironment): Promise<void>;
}

/** Requests whose environment is remembered; the oldest are forgotten first. */
const MAX_REQUESTS = 1000;

type Requests = readonly (readonly [id: string, environment: KnownEnvironment])[];

export function createLearnt(store: Store): Learnt {
  const gated = (): Readonly<Record<string, boolean>> => store.get<Record<string, boolean>>('learnt.gated') ?? {};
  const requests = (): Requests => store.get<Requests>('learnt.requests') ?? [];
  return {
    isGated: (environmentId) => (Object.hasOwn(gated(), environmentId) ? gated()[environmentId] : undefined),
    async rememberGated(environmentId, isGated) {
      if (gated()[environmentId] !== isGated) await store.update('learnt.gated', { ...gated(), [environmentId]: isGated });
    },
    environmentOf: (requestId) => requests().find(([id]) => id === requestId)?.[1],
    async rememberRequest(requestId, environment) {
      const { id, name, isProduction } = environment;
      const others = requests().filter(([known]) => known !== requestId);
      await store.update('learnt.requests', [...others, [requestId, { id, name, isProduction }]].slice(-MAX_REQUESTS));
    },
  };
}
