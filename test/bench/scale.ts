/** How much the bench does: in full, or just enough to see that it runs. */

export interface Scale {
  readonly uploads: number;
  /** At most 10,000 (admin-api.md, Limits). */
  readonly keysPerUpload: number;
  readonly reads: number;
  /** At most 100,000 (admin-api.md, Limits). */
  readonly keysInSegment: number;
  readonly rules: number;
  /** Files of dist that are loaded at most. */
  readonly files: number;
  /** Calls before the memory of a process is looked at. */
  readonly callsBefore: number;
  /** Rounds before those that count. */
  readonly warmUps: number;
  readonly rounds: {
    readonly inProcess: number;
    readonly network: number;
    /** Each is a process of its own for every contestant. */
    readonly processes: number;
    readonly loads: number;
    /** In a workbench, which takes its time to start: 0 = not at all. */
    readonly workbench: number;
  };
}

export const FULL: Scale = {
  uploads: 10,
  keysPerUpload: 10_000,
  reads: 200,
  keysInSegment: 100_000,
  rules: 500,
  files: Number.MAX_SAFE_INTEGER,
  callsBefore: 300,
  warmUps: 5,
  rounds: { inProcess: 41, network: 41, processes: 9, loads: 15, workbench: 11 },
};

/** Its figures mean nothing. */
export const QUICK: Scale = {
  uploads: 2,
  keysPerUpload: 50,
  reads: 8,
  keysInSegment: 1_500,
  rules: 10,
  files: 2,
  callsBefore: 1,
  warmUps: 0,
  rounds: { inProcess: 2, network: 2, processes: 1, loads: 1, workbench: 0 },
};
