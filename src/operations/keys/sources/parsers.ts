/** Parses a text as a whole, without interruption: the keys of a list in JSON or YAML, or the objects of a list in JSON. */
import { createObjectRows, pairsIn, type TableRow } from '../../../domain/identities/identityTable.ts';
import type { RowDoubt } from '../../../domain/keys/doubts.ts';
import { KeyCollector } from '../../../domain/keys/keyCollector.ts';
import type { KeysRefusal } from '../../../domain/keys/keysFound.ts';
import { createListKeys, type Item, type ListSink } from '../../../domain/keys/lists.ts';
import type { ListSource } from '../../../domain/keys/keySource.ts';
import { readJson } from './jsonItems.ts';
import { KeysRefusedError } from './pieces.ts';
import { readYaml } from './yamlItems.ts';

/**
 * What to look for: the keys of a list, or the objects of a list as rows. A text with more than `limit` distinct keys is
 * refused.
 */
export type ParserJob =
  | { readonly kind: 'keys'; readonly source: ListSource; readonly limit: number }
  | { readonly kind: 'objects'; readonly isLined: boolean };

export type Parsed<Part = unknown, Rest = unknown> =
  { readonly refusal: KeysRefusal } | { readonly refusal?: undefined; readonly parts: readonly Part[]; readonly rest: Rest };

/**
 * A key, or a problem in a list. `text` is the key. With a `problem`, it is the text that is in place of a key, or the path of
 * an empty list.
 */
export type KeyCell = readonly [line: number, text: string, problem?: 'missingField' | 'notText' | RowDoubt];

export interface ObjectsRest {
  /** The names of the columns. */
  readonly names: readonly string[];
  readonly ownNames: readonly string[];
  readonly isList: boolean;
  /** True if the text is one object, which is the only row. */
  readonly isOne: boolean;
}

export const parseJob = async (text: string, job: ParserJob): Promise<Parsed> =>
  job.kind === 'keys' ? parseKeys(text, job) : parseObjects(text, job.isLined);

/** `rest` is the path of the list. */
async function parseKeys(
  text: string,
  { source, limit }: Extract<ParserJob, { kind: 'keys' }>,
): Promise<Parsed<KeyCell, string>> {
  const parts: KeyCell[] = [];
  const different = new KeyCollector();
  const keys = createListKeys(source, {
    add(key, line) {
      parts.push([line, key]);
      different.add(key, line);
      // Stops the parser, because millions of keys would take minutes and gigabytes, and are refused in the end anyway.
      if (different.size > limit) throw new KeysRefusedError({ code: 'tooManyKeys', limit });
    },
    addRow: (kind, line, path) => void parts.push([line, path, kind]),
    addProblem: (kind, line, written) => void parts.push([line, written, kind]),
  });
  let refusal: KeysRefusal | undefined;
  try {
    refusal = source.format === 'yaml' ? readYaml(await import('yaml'), text, keys) : readJson(text, keys);
  } catch (error) {
    if (!(error instanceof KeysRefusedError)) throw error;
    refusal = error.refusal;
  }
  if (refusal) return { refusal };
  const code = keys.end();
  return code ? { refusal: { code } } : { parts, rest: keys.paths() };
}

/** Parses the objects of a list or of each line, or the single object that the text contains. */
function parseObjects(text: string, isLined: boolean): Parsed<TableRow, ObjectsRest> {
  const { rows, names, ownNames, add } = createObjectRows();
  const isObject = !isLined && /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*\{/.test(text);
  const isOne = isObject && !hasListOfObjects(text);
  let isList = isLined || isOne;
  const sink: ListSink = { document: () => undefined, list: () => void (isList = true), item: add };
  const texts = isLined ? text.split(/\r\n|\n|\r/) : [text];
  for (const [before, one] of texts.entries()) {
    const refusal = one.trim() === '' ? undefined : readJson(one, sink, { isItem: isLined || isOne, before });
    if (refusal) return { refusal };
  }
  return { parts: rows, rest: { names, ownNames, isList, isOne } };
}

/**
 * True if an object contains exactly one list of objects, for example a page of an answer; the rows are then in that list.
 * False if that list consists of pairs, because the object is then an identity itself.
 */
function hasListOfObjects(text: string): boolean {
  const lists: Item[][] = [];
  readJson(text, { document: () => undefined, list: () => void lists.push([]), item: (item) => void lists.at(-1)!.push(item) });
  const [items = [], ...others] = lists.filter((list) => list.some(({ fields }) => fields));
  return items.length > 0 && others.length === 0 && pairsIn({ line: 1, items }) === undefined;
}
