/** An upload as the editor runs it: hashed, kept in a journal on the disk, counted by the service after each part. */
import type { Client } from '../../src/api/client.ts';
import { createKeyJournal } from '../../src/operations/keyWork/keyJournal.ts';
import { runKeyWork } from '../../src/operations/keyWork/runKeyWork.ts';
import { startKeyWork } from '../../src/operations/keyWork/startKeyWork.ts';
import { writePermit } from '../operations/permits.ts';
import type { Place } from './services.ts';

export async function uploadWithJournal(
  client: Client,
  { environmentId, segmentName }: Place,
  folder: string,
  batches: readonly (readonly string[])[],
): Promise<void> {
  const environment = { id: environmentId, name: 'development', isProduction: false };
  const { work, keys } = await startKeyWork({
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
  const outcome = await runKeyWork(client, createKeyJournal(folder), work, keys, { permit: writePermit(environment) });
  if (outcome.outcome !== 'done' || !outcome.isKept) throw new Error(`the upload was ${outcome.outcome}`);
}
