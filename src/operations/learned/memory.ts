/** What the extension remembers: in all windows, or for the folder of one. */
import type { Store } from './store.ts';

const MAX_WRITES = 5;

/**
 * A state of the editor, in which a value that was written stays. VS Code hands each write of the state back a little
 * later, over what was written in it since, and then stores that. So a value is written again until the state has it, and is
 * read from here until then.
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
