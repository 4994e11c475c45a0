/** Strings of a JSON array that follow each other with the same few characters in between, as programs write them. */
import type { KeyCollector } from './keyCollector.ts';
import { createPlainRun, type Mark } from './plainRun.ts';

/** From the quote that closes a string to the one that opens the next. */
const BETWEEN = /",[ \t]*(?:(\r?\n)[ \t]*)?"/y;

/** Strings that are read one by one before a run is looked for: at first, and at most. */
const FEW = 8;
const MANY = 4096;
/** A run this long has paid for the look. */
const LONG = 256;

export interface JsonRun {
  /** Where the last run ended: after the quote that opens the next string. */
  end(): number;
  /** Line ends in the last run. */
  lines(): number;
  /** Characters of the last line before that quote. */
  indent(): number;
  /**
   * Takes the keys after the string on `line` whose closing quote is at `place`, as far as they end before `until` and have nothing
   * odd: false if there are none, or none were looked for. There may be no backslash before `until`.
   */
  read(text: string, place: number, until: number, line: number): boolean;
}

export function createJsonRun(collector: KeyCollector): JsonRun {
  const run = createPlainRun(collector, '"', () => false);
  let mark: Mark = { text: '","', lines: 0 };
  let end = 0;
  let [passed, wait] = [0, FEW];

  return {
    end: () => end,
    lines: () => (run.count() + 1) * mark.lines,
    indent: () => mark.text.length - 2 - mark.text.lastIndexOf('\n'),

    read(text, place, until, line) {
      passed += 1;
      if (passed < wait) return false;
      passed = 0;
      BETWEEN.lastIndex = place;
      const between = BETWEEN.exec(text);
      if (!between) return false;
      mark = { text: between[0], lines: between[1] === undefined ? 0 : 1 };
      end = run.read(text, BETWEEN.lastIndex, until, line + mark.lines, mark);
      // Where runs are short, looking for them takes longer than reading on.
      wait = run.count() < LONG ? Math.min(wait * 2, MANY) : FEW;
      return run.count() > 0;
    },
  };
}
