/** Stores what the extension remembers, either for all windows or for the folder of one window. */
import type { Store } from './store.ts';

const MAX_WRITES = 5;

/**
 * Wraps a storage object of VS Code so that no written value is lost. Some time after each write, VS Code restores the values
 * of that write, and so overwrites later writes. Therefore, this wrapper writes a value again, at most MAX_WRITES times, until
 * the storage contains it. Until then, `get` returns the value from the wrapper's own copy.
 */
export function createMemory(state: Store): Store {
  const unconfirmed = new Map<string, unknown>();
  return {
    get: <T>(key: string) => (unconfirmed.has(key) ? (unconfirmed.get(key) as T) : state.get<T>(key)),
    async update(key, value) {
      unconfirmed.set(key, value);
      const isNewest = (): boolean => unconfirmed.has(key) && unconfirmed.get(key) === value;
      try {
        for (let writes = 0; writes < MAX_WRITES && isNewest(); writes += 1) {
          await state.update(key, value);
          if (JSON.stringify(state.get(key)) === JSON.stringify(value)) return;
        }
      } finally {
        if (isNewest()) unconfirmed.delete(key);
      }
    },
  };
}
