/**
 * Doubts: values that may not be what the person wants as a key. No value is changed without asking the person. Each doubt has
 * a kind, values with their lines, and remedies to choose from.
 */

export type DoubtKind =
  /** A program's text for an empty cell: NULL, \N, #N/A. */
  | 'placeholder'
  /** A mark that makes a spreadsheet treat a value as text: ="0001", '0001. */
  | 'guarded'
  /** Invisible characters. */
  | 'invisible'
  | 'quoted'
  /** A backslash before a quote or a backslash. */
  | 'escaped'
  /** Tags of HTML or XML. */
  | 'markup'
  /** A number from which a spreadsheet dropped digits, so that different accounts may have become the same. */
  | 'shortened'
  /** At least 16 digits with zeros after the fifteenth, because a spreadsheet stores no more digits. */
  | 'rounded'
  /** A number with decimals or thousands separators. */
  | 'formatted'
  /** A number with a dot before its last three digits, in a list where every dot may be a thousands separator. */
  | 'grouped'
  | 'comment'
  /** Code around a list. */
  | 'code'
  /** A part of a report's footer: a total, a row count, a line of dashes, or a value below two blank lines. */
  | 'note'
  /** A separator is at the end of the value or within it, so that it may be several keys. */
  | 'separators'
  /** The value contains spaces, unlike most other values. */
  | 'spaced'
  /** Several spaces within the value, so that it may be several columns. */
  | 'aligned'
  /** The row has fewer cells than the header. */
  | 'narrowRow'
  /** The row has more cells than the header, so some are in the wrong column. */
  | 'wideRow'
  /** Lines above the table. */
  | 'preamble'
  /** The document has an empty list beside the list that is read. The person may have meant the empty list. */
  | 'emptyList';

/**
 * Rows, lines and lists that are left out until the person includes them. All other doubtful values are included until the
 * person decides.
 */
export type RowDoubt = 'narrowRow' | 'wideRow' | 'preamble' | 'emptyList';

export type Remedy = 'leaveOut' | 'asTheyAre' | 'cleanUp';

/** The person's decisions, by kind. A decision resolves the doubt. */
export type Remedies = Readonly<Partial<Record<DoubtKind, Remedy>>>;

export interface DoubtfulValue {
  /** Starts at 1. */
  readonly line: number;
  readonly value: string;
  /** The value without the doubtful part, if that is known. */
  readonly clean?: string;
}

export interface Doubt {
  readonly kind: DoubtKind;
  /** The number of values, including repeated ones. */
  readonly count: number;
  /** The first 1,000, in the order of the text. */
  readonly values: readonly DoubtfulValue[];
}

interface DoubtRule {
  readonly kind: Exclude<DoubtKind, RowDoubt>;
  readonly pattern: RegExp;
  readonly clean?: (value: string) => string;
}

/**
 * The first matching rule counts. PostgreSQL's COPY and MySQL's SELECT … INTO OUTFILE write \N for NULL, and both double a
 * backslash. COPY ends its data with \. on a separate line.
 */
