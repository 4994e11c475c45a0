/** Work that is ready to run against the sandbox of a test file. */
import type { TestContext } from 'node:test';
import type { KeyWork } from '../../../src/operations/keyWork/keyWork.ts';
import type { KeyWorkOutcome } from '../../../src/operations/keyWork/keyWorkOutcome.ts';
import { runKeyWork, type KeyWorkOptions } from '../../../src/operations/keyWork/runKeyWork.ts';
import { readAllKeys } from '../../../src/operations/readAllKeys.ts';
import { writePermit } from '../permits.ts';
import type { KeyName, Service } from '../service.ts';
import { newKeys, openJournal, startWork, type JournalInFolder, type WorkWish } from './work.ts';

export interface Prepared {
  readonly journal: JournalInFolder;
  readonly begun: KeyWork;
  readonly keys: readonly string[];
  /** `work` where it is another than the one that was begun: to go on with. */
  run(options?: Partial<KeyWorkOptions>, work?: KeyWork): Promise<KeyWorkOutcome>;
}

export interface PreparedWish extends WorkWish {
  readonly environmentName?: string;
  readonly journal?: JournalInFolder;
  readonly as?: KeyName;
}

export async function prepare(
  service: Service,
  t: TestContext,
  { environmentName = 'development', journal = openJournal(t), as = 'submitter-key', ...wish }: PreparedWish,
): Promise<Prepared> {
  const environment = service.environment(environmentName);
  const { work, keys } = await startWork({ ...wish, environment });
  const permit = writePermit(environment, environmentName);
  return {
    journal,
    begun: work,
    keys,
    run: (options = {}, changed = work) => runKeyWork(service.as(as), journal, changed, keys, { permit, ...options }),
  };
}

/** Puts in so many keys that one call does not tell which there are: counts have to. It is no call that a test has seen. */
export async function crowd(service: Service, segment = 'beta-accounts'): Promise<void> {
  await service.as('submitter-key').uploadKeys(service.environment('development').id, segment, newKeys(1_001, 'crowd'));
  service.seen.length = 0;
}

export const heldIn = async (
  service: Service,
  environmentName = 'development',
  segment = 'beta-accounts',
): Promise<readonly string[]> =>
  (await readAllKeys(service.as('submitter-key'), service.environment(environmentName).id, segment)).keys;
