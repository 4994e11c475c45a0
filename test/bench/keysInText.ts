/** What finding the keys in a text costs. */
import { keysFromText, type KeySource } from '../../src/domain/keys/keysFromText.ts';
import { inTurns, timed } from './rounds.ts';
import { compared, type Row } from './row.ts';
import { makeKeys } from './sample.ts';
import type { Scale } from './scale.ts';

export async function measureKeysInText(scale: Scale): Promise<readonly Row[]> {
  const keys = makeKeys(scale.keysInSegment);
  const lines = keys.join('\n');
  const csv = ['name,key,country', ...keys.map((key, index) => `Account ${index},${key},de`)].join('\n');
  const find = (text: string, source: KeySource) => (): void => {
    const result = keysFromText(text, source);
    if (!result.ok || result.found.keys.length !== keys.length) throw new Error('not all keys were found');
  };
  const times = await inTurns(
    {
      lines: timed(find(lines, { format: 'lines' })),
      csv: timed(find(csv, { format: 'csv', delimiter: ',', column: 1, hasHeader: true })),
      split: timed(() => lines.split('\n')),
      unique: timed(() => [...new Set(lines.split('\n'))]),
      splitCsv: timed(() => csv.split('\n')),
    },
    { rounds: scale.rounds.inProcess, warmUps: scale.warmUps },
  );
  const row = (what: string, against: string, values: readonly number[], base: readonly number[]): Row =>
    compared({ name: 'keysInText', what: `${keys.length} keys in ${what}`, unit: 'ms', against }, values, base);
  return [
    row('lines', 'split', times.lines, times.split),
    row('lines', 'split and Set', times.lines, times.unique),
    row('a column of CSV', 'split', times.csv, times.splitCsv),
  ];
}
