/** The lines of a row of things, kept as runs: where each stands as many lines after the one before, a run needs three numbers. */

/** A class: it is called for every key, and closures took three times as long. */
export class LineRuns {
  /** Of each run: its first index, its first line. */
  private readonly firsts: number[] = [];
  private readonly lines: number[] = [];
  private readonly steps: number[] = [];
  private count = 0;
  private expected = -1;
  private step = 0;
  /** The last run has one thing only. */
  private isNew = false;

  /** The line of the next thing. */
  add(line: number): void {
    if (line !== this.expected || this.isNew) this.turn(line);
    this.count += 1;
    this.expected = line + this.step;
  }

  /** The line of the thing at `index`. */
  at(index: number): number {
    const { firsts } = this;
    let low = 0;
    let high = firsts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (firsts[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return this.lines[low]! + (index - firsts[low]!) * this.steps[low]!;
  }

  private turn(line: number): void {
    if (this.isNew) {
      // The second of a run tells its step.
      this.step = line - this.lines.at(-1)!;
      this.steps[this.steps.length - 1] = this.step;
      this.isNew = false;
    } else {
      this.firsts.push(this.count);
      this.lines.push(line);
      this.steps.push(0);
      this.step = 0;
      this.isNew = true;
    }
  }
}
