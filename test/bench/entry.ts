/** Measures how long the extension's entry takes to load in the real extension host, compared with a tiny extension. */
import { inWorkbench } from './inWorkbench.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

interface Times {
  readonly tiny: number;
  readonly entry: number;
}

interface LoadTimes {
  measure(): Promise<Times>;
  close(): Promise<void>;
}

export const measureEntry = (scale: Scale): Promise<readonly Row[]> =>
  inWorkbench('entry', scale, ['loadTimes.mjs', 'startLoadTimes'], async (host: LoadTimes, rounds) => {
    await host.measure(); // from here on, the files are in the system's cache
    const times: Times[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Two reloads. In one of them, this extension loads first.
      const [one, other] = [await host.measure(), await host.measure()];
      times.push({ tiny: one.tiny + other.tiny, entry: one.entry + other.entry });
    }
    return [
      compared(
        {
          name: 'entry',
          what: 'require of the entry, after two reloads',
          unit: 'ms',
          against: 'an extension of one command and one view',
          aim: { of: 'ratio', atMost: 4 },
        },
        times.map(({ entry }) => entry),
        times.map(({ tiny }) => tiny),
      ),
    ];
  });
