/** One key on each line. */
import { plainBut, type KeyCollector } from './keyCollector.ts';
import { createLineFinder, isLineEnd, type KeyScanner } from './keyScanner.ts';
import { createPlainRun, type Mark } from './plainRun.ts';

const PLAIN = plainBut();
const LINE_FEED: Mark = { text: '\n', lines: 1 };
const RETURN_AND_FEED: Mark = { text: '\r\n', lines: 1 };
const OTHER_END = /[\r\n]/;

/** The end of the text after a line end is no line. */
export function createLineScanner(collector: KeyCollector): KeyScanner {
  const lines = createLineFinder();
  let line = 1;
  const run = createPlainRun(collector, '', (cell, at) => {
    // It is more than one line.
    if (OTHER_END.test(cell)) return false;
    collector.add(cell, at);
    return true;
  });

  /** Most lines end as the first one does. */
  function readRun(text: string, from: number, until: number, isEnd: boolean): number {
    const end = lines.endOf(text, from, isEnd);
    if (end === -1 || end >= until) return from;
    const isFeed = text.charCodeAt(end) === 10;
    if (!isFeed && text.charCodeAt(end + 1) !== 10) return from;
    const after = run.read(text, from, until, line, isFeed ? LINE_FEED : RETURN_AND_FEED);
    line += run.count();
    return after;
  }

  return {
    line: () => line,
    refusal: () => undefined,
    read(text, from, until, isEnd) {
      const stop = Math.min(until, text.length);
      let start = readRun(text, from, stop, isEnd);
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
