/** Runs contestants in turns, and says what their figures come to. */

/** What is measured; gives its figure, such as milliseconds. */
export type Contestant<Figure = number> = () => Figure | Promise<Figure>;

/**
 * The figures of each contestant, round by round. Every round runs all of them, each starting with another one, so that
 * whatever else the machine does meets all alike. The first `warmUps` rounds don't count.
 */
export async function inTurns<Name extends string, Figure>(
  contestants: Readonly<Record<Name, Contestant<Figure>>>,
  { rounds, warmUps }: { readonly rounds: number; readonly warmUps: number },
): Promise<Readonly<Record<Name, readonly Figure[]>>> {
  const names = Object.keys(contestants) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as Figure[]])) as Record<Name, Figure[]>;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const value = await contestants[name]();
      if (round >= warmUps) figures[name].push(value);
    }
  }
  return figures;
}

/** The milliseconds that some work takes. */
export function timed(work: () => unknown): Contestant {
  return async () => {
    const start = performance.now();
    const result = work();
    // A wait of its own would be a part of the figure where there is nothing to wait for.
    if (result instanceof Promise) await result;
    return performance.now() - start;
  };
}

/**
 * Returns a function that returns the milliseconds of CPU time since then, in all threads of this process. Other processes only
 * affect it a little.
 */
export function startCpuTimer(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

export const cpuTimed = (work: () => Promise<unknown>): Contestant => {
  return async () => {
    const cpuTime = startCpuTimer();
    await work();
    return cpuTime();
  };
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const quartiles = (values: readonly number[]): readonly [number, number] => [
  quantile(values, 0.25),
  quantile(values, 0.75),
];

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}
