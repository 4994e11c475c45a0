/** Edits to the fields or items in brackets, of JSON or of YAML. A comment on an entry's line, or above it, goes where it goes. */
import type { LocatedList, LocatedMap, Span, TextEdit } from './located.ts';
import type { Entry } from './rewrite.ts';
import { applyWithin, padAt, replaceSpan, type Source } from './textEdits.ts';

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

/** The list is put together again from its pieces. */
export function flowEdits(source: Source, node: LocatedMap | LocatedList, entries: readonly Entry[]): readonly TextEdit[] {
  const { text, mark, unit } = source;
  const bodies =
    node.kind === 'map'
      ? node.fields.map(({ nameSpan, value }) => ({ start: nameSpan.start, end: Math.max(nameSpan.end, value.span.end) }))
      : node.items.map(({ span }) => span);
  const isClosed = /[\]}]/.test(text[node.span.end - 1]!);
  const { opening, chunks, tail } = chunksOf(source, node.span, bodies, isClosed);
  const lined = chunks.find(({ lead }) => /\n[ \t]*$/.test(lead));
  // What is in JSON and not on one line gets a line for each; so does what ends below, where a comment may end the line.
  const isLined = lined !== undefined || tail.includes('\n') || (source.format === 'json' && chunks.length === 0);
  const pad = lined ? padAt(text, lined.body.start) : padAt(text, node.span.start) + unit;
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
  const end = isLined && !tail.includes('\n') ? mark + pad.slice(0, Math.max(0, pad.length - unit.length)) : tail;
  const open = text[node.span.start]!;
  const close = isClosed ? text[node.span.end - 1]! : open === '{' ? '}' : ']';
  return [replaceSpan(node.span, `${open}${opening}${pieces.join('')}${end}${close}`)];
}

function chunksOf(source: Source, span: Span, bodies: readonly Span[], isClosed: boolean): Pieces {
  const { text } = source;
  const last = isClosed ? span.end - 1 : span.end;
  // A comment beside the bracket is the list's.
  const { note: opening, end: start } = noteAfter(source, span.start + 1, bodies[0]?.start ?? last);
  let place = start;
  const chunks = bodies.map((body, index): Chunk => {
    // Without a comma that begins its line: each stands behind its entry.
    const lead = text.slice(place, body.start).replace(/^(\s*), ?/, '$1');
    const next = bodies[index + 1]?.start ?? last;
    const { note, end } = noteAfter(source, body.end, next);
    place = end;
    return { lead, body, note };
  });
  return { opening, chunks, tail: text.slice(place, last) };
}

/** The comma and the comments that follow an entry on its line; the comma is left out of the note. */
function noteAfter({ text, format }: Source, from: number, until: number): { readonly note: string; readonly end: number } {
  const pattern = format === 'json' ? /[ \t]*(?:,|\/\/[^\n]*|\/\*(?:[^*\n]|\*(?!\/))*\*\/)/y : /[ \t]*(?:,|(?<=[\s,])#[^\n]*)/y;
  let note = '';
  let end = from;
  for (;;) {
    pattern.lastIndex = end;
    const found = pattern.exec(text)?.[0].replace(/\r$/, '');
    if (found === undefined || end + found.length > until) return { note, end };
    end += found.length;
    if (!found.endsWith(',')) note += found;
    else if (note.endsWith('/')) note += found.slice(0, -1);
  }
}
