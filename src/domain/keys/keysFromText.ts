/** Segment keys out of a text: which there are, and what is wrong with the rest, line by line. */
import { scanCsv } from './csvScanner.ts';
import { withoutMark, type KeySource } from './keySource.ts';
import { MAX_KEY_LENGTH, type KeyProblem, type KeysFound, type KeysRefusal, type KeysResult } from './keysFound.ts';

export { guessSource, type Column } from './guessSource.ts';
export type { KeySource } from './keySource.ts';
export { MAX_KEY_LENGTH, type KeyProblem, type KeysFound, type KeysRefusal, type KeysResult } from './keysFound.ts';

export function keysFromText(text: string, source: KeySource): KeysResult {
  const body = withoutMark(text);
  if (body.includes('\0')) return refused({ code: 'binary' });
  if (!/\S/.test(body)) return refused({ code: 'empty' });
  const collector = createCollector();
  if (source.format === 'lines') {
    scanLines(body, collector.add);
  } else if (source.format !== 'csv') {
    return refused({ code: 'needsParser' });
  } else {
    const scan = scanColumn(body, source, collector);
    if (!scan.ok) return refused({ code: 'unterminatedQuote', line: scan.line });
  }
  const found = collector.found();
  return found.keys.length === 0 ? refused({ code: 'noKeys' }) : { ok: true, found };
}

const refused = (refusal: KeysRefusal): KeysResult => ({ ok: false, refusal });

/** LF, CRLF or CR; the end of the text after a line end is no line. */
function scanLines(text: string, add: (raw: string, line: number) => void): void {
  let lineFeed = -1;
  let carriageReturn = -1;
  let start = 0;
  for (let line = 1; start < text.length; line += 1) {
    if (lineFeed < start) lineFeed = placeOf(text, '\n', start);
    if (carriageReturn < start) carriageReturn = placeOf(text, '\r', start);
    const end = Math.min(lineFeed, carriageReturn);
    add(text.slice(start, end), line);
    start = carriageReturn + 1 === lineFeed && end === carriageReturn ? lineFeed + 1 : end + 1;
  }
}

function placeOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found;
}

function scanColumn(
  text: string,
  { delimiter, column, hasHeader }: Extract<KeySource, { format: 'csv' }>,
  collector: Collector,
): ReturnType<typeof scanCsv> {
  let isHeaderAhead = hasHeader;
  let value = '';
  let cellLine = 0;
  return scanCsv(text, delimiter, {
    column,
    onCell(cell, _, line) {
      value = cell;
      cellLine = line;
    },
    onRecord({ line, cells, isBlank }) {
      if (isBlank) collector.add('', line);
      else if (isHeaderAhead) isHeaderAhead = false;
      else if (cells <= column) collector.addMissing(line);
      else collector.add(value, cellLine);
      return true;
    },
  });
}

interface Collector {
  add(raw: string, line: number): void;
  addMissing(line: number): void;
  found(): KeysFound;
}

const CONTROL = /\p{Cc}/u;

function createCollector(): Collector {
  /** With the line on which each stands first. */
  const keys = new Map<string, number>();
  const problems: KeyProblem[] = [];
  const trimmed: number[] = [];
  const counts = { repeated: 0, blank: 0, unusable: 0 };

  return {
    add(raw, line) {
      const key = raw.trim();
      const firstLine = keys.get(key);
      if (firstLine !== undefined) {
        counts.repeated += 1;
        problems.push({ kind: 'repeated', line, key, firstLine });
      } else if (key === '') {
        counts.blank += 1;
        problems.push({ kind: 'blank', line, key });
      } else if (key.length > MAX_KEY_LENGTH) {
        counts.unusable += 1;
        problems.push({ kind: 'tooLong', line, key });
      } else if (CONTROL.test(key)) {
        counts.unusable += 1;
        problems.push({ kind: 'controlCharacter', line, key });
      } else {
        keys.set(key, line);
        if (key.length !== raw.length) trimmed.push(line);
      }
    },
    addMissing(line) {
      counts.unusable += 1;
      problems.push({ kind: 'missingColumn', line, key: '' });
    },
    found: () => ({
      keys: [...keys.keys()],
      problems,
      lookAlikes: [],
      trimmed,
      counts: { found: keys.size, ...counts, trimmed: trimmed.length, lookAlikes: 0 },
    }),
  };
}
