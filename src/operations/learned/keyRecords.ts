/**
 * What the service's answers say of each API key: who it is there, which change requests it submitted, what it was refused, and
 * what it is able to do. Nothing is guessed: the name that a person gave the API key says none of that, and a name among the
 * approvers of a request says what the service means to allow; only an answer says what it does allow.
 */
import type { KeyInUse } from '../../domain/changeRequests/decisions.ts';
import type { RequestAction } from '../../domain/changeRequests/transitions.ts';
import type { Store } from './store.ts';

/** `change` = write directly; the others are of change requests. */
export type Ability = 'change' | 'submit' | 'approve';

export interface KnownAbility {
  readonly ability: Ability;
  /** "Storefront / production", as far as it was read. */
  readonly environmentName: string | undefined;
  /** By the latest answer: true if the service did it, false if it refused the role (403). */
  readonly isAble: boolean;
}

export interface KeyRef {
  readonly connectionId: string;
  /** What the service at another origin allows is not known from this one. */
  readonly origin: string;
  readonly keyName: string;
}

interface KeyRecord {
  /** The service's name for it, from its latest answer. */
  readonly identity?: string;
  /** Ids of requests, in the order in which they were submitted. */
  readonly submitted: readonly string[];
  readonly refused: readonly (readonly [requestId: string, action: RequestAction])[];
}

/** The newest first. */
type Abilities = readonly (readonly [ability: Ability, environmentId: string, isAble: boolean])[];

type ByKey<T> = Readonly<Record<string, T>>;

const RECORDS = 'learnt.keyRecords';
const ABILITIES = 'learnt.abilities';
const ENVIRONMENTS = 'learnt.environments';
/** Of one API key; the oldest are forgotten first. */
const MAX_RECORDED = 200;
const MAX_ABILITIES = 100;
const MAX_ENVIRONMENTS = 500;

/** Of an environment: two services can give two environments the same id. */
const placeOf = ({ connectionId, origin }: Omit<KeyRef, 'keyName'>, environmentId: string): string =>
  JSON.stringify([connectionId, origin, environmentId]);

const nameOf = ({ connectionId, origin, keyName }: KeyRef): string => JSON.stringify([connectionId, origin, keyName]);

const recordOf = (store: Store, key: KeyRef): KeyRecord =>
  store.get<ByKey<KeyRecord>>(RECORDS)?.[nameOf(key)] ?? { submitted: [], refused: [] };

async function save(store: Store, key: KeyRef, change: Partial<KeyRecord>): Promise<void> {
  const now = { ...recordOf(store, key), ...change };
  await store.update(RECORDS, { ...store.get<ByKey<KeyRecord>>(RECORDS), [nameOf(key)]: now });
}

/**
 * The API key as far as it is known. `isSandbox` = the editor's own: it hands out its API keys with the names that it shows
 * them by, so that is known from the start.
 */
export function knownKey(store: Store, key: KeyRef & { readonly isSandbox: boolean }): KeyInUse {
  const { identity, submitted, refused } = recordOf(store, key);
  const ids = new Set(refused.map(([id]) => id));
  return {
    name: key.keyName,
    identity: key.isSandbox ? key.keyName : identity,
    submitted: new Set(submitted),
    refused: new Map([...ids].map((id) => [id, refused.filter(([of]) => of === id).map(([, action]) => action)])),
  };
}

/** The request was submitted with this API key, whoever the service says it is. */
export async function rememberSubmitted(store: Store, key: KeyRef, requestId: string): Promise<void> {
  const { submitted } = recordOf(store, key);
  if (submitted.includes(requestId)) return;
  await save(store, key, { submitted: [...submitted, requestId].slice(-MAX_RECORDED) });
}

/** Who the API key is at the service; undefined where an answer does not say it. */
export async function rememberIdentity(store: Store, key: KeyRef, identity: string | null | undefined): Promise<void> {
  if (identity && identity !== recordOf(store, key).identity) await save(store, key, { identity });
}

