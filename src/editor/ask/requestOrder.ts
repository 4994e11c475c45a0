/** The order of open change requests. The views and the command “Review What Waits for Me” use the same order. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { extendOrder } from '../../domain/changeRequests/queueOrder.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { queueSort } from '../window/settings.ts';

/**
 * Sorts open requests. Requests that were sorted before keep their positions, so that no visible row moves. All requests are
 * sorted anew only after a full refresh, after a change of the setting, or by “Review What Waits for Me”. `placeOf` returns
 * the environment of a request if it is known, without a call.
 */
export function inReviewOrder(
  client: Client,
  requests: readonly ChangeRequest[],
  placeOf: (request: ChangeRequest) => { readonly isProduction: boolean } | undefined,
): readonly ChangeRequest[] {
  const catalog = catalogOf(client);
  const sort = queueSort();
  const before = catalog.requestOrder?.sort === sort ? catalog.requestOrder.ids : [];
  // Sorts all open requests, because the order must not depend on which view is shown first.
  const all = catalog.requests().items.map((request) => ({ request, isProduction: placeOf(request)?.isProduction }));
  const ids = extendOrder(before, all, sort);
  catalog.requestOrder = { ids, sort };
  const positions = new Map(ids.map((id, index) => [id, index]));
  return requests.toSorted((one, other) => (positions.get(one.id) ?? -1) - (positions.get(other.id) ?? -1));
}
