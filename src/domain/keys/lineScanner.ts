/** One key on each line. */
import { plainBut, type KeyCollector } from './keyCollector.ts';
import { createLineFinder, isLineEnd, type KeyScanner } from './keyScanner.ts';

const PLAIN = plainBut();

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
        let end = collector.hashPlain(text, start, PLAIN);
        const isPlain = isLineEnd(text, end, isEnd) && collector.addPlain(text.slice(start, end), collector.hash, line);
        if (!isPlain) {
          end = lines.endOf(text, start, isEnd);
          if (end === -1) break;
          collector.add(text.slice(start, end), line);
        }
        line += 1;
        start = lines.after(text, end);
      }
      return Math.min(start, text.length);
    },
    rebase: () => lines.reset(),
    end: () => undefined,
  };
}
