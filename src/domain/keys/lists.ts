/** Reads the keys of the list in a JSON or YAML document, and collects samples to guess which field contains them. */
import { describeColumns, type Guess } from './columns.ts';
import type { KeySink } from './keyCollector.ts';
import type { ListSource } from './keySource.ts';

/** A value of a document. */
export interface Item {
  readonly line: number;
  /** The text, if the value can be a key. */
  readonly text?: string;
  /** Any other value as written. Objects and lists are `{…}` and `[…]`. */
  readonly other?: string;
  /** The values of a list, if the item is a list. */
  readonly items?: readonly Item[];
  /** The fields of an object, in order. */
  readonly fields?: Fields;
}

export type Fields = readonly (readonly [name: string, value: Item])[];

/** Receives each list that is nested in objects only, followed by its items, in the order of the text. */
export interface ListSink {
  /** A further document begins. */
  document(): void;
  /** `path`: the names of the fields around the list, such as `page.keys`; empty if the list is the document. */
  list(path: string, line: number): void;
  item(item: Item): void;
}

export interface ListKeys extends ListSink {
  /**
   * Call this at the end of the text. Returns why no key can be used: there is no list, or several lists are not empty. If a
   * list has items, also reports each empty list to the sink, because the person may have meant the empty list.
   */
  end(): 'noList' | 'severalLists' | undefined;
  /** The paths of the lists with the keys, one for each document. Empty if each list is the whole document. */
  paths(): string;
}

/** Reads the keys from the list of each document, and passes them to `sink`. */
export function createListKeys({ field }: ListSource, sink: KeySink): ListKeys {
  const empty: { readonly path: string; readonly line: number }[] = [];
  const paths = new Set<string>();
  let list: { readonly path: string; readonly line: number } | undefined;
  let areSeveral = false;
  /** The number of lists in the current document that are not empty. */
  let filled = 0;
  /** The number of items in the current list. */
  let items = 0;
  const endList = (): void => {
    if (list && items === 0) empty.push(list);
  };
  return {
    document: () => void (filled = 0),
    list(path, line) {
      endList();
      list = { path, line };
      items = 0;
    },
    item(item) {
      if (items === 0) {
        filled += 1;
        paths.add(list!.path);
      }
      items += 1;
      areSeveral ||= filled > 1;
      const value = field === undefined ? item : fieldOf(item, field);
      if (!value) sink.addProblem('missingField', item.line, item.text ?? (isContainer(item) ? '' : (item.other ?? '')));
      else if (value.text === undefined) {
        // If the value is a list, each of its items could have been a key.
        for (let left = value.items?.length || 1; left > 0; left -= 1) sink.addProblem('notText', value.line, value.other ?? '');
      } else sink.add(value.text, value.line);
    },
    end() {
      endList();
      if (paths.size > 0) for (const { path, line } of empty) sink.addRow('emptyList', line, path);
      if (!list) return 'noList';
      return areSeveral ? 'severalLists' : undefined;
    },
    paths: () => [...paths].filter(Boolean).join(', '),
  };
}

/**
 * Returns the value at a path such as `user.id`. A field may have dots in its own name, so the longest existing name counts. If
 * several fields have the same name, the last one counts, as in JSON.parse.
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

/** The number of items from which the field with the keys is guessed. */
const SAMPLE_ITEMS = 200;
/** The maximum number of paths to choose from. Further paths are ignored. */
const MAX_PATHS = 500;
/** The maximum number of names in a path. */
const MAX_DEPTH = 16;

/** Collects the first items of the first list that is not empty. */
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
      // The number of fields is limited, because YAML aliases may refer to the same fields many times.
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
      // If there are several lists, none is read, so there is nothing to choose from.
      return { source: { format, field: columns[best]?.name }, columns: filled > 1 ? [] : columns };
    },
  };
}
