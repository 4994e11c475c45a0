/** Edits to the fields or items in brackets. A comment on an entry's line, or above it, goes where it goes. */
import type { LocatedList, LocatedMap, Span, TextEdit } from './located.ts';
import type { Entry } from './rewrite.ts';
import { applyWithin, lineMark, padAt, replaceSpan } from './textEdits.ts';

/** What stands between the entry before, or the bracket, and this one; the entry; what stands behind it on its line. */
interface Chunk {
  readonly lead: string;
  readonly body: Span;
  readonly note: string;
}

interface Pieces {
  readonly opening: string;
  readonly chunks: readonly Chunk[];
  readonly tail: string;
}

/** How much further in a line stands than what it is in. */
const UNIT = '  ';

/** The list is put together again from its pieces. */
export function flowEdits(text: string, node: LocatedMap | LocatedList, entries: readonly Entry[]): readonly TextEdit[] {
  const mark = lineMark(text);
  const bodies =
    node.kind === 'map'
      ? node.fields.map(({ nameSpan, value }) => ({ start: nameSpan.start, end: Math.max(nameSpan.end, value.span.end) }))
      : node.items.map(({ span }) => span);
  const isClosed = /[\]}]/.test(text[node.span.end - 1]!);
  const { opening, chunks, tail } = chunksOf(text, node.span, bodies, isClosed);
  const lined = chunks.find(({ lead }) => /\n[ \t]*$/.test(lead));
  // What ends below gets a line for each, where a comment may end the line.
  const isLined = lined !== undefined || tail.includes('\n');
  const pad = lined ? padAt(text, lined.body.start) : padAt(text, node.span.start) + UNIT;
  const ownLead = isLined ? mark + pad : ' ';
  const pieces = entries.map((entry, place) => {
    const isLast = place === entries.length - 1;
    const plain = place === 0 && !isLined ? '' : ownLead;
    if ('write' in entry) return `${plain}${entry.write(pad).replaceAll('\n', mark)}${isLast ? '' : ','}`;
    const { lead, body, note } = chunks[entry.from]!;
    // White space belongs to the place, a comment to the entry.
    const own = lead.trim() === '' && (place === 0 || entry.from === 0) ? (isLined ? lead || ownLead : plain) : lead;
    return `${own}${applyWithin(text, body, entry.edits)}${isLast ? '' : ','}${note}`;
  });
  const end = isLined && !tail.includes('\n') ? mark + pad.slice(0, Math.max(0, pad.length - UNIT.length)) : tail;
  const open = text[node.span.start]!;
  const close = isClosed ? text[node.span.end - 1]! : open === '{' ? '}' : ']';
  return [replaceSpan(node.span, `${open}${opening}${pieces.join('')}${end}${close}`)];
}

function chunksOf(text: string, span: Span, bodies: readonly Span[], isClosed: boolean): Pieces {
  const last = isClosed ? span.end - 1 : span.end;
  // A comment beside the bracket is the list's.
  const { note: opening, end: start } = noteAfter(text, span.start + 1, bodies[0]?.start ?? last);
  let place = start;
  const chunks = bodies.map((body, index): Chunk => {
    // Without a comma that begins its line: each stands behind its entry.
    const lead = text.slice(place, body.start).replace(/^(\s*), ?/, '$1');
    const next = bodies[index + 1]?.start ?? last;
    const { note, end } = noteAfter(text, body.end, next);
    place = end;
    return { lead, body, note };
  });
  return { opening, chunks, tail: text.slice(place, last) };
}

/** The comma and the comments that follow an entry on its line; the comma is left out of the note. */
function noteAfter(text: string, from: number, until: number): { readonly note: string; readonly end: number } {
  const pattern = /[ \t]*(?:,|(?<=[\s,])#[^\n]*)/y;
  let note = '';
  let end = from;
  for (;;) {
    pattern.lastIndex = end;
    const found = pattern.exec(text)?.[0].replace(/\r$/, '');
    if (found === undefined || end + found.length > until) return { note, end };
    end += found.length;
    if (!found.endsWith(',')) note += found;
  }
}
