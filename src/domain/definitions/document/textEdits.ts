/** Changes to a text by their places. */
import type { Span, TextEdit } from './located.ts';

/** The text with the edits made. They don't overlap; of those at one place, the first comes first. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((one, other) => one.span.start - other.span.start || one.span.end - other.span.end);
  const pieces: string[] = [];
  let place = 0;
  for (const { span, newText } of sorted) {
    pieces.push(text.slice(place, span.start), newText);
    place = Math.max(place, span.end);
  }
  return pieces.join('') + text.slice(place);
}

export const replaceSpan = (span: Span, newText: string): TextEdit => ({ span, newText });
export const insertAt = (place: number, newText: string): TextEdit => ({ span: { start: place, end: place }, newText });

/** Where the line of this place begins. */
export function lineStart(text: string, place: number): number {
  // From -1 it would be looked for at 0.
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

/** Where the line of this place ends, before the mark that ends it. */
export function lineEnd(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  if (end === -1) return text.length;
  return end > place && text[end - 1] === '\r' ? end - 1 : end;
}

/** Where the next line begins; the text's end where there is none. */
export function nextLine(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end + 1;
}

/** How many characters stand before this one on its line, without a byte order mark. */
export function columnOf(text: string, place: number): number {
  const start = lineStart(text, place);
  return place - start - (start === 0 && text.startsWith('\uFEFF') ? 1 : 0);
}

/** The line end that the text has. */
export const lineMark = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
