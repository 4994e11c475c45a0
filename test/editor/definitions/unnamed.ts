/** A service whose listed change requests don't name their environment, because admin-api.md does not promise it. */
import type { Fault, Seen, Service } from '../../operations/service.ts';

/** The value for `service.onCall`. `isFiltered`: it supports the parameter `environmentId` (service-beyond.md). */
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
