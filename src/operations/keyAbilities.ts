/**
 * What each API key is known to be able to do, by the answers it got; nothing is guessed. A name among
 * the approvers of a request says what the service means to allow; only an answer says what it does allow.
 */
import type { Client } from '../api/client.ts';
import { hasStatus, isApprovalsRequired } from '../api/errors.ts';
import { namedEnvironment } from './readReview.ts';
import { forgetRecords, recordAnswer, relabelled, relabelRecords, type KeyRef } from './keyRecords.ts';
import type { Store } from './store.ts';

/** `change` = write directly; the others are of change requests. */
export type Ability = 'change' | 'submit' | 'approve';

export interface KnownAbility {
  readonly ability: Ability;
  /** Undefined = in an environment that is not known. */
  readonly environmentId: string | undefined;
  /** "Storefront / production", as far as it was read. */
  readonly environmentName: string | undefined;
  /** By the latest answer: true if the service did it, false if it refused the role (403). */
  readonly isAble: boolean;
}

export interface KeyAbilities {
  /** The newest answer first. */
  of(key: KeyRef): readonly KnownAbility[];
  /** By the latest answer; undefined = never tried there. */
  isAble(key: KeyRef, ability: Ability, environmentId: string | undefined): boolean | undefined;
  remember(key: KeyRef, ability: Ability, environmentId: string | undefined, isAble: boolean): void;
  /**
   * The same client; its answers are noted. `onRefused` is told of a 401: the service does not accept the API key. Not
   * of one to a decision, which may mean that the API key may not decide it: whoever decides asks which it is.
   * Where `beforeCall` throws, nothing is sent.
   */
  watch(client: Client, key: KeyRef, onRefused: () => void, beforeCall?: () => void): Client;
  /** The user calls the API key something else; what is known of it stays. */
  relabel(connectionId: string, from: string, to: string): void;
  /** The connection was removed, or another API key has this name now. */
  forget(connectionId: string, keyName?: string): void;
}

type Known = readonly [ability: Ability, environmentId: string, isAble: boolean];

const ABILITIES = 'learnt.abilities';
const ENVIRONMENTS = 'learnt.environments';
/** Of one API key; the oldest are forgotten first. */
const MAX_KNOWN = 100;
const MAX_ENVIRONMENTS = 500;

/** Which ability a call shows, and in which environment; `approve` is told from a withdrawal by its argument. */
const ABILITY_OF: Readonly<Record<string, readonly [Ability, (args: readonly unknown[]) => unknown]>> = {
  activateSegment: ['change', ([environmentId]) => environmentId],
  deactivateSegment: ['change', ([environmentId]) => environmentId],
  uploadKeys: ['change', ([environmentId]) => environmentId],
  uploadKeysWithComment: ['change', ([environmentId]) => environmentId],
  removeKeys: ['change', ([environmentId]) => environmentId],
  saveIdentities: ['change', ([, environmentId]) => environmentId],
  createDefinition: ['change', ([place]) => environmentOf(place)],
  replaceDefinition: ['change', ([place]) => environmentOf(place)],
  patchDefinition: ['change', ([place]) => environmentOf(place)],
  deleteDefinition: ['change', ([place]) => environmentOf(place)],
  killFlag: ['change', ([place]) => environmentOf(place)],
  restoreFlag: ['change', ([place]) => environmentOf(place)],
  submitChangeRequest: ['submit', ([, environmentId]) => environmentId],
};

const SENDS_NOTHING: ReadonlySet<string> = new Set(['close', 'forgetAbsent', 'describeSubmission']);

