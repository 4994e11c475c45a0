/**
 * Stores facts about each API key from the service's answers: its identity at the service, which change requests it submitted,
 * what the service refused, and what the key is allowed to do. Nothing is guessed. The name that a person gave the API key
 * proves none of these facts. A name among the approvers of a request shows only what the service intends to allow.
 */
import type { ApiKeyFacts } from '../../domain/changeRequests/decisions.ts';
import type { RequestAction } from '../../domain/changeRequests/transitions.ts';
import { knownEnvironment } from './environments.ts';
import { openTable, type Store, type Table } from './store.ts';

/** `change` = change an environment directly. The other abilities concern change requests. */
export type Ability = 'change' | 'submit' | 'approve';

export interface KnownAbility {
  readonly ability: Ability;
  /**
   * The names of the workspace and the environment, for example "Storefront / production". Names that have not been read are
   * left out.
   */
  readonly environmentName: string | undefined;
  /**
   * According to the latest answer: true if the service did what was asked, false if it refused because of the key's role
   * (403).
   */
  readonly isAble: boolean;
}

export interface ApiKeyRef {
  readonly connectionId: string;
  /** Stored facts about the API key apply to this origin only. */
  readonly origin: string;
  readonly keyName: string;
}

type ApiKeyRow<Columns extends readonly unknown[]> = readonly [connectionId: string, keyName: string, origin: string, ...Columns];

/** `maxRows` in these tables is a limit for all API keys together. The oldest rows are forgotten first. */
const identities = (store: Store): Table<ApiKeyRow<[identity: string]>> =>
  openTable(store, 'learned.identities', { keyColumns: 3, maxRows: 200 });
const submissions = (store: Store): Table<ApiKeyRow<[requestId: string]>> =>
  openTable(store, 'learned.submissions', { keyColumns: 4, maxRows: 1000 });
const refusals = (store: Store): Table<ApiKeyRow<[requestId: string, action: RequestAction]>> =>
  openTable(store, 'learned.refusals', { keyColumns: 5, maxRows: 500 });
const abilities = (store: Store): Table<ApiKeyRow<[ability: Ability, environmentId: string, isAble: boolean]>> =>
  openTable(store, 'learned.abilities', { keyColumns: 5, maxRows: 1000 });
/** The open requests of the viewer that the API key saw at the last check, even if they were submitted elsewhere. */
const openRequests = (store: Store): Table<ApiKeyRow<[requestId: string]>> =>
  openTable(store, 'requests.own', { keyColumns: 4, maxRows: 200 });

const rowStartOf = ({ connectionId, keyName, origin }: ApiKeyRef) => [connectionId, keyName, origin] as const;

/**
 * Returns the known facts about the API key. `isSandbox` = the API key belongs to the editor's own sandbox. There, the name of
 * a key is also its identity at the service, so the identity is known from the start.
 */
export function knownApiKey(store: Store, key: ApiKeyRef & { readonly isSandbox: boolean }): ApiKeyFacts {
  const start = rowStartOf(key);
  const refused = Map.groupBy(refusals(store).rows(...start), ([, , , requestId]) => requestId);
  return {
    name: key.keyName,
    identity: key.isSandbox ? key.keyName : identities(store).find(...start)?.[3],
    submitted: new Set(
      submissions(store)
        .rows(...start)
        .map(([, , , requestId]) => requestId),
    ),
    refused: new Map([...refused].map(([id, rows]) => [id, rows.map((row) => row[4])])),
  };
}

/** Records that this API key submitted the request. That holds even if the service shows a different name for the submitter. */
export async function rememberSubmission(store: Store, key: ApiKeyRef, requestId: string): Promise<void> {
  if (submissions(store).find(...rowStartOf(key), requestId)) return;
  await submissions(store).put([...rowStartOf(key), requestId]);
}

/** Returns the viewer's requests that were open when this API key last saw them, so that later decisions can be reported. */
export const openRequestsOf = (store: Store, key: ApiKeyRef): readonly string[] =>
  openRequests(store)
    .rows(...rowStartOf(key))
    .map(([, , , requestId]) => requestId);

