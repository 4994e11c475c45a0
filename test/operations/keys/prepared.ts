/** Changes of keys that are ready to run on the sandbox of a test file. */
import type { TestContext } from 'node:test';
import type { KeyChange } from '../../../src/operations/keys/keyChange.ts';
import { runChange, type ChangeOutcome, type RunOptions } from '../../../src/operations/keys/runChange.ts';
import { readAllKeys } from '../../../src/operations/keys/keyPages.ts';
import { writePermit } from '../permits.ts';
import type { KeyName, Service } from '../service.ts';
import { newKeys, openJournal, startOne, type JournalInFolder, type ChangeOptions } from './changes.ts';

export interface Prepared {
  readonly journal: JournalInFolder;
  readonly begun: KeyChange;
  readonly keys: readonly string[];
  /** `work`: the change to resume, if it differs from the started one. */
  run(options?: Partial<RunOptions>, change?: KeyChange): Promise<ChangeOutcome>;
}

export interface PrepareOptions extends ChangeOptions {
  readonly environmentName?: string;
  readonly journal?: JournalInFolder;
  readonly as?: KeyName;
}

export async function prepare(
  service: Service,
  t: TestContext,
  { environmentName = 'development', journal = openJournal(t), as = 'submitter-key', ...options }: PrepareOptions,
): Promise<Prepared> {
  const environment = service.environment(environmentName);
  const { change, keys } = await startOne({ ...options, environment });
  const permit = writePermit(environment, environmentName);
  return {
    journal,
    begun: change,
    keys,
    run: (options = {}, changed = change) => runChange(service.as(as), journal, changed, keys, { permit, ...options }),
  };
}

/** Adds so many keys that one call can't read them all, so counts decide. Tests don't record these calls. */
export async function addManyKeys(service: Service, count = 1_001): Promise<void> {
  const { id } = service.environment('development');
  for (let start = 0; start < count; start += 10_000) {
    const keys = newKeys(Math.min(10_000, count - start), `crowd-${start}`);
    await service.as('submitter-key').uploadKeys(id, 'beta-accounts', keys);
  }
  service.seen.length = 0;
}

/** Adds so many keys that the segment is read only on request. */
export const makeLarge = (service: Service): Promise<void> => addManyKeys(service, 10_001);

export const keysInSegment = async (
  service: Service,
  environmentName = 'development',
  segment = 'beta-accounts',
): Promise<readonly string[]> =>
  (await readAllKeys(service.as('submitter-key'), service.environment(environmentName).id, segment)).keys;
