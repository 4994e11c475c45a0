/** The order of open change requests in the views, and in the review of the requests that wait for the person. */
import type { ChangeRequest } from '../../api/model.ts';
import { submitterOf } from './decisions.ts';

/** `age`: the oldest request first. `risk`: production first, then requests that kill or archive something, then by age. */
export type QueueSort = 'risk' | 'age';

export interface WaitingRequest {
  readonly request: ChangeRequest;
  /** Undefined = the environment is not known, so it counts as production. */
  readonly isProduction: boolean | undefined;
}

const STOPPING_OPERATIONS: ReadonlySet<string> = new Set(['KILL', 'ARCHIVE']);

/** A request without a time counts as the oldest, so that it does not stay at the end. */
const rankOf = ({ request, isProduction }: WaitingRequest, sort: QueueSort): readonly number[] => [
  ...(sort === 'risk' ? [isProduction === false ? 1 : 0, STOPPING_OPERATIONS.has(request.operationType) ? 0 : 1] : []),
  submitterOf(request)?.timestamp ?? 0,
];

/** Returns the sorted requests. Requests with the same rank stay in the order of the service. */
export const sortQueue = (waiting: readonly WaitingRequest[], sort: QueueSort): readonly WaitingRequest[] =>
  waiting.toSorted((one, other) => {
    const [first, second] = [rankOf(one, sort), rankOf(other, sort)];
    return first.map((rank, index) => rank - second[index]!).find((difference) => difference !== 0) ?? 0;
  });

/** Adds the sorted ids of new requests at the end. The existing ids stay in their places, so that no visible row moves. */
export function extendOrder(ids: readonly string[], waiting: readonly WaitingRequest[], sort: QueueSort): readonly string[] {
  const known = new Set(ids);
  const added = waiting.filter(({ request }) => !known.has(request.id));
  return [...ids, ...sortQueue(added, sort).map(({ request }) => request.id)];
}
