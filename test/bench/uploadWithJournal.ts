/** An upload as the editor runs it: hashed, kept in a journal on the disk, counted by the service after each part. */
import type { Client } from '../../src/api/client.ts';
import { createJournal } from '../../src/operations/keys/journal.ts';
import { runChange } from '../../src/operations/keys/runChange.ts';
import { startChange } from '../../src/operations/keys/startChange.ts';
import { writePermit } from '../operations/permits.ts';
import type { Place } from './services.ts';

export async function uploadWithJournal(
  client: Client,
  { environmentId, segmentName }: Place,
  folder: string,
  batches: readonly (readonly string[])[],
): Promise<void> {
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
  const outcome = await runChange(client, createJournal(folder), change, keys, { permit: writePermit(environment) });
  if (outcome.outcome !== 'done') throw new Error(`the upload was ${outcome.outcome}`);
}
