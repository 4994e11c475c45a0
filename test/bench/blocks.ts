/** How long the client holds the event loop of the process it runs in, where the editor's other extensions run too. */
import { startBareService, startFullSandbox, type Place } from './services.ts';
import { inTurns } from './rounds.ts';
import { quietest, type Aim, type Row } from './row.ts';
import type { Scale } from './scale.ts';
import { watch, type BlocksSeen } from './watch.ts';
import type { WorkName } from './works.ts';

const AIM: Aim = { of: 'value', atMost: 16 };

export async function measureBlocks(scale: Scale): Promise<readonly Row[]> {
  const sandbox = await startFullSandbox(scale);
  const bare = await startBareService(scale.keysInSegment);
  const watched = (work: WorkName, place: Place) => async (): Promise<BlocksSeen> => watch('blocks', work, { place, scale });
  const seen = await inTurns(
    {
      idle: watched('idle', bare.place),
      paged: watched('readKeys', sandbox.place),
      pagedRaw: watched('readKeysRaw', sandbox.place),
      whole: watched('readKeys', bare.place),
      wholeRaw: watched('readKeysRaw', bare.place),
      upload: watched('uploadKeys', sandbox.place),
      uploadRaw: watched('uploadKeysRaw', sandbox.place),
    },
    { rounds: scale.rounds.processes, warmUps: 0 },
  );
  await sandbox.stop();
  await bare.stop();

  const { keysInSegment: keys, uploads, keysPerUpload } = scale;
  const longest = (contestant: keyof typeof seen): readonly number[] => seen[contestant].map((one) => one.longestMilliseconds);
  const row = (what: string, against: string, client: keyof typeof seen, raw: keyof typeof seen): Row =>
    quietest({ name: 'blocks', what: `longest block, ${what}`, unit: 'ms', against, aim: AIM }, longest(client), longest(raw));
  return [
    quietest({ name: 'blocks', what: 'longest block, nothing done', unit: 'ms' }, longest('idle')),
    row(`${keys} keys read in ${seen.paged[0]?.pages} pages`, 'node:http with JSON.parse', 'paged', 'pagedRaw'),
    row(`${keys} keys read in one answer`, 'node:http with JSON.parse', 'whole', 'wholeRaw'),
    row(`${uploads} uploads of ${keysPerUpload} keys`, 'node:http making the JSON', 'upload', 'uploadRaw'),
  ];
}
