/**
 * Runs an upload as the editor does: with hashes, a journal on disk, and a count from the service before each part. Returns the
 * milliseconds until everything is sent. The check that follows is not included: it reads all keys again, with one call for each 1,000 keys.
 */
import type { Client } from '../../src/api/client.ts';
import { createJournal } from '../../src/operations/keys/journal.ts';
import { runChange } from '../../src/operations/keys/runChange.ts';
import { startChange } from '../../src/operations/keys/startChange.ts';
import { writePermit } from '../operations/permits.ts';
import { startCpuTimer } from './rounds.ts';
import type { Place } from './services.ts';

/** Milliseconds. `cpu` is the time of this process; the service is a different one. */
export interface TimesTaken {
  readonly wall: number;
  readonly cpu: number;
}

export function startTimers(): () => TimesTaken {
  const [startedAt, cpuTime] = [performance.now(), startCpuTimer()];
  return () => ({ wall: performance.now() - startedAt, cpu: cpuTime() });
}

export async function uploadWithJournal(
  client: Client,
  { environmentId, segmentName }: Place,
  folder: string,
  batches: readonly (readonly string[])[],
): Promise<TimesTaken> {
  const took = startTimers();
  let sent: TimesTaken | undefined;
  const environment = { id: environmentId, name: 'development', isProduction: false };
  const { change, keys } = await startChange({
    kind: 'upload',
    connection: { id: 'bench', name: 'Bench', origin: client.origin, keyName: 'bench' },
    target: {
      workspace: { id: 'bench', name: 'Bench', requiresTitleAndComments: false },
      environment,
      name: segmentName,
      trafficType: 'account',
    },
    source: { description: 'accounts.txt', form: { format: 'lines' }, uri: 'file:///accounts.txt' },
    batches: batches.map((keys) => ({ operation: 'add', keys })),
    way: 'direct',
    startedAt: Date.now(),
  });
  const outcome = await runChange(client, createJournal(folder), change, keys, {
    permit: writePermit(environment),
    onCheck: () => (sent = took()),
  });
  if (outcome.outcome !== 'done') throw new Error(`the upload was ${outcome.outcome}`);
  return sent ?? took();
}
