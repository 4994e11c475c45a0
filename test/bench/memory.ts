/** What reading all keys of a segment takes of memory, as a multiple of the keys' own text. */
import { inTurns } from './rounds.ts';
import { compared, type Aim, type Row } from './row.ts';
import { makeKeys } from './sample.ts';
import type { Scale } from './scale.ts';
import { startBareService, startFullSandbox, type Place } from './services.ts';
import { watch, type HeapSeen } from './watch.ts';
import type { WorkName } from './works.ts';

/** A few times the data. */
const AIM: Aim = { of: 'value', atMost: 6 };
const PARSE = 'JSON.parse of all keys';
const RAW = 'node:http with JSON.parse';

export async function measureMemory(scale: Scale): Promise<readonly Row[]> {
  const sandbox = await startFullSandbox(scale);
  const bare = await startBareService(scale.keysInSegment);
  const turns = { rounds: scale.rounds.processes, warmUps: 0 };
  const inUse = (work: WorkName, place: Place) => async (): Promise<HeapSeen> => {
    const seen = await watch('heap', work, { place, scale });
    if (seen.count !== scale.keysInSegment) throw new Error(`${work} gave ${seen.count} keys`);
    return seen;
  };
  const resident = (work: WorkName, place: Place) => async (): Promise<number> =>
    (await watch('resident', work, { place, scale })).most;

  const heap = await inTurns(
    {
      paged: inUse('readKeys', sandbox.place),
      whole: inUse('readKeys', bare.place),
      parsed: inUse('parseKeys', bare.place),
    },
    turns,
  );
  const machine = await inTurns(
    {
      paged: resident('readKeys', sandbox.place),
      pagedRaw: resident('readKeysRaw', sandbox.place),
      whole: resident('readKeys', bare.place),
      wholeRaw: resident('readKeysRaw', bare.place),
    },
    turns,
  );
  await sandbox.stop();
  await bare.stop();

  const textBytes = makeKeys(scale.keysInSegment).reduce((sum, key) => sum + Buffer.byteLength(key), 0);
  const row = (what: string, against: string, values: readonly number[], base: readonly number[], aim?: Aim): Row =>
    compared(
      { name: 'memory', what: `${scale.keysInSegment} keys: ${what}`, unit: '× the keys’ text', against, ...(aim && { aim }) },
      values.map((bytes) => bytes / textBytes),
      base.map((bytes) => bytes / textBytes),
    );
  const kept = (seen: readonly HeapSeen[]): readonly number[] => seen.map((one) => one.kept);
  const most = (seen: readonly HeapSeen[]): readonly number[] => seen.map((one) => one.most);
  return [
    row('kept after reading by pages', PARSE, kept(heap.paged), kept(heap.parsed), AIM),
    row('most in use while reading by pages', PARSE, most(heap.paged), most(heap.parsed), AIM),
    row('most in use while reading one answer', PARSE, most(heap.whole), most(heap.parsed), AIM),
    row('most resident while reading by pages', RAW, machine.paged, machine.pagedRaw),
    row('most resident while reading one answer', RAW, machine.whole, machine.wholeRaw),
  ];
}
