/** Change requests that wait for an approval and then for their time: the live service lists them apart (service-beyond.md). */
import type { Client } from '../api/client.ts';
import { hasStatus } from '../api/errors.ts';
import type { ChangeRequest } from '../api/model.ts';
import type { CallOptions } from '../api/network/transport.ts';
import { byMarker } from '../api/resources/pages.ts';

const PAGE = 100;

/** None of a service that does not say `split`, or that refuses the word for their status. */
export async function readScheduleRequested(
  client: Pick<Client, 'listChangeRequests' | 'word'>,
  options: CallOptions = {},
): Promise<readonly ChangeRequest[]> {
  if (client.word !== 'split') return [];
  const found: ChangeRequest[] = [];
  const readPage = (next: string | undefined): ReturnType<typeof client.listChangeRequests> =>
    client.listChangeRequests(
      { status: 'SCHEDULE_REQUESTED', limit: PAGE, ...(next !== undefined && { marker: { next } }) },
      options,
    );
  try {
    for await (const page of byMarker(readPage)) found.push(...page);
  } catch (error) {
    if (![400, 404, 405, 422].some((status) => hasStatus(error, status))) throw error;
  }
  return found;
}
