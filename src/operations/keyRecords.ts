/**
 * What the service's answers say of each API key: who it is there, which change requests it submitted, and what it was refused.
 * The name that a person gave the API key says none of that.
 */
import type { Client } from '../api/client.ts';
import type { ChangeRequest } from '../api/model.ts';
import { submitterOf, type KeyInUse } from '../domain/changeRequests/decisions.ts';
import type { RequestAction } from '../domain/changeRequests/transitions.ts';
import type { Store } from './store.ts';

interface KeyRecord {
  /** The service's name for it, from its latest answer. */
  readonly identity?: string;
  /** Ids of requests, in the order in which they were submitted. */
  readonly submitted: readonly string[];
  readonly refused: readonly (readonly [requestId: string, action: RequestAction])[];
}

type Records = Readonly<Record<string, KeyRecord>>;

const RECORDS = 'learnt.keyRecords';
/** Of one API key; the oldest are forgotten first. */
const MAX_RECORDED = 200;
const NONE: KeyRecord = { submitted: [], refused: [] };

export interface KeyRef {
  readonly connectionId: string;
  /** What the service at another origin allows is not known from this one. */
  readonly origin: string;
  readonly keyName: string;
}

const nameOf = ({ connectionId, origin, keyName }: KeyRef): string => JSON.stringify([connectionId, origin, keyName]);
const all = (store: Store): Records => store.get<Records>(RECORDS) ?? {};

function recordOf(store: Store, key: KeyRef): KeyRecord {
  const records = all(store);
  const name = nameOf(key);
  return Object.hasOwn(records, name) ? records[name]! : NONE;
}

async function save(store: Store, key: KeyRef, change: Partial<KeyRecord>): Promise<void> {
  await store.update(RECORDS, { ...all(store), [nameOf(key)]: { ...recordOf(store, key), ...change } });
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
  await save(store, key, { submitted: withId(recordOf(store, key).submitted, requestId) });
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

/** The connection was removed, or its API key of this name, or another one has the name now. */
export async function forgetRecords(store: Store, connectionId: string, keyName?: string): Promise<void> {
  const isOf = (name: string): boolean => {
    const [id, , ofKey] = JSON.parse(name) as readonly string[];
    return id === connectionId && (keyName === undefined || ofKey === keyName);
  };
  const records = Object.entries(all(store));
  const others = records.filter(([name]) => !isOf(name));
  if (others.length < records.length) await store.update(RECORDS, Object.fromEntries(others));
}

/** The user calls the API key something else: it is the same at the service. */
export async function relabelRecords(store: Store, connectionId: string, from: string, to: string): Promise<void> {
  await store.update(RECORDS, relabelled(all(store), connectionId, from, to));
}

/** What is stored by connection, origin and label, under the new label. */
export function relabelled<V>(
  stored: Readonly<Record<string, V>>,
  connectionId: string,
  from: string,
  to: string,
): Record<string, V> {
  const entries = Object.entries(stored).map(([name, value]) => {
    const [id, origin, keyName] = JSON.parse(name) as readonly string[];
    return [id === connectionId && keyName === from ? JSON.stringify([id, origin, to]) : name, value] as const;
  });
  return Object.fromEntries(entries);
}

/** What an answer of the service says of the API key that it was given to. */
export async function recordAnswer(
  store: Store,
  key: KeyRef,
  method: string,
  args: readonly unknown[],
  answer: unknown,
): Promise<void> {
  const { identity, submitted } = recordOf(store, key);
  switch (method) {
    case 'submitChangeRequest': {
      const request = answer as ChangeRequest;
      const by = submitterOf(request)?.name ?? identity;
      return save(store, key, { submitted: withId(submitted, request.id), ...(by !== undefined && { identity: by }) });
    }
    case 'decideChangeRequest': {
      const [, { comment }] = args as Parameters<Client['decideChangeRequest']>;
      const last = (answer as ChangeRequest).comments.at(-1);
      // Others may write into the history, too: the entry is this API key's if it says what was sent.
      const by = last?.comment === comment ? last.user : undefined;
      return by && by !== identity ? save(store, key, { identity: by }) : undefined;
    }
    case 'readChangeRequest': {
      const request = answer as ChangeRequest;
      const by = submitted.includes(request.id) ? submitterOf(request)?.name : undefined;
      return by && by !== identity ? save(store, key, { identity: by }) : undefined;
    }
    default:
      return undefined;
  }
}

const withId = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids : [...ids, id].slice(-MAX_RECORDED);
