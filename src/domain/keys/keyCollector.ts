/** Takes the keys of a text one by one, and tells at the end what was found. */
import { foldKey } from './keyFold.ts';
import { MAX_KEY_LENGTH, type KeyProblem, type KeysFound } from './keysFound.ts';
import { copyOf, KeyTable, emptyHash, hashOf, hashOn } from './keyTable.ts';

export interface KeyCollector {
  /** Different keys so far. */
  readonly size: number;
  /**
   * The key from `start` to `end`, if it is of printable ASCII without spaces around it and not too long: most are, and take
   * one look at each character. False if it is not: it is to be added by `add`.
   */
  addPlain(text: string, start: number, end: number, line: number): boolean;
  add(key: string, line: number): void;
  addProblem(kind: 'missingColumn' | 'missingField' | 'notText', line: number, written: string): void;
  /** Lets go of the texts that keys were cut out of. */
  detach(): void;
  found(): KeysFound;
}

/** More findings than this are counted only: a huge file may have nothing but blank lines. */
const MAX_LISTED = 100_000;
/** Characters shown of what is no text. */
const MAX_SHOWN = 40;

const CONTROL = /\p{Cc}/u;

export function createKeyCollector(): KeyCollector {
  const table = new KeyTable();
  const problems: KeyProblem[] = [];
  const trimmed: number[] = [];
  const counts = { repeated: 0, blank: 0, unusable: 0, trimmed: 0 };

  function keep(key: string, hash: number, line: number): boolean {
    const known = table.add(key, hash, line);
    if (known === -1) return true;
    counts.repeated += 1;
    list({ kind: 'repeated', line, key: table.keys[known]!, firstLine: table.lineOf(known) });
    return false;
  }

  function list(problem: KeyProblem): void {
    if (problems.length < MAX_LISTED) problems.push(problem);
  }

  function refuse(kind: KeyProblem['kind'], line: number, key: string): void {
    counts.unusable += 1;
    list({ kind, line, key: copyOf(key) });
  }

  return {
    get size() {
      return table.keys.length;
    },

    addPlain(text, start, end, line) {
      const length = end - start;
      if (length === 0 || length > MAX_KEY_LENGTH) return false;
      let hash = emptyHash;
      let code = 0x20;
      if (text.charCodeAt(start) === 0x20) return false;
      for (let index = start; index < end; index += 1) {
        code = text.charCodeAt(index);
        if (code < 0x20 || code > 0x7e) return false;
        hash = hashOn(hash, code);
      }
      if (code === 0x20) return false;
      keep(text.slice(start, end), hash, line);
      return true;
    },

    add(given, line) {
      const key = given.trim();
      if (key === '') {
        counts.blank += 1;
        list({ kind: 'blank', line, key: '' });
      } else if (key.length > MAX_KEY_LENGTH) {
        refuse('tooLong', line, key.slice(0, MAX_KEY_LENGTH));
      } else if (CONTROL.test(key)) {
        refuse('controlCharacter', line, key);
      } else if (!key.isWellFormed()) {
        refuse('loneSurrogate', line, key);
      } else if (keep(key, hashOf(foldKey(key)), line) && key.length !== given.length) {
        counts.trimmed += 1;
        if (trimmed.length < MAX_LISTED) trimmed.push(line);
      }
    },

    addProblem(kind, line, written) {
      refuse(kind, line, written.slice(0, MAX_SHOWN));
    },

    detach: () => table.detach(),

    found: () => ({
      keys: table.keys,
      problems,
      lookAlikes: table.lookAlikes.map(([index, other]) => ({
        key: table.keys[index]!,
        line: table.lineOf(index),
        otherKey: table.keys[other]!,
        otherLine: table.lineOf(other),
      })),
      trimmed,
      counts: { found: table.keys.length, ...counts, lookAlikes: table.lookAlikes.length },
    }),
  };
}
