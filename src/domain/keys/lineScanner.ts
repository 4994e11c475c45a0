/** One key on each line. */
import type { KeyCollector } from './keyCollector.ts';
import { createLineFinder, type KeyScanner } from './keyScanner.ts';

/** The end of the text after a line end is no line. */
export function createLineScanner(collector: KeyCollector): KeyScanner {
  const lines = createLineFinder();
  let line = 1;
  return {
    get line() {
      return line;
    },
    refusal: undefined,
    read(text, from, until, isEnd) {
      const stop = Math.min(until, text.length);
      let start = from;
      while (start < stop) {
        const end = lines.endOf(text, start, isEnd);
        if (end === -1) break;
        if (!collector.addPlain(text, start, end, line)) collector.add(text.slice(start, end), line);
        line += 1;
        start = lines.after(text, end);
      }
      return Math.min(start, text.length);
    },
    rebase: () => lines.reset(),
    end: () => undefined,
  };
}
