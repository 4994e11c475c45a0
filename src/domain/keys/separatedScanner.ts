/** Keys with commas, semicolons, tabs or line ends between them, as SQL and letters have them: quotes and brackets around them are no part of them. */
import type { KeyCollector } from './keyCollector.ts';
import type { KeyScanner } from './keyScanner.ts';

/** What is quoted, or what is not, and what ends it. */
const PIECE =
  /[^\S\r\n\t]*(?:[([]*(?:(["'`])(.{0,500}?)\1|[‘“„«](.{0,500}?)[’“”»])[)\]]*[^\S\r\n\t]*(?=[,;\t\r\n]|$)|([^,;\t\r\n]*))(\r\n?|[,;\t\n]|$)/y;
/** Characters of the longest that is quoted, with what stands around it. */
const LONGEST = 600;
/** One that the same piece has the other of is a part of it. */
const LONE_BRACKETS = /^[([]+(?=[^)\]]*$)|(?<=^[^([]*)[)\]]+$/g;

export function createSeparatedScanner(collector: KeyCollector): KeyScanner {
  let line = 1;
  let isBlank = true;

  return {
    line: () => line,
    refusal: () => undefined,
    read(text, from, until, isEnd) {
      let start = from;
      while (start < Math.min(until, text.length)) {
        PIECE.lastIndex = start;
        const [, quote, quoted, curly, plain = '', mark] = PIECE.exec(text)!;
        const next = PIECE.lastIndex;
        // It may be cut off.
        if (!isEnd && (start > text.length - LONGEST || next === text.length)) break;
        const inner = quote === undefined ? curly : quoted?.replaceAll(quote + quote, quote);
        const key = (inner ?? plain.replace(LONE_BRACKETS, '')).trim();
        const isLineEnd = mark === '\n' || mark?.startsWith('\r');
        isBlank &&= key === '';
        // Nothing between two separators is no key that is missing, but a line of nothing else is told.
        if (key !== '' || (isBlank && isLineEnd)) collector.add(key, line);
        if (isLineEnd) {
          line += 1;
          isBlank = true;
        }
        start = next;
      }
      return start;
    },
    rebase: () => undefined,
    end: () => undefined,
  };
}
