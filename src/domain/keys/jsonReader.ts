/**
 * Reads JSON token by token, as strictly as JSON.parse, and can stop after each: between two calls it needs no more of the text than
 * what may be half a token. Nothing of it is recursive, so no nesting is too deep.
 */
import { endOfEscaped } from './jsonEscapes.ts';
import type { JsonRun } from './jsonRun.ts';
import { createFinder } from './keyScanner.ts';

/** Told of everything in the order of the text. Lines count from 1. */
export interface JsonVisitor {
  open(isArray: boolean): void;
  close(): void;
  /** Whether the next string is wanted, or only whether it is well-formed. */
  wantsString(): boolean;
  /** Where the string ends that begins at `start`, if it can be told that it is well-formed and has no escapes; else -1. */
  passPlain(text: string, start: number): number;
  /** `isPlain` if it was passed so just now. */
  string(value: string, isPlain: boolean): void;
  /** What takes the strings after that one together, if they are of the same kind. */
  runAfter?(): JsonRun | undefined;
  /** A number, true, false or null as it is written. */
  other(written: string): void;
  /** The name of a field; what stands between the quotes, which may have escapes. */
  name(text: string, start: number, end: number, hasEscapes: boolean): void;
  /** Of JSON in lines only. */
  blankLine(): void;
}

export interface JsonReader {
  /** Of the token that the visitor is told of. */
  line(): number;
  /** Where it breaks the rules. */
  fault(): { readonly line: number; readonly column: number } | undefined;
  read(text: string, from: number, until: number, isEnd: boolean): number;
  rebase(by: number): void;
  /** At the end of the text: sets `fault` if something is missing. */
  end(length: number): void;
}

