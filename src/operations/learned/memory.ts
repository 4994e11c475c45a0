/** Stores what the extension remembers, either for all windows or for the folder of one window. */
import { systemClock } from '../../time/clock.ts';
import type { Store } from './store.ts';

const MAX_WRITES = 5;

/** How long after a write VS Code may restore earlier values. An idle machine takes less than a second. */
const RESTORE_MILLISECONDS = 5_000;

/** A value that this window wrote less than RESTORE_MILLISECONDS ago. */
interface RecentWrite {
  readonly value: unknown;
  readonly time: number;
  /** The values that the storage had before, as JSON, each with the time of the write that replaced it. */
  readonly earlier: ReadonlyMap<string | undefined, number>;
  /**
   * The value that was last read from the storage, and whether it is one of `earlier`. Comparing it again at each read would
   * take milliseconds for a large table.
   */
  lastRead?: { readonly stored: unknown; readonly isEarlier: boolean };
  /** The write that this one replaced. If this one fails, `previous` takes its place again. Undefined once this one is stored. */
  previous: RecentWrite | undefined;
  /** Two writes may fail in any order, so the one that takes the place of a failed write may itself have failed. */
  hasFailed?: true;
}

/**
 * Wraps a storage object of VS Code so that no written value is lost. VS Code stores all values together. Some time after each
 * write, it restores all values as they were at that write, and so overwrites later writes for a while. If another write
 * begins in that time, the overwritten values are lost. Therefore, for a few seconds after a write:
 *
 * - `get` returns the written value if the storage contains an earlier one. Any other stored value comes from a different window.
 * - Each `update` also writes the values of other names that were overwritten.
 *
 * An `update` writes its own value again, at most MAX_WRITES times, while the storage contains an earlier one.
 */
export function createMemory(state: Store, now: () => number = systemClock.now): Store {
  const recent = new Map<string, RecentWrite>();
  const isRecent = (time: number): boolean => now() - time < RESTORE_MILLISECONDS;

  /** Returns the recent write of this key if the storage contains an earlier value. */
  function overwritten(key: string): RecentWrite | undefined {
    const write = recent.get(key);
    if (write === undefined || !isRecent(write.time)) return undefined;
    const stored = state.get(key);
    if (write.lastRead === undefined || write.lastRead.stored !== stored) {
      write.lastRead = { stored, isEarlier: write.earlier.has(JSON.stringify(stored)) };
    }
    return write.lastRead.isEarlier ? write : undefined;
  }

  function remember(key: string, value: unknown): RecentWrite {
    const time = now();
    const previous = recent.get(key);
    const earlier = new Map([...(previous?.earlier ?? [])].filter((entry) => isRecent(entry[1])));
    earlier.set(JSON.stringify(state.get(key)), time);
    if (previous) earlier.set(JSON.stringify(previous.value), time);
    const write = { value, time, earlier, previous };
    recent.set(key, write);
    return write;
  }

  /** Writes this value, and those that VS Code has overwritten. Resolves when this value is stored. */
  async function store(key: string, value: unknown): Promise<void> {
    for (const [other, { time }] of recent) if (!isRecent(time)) recent.delete(other);
    const others = [...recent].filter(([other]) => other !== key && overwritten(other) !== undefined);
    await Promise.all([state.update(key, value), ...others.map(([other, write]) => state.update(other, write.value))]);
  }

  return {
    get: <T>(key: string) => (overwritten(key) ?? { value: state.get(key) }).value as T | undefined,
    async update(key, value) {
      const write = remember(key, value);
      try {
        for (let writes = 0; writes < MAX_WRITES && recent.get(key) === write; writes += 1) {
          await store(key, value);
          write.previous = undefined;
          const stored = JSON.stringify(state.get(key));
          if (stored === JSON.stringify(value) || !write.earlier.has(stored)) return;
        }
      } catch (error) {
        write.hasFailed = true;
        let last: RecentWrite | undefined = recent.get(key);
        while (last?.hasFailed) last = last.previous;
        if (last) recent.set(key, last);
        else recent.delete(key);
        throw error;
      }
    },
  };
}
