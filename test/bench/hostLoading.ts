/** What loading and activating the extension takes in the real extension host, beside a tiny extension. */
import { inWorkbench } from './inWorkbench.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

interface Times {
  readonly tiny: number;
  readonly entry: number;
  readonly activation: { readonly tiny: number; readonly ours: number };
}

interface LoadTimes {
  measure(): Promise<Times>;
  close(): Promise<void>;
}

const TINY = 'an extension of one command and one view';

/** Of two reloads, in one of which ours is first. */
const inBoth = (one: Times, other: Times): Times => ({
  tiny: one.tiny + other.tiny,
  entry: one.entry + other.entry,
  activation: {
    tiny: one.activation.tiny + other.activation.tiny,
    ours: one.activation.ours + other.activation.ours,
  },
});

export const measureHostLoading = (scale: Scale): Promise<readonly Row[]> =>
  inWorkbench('hostLoading', scale, ['loadTimes.mjs', 'startLoadTimes'], async (host: LoadTimes, rounds) => {
    await host.measure(); // the files are in the system's cache from here on
    const times: Times[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(inBoth(await host.measure(), await host.measure()));
    const claim = { name: 'hostLoading', unit: 'ms' } as const;
    return [
      compared(
        { ...claim, what: 'require of the entry, after two reloads', against: TINY, aim: { of: 'ratio', atMost: 4 } },
        times.map(({ entry }) => entry),
        times.map(({ tiny }) => tiny),
      ),
      compared(
        { ...claim, what: 'activation, after two reloads', against: TINY },
        times.map(({ activation }) => activation.ours),
        times.map(({ activation }) => activation.tiny),
      ),
    ];
  });
