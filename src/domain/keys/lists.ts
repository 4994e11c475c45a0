/** The list in a document of JSON or YAML: its keys, and what to guess by which field has them. */
import { describeColumns, type Guess } from './columns.ts';
import type { KeySink } from './keyCollector.ts';
import type { ListSource } from './keySource.ts';

/** A value of a document. */
export interface Item {
  readonly line: number;
  /** What can be a key. */
  readonly text?: string;
  /** How anything else is written; objects and lists as `{…}` and `[…]`. */
  readonly other?: string;
  /** The values of a list within the list. */
  readonly items?: readonly Item[];
  /** Of an object, in their order. */
  readonly fields?: Fields;
}

export type Fields = readonly (readonly [name: string, value: Item])[];

/** Called for every list that is nested in objects only, and then for its items, in the order of the text. */
export interface ListSink {
  /** A further document begins. */
  document(): void;
  list(): void;
  item(item: Item): void;
}

export interface ListKeys extends ListSink {
  /** Why nothing is read: there is no list, or more than one that is not empty. */
  refusal(): 'noList' | 'severalLists' | undefined;
}

/** Reads the list of each document. */
export function createListKeys({ field }: ListSource, sink: Omit<KeySink, 'addRow'>): ListKeys {
  let lists = 0;
  let areSeveral = false;
  /** Of the document, and of the list. */
  let filled = 0;
  let items = 0;
  return {
    document: () => void (filled = 0),
    list() {
      lists += 1;
      items = 0;
    },
    item(item) {
      if (items === 0) filled += 1;
      items += 1;
      areSeveral ||= filled > 1;
      const value = field === undefined ? item : fieldOf(item, field);
      if (!value) sink.addProblem('missingField', item.line, item.text ?? (isContainer(item) ? '' : (item.other ?? '')));
      else if (value.text === undefined) {
        // Each could have been a key.
        for (let left = value.items?.length || 1; left > 0; left -= 1) sink.addProblem('notText', value.line, value.other ?? '');
      } else sink.add(value.text, value.line);
    },
    refusal: () => (lists === 0 ? 'noList' : areSeveral ? 'severalLists' : undefined),
  };
}

/**
 * The value at a path such as `user.id`. A field may have dots in its own name, so the longest name that is there counts. The last
 * of several fields with one name counts, as for JSON.parse.
 */
function fieldOf({ fields }: Item, path: string): Item | undefined {
  const own = (name: string): Item | undefined => fields?.findLast(([other]) => other === name)?.[1];
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const value = own(path.slice(0, end));
    const found = value && end < path.length ? fieldOf(value, path.slice(end + 1)) : value;
    if (found) return found;
  }
  return undefined;
}
const isContainer = ({ other = '' }: Item): boolean => other.startsWith('{') || other.startsWith('[');

/** Items of a list that are examined, and paths to choose from: more are names that are data. */
const SAMPLE_ITEMS = 200;
const MAX_PATHS = 500;
const MAX_DEPTH = 16;

/** The first items of the first list that is not empty, to guess by. */
export interface ListSamples extends ListSink {
  guess(format: ListSource['format']): Guess;
}

export function createListSamples(): ListSamples {
  const fields = new Map<string, number>();
  const rows: string[][] = [];
  let filled = 0;
  let isEmpty = true;
  return {
    document: () => undefined,
    list: () => void (isEmpty = true),
    item({ fields: own }) {
      if (isEmpty) filled += 1;
      isEmpty = false;
      if (!own || filled > 1 || rows.length === SAMPLE_ITEMS) return;
      const row: string[] = [];
      // Aliases of YAML may stand for the same fields many times.
      let left = MAX_PATHS;
      const addAll = (inner: Fields, before: string, depth: number): void => {
        for (const [name, value] of inner) {
          if (--left < 0) return;
          const path = before + name;
          if (value.fields && depth < MAX_DEPTH) addAll(value.fields, `${path}.`, depth + 1);
          else if (fields.has(path) || fields.size < MAX_PATHS) {
            if (!fields.has(path)) fields.set(path, fields.size);
            row[fields.get(path)!] = value.text?.trim() ?? '';
          }
        }
      };
      addAll(own, '', 0);
      rows.push(row);
    },
    guess(format) {
      const { columns, best } = describeColumns([...fields.keys()], rows);
      // Of several lists none is read, so that there is nothing to choose.
      return { source: { format, field: columns[best]?.name }, columns: filled > 1 ? [] : columns };
    },
  };
}
