/** The lines of a row of things, kept as runs: where each stands as many lines after the one before, a run needs three numbers. */
export interface LineRuns {
  /** The line of the next thing. */
  add(line: number): void;
  /** The line of the thing at `index`. */
  at(index: number): number;
}

export function createLineRuns(): LineRuns {
  /** Of each run: its first index, its first line. */
  const firsts: number[] = [];
  const lines: number[] = [];
  const steps: number[] = [];
  let count = 0;
  let expected = -1;
  let step = 0;
  let isNew = false;

  return {
    add(line) {
      if (line !== expected) {
        if (isNew) {
          // The second of a run tells its step.
          step = line - lines.at(-1)!;
          steps[steps.length - 1] = step;
          isNew = false;
        } else {
          firsts.push(count);
          lines.push(line);
          steps.push(0);
          step = 0;
          isNew = true;
        }
      } else {
        isNew = false;
      }
      count += 1;
      expected = line + step;
    },

    at(index) {
      let low = 0;
      let high = firsts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (firsts[middle]! <= index) low = middle;
        else high = middle - 1;
      }
      return lines[low]! + (index - firsts[low]!) * steps[low]!;
    },
  };
}
