/**
 * The keys in a plain list of YAML: a scalar on each line, plain or in quotes. Each keeps its text as it is written and is never
 * converted: `yes`, `0x1f`, `2026-01-31` and `~` are keys, as with the failsafe schema. All else needs a parser, and so does a list
 * that is not well-formed.
 */
import { plainBut, type KeyCollector } from './keyCollector.ts';
import { createLineFinder, type KeyScanner } from './keyScanner.ts';
import type { KeysRefusal } from './keysFound.ts';
import type { ListSource } from './keySource.ts';

const SPACE = 0x20;
const DASH = 0x2d;

/** What no plain scalar begins with, and what else is left to the parser: `-`, `?` and `:` are fine before most characters. */
const PLAIN_START = /[^\s\-?:,[\]{}#&*!|>'"%@`]/y;
const START = plainBut(` -?:,[]{}#&*!|>'"%@\``);
/** Without what may end a scalar, or make it a mapping. */
const PLAIN = plainBut(':#');
/** Of a rest in which nothing but letters can come after a line's value. */
const ENDED = /^(?: *$| +#)/;
const PLAIN_END = /: |:$| #|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\ud800-\udfff]/;

export function createYamlScanner({ field, list }: ListSource, collector: KeyCollector): KeyScanner {
  const lines = createLineFinder();
  let line = 1;
  /** Of the dashes; -1 before the first. */
  let indent = -1;
  let isStarted = false;
  // A field is one of a mapping, and so more than a scalar; and of a plain list there are no others.
  let refusal: KeysRefusal | undefined = field === undefined && list === undefined ? undefined : { code: 'needsParser' };

  /** False if the line is none that a plain list has. */
  function takeLine(text: string, start: number, end: number): boolean {
    let place = start;
    while (place < end && text.charCodeAt(place) === SPACE) place += 1;
    if (place === end || text.charCodeAt(place) === 0x23) return true;
    if (text.charCodeAt(place) !== DASH) return false;
    const isItem = place + 1 === end || text.charCodeAt(place + 1) === SPACE;
    if (!isItem) {
      const isMark = !isStarted && place === start && /^--- *$/.test(text.slice(start, end));
      isStarted ||= isMark;
      return isMark;
    }
    if (indent === -1) indent = place - start;
    isStarted = true;
    return place - start === indent && takeValue(text, place + 1, end);
  }

  function takeValue(text: string, from: number, end: number): boolean {
    let start = from;
    while (start < end && text.charCodeAt(start) === SPACE) start += 1;
    const first = text.charCodeAt(start);
    if (start === end || first === 0x23) {
      collector.add('', line);
      return true;
    }
    if (first === 0x22 || first === 0x27) return takeQuoted(text, start, end);
    if (first < 0x80 && START[first] === 0) return false;
    if (collector.hashPlain(text, start, PLAIN) === end) {
      if (collector.addPlain(text.slice(start, end), collector.hash, line)) return true;
    }
    PLAIN_START.lastIndex = start;
    if (!PLAIN_START.test(text)) return false;
    let last = end;
    while (text.charCodeAt(last - 1) === SPACE) last -= 1;
    const written = text.slice(start, last);
    const stop = PLAIN_END.exec(written);
    if (stop && stop[0] !== ' #') return false;
    collector.add(stop ? written.slice(0, stop.index) : written, line);
    return true;
  }

  function takeQuoted(text: string, start: number, end: number): boolean {
    const quote = text[start]!;
    const isSingle = quote === "'";
    let close = text.indexOf(quote, start + 1);
    while (isSingle && close !== -1 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
    if (close === -1 || close >= end || !ENDED.test(text.slice(close + 1, end))) return false;
    const inner = text.slice(start + 1, close);
    if (/[^\x20-\x7e\xa0-\uffff]/.test(inner) || (!isSingle && inner.includes('\\'))) return false;
    collector.add(isSingle ? inner.replaceAll("''", "'") : inner, line);
    return true;
  }

  return {
    line: () => line,
    refusal: () => refusal,
    read(text, from, until, isEnd) {
      const stop = Math.min(until, text.length);
      let start = from;
      while (start < stop) {
        const end = lines.endOf(text, start, isEnd);
        if (end === -1) break;
        const next = lines.after(text, end);
        // A carriage return alone is no line end of YAML's.
        const isLine = text.charCodeAt(end) !== 13 || next === end + 2;
        if (!isLine || !takeLine(text, start, end)) {
          refusal = { code: 'needsParser' };
          break;
        }
        line += 1;
        start = next;
      }
      return Math.min(start, text.length);
    },
    rebase: () => lines.reset(),
    end: () => refusal,
  };
}
