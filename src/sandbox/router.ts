/**
 * From a method and a raw path to a route and the parts of its path.
 *
 * What admin-api.md does not show, and what the sandbox does:
 *
 * | not shown | here |
 * |---|---|
 * | status of a success | 200, for what is created too |
 * | a path that exists for another method | 405, not 404, in the documented-only mode too |
 * | wrong or missing API key; `x-api-key` | 401; taken too, but not in the documented-only mode |
 * | unknown ids, no access | 404 for both |
 * | a payload that is not right, a limit passed | 400; nothing of it is stored |
 * | exists already, is locked by an open change request, is final | 409 |
 * | no such method · not JSON · too large · sandbox full | 405 with `Allow` · 415 · 413 · 507 |
 * | a change that can not be saved in the state file | 507; it is not made, nor are those that were made after it |
 * | `limit` above its bound, below 1, `offset` below 0 | 400; not given, `limit` is the bound (keys 100, change requests 20) |
 * | bound of `limit` on keys | 100,000, which is the whole segment |
 * | the live service's word (`split`) | its leniency too, where a line says "live"; not in the documented-only mode |
 * | UPDATE, CREATE without `trafficAllocation` | live: it stays as it is, is 100; else 400. A wrong value is 400 everywhere |
 * | `rules` left out or null in a change request | live: none; else 400 |
 * | operations but KILL without a rollout status | live: it stays as it is; else 400. Empty (`""`, `{id: ""}`, null) is not given |
 * | a treatment's `description`, a `combiner`, left out | kept as it came; where the sandbox says `split`, as `""` and `AND` |
 * | `baselineTreatment` that is empty or null | not given |
 * | order of checks | API key, role, a body that can be read, objects of the path, change control, shape of the body, title and comment, limits, lock |
 * | `rules`, `trafficAllocation` left out of a definition sent directly | none, all traffic |
 * | title and comment of a direct change of a definition | in the query or in the body, and no part of the definition; no part of it in a change request's `flag` either |
 * | JSON Patch of a definition | of the kept fields and `killed`, which it may change |
 * | `null` or `[]` where a body is optional | no body |
 * | body of `updateDescription` | a JSON string, or the bare text under any content type (an empty one too) |
 * | traffic type in the path of a creation · environment in a path with its workspace · `GET /{flags}/ws/{ws}/{flag}` | by name or id, the documented one first; not in the documented-only mode |
 * | `GET /segments/ws/{ws}/{name}` · `GET /workspaces?name=&nameOp=` | one segment · `IS` (not given), `STARTS_WITH`, `CONTAINS`; not in the documented-only mode |
 * | rollout status of a new flag | the workspace's first |
 * | blank keys in `removeKeys` | live: skipped, 400 where nothing is left; else 400 |
 * | an upload of no keys, blank keys, keys over 250 characters | 400; repeated keys count once |
 * | activation of what is active | 409 |
 * | deactivation (`DELETE /segments/{env}/{name}`) | service-beyond.md's; 409 while it has keys, 403 where approvals are required |
 * | deletion of a segment or flag that is active in a gated environment | 403; there is no change request for it |
 * | deletion of a segment or flag that a rule names | 409 |
 * | identities that are not right | each in `failed`; POST merges attributes with those that are there, PUT of one replaces them; change control does not apply |
 * | a change request where change control is off | 400: its state table wants it in effect |
 * | approvers that are no e-mail addresses, where submitters choose | 400 |
 * | keys of one segment change request | 10,000 for `CREATE` as for one upload; `ARCHIVE` as many as the body holds |
 * | KILL of a killed, RESTORE of a live flag | 400 for a change request; the direct PUT changes nothing |
 * | CREATE of a definition that is there · UPDATE, KILL, RESTORE, ARCHIVE of none | 409 · 404 |
 * | name of the field printed `{base_url}` · `the service` | `rolloutStatus: {id}` (a text, or the printed name, is read too) · `rolloutStatus: {id, type, name}`, as printed in the documented-only mode |
 * | fields of an answer besides those of its table | those of service-beyond.md; none in the documented-only mode |
 * | `flag` in answers to KILL, RESTORE, ARCHIVE | the full definition as it would be; as it is for ARCHIVE |
 * | `openChangeRequestId` in a flag's change request | its own id while it is open, null once it is decided |
 * | roles in `comments` besides SUBMITTER | APPROVER; EDITOR for another API key that withdraws |
 * | transitions into REJECTED | by an approver, with PUT `REJECTED`; not in the documented-only mode |
 * | approval or rejection by the submitter, or by no approver | 403; live: 401, as for a wrong API key |
 * | transitions into APPROVED as a resting state | none: an approval publishes |
 * | transitions out of REJECTED, WITHDRAWN and PUBLISHED | none: 409 |
 * | approval of what has become impossible | the refusal it would have; the request stays open |
 * | order of the listing of change requests | newest first; a marker names the item at the page's edge; `count` is of the page |
 * | missing title or comment where the workspace requires them | 400 without a body, wherever the call has a place for them |
 * | a call that meets a fault (faults.ts) | what the fault says, before the API key is looked at |
 * | a limited API key | sees its environment alone and writes nothing at workspace level (403) |
 */
