/** The amount of work of the bench: all of it, or only enough to check that it runs. */

export interface Scale {
  readonly uploads: number;
  /** At most 10,000 (admin-api.md, Limits). */
  readonly keysPerUpload: number;
  /** At most 100,000 (admin-api.md, Limits). */
  readonly keysInSegment: number;
  readonly rules: number;
  /** Rounds that don't count, at the beginning. */
  readonly warmUps: number;
  readonly rounds: {
    readonly inProcess: number;
    readonly network: number;
    /** Rounds of finding keys. One round takes seconds. */
    readonly keys: number;
    readonly loads: number;
    /** Rounds in a workbench, which is slow to start. 0 = none. */
    readonly workbench: number;
  };
}

export const FULL: Scale = {
  uploads: 10,
  keysPerUpload: 10_000,
  keysInSegment: 100_000,
  rules: 500,
  warmUps: 5,
  rounds: { inProcess: 41, network: 41, keys: 9, loads: 15, workbench: 11 },
};

/** Only enough to check that the bench runs. The measured values are meaningless. */
export const QUICK: Scale = {
  uploads: 2,
  keysPerUpload: 50,
  keysInSegment: 1_500,
  rules: 10,
  warmUps: 0,
  rounds: { inProcess: 2, network: 2, keys: 1, loads: 1, workbench: 0 },
};
