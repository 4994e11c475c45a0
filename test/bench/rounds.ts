/** Runs several contestants in turns, and summarizes their values. */

/** A measured function. Returns its value, for example milliseconds. */
export type Measurement<Figure = number> = () => Figure | Promise<Figure>;

/**
 * Returns the values of each contestant in each round. Each round runs all contestants and begins with a different one, so that
 * other work of the machine affects all of them alike. The first `warmUps` rounds don't count.
 */
export async function inTurns<Name extends string, Figure>(
  contestants: Readonly<Record<Name, Measurement<Figure>>>,
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

/** Returns how many milliseconds some work takes. */
export function timed(work: () => unknown): Measurement {
  return async () => {
    const start = performance.now();
    const result = work();
    // If there is nothing to wait for, an extra wait would increase the value.
    if (result instanceof Promise) await result;
    return performance.now() - start;
  };
}

/**
 * Starts a timer of the CPU time of this process in all threads. The returned function returns the milliseconds since the
 * start. Other processes affect the result only a little.
 */
export function startCpuTimer(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

export const cpuTimed = (work: () => Promise<unknown>): Measurement => {
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
