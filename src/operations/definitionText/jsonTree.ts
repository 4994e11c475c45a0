/**
 * The located tree of a JSON text, which may have comments and a comma after the last item, as the editor's `jsonc`. Of a text
 * that is half typed there is a part of the tree, and its problems: it goes on at the next comma or bracket.
 */
import type { LocatedField, LocatedNode } from '../../domain/definitions/document/located.ts';
import { exactly, MAX_DEPTH, SyntaxProblems, type Tree } from './tree.ts';

const WHITE = /[\s\uFEFF]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/g;
/** To where a comment begins. */
const WORD = /(?:[^\s,:[\]{}"/]|\/(?![/*]))+/y;

export function jsonTree(text: string): Tree {
  const problems = new SyntaxProblems(text);
  let place = 0;
  skipBlank();
  if (place === text.length) return { root: undefined, problems: problems.all };
  const root = readValue(0);
  skipBlank();
  if (place < text.length) problems.add('unexpected', { start: place, end: text.length });
  return { root, problems: problems.all };

  /** White space and comments. */
  function skipBlank(): void {
    for (take(WHITE); text[place] === '/'; take(WHITE)) {
      if (text[place + 1] === '/') place = endOf('\n', place + 2);
      else if (text[place + 1] === '*') {
        const start = place;
        place = endOf('*/', place + 2);
        if (!text.endsWith('*/', place)) problems.add('missingMark', { start, end: start + 2 });
      } else return;
    }
  }

  function endOf(mark: string, from: number): number {
    const found = text.indexOf(mark, from);
    return found === -1 ? text.length : found + mark.length;
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = place;
    const found = pattern.exec(text)?.[0];
    place += found?.length ?? 0;
    return found;
  }

  function readValue(depth: number): LocatedNode {
    const start = place;
    const mark = text[place];
    if (mark === '{' || mark === '[') {
      if (depth >= MAX_DEPTH) return tooDeep();
      return mark === '{' ? readMap(depth) : readList(depth);
    }
    if (mark === '"') return { kind: 'text', value: readText(), span: { start, end: place } };
    const digits = take(NUMBER);
    if (digits !== undefined) return { kind: 'number', value: exactly(Number(digits), digits), span: { start, end: place } };
    const word = take(WORD);
    const span = { start, end: place };
    if (word === undefined) {
      problems.add('missingMark', { start, end: start + 1 });
      return { kind: 'null', span, isWritten: false };
    }
    if (word === 'null') return { kind: 'null', span, isWritten: true };
    if (word === 'true' || word === 'false') return { kind: 'bool', value: word === 'true', span };
    problems.add('needsQuotes', span);
    return { kind: 'text', value: word, span };
  }

  /** To the quote that ends it, or to the line's end where there is none, which is false. */
  function skipText(): boolean {
    for (place += 1; place < text.length; place += 1) {
      const mark = text[place]!;
      if (mark === '\n' || mark === '\r') return false;
      if (mark === '"') {
        place += 1;
        return true;
      }
      if (mark === '\\' && !'\r\n'.includes(text[place + 1] ?? '\n')) place += 1;
    }
    return false;
  }

  function readText(): string {
    const start = place;
    if (!skipText()) {
      problems.add('missingMark', { start, end: place });
      return text.slice(start + 1, place);
    }
    const written = text.slice(start, place);
    try {
      return JSON.parse(written) as string;
    } catch {
      const wrong = start + written.replaceAll(ESCAPE, (own) => ' '.repeat(own.length)).search(/[^ -[\]-\uffff]/);
      const isEscape = text[wrong] === '\\';
      problems.add(isEscape ? 'badEscape' : 'unexpected', { start: wrong, end: wrong + (isEscape ? 2 : 1) });
      return written.slice(1, -1);
    }
  }

  /** All of it is passed over, brackets in quotes and all: it is said once, and the rest goes on behind it. */
  function tooDeep(): LocatedNode {
    const start = place;
    let open = 0;
    do {
      const mark = text[place];
      if (mark === '"') skipText();
      else place += 1;
      if (mark === '{' || mark === '[') open += 1;
      if (mark === '}' || mark === ']') open -= 1;
    } while (open > 0 && place < text.length);
    const span = { start, end: place };
    problems.addTooDeep({ start, end: start + 1 });
    return { kind: 'other', span };
  }

  /** True if there is another item; then the place is at its beginning. */
  function goOn(close: string, isFirst: boolean): boolean {
    skipBlank();
    if (!isFirst) {
      if (text[place] === ',') {
        place += 1;
        skipBlank();
      } else if (text[place] !== close && place < text.length && !isClosing()) {
        problems.add('missingMark', { start: place, end: place + 1 });
      }
    }
    for (; text[place] === ',' || text[place] === ':'; skipBlank()) {
      problems.add('unexpected', { start: place, end: place + 1 });
      place += 1;
    }
    return place < text.length && !isClosing();
  }

  function isClosing(): boolean {
    return text[place] === '}' || text[place] === ']';
  }

  /** A bracket of the other kind is left to what is around. */
  function close(mark: string, start: number, depth: number): void {
    if (text[place] === mark) place += 1;
    else {
      problems.add('missingMark', { start, end: start + 1 });
      // Nothing is around: the bracket would stop the reading.
      if (depth === 0 && isClosing()) place += 1;
    }
  }

  function readList(depth: number): LocatedNode {
    const start = place++;
    const items: LocatedNode[] = [];
    while (goOn(']', items.length === 0)) items.push(readValue(depth + 1));
    close(']', start, depth);
    return { kind: 'list', span: { start, end: place }, isFlow: true, items };
  }

  function readMap(depth: number): LocatedNode {
    const start = place++;
    const fields: LocatedField[] = [];
    for (let isFirst = true; goOn('}', isFirst); isFirst = false) fields.push(...readField(depth));
    close('}', start, depth);
    return { kind: 'map', span: { start, end: place }, isFlow: true, fields };
  }

  /** None for one whose name is no text. */
  function readField(depth: number): readonly LocatedField[] {
    const start = place;
    if (text[place] === '{' || text[place] === '[') {
      problems.add('nameNotText', { start, end: start + 1 });
      readValue(depth + 1);
      skipBlank();
      if (text[place] === ':') {
        place += 1;
        skipBlank();
        readValue(depth + 1);
      }
      return [];
    }
    const isQuoted = text[place] === '"';
    const name = isQuoted ? readText() : (take(WORD) ?? '');
    const nameSpan = { start, end: place };
    if (!isQuoted) problems.add('needsQuotes', nameSpan);
    skipBlank();
    if (text[place] !== ':') {
      problems.add('missingMark', nameSpan);
      return [{ name, nameSpan, value: { kind: 'null', span: { start: nameSpan.end, end: nameSpan.end }, isWritten: false } }];
    }
    place += 1;
    const after = place;
    skipBlank();
    if (place >= text.length || isClosing() || text[place] === ',') {
      problems.add('missingMark', nameSpan);
      return [{ name, nameSpan, value: { kind: 'null', span: { start: after, end: after }, isWritten: false } }];
    }
    return [{ name, nameSpan, value: readValue(depth + 1) }];
  }
}
