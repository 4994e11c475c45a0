/** Where somebody types in a block of YAML, by how far in the lines above stand. */
import type { Path } from './located.ts';
import type { Place } from './place.ts';
import { lineEnd, lineStart } from './textEdits.ts';

const NAME = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s'"#[\]{}&*!|>%@`,-][^#]*?|-[^\s#][^#]*?)) *:(?=\s|$)/;
/** After which the lines further in are text. */
const BLOCK_TEXT = /(?:^|[\s:])[|>][-+\d]*[ \t]*(?:#.*)?$/;
/** Lines that are looked at upwards, and characters of each: names stand at its beginning. */
const MAX_LINES = 100_000;
const MAX_LINE = 2000;

/** A dash, or a name with its colon, and the column at which it stands. */
interface Mark {
  readonly column: number;
  /** Undefined for a dash. */
  readonly name?: string;
}

export function blockPlace(text: string, offset: number): Place | undefined {
  const start = lineStart(text, offset) + (text.startsWith('\uFEFF') && lineStart(text, offset) === 0 ? 1 : 0);
  const end = lineEnd(text, offset);
  if (end - start > MAX_LINE) return undefined;
  const before = text.slice(start, offset);
  if (/(?:^|\s)#/.test(before.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (quoted) => '"'.repeat(quoted.length)))) return undefined;
  const line = text.slice(start, end);
  const { marks, rest } = marksOf(line);
  const last = marks.at(-1);
  const colon = last?.name === undefined ? -1 : start + nameEnd(line, last.column) + /^ */.exec(line.slice(nameEnd(line, last.column)))![0].length; // prettier-ignore
  if (colon >= 0 && offset > colon) {
    // A value needs a space before it.
    if (offset === colon + 1) return undefined;
    const word = wordIn(text, start + rest, end, offset);
    const path = pathOf(text, start, marks);
    return path && { path, at: 'value', word, isFlow: false };
  }
  // A name: with its colon, or as far as it is typed.
  const dashes = marks.filter(({ name }) => name === undefined);
  const column = last?.name === undefined ? rest : last.column;
  // Before what stands there already.
  if (offset < start + column && line.slice(column).trim() !== '') return undefined;
  const nameColumn = Math.min(column, Math.max(offset - start, 0));
  const inside: readonly Mark[] = [...dashes, { column: nameColumn, name: '' }];
  const path = pathOf(text, start, inside)?.slice(0, -1);
  const word =
    last?.name === undefined
      ? wordIn(text, start + nameColumn, end, offset)
      : { start: start + column, end: nameEnd(line, column) + start };
  if (!path) return undefined;
  const item = path.at(-1);
  // Behind a dash, an item begins, be it a map or not.
  if (dashes.length > 0 && typeof item === 'number') return { path: path.slice(0, -1), at: 'item', word, isFlow: false };
  const below = marks.length === 0 ? emptyAbove(text, start, nameColumn) : undefined;
  return { path, at: 'name', word, isFlow: false, ...(below && { below }) };
}

/** The editor begins a line where the one above began, also below a name: what is written there is to stand further in. */
function emptyAbove(text: string, start: number, column: number): Place['below'] {
  for (let place = start; place > 0;) {
    place = lineStart(text, place - 1);
    const line = text.slice(place, Math.min(lineEnd(text, place), place + MAX_LINE));
    if (/^\s*(?:#|$)/.test(line)) continue;
    const { marks, rest } = marksOf(line);
    const last = marks.at(-1);
    if (last?.name === undefined || last.column < column || !/^\s*(?:#|$)/.test(line.slice(rest))) return undefined;
    const path = pathOf(text, place, marks);
    return path && { path, column: last.column };
  }
  return undefined;
}

/** The marks of a line from left to right, and where what follows them begins. */
function marksOf(line: string): { readonly marks: readonly Mark[]; readonly rest: number } {
  const marks: Mark[] = [];
  let column = /^ */.exec(line)![0].length;
  for (;;) {
    const dash = /^-(?: +|$)/.exec(line.slice(column))?.[0];
    if (dash === undefined) break;
    marks.push({ column });
    column += dash.length;
  }
  const found = NAME.exec(line.slice(column));
  if (!found) return { marks, rest: column };
  marks.push({ column, name: found[1] ?? found[2] ?? found[3]! });
  const rest = column + found[0].length;
  return { marks, rest: rest + /^ */.exec(line.slice(rest))![0].length };
}

const nameEnd = (line: string, column: number): number => column + NAME.exec(line.slice(column))![0].replace(/ *:$/, '').length;

function wordIn(text: string, from: number, end: number, offset: number): { start: number; end: number } {
  const start = Math.min(from, offset);
  const rest = text.slice(start, end);
  const word = /^(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|(?:(?! #).)*?(?= *(?: #|$)))/.exec(rest)?.[0] ?? '';
  return { start, end: Math.max(offset, start + word.length) };
}

/** The path of the last of the marks, which is a name, on a line; undefined within a block of text. */
function pathOf(text: string, start: number, own: readonly Mark[]): Path | undefined {
  const steps: (string | number)[] = [];
  const last = own.at(-1)!;
  steps.push(last.name ?? '');
  let isList = false;
  let column = last.column;
  let index = 0;
  const pass = (marks: readonly Mark[]): void => {
    for (const mark of marks.toReversed()) {
      if (mark.column > column) continue;
      if (mark.name === undefined) {
        if (mark.column === column) index += isList ? 1 : 0;
        else {
          if (isList) steps.push(index);
          [isList, column, index] = [true, mark.column, 0];
        }
      } else if (mark.column < column || isList) {
        if (isList) steps.push(index);
        steps.push(mark.name);
        [isList, column, index] = [false, mark.column, 0];
      }
    }
  };
  pass(own.slice(0, -1));
  let place = start;
  for (let count = 0; place > 0 && count < MAX_LINES && (column > 0 || isList); count += 1) {
    const above = lineStart(text, place - 1);
    const line = text.slice(above, Math.min(lineEnd(text, above), above + MAX_LINE)).replace(/^\uFEFF/, '');
    place = above;
    if (/^\s*(?:#|$)/.test(line)) continue;
    const { marks } = marksOf(line);
    const first = marks[0]?.column ?? 0;
    if (first < column && BLOCK_TEXT.test(line) && (marks.at(-1)?.column ?? 0) < column) return undefined;
    pass(marks);
  }
  if (isList) steps.push(index);
  return steps.toReversed();
}
