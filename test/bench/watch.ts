/** Has a work done and watched in a process of its own, where nothing was loaded, compiled or allocated before. */
import { outcomeOf } from './otherProcess.ts';
import type { Task, WorkName } from './works.ts';

export interface BlocksSeen {
  readonly longestMilliseconds: number;
  readonly pages: number;
}

/** In bytes, above what the process had before; garbage is collected before each look, and so not counted. */
export interface HeapSeen {
  /** Of what the work gave, when nothing else is left. */
  readonly kept: number;
  /** The most that was in use after a page. */
  readonly most: number;
  /** Of the list that the work gave; not bytes. */
  readonly count: number;
}

/** In bytes: the most that the process had of the machine's memory, garbage and all, above what it had before. */
export interface ResidentSeen {
  readonly most: number;
}

interface Seen {
  readonly blocks: BlocksSeen;
  readonly heap: HeapSeen;
  readonly resident: ResidentSeen;
}

export async function watch<What extends keyof Seen>(what: What, work: WorkName, task: Task): Promise<Seen[What]> {
  // By stdin: what a program is started with can be seen by all, and the task has an API key in it.
  return (await outcomeOf(['--expose-gc', 'test/bench/watching.ts', what, work], task)) as Seen[What];
}
