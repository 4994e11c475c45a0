/** The lists in a document of JSON or YAML: which there are, and the keys of the one that is read. */
import { describeColumns, type Guess } from './columns.ts';
import type { KeySink } from './keyCollector.ts';
import { LIST_SAMPLES, type KeyList } from './keysFound.ts';
import type { ListSource } from './keySource.ts';

/** A value of a document. */
export interface Item {
  readonly line: number;
  /** What can be a key. */
  readonly text?: string;
  /** How anything else is written; objects and lists as `{…}` and `[…]`. */
  readonly other?: string;
  /** Of an object, in their order. */
  readonly fields?: readonly (readonly [name: string, value: Item])[];
}

/** Hears of every list that has none but objects around it, and then of its items, in the order of the text. */
export interface ListSink {
  /** A further document begins. */
  document(): void;
  /** `name` has the fields that the list is in, as in "accounts.active"; it is empty for the list that is the document itself. */
  list(name: string): void;
  item(item: Item): void;
}

export interface ListKeys extends ListSink {
  /** All that have items, where one document has several. */
  lists(): readonly KeyList[] | undefined;
  /** Whether there was a list to read, even if nothing was in it. */
  hasList(): boolean;
}

/**
 * Reads the list that is wanted; else, of each document, the list that is the document, or the first whose first item can be a key, or is
 * an object with the field.
 */
export function createListKeys({ field, list: wanted }: ListSource, sink: KeySink): ListKeys {
  const lists: { readonly name: string; readonly fields: readonly string[]; readonly samples: string[] }[] = [];
  let name = '';
  let begun = 0;
  let items = 0;
  let listsInDocument = 0;
  let areSeveral = false;
  let isRead = false;
  let wasRead = false;
  let hasRead = false;

  function begin(first: Item): void {
    lists.push({ name, fields: first.fields?.map(([one]) => one) ?? [], samples: [] });
    listsInDocument += 1;
    areSeveral ||= listsInDocument > 1;
    const fits = field === undefined ? first.text !== undefined : fieldOf(first, field) !== undefined;
    isRead = wanted === undefined ? !wasRead && (name === '' || fits) : wanted === lists.length - 1;
    wasRead ||= isRead;
    hasRead ||= isRead;
  }

  return {
    document() {
      wasRead = false;
      listsInDocument = 0;
    },
    list(given) {
      name = given;
      begun += 1;
      items = 0;
      isRead = false;
    },
    item(item) {
      if (items === 0) begin(item);
      items += 1;
      const written = item.text ?? (isContainer(item) ? undefined : item.other);
      if (items <= LIST_SAMPLES && written !== undefined) lists.at(-1)!.samples.push(written);
      if (!isRead) return;
      const value = field === undefined ? item : fieldOf(item, field);
      if (!value) sink.addProblem('missingField', item.line, written ?? '');
      else if (value.text === undefined) sink.addProblem('notText', value.line, value.other ?? '');
      else sink.add(value.text, value.line);
    },
    lists: () => (areSeveral ? lists : undefined),
    hasList: () => hasRead || (wanted === undefined && begun > lists.length),
  };
}

/** The last of several counts, as for JSON.parse. */
const fieldOf = ({ fields }: Item, field: string): Item | undefined => fields?.findLast(([name]) => name === field)?.[1];
const isContainer = ({ other = '' }: Item): boolean => other.startsWith('{') || other.startsWith('[');

/** Items of a list that are looked at. */
const SAMPLE_ITEMS = 200;

/** The first items of each list, to guess by. */
export interface ListSamples extends ListSink {
  guess(format: ListSource['format']): Guess;
}

export function createListSamples(): ListSamples {
  const lists: { readonly fields: Map<string, number>; readonly rows: string[][] }[] = [];
  return {
    document: () => undefined,
    list: () => void lists.push({ fields: new Map(), rows: [] }),
    item({ fields: own }) {
      const { fields, rows } = lists.at(-1)!;
      if (!own || rows.length === SAMPLE_ITEMS) return;
      const row: string[] = [];
      for (const [name, { text = '' }] of own) {
        if (!fields.has(name)) fields.set(name, fields.size);
        row[fields.get(name)!] = text.trim();
      }
      rows.push(row);
    },
    guess(format) {
      const guesses = lists
        .filter(({ rows }, index) => index === 0 || rows.length > 0)
        .map(({ fields, rows }) => {
          const { columns, best } = describeColumns([...fields.keys()], rows);
          return { source: { format, field: columns[best]?.name }, columns };
        });
      // Of several lists, the one whose items have something that looks like keys.
      const best = guesses.find(({ source, columns }) =>
        columns.some((column) => column.name === source.field && column.looksLikeKeys),
      );
      return {
        source: (best ?? guesses[0])?.source ?? { format, field: undefined },
        // Which of several lists it is comes first, and then which of its fields.
        columns: guesses.length === 1 ? guesses[0]!.columns : [],
      };
    },
  };
}