/** Records open requests of the viewer. An open request that was just submitted may be decided before the next check. */
export const rememberOpenRequests = (store: Store, key: ApiKeyRef, ...requestIds: readonly string[]): Promise<void> =>
  openRequests(store).put(...requestIds.map((id) => [...rowStartOf(key), id] as const));

/** Forgets requests of the viewer that are no longer open, in one write. */
export const forgetOpenRequests = (store: Store, key: ApiKeyRef, requestIds: readonly string[]): Promise<void> =>
  openRequests(store).remove(...requestIds.map((id) => [...rowStartOf(key), id]));

/** Records the identity of the API key at the service. `identity` undefined or null = the answer does not contain it. */
export async function rememberIdentity(store: Store, key: ApiKeyRef, identity: string | null | undefined): Promise<void> {
  if (!identity || identity === identities(store).find(...rowStartOf(key))?.[3]) return;
  await identities(store).put([...rowStartOf(key), identity]);
}

/** Records that the service refused this action on this request to this API key. */
export const rememberRefusal = (store: Store, key: ApiKeyRef, requestId: string, action: RequestAction): Promise<void> =>
  refusals(store).put([...rowStartOf(key), requestId, action]);

/** Forgets all refusals of this request to this API key, because its rights may have changed. */
export const forgetRefusals = (store: Store, key: ApiKeyRef, requestId: string): Promise<void> =>
  refusals(store).remove([...rowStartOf(key), requestId]);

/** Returns the abilities of the API key that are known from the service's answers. The newest answer comes first. */
export const abilitiesOf = (store: Store, key: ApiKeyRef): readonly KnownAbility[] =>
  abilities(store)
    .rows(...rowStartOf(key))
    .map(([, , , ability, environmentId, isAble]) => {
      const known = knownEnvironment(store, key.origin, environmentId);
      return { ability, environmentName: known && [known.workspaceName, known.name].filter(Boolean).join(' / '), isAble };
    })
    .toReversed();

/** True if the API key has the ability in the environment, according to the latest answer. Undefined = never tried. */
export const hasAbility = (store: Store, key: ApiKeyRef, ability: Ability, environmentId = ''): boolean | undefined =>
  abilities(store).find(...rowStartOf(key), ability, environmentId)?.[5];

/** Records whether the API key has the ability. `environmentId` undefined = the environment is not known. */
export async function rememberAbility(
  store: Store,
  key: ApiKeyRef,
  ability: Ability,
  environmentId: string | undefined,
  isAbleNow: boolean,
): Promise<void> {
  const now = [...rowStartOf(key), ability, environmentId ?? '', isAbleNow] as const;
  const latest = abilities(store)
    .rows(...rowStartOf(key))
    .at(-1);
  if (JSON.stringify(latest) !== JSON.stringify(now)) await abilities(store).put(now);
}

/** Renames the API key in all records. At the service it is still the same key, so the facts remain valid. */
export const renameApiKey = (store: Store, connectionId: string, from: string, to: string): Promise<void> =>
  changeEachTable(store, (table) => table.replace([connectionId, from], ([, , ...row]) => [connectionId, to, ...row]));

/**
 * Forgets an API key that was removed or whose name now belongs to a different key. Without a name, forgets the whole
 * connection.
 */
export const forgetApiKey = (store: Store, connectionId: string, keyName?: string): Promise<void> =>
  changeEachTable(store, (table) => table.remove(keyName === undefined ? [connectionId] : [connectionId, keyName]));

/** Applies `change` to each table. Ignores a table that can't be written. */
async function changeEachTable(
  store: Store,
  change: (table: Table<ApiKeyRow<readonly unknown[]>>) => Promise<void>,
): Promise<void> {
  const tables = [identities, submissions, refusals, abilities, openRequests] as readonly ((store: Store) => unknown)[];
  await Promise.allSettled(tables.map((open) => change(open(store) as Table<ApiKeyRow<readonly unknown[]>>)));
}