/** `onFailure` gets what could not be stored, which stops nothing: it is known until the editor ends, or not at all. */
export function createKeyAbilities(store: Store, onFailure: (error: unknown) => void = () => undefined): KeyAbilities {
  const save = (name: string, value: unknown): void => {
    // What a store throws at once is as little a reason to stop as what it rejects with.
    void (async () => store.update(name, value))().catch(onFailure);
  };

  const nameOf = ({ connectionId, origin, keyName }: KeyRef): string => JSON.stringify([connectionId, origin, keyName]);
  const all = (): Readonly<Record<string, readonly Known[]>> => store.get(ABILITIES) ?? {};
  const names = (): Readonly<Record<string, string>> => store.get(ENVIRONMENTS) ?? {};
  const workspaceNames = new Map<string, string>();

  function remember(key: KeyRef, ability: Ability, environmentId: string | undefined, isAble: boolean): void {
    const name = nameOf(key);
    const where = environmentId ?? '';
    const before = all()[name] ?? [];
    if (before[0]?.[0] === ability && before[0][1] === where && before[0][2] === isAble) return;
    const others = before.filter(([known, at]) => known !== ability || at !== where);
    const known = [[ability, where, isAble] as const, ...others].slice(0, MAX_KNOWN);
    save(ABILITIES, { ...all(), [name]: known });
  }

  function rememberNames(workspaceId: unknown, environments: readonly { readonly id: string; readonly name: string }[]): void {
    const workspace = workspaceNames.get(String(workspaceId));
    const named = environments.map(({ id, name }) => [id, workspace === undefined ? name : `${workspace} / ${name}`] as const);
    const before = names();
    if (named.every(([id, name]) => before[id] === name)) return;
    const latest = Object.entries(before).slice(-MAX_ENVIRONMENTS);
    save(ENVIRONMENTS, Object.fromEntries([...latest, ...named]));
  }

  /** What a call that was answered, or refused, says of its API key. */
  function note(key: KeyRef, method: string, args: readonly unknown[], answer: unknown, error: unknown): void {
    if (method === 'listWorkspaces' && answer !== undefined) {
      for (const { id, name } of (answer as Awaited<ReturnType<Client['listWorkspaces']>>).objects) workspaceNames.set(id, name);
    }
    if (method === 'listEnvironments' && answer !== undefined)
      rememberNames(args[0], answer as Awaited<ReturnType<Client['listEnvironments']>>);
    const isRefusal = hasStatus(error, 403) && !isApprovalsRequired(error);
    if (method === 'decideChangeRequest') {
      const [, { status }] = args as Parameters<Client['decideChangeRequest']>;
      // A refused approval may be that of one's own request, so it says nothing of the key by itself.
      const environmentId = namedEnvironment(answer ?? {})?.id;
      if (status === 'APPROVED' && environmentId !== undefined) remember(key, 'approve', environmentId, true);
      return;
    }
    const shows = ABILITY_OF[method];
    if (!shows || (answer === undefined && !isRefusal)) return;
    const environmentId = shows[1](args);
    if (typeof environmentId === 'string') remember(key, shows[0], environmentId, !isRefusal);
  }

  return {
    of(key) {
      const named = names();
      return (all()[nameOf(key)] ?? []).map(([ability, environmentId, isAble]) => ({
        ability,
        environmentId: environmentId || undefined,
        environmentName: named[environmentId],
        isAble,
      }));
    },
    isAble: (key, ability, environmentId) =>
      (all()[nameOf(key)] ?? []).find(([known, at]) => known === ability && at === (environmentId ?? ''))?.[2],
    remember,
    watch(client, key, onRefused, beforeCall) {
      const watched = Object.entries(client).map(([method, call]: [string, unknown]) => {
        if (typeof call !== 'function' || SENDS_NOTHING.has(method)) return [method, call];
        const noted = async (...args: readonly unknown[]): Promise<unknown> => {
          beforeCall?.();
          try {
            const answer: unknown = await (call as (...args: readonly unknown[]) => Promise<unknown>)(...args);
            // Undefined = the service lacks the call: nothing was asked, so the answer says nothing.
            if (answer !== undefined) {
              note(key, method, args, answer, undefined);
              void recordAnswer(store, key, method, args, answer).catch(onFailure);
            }
            return answer;
          } catch (error) {
            if (!hasStatus(error, 401)) note(key, method, args, undefined, error);
            else if (method !== 'decideChangeRequest') onRefused();
            throw error;
          }
        };
        return [method, noted];
      });
      return Object.fromEntries(watched) as Client;
    },
    relabel(connectionId, from, to) {
      save(ABILITIES, relabelled(all(), connectionId, from, to));
      void relabelRecords(store, connectionId, from, to).catch(onFailure);
    },
    forget(connectionId, keyName) {
      const isOf = (name: string): boolean => {
        const [id, , ofKey] = JSON.parse(name) as readonly string[];
        return id === connectionId && (keyName === undefined || ofKey === keyName);
      };
      save(ABILITIES, Object.fromEntries(Object.entries(all()).filter(([name]) => !isOf(name))));
      void forgetRecords(store, connectionId, keyName).catch(onFailure);
    },
  };
}

const environmentOf = (place: unknown): unknown => (place as { readonly environmentId?: unknown } | undefined)?.environmentId;
