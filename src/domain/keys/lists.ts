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
  /** How many values a list within the list has. */
  size?: number;
  /** Of an object, in their order. */
  readonly fields?: readonly (readonly [name: string, value: Item])[];
}

/** Hears of every list that has none but objects around it, and then of its items, in the order of the text. */
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
export function createListKeys({ field }: ListSource, sink: KeySink): ListKeys {
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
        for (let left = value.size || 1; left > 0; left -= 1) sink.addProblem('notText', value.line, value.other ?? '');
      } else sink.add(value.text, value.line);
    },
    refusal: () => (lists === 0 ? 'noList' : areSeveral ? 'severalLists' : undefined),
  };
}

/** The last of several counts, as for JSON.parse. */
const fieldOf = ({ fields }: Item, field: string): Item | undefined => fields?.findLast(([name]) => name === field)?.[1];
const isContainer = ({ other = '' }: Item): boolean => other.startsWith('{') || other.startsWith('[');

/** Items of a list that are examined. */
const SAMPLE_ITEMS = 200;

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
      for (const [name, { text = '' }] of own) {
        if (!fields.has(name)) fields.set(name, fields.size);
        row[fields.get(name)!] = text.trim();
      }
      rows.push(row);
    },
    guess(format) {
      const { columns, best } = describeColumns([...fields.keys()], rows);
      // Of several lists none is read, so that there is nothing to choose.
      return { source: { format, field: columns[best]?.name }, columns: filled > 1 ? [] : columns };
    },
  };
}
