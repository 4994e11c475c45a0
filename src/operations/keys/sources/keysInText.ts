/**
 * Reads keys from a text of any form and length without blocking the event loop: piece by piece in this thread, or with a
 * parser in a worker thread.
 */
import { KeyCollector } from '../../../domain/keys/keyCollector.ts';
import type { KeysResult } from '../../../domain/keys/keysFound.ts';
import type { KeySource } from '../../../domain/keys/keySource.ts';
import { createListKeys } from '../../../domain/keys/lists.ts';
import { createRowKinds } from '../../../domain/keys/rowKinds.ts';
import { readCode } from './codeList.ts';
import { readJson } from './jsonItems.ts';
import { parse } from './parseInThread.ts';
import type { KeyCell } from './parsers.ts';
import { lineEndsIn, linesIn, piecesOf, KeysRefusedError, textIn, type Pieces } from './pieces.ts';
import { readSeparated } from './separatedKeys.ts';
import { readRows } from './tableRows.ts';

/** Reads keys from a text. Throws the signal's reason if the signal is aborted. */
export async function keysInText(text: string, source: KeySource, options: KeyReadOptions = {}): Promise<KeysResult> {
  options.signal?.throwIfAborted();
  return keysInPieces(piecesOf(text, options.signal), source, options);
}

export interface KeyReadOptions {
  /** The maximum number of distinct keys. A text with more is refused and not read to its end. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
  /** Receives the keys. It may already contain the keys of earlier texts. */
  readonly collector?: KeyCollector | undefined;
}

/**
 * Reads keys from the pieces of a text, which may be cut anywhere. Keeps no more of the text in memory than its form requires.
 */
export async function keysInPieces(pieces: Pieces, source: KeySource, options: KeyReadOptions = {}): Promise<KeysResult> {
  const { limit = Number.POSITIVE_INFINITY, signal, collector = new KeyCollector(source) } = options;
  async function* untilFull(): AsyncGenerator<string> {
    for await (const piece of textIn(pieces)) {
      yield piece;
      if (collector.size > limit) throw new KeysRefusedError({ code: 'tooManyKeys', limit });
    }
  }
  try {
    await readForm(untilFull(), source, collector, { limit, signal });
    if (collector.size > limit) throw new KeysRefusedError({ code: 'tooManyKeys', limit });
    const found = collector.found();
    const { doubts } = found;
    if (found.keys.length > 0) return { ok: true, found };
    return { ok: false, refusal: { code: 'noKeys', ...(doubts.length > 0 && { doubts }) } };
  } catch (error) {
    if (error instanceof KeysRefusedError) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

async function readForm(
  pieces: AsyncIterable<string>,
  source: KeySource,
  collector: KeyCollector,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  switch (source.format) {
    case 'lines': {
      let line = 1;
      for await (const lines of linesIn(pieces)) for (const key of lines) collector.add(key, line++);
      return undefined;
    }
    case 'separated':
      return readSeparated(pieces, collector);
    case 'code':
      return readCode(pieces, collector);
    case 'csv':
      return readColumn(pieces, source, collector);
    case 'ndjson': {
      const keys = createListKeys(source, collector);
      keys.list('', 1);
      let before = 0;
      for await (const lines of linesIn(pieces)) {
        for (const line of lines) {
          const refusal = line.trim() === '' ? collector.add('', before + 1) : readJson(line, keys, { isItem: true, before });
          if (refusal) throw new KeysRefusedError(refusal);
          before += 1;
        }
      }
      return undefined;
    }
    case 'json':
    case 'yaml':
      collector.list = await parse<KeyCell, string>(
        pieces,
        { kind: 'keys', source, limit },
        (cells) => addAll(cells, collector),
        signal,
      );
      return undefined;
    default:
      return source satisfies never;
  }
}

/** Reads the keys in one column of a table. */
async function readColumn(
  pieces: AsyncIterable<string>,
  form: Extract<KeySource, { format: 'csv' }>,
  collector: KeyCollector,
): Promise<void> {
  const { column } = form;
  const kindOf = createRowKinds(form);
  const takeAbove = (text: string, line: number): void => {
    if (text.trim() !== '') collector.addRow('preamble', line, text);
  };
  await readRows(pieces, form, takeRow, takeAbove);

  function takeRow(cells: readonly string[], line: number): void {
    const kind = kindOf(cells);
    if (kind === 'header') return undefined;
    if (kind === 'blank') return collector.add('', line);
    if (cells.length <= column) return collector.addProblem('missingColumn', line, '');
    const at = line + cells.slice(0, column).reduce((lines, cell) => lines + lineEndsIn(cell), 0);
    return kind === 'row' ? collector.add(cells[column]!, at) : collector.addRow(kind, at, cells[column]!);
  }
}

function addAll(cells: readonly KeyCell[], collector: KeyCollector): void {
  for (const [line, text, problem] of cells) {
    if (problem === undefined) collector.add(text, line);
    else if (problem === 'missingField' || problem === 'notText') collector.addProblem(problem, line, text);
    else collector.addRow(problem, line, text);
  }
}
