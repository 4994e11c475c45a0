/** The keys in a list of JSON, or in JSON in lines. Strings are keys, and so are numbers, digit by digit as they are written. */
import { createJsonReader, type JsonVisitor } from './jsonReader.ts';
import { createJsonRun } from './jsonRun.ts';
import { plainBut, type KeyCollector } from './keyCollector.ts';
import type { KeyScanner } from './keyScanner.ts';
import { createJsonLists } from './jsonLists.ts';
import type { KeysRefusal } from './keysFound.ts';
import type { ListSource } from './keySource.ts';

const PLAIN = plainBut('"\\');
const UNKNOWN = -1;

/**
 * The list is the array at the top; or else that which is wanted, or the first array, with none but objects around it, whose first
 * item is a key, or an object with the field.
 */
export function createJsonScanner({ format, field, list: wanted }: ListSource, collector: KeyCollector): KeyScanner {
  const isLined = format === 'ndjson';
  const run = createJsonRun(collector);
  const lists = createJsonLists();
  let depth = 0;
  let arrays = 0;
  const kinds: boolean[] = [];
  /** How deep the items of the list are; once it has ended, none are. */
  let list = isLined ? 0 : UNKNOWN;
  let hasEnded = false;
  /** How deep the items of an array are whose first item may tell that it is the list. */
  let candidate = UNKNOWN;
  let sawEmpty = false;
  /** Of an item that is an object: the next value is that of its field. */
  let isFieldNext = false;
  let item: { line: number; key?: string; hash?: number | undefined; written?: string } | undefined;
  let length = 0;

  const isItem = (): boolean => depth === list && !hasEnded;

  /** Before each item: of the list that is wanted, the first tells that it has begun. */
  function note(value?: string): void {
    if (!isLined && lists.item(depth, value) && lists.all.length - 1 === wanted) list = depth;
  }

  /** Whether a scalar is an item; it may be the one that tells that this is the list. */
  function startsItem(): boolean {
    if (depth === candidate) {
      if (field === undefined) list = depth;
      candidate = UNKNOWN;
    }
    return isItem();
  }

  function takeText(key: string, isPlain: boolean): void {
    note(key);
    const hash = isPlain ? collector.hash : undefined;
    if (isFieldNext) {
      isFieldNext = false;
      item = { line: reader.line(), key, hash };
    } else if (startsItem()) {
      if (field === undefined) addKey(key, hash, reader.line());
      else collector.addProblem('missingField', reader.line(), key);
    }
  }

  function addKey(key: string, hash: number | undefined, line: number): void {
    if (hash === undefined || !collector.addPlain(key, hash, line)) collector.add(key, line);
  }

  function closeItem(): void {
    if (!item) return;
    const { line, key, hash, written } = item;
    if (key !== undefined) addKey(key, hash, line);
    else if (written !== undefined) collector.addProblem('notText', line, written);
    else collector.addProblem('missingField', line, '');
    item = undefined;
  }

  const visitor: JsonVisitor = {
    open(isArray) {
      note();
      if (isFieldNext) {
        isFieldNext = false;
        item = { line: reader.line(), written: isArray ? '[…]' : '{…}' };
      } else if (isItem()) {
        if (field === undefined) item = { line: reader.line(), written: isArray ? '[…]' : '{…}' };
        else item = { line: reader.line() };
      } else if (depth === candidate && (isArray || field === undefined)) {
        candidate = UNKNOWN;
      }
      kinds.push(isArray);
      depth += 1;
      if (!isArray) return;
      if (list === UNKNOWN) {
        if (depth === 1) list = 1;
        else if (arrays === 0 && wanted === undefined) candidate = depth;
      }
      if (arrays === 0) lists.open(depth);
      arrays += 1;
    },

    close() {
      if (kinds.pop()) {
        arrays -= 1;
        sawEmpty ||= depth === candidate;
        lists.close(depth);
        if (depth === list) hasEnded = true;
        if (depth === candidate) candidate = UNKNOWN;
      } else if (depth === candidate + 1 && list === UNKNOWN) {
        // The first item of the array has no such field.
        candidate = UNKNOWN;
      }
      depth -= 1;
      if (isItem()) closeItem();
    },

    wantsString: () => isFieldNext || isItem() || depth === candidate || lists.wantsItem(depth),

    passPlain(text, start) {
      const end = collector.hashPlain(text, start, PLAIN);
      return text.charCodeAt(end) === 0x22 ? end : -1;
    },

    string: takeText,

    runAfter: () => (field === undefined && isItem() ? run : undefined),

    other(written) {
      const isNumber = written.charCodeAt(0) < 0x61;
      if (!isNumber) note(written);
      if (isFieldNext) {
        isFieldNext = false;
        item = isNumber ? { line: reader.line(), key: written } : { line: reader.line(), written };
      } else if (isNumber) {
        takeText(written, false);
      } else {
        if (depth === candidate) candidate = UNKNOWN;
        if (isItem()) collector.addProblem(field === undefined ? 'notText' : 'missingField', reader.line(), written);
      }
    },

    name(text, start, end, hasEscapes) {
      if (arrays <= 1 && lists.wantsName(depth)) {
        lists.name(depth, JSON.parse(text.slice(start - 1, end + 1)) as string);
      }
      if (field === undefined) return;
      const isOfItem = depth === list + 1 && list !== UNKNOWN && !hasEnded;
      if (!isOfItem && !(list === UNKNOWN && candidate !== UNKNOWN && depth === candidate + 1)) return;
      const isField = hasEscapes
        ? JSON.parse(`"${text.slice(start, end)}"`) === field
        : end - start === field.length && text.startsWith(field, start);
      if (!isField) return;
      isFieldNext = true;
      if (list === UNKNOWN) list = candidate;
    },

    blankLine: () => collector.add('', reader.line()),
  };
  const reader = createJsonReader(visitor, isLined);

  function refusal(): KeysRefusal | undefined {
    const fault = reader.fault();
    return fault && { code: 'malformed', ...fault };
  }

  return {
    line: () => reader.line(),
    refusal,
    read(text, from, until, isEnd) {
      length = text.length;
      return reader.read(text, from, until, isEnd);
    },
    lists: () => lists.all,
    rebase(by) {
      length -= by;
      reader.rebase(by);
    },
    end() {
      reader.end(length);
      return refusal() ?? (list === UNKNOWN && !sawEmpty ? { code: 'noList' } : undefined);
    },
  };
}