const RULES: readonly DoubtRule[] = [
  {
    kind: 'placeholder',
    pattern:
      /^(?:null|[(<[]null[)>\]]|nil|none|undefined|nan|nat|na|<na>|n\/a|n\.a\.|\\n|-{1,2}|[–—]|\((?:not set|blank|empty|other|leer)\)|k\.\s?a\.|#(?:nv|wert!|bezug!|zahl!|überlauf!|n\/a|value!|ref!|div\/0!|num!|null!|name\?|spill!|calc!))$/i,
  },
  { kind: 'guarded', pattern: /^=\s*(?:"[^"]*"|'[^']*')$/, clean: (value) => value.replace(/^=\s*./, '').slice(0, -1) },
  { kind: 'guarded', pattern: /^'(?!.*'[,;]?$)./s, clean: (value) => value.slice(1) },
  {
    kind: 'invisible',
    pattern: /[\p{Cf}\p{Default_Ignorable_Code_Point}\u00a0\u202f]/u,
    clean: (value) => value.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').replace(/[\u00a0\u202f]/g, ' '),
  },
  {
    kind: 'quoted',
    pattern: /^(?:'.*'|".*"|`.*`|‘.*’|“.*”|„.*[“”]|«.*»)[,;]?$/s,
    clean: (value) => value.replace(/[,;]$/, '').slice(1, -1),
  },
  { kind: 'escaped', pattern: /\\[\\"'`nrt0]/, clean: (value) => value.replace(/\\([\\"'`])/g, '$1') },
  { kind: 'markup', pattern: /^<(?:[a-z!/?])|<\/[a-z][\w-]*>|\/>$/i },
  { kind: 'shortened', pattern: /^[+-]?\d+(?:[.,]\d+e[+-]?|e\+)\d+$/i },
  // 1.000 may be one or one thousand, so it has no clean form. 1,000 is one thousand: the rule after the next one matches it.
  { kind: 'formatted', pattern: /^[+-]?[1-9]\d{0,2}\.000$/ },
  { kind: 'formatted', pattern: /^[+-]?(?![1-9]\d{0,2},000$)\d+[.,]0+$/, clean: (value) => value.replace(/[.,]0+$/, '') },
  {
    kind: 'formatted',
    pattern: /^[+-]?\d{1,3}(?:(?:,\d{3})+(?:\.0+)?|(?:\.\d{3}){2,}(?:,0+)?)$/,
    clean: (value) => value.replace(/(?:\.(?!\d{3})|,(?!\d{3}))0+$/, '').replaceAll(/[.,]/g, ''),
  },
  { kind: 'grouped', pattern: /^[+-]?[1-9]\d{0,2}\.\d{3}$/ },
  { kind: 'rounded', pattern: /^\d{15}0+$/ },
  {
    kind: 'note',
    pattern:
      /^\(\d+ \p{L}+(?: \p{L}+)?\)$|^\*{3,} \d+\. row \*{3,}$|^-\[ record \d+ \][-+]*$|^\d+ rows? (?:in set|affected|selected|returned)|^(?=.*-{2})[-+|=: ]{3,}$|^={3,}$|^\\\.$|^(?:grand |sub-?)?(?:total|sum|summe|gesamt|insgesamt|gesamtergebnis|ergebnis|anzahl)\b(?![-_.@]\S)/iu,
  },
  { kind: 'comment', pattern: /^(?:#|\/\/|\/\*|--\s)/ },
  { kind: 'code', pattern: /[[({]$|^[\])}]|^[\w.$]+\s+[:=]+\s+\S|^[\w.$]+\s*[:=]\s*["'[{]|^[\p{L}_][\w.$]*:\s+\S/u },
  { kind: 'separators', pattern: /[,;|]$|[^,;|\t][,;|\t]+\s*[^,;|\t\s]/, clean: (value) => value.replace(/[,;|]+$/, '') },
  { kind: 'aligned', pattern: /\S\s{2,}\S/ },
  { kind: 'spaced', pattern: /\s/ },
];

/**
 * The maximum number of characters of a value that is checked. A longer value can't be a key, even without quotes and spaces,
 * so it raises no doubt. On a value of many megabytes, a pattern would overflow the stack.
 */
const MAX_CHECKED_LENGTH = 1000;
/** Matches only values that no rule matches. Most keys match this pattern, so the check of 100,000 keys takes only a moment. */
const PLAIN = /^(?!gesamtergebnis$)(?=.*[A-Za-z_])[A-Za-z0-9][\w-]{9,}$/i;

/**
 * Returns the kind of doubt about a value, and the value without the doubtful part. Some kinds count only in comparison with
 * other values: see `Doubts.found`.
 */
function doubtIn(value: string): (Omit<DoubtRule, 'pattern' | 'clean'> & { readonly clean?: string }) | undefined {
  if (value.length > MAX_CHECKED_LENGTH || PLAIN.test(value)) return undefined;
  const rule = RULES.find(({ pattern }) => pattern.test(value));
  const clean = rule?.clean?.(value).trim();
  return rule && { kind: rule.kind, ...(clean !== undefined && clean !== value && { clean }) };
}

function doubtOf(key: string, isBelowGap: boolean): ReturnType<typeof doubtIn> {
  const doubt = doubtIn(key);
  return isBelowGap && (doubt === undefined || doubt.kind === 'spaced' || doubt.kind === 'aligned') ? { kind: 'note' } : doubt;
}

/** Returns the remedies that the person can choose from. Besides these, they can always read the text in a different form. */
export function remediesFor({ kind, values }: Doubt): readonly Remedy[] {
  const cleanUp = values.some(({ clean }) => clean !== undefined) ? (['cleanUp'] as const) : [];
  return kind === 'preamble' || kind === 'emptyList' ? ['leaveOut'] : [...cleanUp, 'leaveOut', 'asTheyAre'];
}

const MAX_LISTED = 1000;

/**
 * The maximum number of times that a value is cleaned. A cleaned value may still be doubtful, as a placeholder in quotes is.
 */
const MAX_CLEANINGS = 4;

/** Applies the person's decisions to values while a text is read, and counts the values that are still doubtful. */
export class Doubts {
  private readonly remedies: Remedies;
  private readonly doubts = new Map<DoubtKind, { count: number; readonly values: DoubtfulValue[] }>();
  /** The number of values with at least 16 digits. */
  private longNumbers = 0;
  /**
   * The number of values that are doubtful, or are numbers with at most three digits. If all values are of this kind, every dot
   * may be a thousands separator.
   */
  private wholeNumbers = 0;
  /** The number of all values that `countValue` has counted. */
  private all = 0;

  constructor(remedies: Remedies = {}) {
    this.remedies = remedies;
  }

  /**
   * Returns the value after the person's decisions. Returns undefined if the value is left out. `isBelowGap`: the value may be
   * in the footer of a report.
   */
  applyRemedies(value: string, isBelowGap = false): string | undefined {
    let key = value;
    for (let cleanings = 0; cleanings < MAX_CLEANINGS && key !== ''; cleanings += 1) {
      const doubt = doubtOf(key, isBelowGap);
      const remedy = doubt && this.remedies[doubt.kind];
      if (remedy === 'leaveOut') return undefined;
      if (remedy !== 'cleanUp' || doubt?.clean === undefined) break;
      key = doubt.clean;
    }
    return key;
  }

  /** Counts a value that the person's decisions don't leave out, and stores the doubt about it, if there is one. */
  countValue(value: string, line: number, isBelowGap = false): void {
    this.all += 1;
    if (value.length > 15 && /^\d+$/.test(value)) this.longNumbers += 1;
    const doubt = doubtOf(value, isBelowGap);
    if (doubt || /^[+-]?\d{1,3}$/.test(value)) this.wholeNumbers += 1;
    // `cleanUp` does not resolve the doubt about a value without a known clean form.
    if (doubt && this.remedies[doubt.kind] !== 'asTheyAre')
      this.add(doubt.kind, { line, value, ...(doubt.clean !== undefined && { clean: doubt.clean }) });
  }

  /** Counts a row that is left out unless the person includes it. Returns true if the person has included it. */
  countRow(kind: RowDoubt, value: DoubtfulValue): boolean {
    if (this.remedies[kind] === undefined) this.add(kind, value);
    return this.remedies[kind] === 'asTheyAre';
  }

  private add(kind: DoubtKind, value: DoubtfulValue): void {
    const doubt = this.doubts.get(kind) ?? { count: 0, values: [] };
    this.doubts.set(kind, doubt);
    doubt.count += 1;
    if (doubt.values.length < MAX_LISTED) doubt.values.push(value);
  }

  /**
   * Returns the doubts. Some kinds are doubtful only in comparison with the other values. In plain lines, a separator is always
   * doubtful, because only a line end separates keys there.
   */
  found(areLines: boolean): readonly Doubt[] {
    const isDoubtful = (kind: DoubtKind, count: number): boolean => {
      if (kind === 'separators') return areLines || count * 2 > this.all;
      if (kind === 'spaced') return count * 5 <= this.all;
      if (kind === 'grouped') return this.wholeNumbers === this.all;
      return kind !== 'rounded' || count === this.longNumbers;
    };
    return [...this.doubts].flatMap(([kind, { count, values }]) => (isDoubtful(kind, count) ? [{ kind, count, values }] : []));
  }
}
