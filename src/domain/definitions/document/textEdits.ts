/** Changes to a text by their places. */
import type { Span, TextEdit } from './located.ts';

export const replaceSpan = (span: Span, newText: string): TextEdit => ({ span, newText });

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

/** The line end that the text has. */
export const lineMark = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