/** The service has refused the action to this API key on this request. */
export async function rememberRefused(store: Store, key: KeyRef, requestId: string, action: RequestAction): Promise<void> {
  const others = recordOf(store, key).refused.filter(([id, what]) => id !== requestId || what !== action);
  await save(store, key, { refused: [...others, [requestId, action] as const].slice(-MAX_RECORDED) });
}

/** Whatever this API key was refused on this request may be tried again: its rights may be others by now. */
export async function forgetRefused(store: Store, key: KeyRef, requestId: string): Promise<void> {
  const { refused } = recordOf(store, key);
  const others = refused.filter(([id]) => id !== requestId);
  if (others.length < refused.length) await save(store, key, { refused: others });
}

const storedAbilities = (store: Store, key: KeyRef): Abilities => store.get<ByKey<Abilities>>(ABILITIES)?.[nameOf(key)] ?? [];

/** The newest answer first. */
export function abilitiesOf(store: Store, key: KeyRef): readonly KnownAbility[] {
  const names = store.get<Readonly<Record<string, string>>>(ENVIRONMENTS) ?? {};
  return storedAbilities(store, key).map(([ability, environmentId, isAble]) => ({
    ability,
    environmentName: names[placeOf(key, environmentId)],
    isAble,
  }));
}

/** By the latest answer; undefined = never tried there. */
export const isAble = (store: Store, key: KeyRef, ability: Ability, environmentId = ''): boolean | undefined =>
  storedAbilities(store, key).find(([known, at]) => known === ability && at === environmentId)?.[2];

/** Without an id, the environment is not known. */
export async function rememberAble(
  store: Store,
  key: KeyRef,
  ability: Ability,
  environmentId: string | undefined,
  isAbleNow: boolean,
): Promise<void> {
  const at = environmentId ?? '';
  const before = storedAbilities(store, key);
  if (before[0]?.[0] === ability && before[0][1] === at && before[0][2] === isAbleNow) return;
  const others = before.filter(([known, where]) => known !== ability || where !== at);
  const now = [[ability, at, isAbleNow], ...others].slice(0, MAX_ABILITIES);
  await store.update(ABILITIES, { ...store.get<ByKey<Abilities>>(ABILITIES), [nameOf(key)]: now });
}

/** The names that abilities are listed with, for all API keys of the connection. */
export async function rememberEnvironments(
  store: Store,
  key: KeyRef,
  environments: readonly { readonly id: string; readonly name: string }[],
  workspace: string | undefined,
): Promise<void> {
  const named = environments.map(
    ({ id, name }) => [placeOf(key, id), workspace === undefined ? name : `${workspace} / ${name}`] as const,
  );
  const before = store.get<Readonly<Record<string, string>>>(ENVIRONMENTS) ?? {};
  if (named.every(([id, name]) => before[id] === name)) return;
  const latest = Object.entries(before).slice(-MAX_ENVIRONMENTS);
  await store.update(ENVIRONMENTS, Object.fromEntries([...latest, ...named]));
}

/** The user calls the API key something else: it is the same at the service, and what is known of it stays. */
export const relabelKey = async (store: Store, connectionId: string, from: string, to: string): Promise<void> =>
  renameKeys(store, connectionId, from, to);

/** The connection was removed, or its API key of this name, or another one has the name now. */
export const forgetKey = async (store: Store, connectionId: string, keyName?: string): Promise<void> =>
  renameKeys(store, connectionId, keyName, undefined);

/** Without a name that it was, all API keys of the connection; without one that it will be, what is known goes. */
async function renameKeys(store: Store, connectionId: string, from: string | undefined, to: string | undefined): Promise<void> {
  const rename = async (list: string): Promise<void> => {
    const entries = Object.entries(store.get<ByKey<unknown>>(list) ?? {}).flatMap(([name, value]) => {
      const [id, origin, keyName] = JSON.parse(name) as [string, string, string];
      if (id !== connectionId || (from !== undefined && keyName !== from)) return [[name, value] as const];
      return to === undefined ? [] : [[nameOf({ connectionId, origin, keyName: to }), value] as const];
    });
    await store.update(list, Object.fromEntries(entries));
  };
  // What can't be written stops nothing.
  await Promise.allSettled([RECORDS, ABILITIES].map(rename));
}