/** What may come next. */
const VALUE = 0;
const VALUE_OR_CLOSE = 1;
const NAME = 2;
const NAME_OR_CLOSE = 3;
const COLON = 4;
const COMMA_OR_CLOSE = 5;
/** A value at the top, if any. */
const START = 6;
const DONE = 7;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** `isLined`: a value on each line, instead of one. */
export function createJsonReader(visitor: JsonVisitor, isLined: boolean): JsonReader {
  const backslashes = createFinder('\\');
  /** Of each container around: whether it is an array. */
  const containers: boolean[] = [];
  let expected = START;
  let line = 1;
  let lineStart = 0;
  let afterReturn = false;
  let lineHasValue = false;
  let fault: ReturnType<JsonReader['fault']>;

  const fail = (place: number): void => {
    fault ??= { line, column: place - lineStart + 1 };
  };
  const afterValue = (): void => {
    expected = containers.length === 0 ? DONE : COMMA_OR_CLOSE;
  };
  const takesValue = (): boolean => expected === VALUE || expected === VALUE_OR_CLOSE || expected === START;

  function open(isArray: boolean): void {
    containers.push(isArray);
    expected = isArray ? VALUE_OR_CLOSE : NAME_OR_CLOSE;
    visitor.open(isArray);
  }

  function close(isArray: boolean): boolean {
    if (containers.at(-1) !== isArray) return false;
    if (expected !== COMMA_OR_CLOSE && expected !== (isArray ? VALUE_OR_CLOSE : NAME_OR_CLOSE)) return false;
    containers.pop();
    visitor.close();
    afterValue();
    return true;
  }

  /** False if a line may not end here. */
  function endLine(place: number, code: number): boolean {
    const isSecondHalf = code === 10 && afterReturn;
    afterReturn = code === 13;
    if (!isSecondHalf) {
      if (isLined) {
        if (containers.length > 0) return false;
        if (!lineHasValue) visitor.blankLine();
        lineHasValue = false;
        expected = START;
      }
      line += 1;
    }
    lineStart = place + 1;
    return true;
  }

  /** Past the string that closes at `place`, and those after it that are taken together with it. */
  function readRun(text: string, place: number, until: number): number {
    const run = isLined ? undefined : visitor.runAfter?.();
    if (!run?.read(text, place, Math.min(until, backslashes.next(text, place)), line)) return place + 1;
    const next = run.end() - 1;
    const lines = run.lines();
    if (lines > 0) lineStart = next - run.indent();
    line += lines;
    expected = VALUE;
    return next;
  }

  /** Past the string that opens at `place`; `place` itself if it may be cut off, or has a fault. */
  function readString(text: string, place: number, until: number, isEnd: boolean): number {
    const start = place + 1;
    const isName = expected === NAME || expected === NAME_OR_CLOSE;
    const isWanted = !isName && visitor.wantsString();
    const plainEnd = isWanted ? visitor.passPlain(text, start) : -1;
    if (plainEnd !== -1) {
      visitor.string(text.slice(start, plainEnd), true);
      afterValue();
      return readRun(text, plainEnd, until);
    }
    let end = text.indexOf('"', start);
    const hasEscapes = backslashes.next(text, start) < (end === -1 ? text.length : end);
    if (hasEscapes) end = endOfEscaped(text, start);
    if (end === -1 || end === text.length) {
      if (isEnd) fail(place);
      return place;
    }
    const wrong = hasEscapes ? end : firstControl(text, start, end);
    if (text.charCodeAt(wrong) !== 0x22) {
      fail(wrong);
      return place;
    }
    if (isName) {
      visitor.name(text, start, end, hasEscapes);
      expected = COLON;
    } else {
      if (isWanted)
        visitor.string(hasEscapes ? (JSON.parse(text.slice(place, end + 1)) as string) : text.slice(start, end), false);
      afterValue();
    }
    return end + 1;
  }

  /** Past the number or word that begins at `place`; `place` itself if it may be cut off, or is none. */
  function readOther(text: string, place: number, isEnd: boolean): number {
    let end = place;
    while (end < text.length && isOfWord(text.charCodeAt(end))) end += 1;
    if (end === text.length && !isEnd) return place;
    const written = text.slice(place, end);
    if (written === 'null' || written === 'true' || written === 'false' || NUMBER.test(written)) {
      visitor.other(written);
      afterValue();
      return end;
    }
    fail(place);
    return place;
  }

  return {
    line: () => line,
    fault: () => fault,

    read(text, from, until, isEnd) {
      const stop = Math.min(until, text.length);
      let place = from;
      while (place < stop) {
        const code = text.charCodeAt(place);
        if (code === 0x20 || code === 9) {
          place += 1;
          continue;
        }
        if (code === 10 || code === 13) {
          if (!endLine(place, code)) {
            fail(place);
            break;
          }
          place += 1;
          continue;
        }
        afterReturn = false;
        lineHasValue = true;
        const before = place;
        if (code === 0x2c && expected === COMMA_OR_CLOSE) {
          expected = containers.at(-1) ? VALUE : NAME;
          place += 1;
        } else if (code === 0x22 && (takesValue() || expected === NAME || expected === NAME_OR_CLOSE)) {
          place = readString(text, place, stop, isEnd);
        } else if (code === 0x3a && expected === COLON) {
          expected = VALUE;
          place += 1;
        } else if (code === 0x7d || code === 0x5d) {
          if (close(code === 0x5d)) place += 1;
          else fail(place);
        } else if (!takesValue()) {
          fail(place);
        } else if (code === 0x7b || code === 0x5b) {
          open(code === 0x5b);
          place += 1;
        } else {
          place = readOther(text, place, isEnd);
        }
        if (place === before) break;
      }
      return place;
    },

    rebase(by) {
      lineStart -= by;
      backslashes.reset();
    },

    end(length) {
      if (isLined && containers.length === 0) {
        if (!lineHasValue && lineStart < length) visitor.blankLine();
      } else if (expected !== DONE) {
        fail(length);
      }
    },
  };
}

/** Letters, digits, and what numbers are made of. */
const isOfWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e ||
  code === 0x45;

/** A string may not have one; `end` if it has none. */
function firstControl(text: string, start: number, end: number): number {
  let place = start;
  while (place < end && text.charCodeAt(place) >= 0x20) place += 1;
  return place;
}
