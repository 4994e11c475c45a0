/**
 * Finds the route for a method and a raw path, and the parts of the path. The README.md of the sandbox lists its behaviour
 * where the API documents leave it open.
 */
import type { Route, Service } from '../call.ts';
import { invalid, nothingHere, wrongMethod } from '../refusal.ts';
import { changeRequestRoutes } from './changeRequestRoutes.ts';
import { definitionRoutes } from './definitionRoutes.ts';
import { flagChangeRoutes } from './flagChanges.ts';
import { flagRoutes } from './flagRoutes.ts';
import { identityRoutes } from './identityRoutes.ts';
import { lookupRoutes } from './lookups.ts';
import { segmentKeyRoutes } from './segmentKeys.ts';
import { segmentRoutes } from './segmentRoutes.ts';

const PREFIX = '/internal/api/v2';

/** A route with a fixed word precedes the routes that have a parameter instead of that word. The first match counts. */
const ROUTES: readonly Route[] = [
  ...lookupRoutes,
  ...segmentRoutes,
  ...segmentKeyRoutes,
  ...identityRoutes,
  ...flagRoutes,
  ...flagChangeRoutes,
  ...definitionRoutes,
  ...changeRequestRoutes,
];

export interface Match {
  readonly route: Route;
  /** The query parameters that the route knows. */
  readonly query: URLSearchParams;
  readonly parts: ReadonlyMap<string, string>;
}

/**
 * Returns the parts of a path. Splits the path first and then decodes each part, so that a name with a `/` remains one part.
 * Uses the path as sent, without resolving it, so `..` has no effect.
 */
function partsOf(path: string): readonly string[] {
  try {
    return path.replace(/\/$/, '').split('/').slice(1).map(decodeURIComponent);
  } catch {
    throw invalid('The path has a wrong percent-encoding');
  }
}

function bind(pattern: string, vocabulary: string, parts: readonly string[]): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split('/').map((word) => (word === '{flags}' ? `${vocabulary}s` : word));
  const isAlike =
    wanted.length === parts.length && wanted.every((word, at) => (word.startsWith(':') ? parts[at] : parts[at] === word));
  if (!isAlike) return undefined;
  return new Map(wanted.flatMap((word, at) => (word.startsWith(':') ? [[word.slice(1), parts[at] ?? '']] : [])));
}

/** Returns the path below `/internal/api/v2` as sent, without the query. Undefined for other paths. */
export function apiPath(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : undefined;
}

/** Finds the route of a call. 404 if no route has this path, 405 if only other methods have it. */
export function match({ isDocumentedOnly, vocabulary }: Service, method: string, url: string): Match {
  const path = apiPath(url);
  if (path === undefined) throw nothingHere();
  const sent = partsOf(path);
  const allowed = new Set<string>();
  for (const route of ROUTES) {
    const parts = isDocumentedOnly && !route.isDocumented ? undefined : bind(route.path, vocabulary, sent);
    if (!parts) continue;
    if (route.method === method) {
      const names = [...(route.query ?? []), ...(isDocumentedOnly ? [] : (route.undocumentedQuery ?? []))];
      const query = [...new URLSearchParams(url.replace(/^[^?]*/, ''))].filter(([name]) => names.includes(name));
      return { route, parts, query: new URLSearchParams(query) };
    }
    allowed.add(route.method);
  }
  throw allowed.size === 0 ? nothingHere() : wrongMethod(method, allowed);
}
