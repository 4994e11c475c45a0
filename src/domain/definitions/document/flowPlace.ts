/** Where somebody types in brackets, by the marks before. */
import type { Path } from './located.ts';
import type { Place } from './place.ts';

interface Frame {
  readonly kind: 'map' | 'list';
  index: number;
  /** Of the field whose value comes next; undefined = a name comes next. */
  name: string | undefined;
}

/** `from`: an opening bracket, and the path to what it holds. */
export function flowPlace(
  text: string,
  from: { readonly start: number; readonly path: Path },
  offset: number,
): Place | undefined {
  const frames: Frame[] = [];
  let word: { start: number; end: number } | undefined;
  /** Where a value ends that no comma follows. */
  let over: number | undefined;
  let place = from.start;
  while (place < offset) {
    const mark = text[place]!;
    if (isComment(text, place)) {
      place = text.indexOf('\n', place);
      if (place === -1 || place >= offset) return undefined;
      continue;
    }
    const top = frames.at(-1);
    if (mark === '"' || (mark === "'" && !word)) {
      word = { start: place, end: quoteEnd(text, place) };
      place = word.end;
      continue;
    }
    if (mark === '{' || mark === '[') {
      frames.push({ kind: mark === '{' ? 'map' : 'list', index: 0, name: undefined });
      word = over = undefined;
    } else if (mark === '}' || mark === ']') {
      frames.pop();
      word = undefined;
      over = place + 1;
    } else if (mark === ',') {
      if (top) [top.index, top.name] = [top.index + 1, undefined];
      word = over = undefined;
    } else if (mark === ':' && top?.kind === 'map' && top.name === undefined && isColon(text, place)) {
      top.name = word ? bare(text.slice(word.start, word.end)) : '';
      word = over = undefined;
    } else if (!/\s/.test(mark)) word = { start: word?.start ?? place, end: place + 1 };
    else if (/[\r\n]/.test(mark)) word = undefined;
    place += 1;
  }
  const top = frames.at(-1);
  if (!top) return undefined;
  // A word that ends before the place is one only if blanks alone lie between.
  const typed = word && text.slice(word.end, Math.max(word.end, offset)).trim() === '' ? word : undefined;
  const isQuoted = typed !== undefined && /["']/.test(text[typed.start]!);
  const isOver = typed !== undefined && isQuoted && offset > typed.end;
  if (isOver) return undefined;
  const start = typed?.start ?? offset;
  const end = isQuoted ? typed.end : Math.max(offset, start + /^[^\s,:[\]{}"]*/.exec(text.slice(start, start + 500))![0].length);
  const steps = frames.slice(0, -1).map(({ kind, name, index }) => (kind === 'map' ? (name ?? '') : index));
  const path = [...from.path, ...steps];
  const base = { word: { start, end }, isFlow: true, ...(over !== undefined && over < start && { comma: over }) };
  if (top.kind === 'list') return { path, at: 'item', ...base };
  return top.name === undefined ? { path, at: 'name', ...base } : { path: [...path, top.name], at: 'value', ...base };
}

function isComment(text: string, place: number): boolean {
  return text[place] === '#' && /\s/.test(text[place - 1] ?? '\n');
}

function isColon(text: string, place: number): boolean {
  return text[place - 1] === '"' || /^[\s,[\]{}]?$/.test(text[place + 1] ?? '');
}

/** Behind the quote that ends it, or the line's end. */
function quoteEnd(text: string, start: number): number {
  const mark = text[start]!;
  for (let place = start + 1; place < text.length; place += 1) {
    if (text[place] === '\n' || text[place] === '\r') return place;
    if (text[place] === '\\' && mark === '"') place += 1;
    else if (text[place] === mark) return place + 1;
  }
  return text.length;
}

function bare(written: string): string {
  if (!/^["']/.test(written)) return written.trim();
  try {
    return written.startsWith('"') ? (JSON.parse(written) as string) : written.slice(1, -1).replaceAll("''", "'");
  } catch {
    return written.slice(1, -1);
  }
}
