/** A service that names no environment in the change requests that it lists (admin-api.md does not say that it does). */
import type { Fault, Seen, Service } from '../../operations/service.ts';

/** What `service.onCall` then is. `isFiltered` = it knows the parameter `environmentId` (service-beyond.md). */
export function unnamed(service: Service, isFiltered: boolean): (call: Seen) => Promise<Fault | undefined> {
  return async ({ method, path }) => {
    if (method !== 'GET' || !path.startsWith('/changeRequests?')) return undefined;
    const url = new URL(`/internal/api/v2${path}`, service.sandbox.baseUrl);
    if (!isFiltered) url.searchParams.delete('environmentId');
    const key = service.sandbox.keys.find(({ name }) => name === 'submitter-key')?.key;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const body = (await answer.json()) as { data?: { flag: object | null }[] };
    for (const { flag } of body.data ?? []) if (flag) Object.assign(flag, { environment: undefined });
    return { status: answer.status, body };
  };
}
