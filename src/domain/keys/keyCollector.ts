/** Takes the keys of a text one by one, and tells at the end what was found. */
import { foldKey } from './keyFold.ts';
import { MAX_KEY_LENGTH, type KeyProblem, type KeysFound } from './keysFound.ts';
import { copyOf, KeyTable } from './keyTable.ts';
import { hashOf, hashPlain, type Encoder } from './looksHash.ts';

/** More findings than this are counted only: a huge file may have nothing but blank lines. */
const MAX_LISTED = 100_000;
/** Characters shown of what is no text. */
const MAX_SHOWN = 40;

const CONTROL = /\p{Cc}/u;

const SPACE = 0x20;

/** By code, 1 for what can be seen of ASCII and the space, but for `others`: what `hashPlain` passes. */
export function plainBut(others = ''): Uint8Array {
  return Uint8Array.from({ length: 0x80 }, (_, code) =>
    code >= 0x20 && code < 0x7f && !others.includes(String.fromCharCode(code)) ? 1 : 0,
  );
}

const PLAIN = plainBut();

/** A class: it is called for every key. */
export class KeyCollector {
  private readonly table = new KeyTable();
  private readonly problems: KeyProblem[] = [];
  private readonly trimmed: number[] = [];
  private readonly cut: number[] = [];
  private readonly counts = { repeated: 0, blank: 0, unusable: 0, trimmed: 0 };

  /** Of what `hashPlain` has passed. */
  hash = 0;

  readonly encoder: Encoder | undefined;

  /** With an encoder, long runs of plain keys are read in half the time; nothing else depends on it. */
  constructor(encoder?: Encoder) {
    this.encoder = encoder;
  }

  /** Different keys so far. */
  get size(): number {
    return this.table.size;
  }

  /** Makes room for so many keys at once. */
  expect(count: number): void {
    this.table.expect(count);
  }

  /**
   * Where the characters that are `plain` end, or are too many for a key. Most keys are of nothing else, and take one look at each
   * character: what was passed is to be added by `addPlain` then, with `hash`. Anything may be added by `add`.
   */
  hashPlain(text: string, start: number, plain: Uint8Array): number {
    return hashPlain(text, start, plain, this);
  }

  /** Adds what `hashPlain` has passed, with its `hash`; false if that is no key, or has spaces around it. */
  addPlain(key: string, hash: number, line: number): boolean {
    const { length } = key;
    if (length === 0 || length > MAX_KEY_LENGTH) return false;
    if (key.charCodeAt(0) === SPACE || key.charCodeAt(length - 1) === SPACE) return false;
    this.keep(key, hash, line);
    return true;
  }

  add(given: string, line: number): void {
    if (this.hashPlain(given, 0, PLAIN) === given.length && this.addPlain(given, this.hash, line)) return;
    const key = given.trim();
    if (key === '') {
      this.counts.blank += 1;
      this.list({ kind: 'blank', line, key: '' });
    } else if (key.length > MAX_KEY_LENGTH) {
      this.refuse('tooLong', line, key.slice(0, MAX_KEY_LENGTH));
    } else if (CONTROL.test(key)) {
      this.refuse('controlCharacter', line, key);
    } else if (!key.isWellFormed()) {
      this.refuse('loneSurrogate', line, key);
    } else if (this.keep(key, hashOf(foldKey(key)), line) && key.length !== given.length) {
      this.counts.trimmed += 1;
      if (this.trimmed.length < MAX_LISTED) this.trimmed.push(line);
    }
  }

  addProblem(kind: 'missingColumn' | 'missingField' | 'notText', line: number, written: string): void {
    this.refuse(kind, line, written.slice(0, MAX_SHOWN));
  }

  addCut(line: number): void {
    if (this.cut.length < MAX_LISTED) this.cut.push(line);
  }

  /** Lets go of the texts that keys were cut out of. */
  detach(): void {
    this.table.detach();
  }

  found(): KeysFound {
    const { table, problems, trimmed, cut, counts } = this;
    const keys = table.taken();
    return {
      keys,
      problems,
      lookAlikes: table.lookAlikes.map(([index, other]) => ({
        key: keys[index]!,
        line: table.lineOf(index),
        otherKey: keys[other]!,
        otherLine: table.lineOf(other),
      })),
      trimmed,
      cut,
      counts: { found: keys.length, ...counts, lookAlikes: table.lookAlikes.length },
    };
  }

  /** Makes it quicker to keep the keys of these hashes; nothing else depends on it. */
  lookAhead(hashes: Int32Array, from: number, to: number): void {
    this.table.lookAhead(hashes, from, to);
  }

  /** False if it is there already. */
  keep(key: string, hash: number, line: number): boolean {
    const { table } = this;
    const known = table.add(key, hash, line);
    if (known === -1) return true;
    this.counts.repeated += 1;
    this.list({ kind: 'repeated', line, key: table.keyAt(known), firstLine: table.lineOf(known) });
    return false;
  }

  private refuse(kind: KeyProblem['kind'], line: number, key: string): void {
    this.counts.unusable += 1;
    this.list({ kind, line, key: copyOf(key) });
  }

  private list(problem: KeyProblem): void {
    if (this.problems.length < MAX_LISTED) this.problems.push(problem);
  }
}
