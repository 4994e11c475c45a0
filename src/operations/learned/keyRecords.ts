/**
 * What the service's answers say of each API key: who it is there, which change requests it submitted, what it was refused, and
 * what it is able to do. Nothing is guessed: the name that a person gave the API key says none of that, and a name among the
 * approvers of a request says what the service means to allow; only an answer says what it does allow.
 */
import type { KeyInUse } from '../../domain/changeRequests/decisions.ts';
import type { RequestAction } from '../../domain/changeRequests/transitions.ts';
import { knownEnvironment } from './environments.ts';
import { openTable, type Store, type Table } from './store.ts';

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

type OfKey<Columns extends readonly unknown[]> = readonly [connectionId: string, keyName: string, origin: string, ...Columns];

/** Limits for all API keys together; the oldest rows are forgotten first. */
const identities = (store: Store): Table<OfKey<[identity: string]>> =>
  openTable(store, 'learned.identities', { keyColumns: 3, maxRows: 200 });
const submissions = (store: Store): Table<OfKey<[requestId: string]>> =>
  openTable(store, 'learned.submissions', { keyColumns: 4, maxRows: 1000 });
const refusals = (store: Store): Table<OfKey<[requestId: string, action: RequestAction]>> =>
  openTable(store, 'learned.refusals', { keyColumns: 5, maxRows: 500 });
const abilities = (store: Store): Table<OfKey<[ability: Ability, environmentId: string, isAble: boolean]>> =>
  openTable(store, 'learned.abilities', { keyColumns: 5, maxRows: 1000 });

const startOf = ({ connectionId, keyName, origin }: KeyRef) => [connectionId, keyName, origin] as const;

/**
 * The API key as far as it is known. `isSandbox` = the editor's own: it hands out its API keys with the names that it shows
 * them by, so that is known from the start.
 */
export function knownKey(store: Store, key: KeyRef & { readonly isSandbox: boolean }): KeyInUse {
  const start = startOf(key);
  const refused = Map.groupBy(refusals(store).rows(...start), ([, , , requestId]) => requestId);
  return {
    name: key.keyName,
    identity: key.isSandbox ? key.keyName : identities(store).rows(...start)[0]?.[3],
    submitted: new Set(
      submissions(store)
        .rows(...start)
        .map(([, , , requestId]) => requestId),
    ),
    refused: new Map([...refused].map(([id, rows]) => [id, rows.map((row) => row[4])])),
  };
}

/** The request was submitted with this API key, whoever the service says it is. */
export async function rememberSubmission(store: Store, key: KeyRef, requestId: string): Promise<void> {
  if (submissions(store).rows(...startOf(key), requestId).length > 0) return;
  await submissions(store).put([...startOf(key), requestId]);
}

/** Who the API key is at the service; undefined if an answer does not say it. */
export async function rememberIdentity(store: Store, key: KeyRef, identity: string | null | undefined): Promise<void> {
  if (!identity || identity === identities(store).rows(...startOf(key))[0]?.[3]) return;
  await identities(store).put([...startOf(key), identity]);
}

/** The service has refused the action to this API key on this request. */
export const rememberRefused = (store: Store, key: KeyRef, requestId: string, action: RequestAction): Promise<void> =>
  refusals(store).put([...startOf(key), requestId, action]);

/** Whatever this API key was refused on this request may be tried again: its rights may be others by now. */
export const forgetRefused = (store: Store, key: KeyRef, requestId: string): Promise<void> =>
  refusals(store).remove([...startOf(key), requestId]);

/** The newest answer first. */
export const abilitiesOf = (store: Store, key: KeyRef): readonly KnownAbility[] =>
  abilities(store)
    .rows(...startOf(key))
    .map(([, , , ability, environmentId, isAble]) => {
      const known = knownEnvironment(store, key.origin, environmentId);
      return { ability, environmentName: known && [known.workspaceName, known.name].filter(Boolean).join(' / '), isAble };
    })
    .toReversed();

/** By the latest answer; undefined = never tried there. */
export const isAble = (store: Store, key: KeyRef, ability: Ability, environmentId = ''): boolean | undefined =>
  abilities(store).rows(...startOf(key), ability, environmentId)[0]?.[5];

/** Without an id, the environment is not known. */
export async function rememberAble(
  store: Store,
  key: KeyRef,
  ability: Ability,
  environmentId: string | undefined,
  isAbleNow: boolean,
): Promise<void> {
  const now = [...startOf(key), ability, environmentId ?? '', isAbleNow] as const;
  const latest = abilities(store)
    .rows(...startOf(key))
    .at(-1);
  if (JSON.stringify(latest) !== JSON.stringify(now)) await abilities(store).put(now);
}

/** The user calls the API key something else: it is the same at the service, and what is known of it stays. */
export const relabelKey = (store: Store, connectionId: string, from: string, to: string): Promise<void> =>
  ofEachTable(store, (table) => table.replace([connectionId, from], ([, , ...row]) => [connectionId, to, ...row]));

/** The API key, or without a name the connection, was removed, or another API key has the name now. */
export const forgetKey = (store: Store, connectionId: string, keyName?: string): Promise<void> =>
  ofEachTable(store, (table) => table.remove(keyName === undefined ? [connectionId] : [connectionId, keyName]));

/** What can't be written stops nothing. */
async function ofEachTable(store: Store, change: (table: Table<OfKey<readonly unknown[]>>) => Promise<void>): Promise<void> {
  const tables = [identities, submissions, refusals, abilities] as readonly ((store: Store) => unknown)[];
  await Promise.allSettled(tables.map((open) => change(open(store) as Table<OfKey<readonly unknown[]>>)));
}
