/**
 * Learns facts about each API key from the service's answers: what the key is allowed to do, its identity at the service, and
 * which requests it submitted.
 */
import type { Client } from '../../api/client.ts';
import { hasStatus, isApprovalsRequired } from '../../api/errors.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { isFinal, submitterOf } from '../../domain/changeRequests/decisions.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import {
  knownApiKey,
  rememberAbility,
  rememberIdentity,
  rememberOpenRequests,
  rememberSubmission,
  type Ability,
  type ApiKeyRef,
} from './keyRecords.ts';
import { environmentFrom, rememberEnvironments } from './environments.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import type { Store } from './store.ts';

/**
 * Returns a client that also records the answers. Calls `onRefused` after a 401, because the service then does not accept the
 * API key. A 401 to a decision is an exception: the API key might be valid but not allowed to decide. The code that decides
 * checks that. If `beforeCall` throws, nothing is sent.
 */
export type Watch = (client: Client, key: ApiKeyRef, onRefused: () => void, beforeCall?: () => void) => Client;

/**
 * The ability that a call proves, and the index of the argument that is the environment's id or contains it. Decisions are not
 * listed: the service also refuses an approval if the key itself submitted the request, so a refusal shows nothing about the
 * ability to approve.
 */
const ABILITY_OF: Readonly<Record<string, readonly [ability: Ability, argument: number]>> = {
  activateSegment: ['change', 0],
  deactivateSegment: ['change', 0],
  uploadKeys: ['change', 0],
  uploadKeysWithComment: ['change', 0],
  removeKeys: ['change', 0],
  saveIdentities: ['change', 1],
  createDefinition: ['change', 0],
  replaceDefinition: ['change', 0],
  deleteDefinition: ['change', 0],
  killFlag: ['change', 0],
  restoreFlag: ['change', 0],
  submitChangeRequest: ['submit', 1],
};

const SENDS_NOTHING: ReadonlySet<string> = new Set(['close', 'forgetAbsent', 'describeSubmission']);

/** The number of workspaces whose names are stored. */
const MAX_WORKSPACES = 1000;

/**
 * `onFailure` receives the error if a fact can't be stored. The calls continue, but the fact may be lost when the editor ends.
 */
export function createWatch(store: Store, onFailure: (error: unknown) => void): Watch {
  /** The names of workspaces, by connection, origin and id of the workspace (`nameOf`). */
  const workspaceNames = new LimitedMap<string, string>(MAX_WORKSPACES);
  const nameOf = ({ connectionId, origin }: ApiKeyRef, id: string): string => JSON.stringify([connectionId, origin, id]);
  const inBackground = (stored: Promise<void>): void => void stored.catch(onFailure);

  /**
   * Runs code that records a fact. If it fails, that must not make a successful call look like a failure, or hide the service's
   * error.
   */
  function note(work: () => void): void {
    try {
      work();
    } catch (error) {
      onFailure(error);
    }
  }

  function noteAbility(key: ApiKeyRef, method: string, args: readonly unknown[], isAble: boolean): void {
    const [ability, argument] = ABILITY_OF[method] ?? [];
    const environmentId = argument === undefined ? undefined : environmentOf(args[argument]);
    if (ability && environmentId !== undefined) inBackground(rememberAbility(store, key, ability, environmentId, isAble));
  }

  function noteAnswer(key: ApiKeyRef, method: string, args: readonly unknown[], answer: unknown): void {
    noteAbility(key, method, args, true);
    switch (method) {
      case 'listWorkspaces':
        for (const { id, name } of (answer as Answer<'listWorkspaces'>).objects) workspaceNames.set(nameOf(key, id), name);
        return;
      case 'listEnvironments':
        inBackground(
          rememberEnvironments(
            store,
            key.origin,
            (answer as Answer<'listEnvironments'>).map(environmentFrom),
            workspaceNames.get(nameOf(key, String(args[0]))),
          ),
        );
        return;
      case 'submitChangeRequest': {
        const request = answer as ChangeRequest;
        inBackground(rememberSubmission(store, key, request.id));
        if (!isFinal(request)) inBackground(rememberOpenRequests(store, key, request.id));
        inBackground(rememberIdentity(store, key, submitterOf(request)?.name));
        return;
      }
      case 'readChangeRequest': {
        const request = answer as ChangeRequest;
        const { submitted } = knownApiKey(store, { ...key, isSandbox: false });
        if (submitted?.has(request.id)) inBackground(rememberIdentity(store, key, submitterOf(request)?.name));
        return;
      }
      case 'decideChangeRequest': {
        const [, { status, comment }] = args as Parameters<Client['decideChangeRequest']>;
        const request = answer as ChangeRequest;
        const environmentId = namedEnvironment(request)?.id;
        if (status === 'APPROVED' && environmentId !== undefined)
          inBackground(rememberAbility(store, key, 'approve', environmentId, true));
        // Other people may add to the history, too. The last entry belongs to this API key if it has the comment that was sent.
        const last = request.comments.at(-1);
        if (last?.comment === comment) inBackground(rememberIdentity(store, key, last.user));
      }
    }
  }

  return (client, key, onRefused, beforeCall) => {
    const watched = Object.entries(client).map(([method, call]: [string, unknown]) => {
      if (typeof call !== 'function' || SENDS_NOTHING.has(method)) return [method, call];
      const noted = async (...args: readonly unknown[]): Promise<unknown> => {
        beforeCall?.();
        try {
          const answer: unknown = await (call as (...args: readonly unknown[]) => Promise<unknown>)(...args);
          // Undefined = the service does not have the call, so the answer shows nothing.
          if (answer !== undefined) note(() => noteAnswer(key, method, args, answer));
          return answer;
        } catch (error) {
          if (hasStatus(error, 403) && !isApprovalsRequired(error)) note(() => noteAbility(key, method, args, false));
          if (hasStatus(error, 401) && method !== 'decideChangeRequest') onRefused();
          throw error;
        }
      };
      return [method, noted];
    });
    return Object.fromEntries(watched) as Client;
  };
}

type Answer<Method extends 'listWorkspaces' | 'listEnvironments'> = Awaited<ReturnType<Client[Method]>>;

const environmentOf = (argument: unknown): string | undefined =>
  typeof argument === 'string' ? argument : (argument as { readonly environmentId?: string }).environmentId;
