/** Collects the keys of one or several texts one by one, and returns the result at the end. */
import { Doubts, type Remedies, type RowDoubt } from './doubts.ts';
import { foldKey } from './keyFold.ts';
import { keyFault, MAX_KEY_LENGTH, type KeyProblem, type KeysFound, type LookAlike } from './keysFound.ts';

/**
 * The maximum number of findings that are stored. Further findings are only counted, because a huge file may consist of blank
 * lines.
 */
const MAX_LISTED = 100_000;
/** The maximum number of characters shown of a value that is not a text. */
const MAX_WRITTEN = 40;

/** Receives the values and problems that a reader finds in a text, in the order of the text. */
export interface KeySink {
  add(given: string, line: number): void;
  /**
   * Adds a row, a line or a list that is left out unless the person includes it. `value` is its text in the key column, or its
   * path.
   */
  addRow(kind: RowDoubt, line: number, value: string): void;
  addProblem(kind: 'missingField' | 'notText', line: number, written: string): void;
}

export class KeyCollector implements KeySink {
  /** The path of the list within the document. Empty if the list is the document. */
  list = '';
  /** The number of lines in the previous files, if there are several files. */
  private before = 0;
  private readonly doubts: Doubts;
  /** True if the text has one key on each line and nothing else. */
  private readonly areLines: boolean;
  /** The number of blank lines directly above the current line. */
  private blankLines = 0;
  /** True after two consecutive blank lines below a key. The values that follow may be a footer. */
  private isBelowGap = false;
  private readonly keys: string[] = [];
  private readonly lines: number[] = [];
  /**
   * The index of the first key for each result of `foldKey`. One Map for repeats and look-alikes needs half the memory of two.
   */
  private readonly firsts = new Map<string, number>();
  /** The indexes of the keys that look like an earlier key. */
  private readonly others = new Map<string, number>();
  private readonly problems: KeyProblem[] = [];
  private readonly kinds = new Set<KeyProblem['kind']>();
  private readonly lookAlikes: LookAlike[] = [];
  private readonly trimmed: number[] = [];
  private readonly cleaned: { readonly line: number; readonly given: string; readonly key: string }[] = [];
  private readonly counts = { repeated: 0, blank: 0, unusable: 0, trimmed: 0 };

  constructor({ remedies = {}, format }: { readonly remedies?: Remedies; readonly format?: string } = {}) {
    this.doubts = new Doubts(remedies);
    this.areLines = format === 'lines';
  }

  /** Begins a further text. Its first line is line `before` + 1. */
  startText(before: number): void {
    this.before = before;
    this.blankLines = 0;
    this.isBelowGap = false;
  }

  /** The number of distinct keys so far. */
  get size(): number {
    return this.keys.length;
  }

  add(given: string, inText: number): void {
    const line = inText + this.before;
    const trimmed = given.trim();
    const key = trimmed === '' ? '' : this.doubts.applyRemedies(trimmed, this.isBelowGap);
    const fault = key && keyFault(key);
    if (trimmed === '') {
      this.blankLines += 1;
      if (this.blankLines > 1 && this.keys.length > 0) this.isBelowGap = true;
    } else this.blankLines = 0;
    if (key === undefined) this.refuse('leftOut', line, trimmed);
    else if (key === '') {
      this.counts.blank += 1;
      this.note({ kind: 'blank', line, key: '' });
    } else if (fault) this.refuse(fault, line, key.slice(0, MAX_KEY_LENGTH));
    else {
      this.doubts.countValue(key, line, this.isBelowGap);
      if (key !== trimmed && this.cleaned.length < MAX_LISTED) this.cleaned.push({ line, given: trimmed, key });
      if (!this.isNew(key, line) || trimmed.length === given.length) return;
      this.counts.trimmed += 1;
      if (this.trimmed.length < MAX_LISTED) this.trimmed.push(line);
    }
  }

  addRow(kind: RowDoubt, inText: number, value: string): void {
    const line = inText + this.before;
    const key = value.trim().slice(0, MAX_KEY_LENGTH);
    if (this.doubts.countRow(kind, { line, value: key })) this.add(value, inText);
    else if (kind === 'narrowRow' || kind === 'wideRow') this.refuse(kind, line, key);
  }

  addProblem(kind: 'missingColumn' | 'missingField' | 'notText', line: number, written: string): void {
    this.refuse(kind, line + this.before, written.slice(0, MAX_WRITTEN));
  }

  found(): KeysFound {
    const { list, keys, lines, problems, lookAlikes, trimmed, cleaned, counts } = this;
    return {
      list,
      keys,
      lines,
      problems,
      lookAlikes,
      trimmed,
      doubts: this.doubts.found(this.areLines),
      cleaned,
      counts: { found: keys.length, ...counts, lookAlikes: lookAlikes.length },
    };
  }

  /** Adds the key. Returns false if the key was already there. */
  private isNew(key: string, line: number): boolean {
    const { keys, lines } = this;
    const folded = foldKey(key);
    const first = this.firsts.get(folded);
    const known = first === undefined || keys[first] === key ? first : this.others.get(key);
    if (known !== undefined) {
      this.counts.repeated += 1;
      this.note({ kind: 'repeated', line, key: keys[known]!, firstLine: lines[known]! });
      return false;
    }
    if (first === undefined) this.firsts.set(folded, keys.length);
    else {
      this.others.set(key, keys.length);
      this.lookAlikes.push({ key, line, otherKey: keys[first]!, otherLine: lines[first]! });
    }
    keys.push(key);
    lines.push(line);
    return true;
  }

  private refuse(kind: KeyProblem['kind'], line: number, key: string): void {
    this.counts.unusable += 1;
    this.note({ kind, line, key });
  }

  /** Stores a finding unless there are too many. Always stores the first finding of each kind. */
  private note(problem: KeyProblem): void {
    if (this.problems.length < MAX_LISTED || !this.kinds.has(problem.kind)) this.problems.push(problem);
    this.kinds.add(problem.kind);
  }
}