import type { Route, Service } from './call.ts';
import { changeRequestRoutes } from './changeRequestRoutes.ts';
import { definitionRoutes } from './definitionRoutes.ts';
import { flagRoutes } from './flagRoutes.ts';
import { identityRoutes } from './identityRoutes.ts';
import { lookupRoutes } from './lookupRoutes.ts';
import { invalid, nothingHere, wrongMethod } from './refusal.ts';
import { segmentKeyRoutes } from './segmentKeyRoutes.ts';
import { segmentRoutes } from './segmentRoutes.ts';

const PREFIX = '/internal/api/v2';

/** Those with fixed words come before those with a name in the same place. */
const ROUTES: readonly Route[] = [
  ...lookupRoutes,
  ...segmentRoutes,
  ...segmentKeyRoutes,
  ...identityRoutes,
  ...flagRoutes,
  ...definitionRoutes,
  ...changeRequestRoutes,
];

export interface Match {
  readonly route: Route;
  readonly query: URLSearchParams;
  part(name: string): string;
}

/**
 * The parts of a path, each decoded by itself after the path was split, so that a name with a `/` in it stays one part.
 * The path is taken as it was sent: nothing is resolved, so `..` climbs nowhere.
 */
function partsOf(path: string): readonly string[] {
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  return parts.map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw invalid('The path has a wrong percent-encoding');
    }
  });
}

function bind(pattern: string, vocabulary: string, parts: readonly string[]): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split('/');
  if (wanted.length !== parts.length) return undefined;
  const bound = new Map<string, string>();
  for (const [index, word] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (word.startsWith(':')) {
      if (part === '') return undefined;
      bound.set(word.slice(1), part);
    } else if (part !== (word === '{flags}' ? `${vocabulary}s` : word)) return undefined;
  }
  return bound;
}

function known(route: Route, query: URLSearchParams, isDocumentedOnly: boolean): URLSearchParams {
  const names = [...(route.query?.documented ?? []), ...(isDocumentedOnly ? [] : (route.query?.beyond ?? []))];
  return new URLSearchParams([...query].filter(([name]) => names.includes(name)));
}

/** The path below `/internal/api/v2` as it was sent, without the query; undefined outside of it. */
export function apiPath(url: string): string | undefined {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : undefined;
}

/** The route of a call; 404 where no path is like this, 405 where it is but for another method. */
export function match(service: Service, method: string, url: string): Match {
  const mark = url.indexOf('?');
  const path = apiPath(url);
  if (path === undefined) throw nothingHere();
  const parts = partsOf(path);
  const allowed = new Set<string>();
  for (const route of ROUTES) {
    if (service.isDocumentedOnly && !route.isDocumented) continue;
    const bound = bind(route.path, service.vocabulary, parts);
    if (bound === undefined) continue;
    if (route.method !== method) {
      allowed.add(route.method);
      continue;
    }
    const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
    return {
      route,
      query: known(route, query, service.isDocumentedOnly),
      part(name) {
        const part = bound.get(name);
        if (part === undefined) throw new Error(`${route.path} has no part ${name}`);
        return part;
      },
    };
  }
  throw allowed.size === 0 ? nothingHere() : wrongMethod(method, allowed);
}
