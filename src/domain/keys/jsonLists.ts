/** Which lists a text of JSON has, as its tokens go by: arrays that have items, and none but objects around them. */
import { LIST_SAMPLES, type KeyList } from './keysFound.ts';
import { copyOf } from './keyTable.ts';

/** Depths are those of the items. */
export interface JsonLists {
  readonly all: readonly KeyList[];
  /** An array that is in none. */
  open(depth: number): void;
  close(depth: number): void;
  /** Something begins, which may be an item: true if it is the first of a list. `value` is that of a scalar. */
  item(depth: number, value?: string): boolean;
  /** Whether it is to be told of a string there. */
  wantsItem(depth: number): boolean;
  /** Whether it is to be told of the name of a field in an object there, which is in one array at most. */
  wantsName(depth: number): boolean;
  name(depth: number, name: string): void;
}

/** Nobody chooses among more. */
const MAX_LISTS = 1_000;
const MAX_FIELDS = 100;
const NONE = -1;

export function createJsonLists(): JsonLists {
  const all: { name: string; fields: string[]; samples: string[] }[] = [];
  /** Of the objects around: the field that was read last in each. */
  const path: string[] = [];
  let at = NONE;
  let items = 0;

  return {
    all,
    open(depth) {
      at = all.length < MAX_LISTS ? depth : NONE;
      items = 0;
    },
    close(depth) {
      if (depth === at) at = NONE;
    },
    item(depth, value) {
      if (depth !== at) return false;
      items += 1;
      if (items === 1) all.push({ name: path.slice(0, depth - 1).join('.'), fields: [], samples: [] });
      if (value !== undefined && items <= LIST_SAMPLES) all.at(-1)!.samples.push(copyOf(value));
      return items === 1;
    },
    wantsItem: (depth) => depth === at && items < LIST_SAMPLES,
    wantsName: (depth) => at === NONE || (items === 1 && depth === at + 1),
    name(depth, name) {
      if (at === NONE) path[depth - 1] = copyOf(name);
      else if (all.at(-1)!.fields.length < MAX_FIELDS) all.at(-1)!.fields.push(copyOf(name));
    },
  };
}
